/// Identifies an element of a slab as long as the element exists.
@frozen
public struct SlabHandle: BitwiseCopyable, Equatable, Sendable {
  /// Never 0. The slot is in its lower half, the slot's generation in its upper half.
  public let number: UInt64

  @inlinable
  public init(number: UInt64) { self.number = number }

  @inlinable
  internal init(_ slot: UInt32, _ generation: UInt32) { number = UInt64(generation) << 32 | UInt64(slot) }

  @inlinable internal var slot: UInt32 { UInt32(truncatingIfNeeded: number) }
}

/// A slot's generation and its place in the free list.
@usableFromInline
@frozen
internal struct SlabHeader: BitwiseCopyable {
  @usableFromInline var generation: UInt32
  @usableFromInline var next: UInt32

  @inlinable
  init(generation: UInt32, next: UInt32) {
    self.generation = generation
    self.next = next
  }

  @inlinable var isTaken: Bool { generation & 1 == 1 }
}

/// Elements in numbered slots. An element keeps its slot until it is removed. Free slots are reused, the last one
/// first. The memory comes from an allocator that can fail.
///
/// A slot's generation changes whenever an element is inserted or removed. So a handle never finds a later element of
/// its slot, unless 2^31 of them came in between.
///
/// Invariants: the first `slotCount` slots have a header. Of these, `count` have an odd generation and an initialised
/// element. The others are chained through `next` from `free`.
@frozen
public struct Slab<Element: ~Copyable>: ~Copyable {
  @usableFromInline internal var block: RawBlock
  @usableFromInline internal var free: UInt32
  @usableFromInline internal var used: UInt32
  @usableFromInline internal var living: Int

  @inlinable
  public init() {
    block = RawBlock()
    free = UInt32.max
    used = 0
    living = 0
  }

  deinit {
    for slot in 0..<slotCount where header(slot).pointee.isTaken { element(slot).deinitialize(count: 1) }
  }

  /// The element's offset in its slot.
  @inlinable
  internal static var offset: Int {
    let mask = MemoryLayout<Element>.alignment - 1
    return (MemoryLayout<SlabHeader>.size + mask) & ~mask
  }

  @inlinable
  internal static var stride: Int {
    let mask = max(MemoryLayout<Element>.alignment, MemoryLayout<SlabHeader>.alignment) - 1
    return (offset + MemoryLayout<Element>.size + mask) & ~mask
  }

  /// - Precondition: `slot` is below `slotCount`.
  @inlinable @inline(__always)
  internal func header(_ slot: UInt32) -> UnsafeMutablePointer<SlabHeader> {
    // There is a slot, so there is a block.
    (block.base.unsafelyUnwrapped + Int(truncatingIfNeeded: slot) &* Self.stride)
      .assumingMemoryBound(to: SlabHeader.self)
  }

  @inlinable @inline(__always)
  internal func element(_ slot: UInt32) -> UnsafeMutablePointer<Element> {
    (UnsafeMutableRawPointer(header(slot)) + Self.offset).assumingMemoryBound(to: Element.self)
  }

  @inlinable public var count: Int { living }

  @inlinable public var isEmpty: Bool { living == 0 }

  /// One more than the largest slot that was ever used.
  @inlinable public var slotCount: UInt32 { used }

  /// Whether the slot has an element.
  @inlinable @inline(__always)
  public func contains(_ slot: UInt32) -> Bool { slot < slotCount && header(slot).pointee.isTaken }

  /// - Precondition: the slot has an element.
  @inlinable
  public subscript(slot: UInt32) -> Element {
    @inline(__always) unsafeAddress {
      precondition(contains(slot))
      return UnsafePointer(element(slot))
    }
    @inline(__always) unsafeMutableAddress {
      precondition(contains(slot))
      return element(slot)
    }
  }

  /// - Precondition: the slot has an element.
  @inlinable
  public func handle(_ slot: UInt32) -> SlabHandle {
    precondition(contains(slot))
    return SlabHandle(slot, header(slot).pointee.generation)
  }

  /// The slot of the handle's element. nil: the element was removed.
  @inlinable
  public func slot(of handle: SlabHandle) -> UInt32? {
    contains(handle.slot) && self.handle(handle.slot) == handle ? handle.slot : nil
  }

  /// Whether this many more elements fit without an allocation.
  @inlinable @inline(__always)
  public func hasRoom(for additional: Int) -> Bool { (count &+ additional) &* Self.stride <= block.byteCapacity }

  /// Makes sure that the next `additional` elements need no memory.
  @inlinable
  public mutating func reserve(_ additional: Int) throws(OutOfMemory) {
    let (bytes, overflow) = (count + additional).multipliedReportingOverflow(by: Self.stride)
    if overflow || count + additional > Int(Int32.max) { throw OutOfMemory() }
    try block.reserve(bytes)
  }

  /// - Returns: the slot.
  @inlinable
  public mutating func insert(_ element: consuming Element) throws(OutOfMemory) -> UInt32 {
    try reserve(1)
    return insertWithinCapacity(element)
  }

  /// Inserts without an allocation.
  /// - Returns: the slot.
  @inlinable @inline(__always)
  public mutating func insertWithinCapacity(_ element: consuming Element) -> UInt32 {
    var slot = free
    if slot != UInt32.max {
      free = header(slot).pointee.next
    } else {
      precondition(hasRoom(for: 1))
      slot = used
      used &+= 1
      header(slot).pointee = SlabHeader(generation: 0, next: 0)
    }
    header(slot).pointee.generation &+= 1
    self.element(slot).initialize(to: element)
    living &+= 1
    return slot
  }

  /// - Precondition: the slot has an element.
  @inlinable @discardableResult
  public mutating func remove(_ slot: UInt32) -> Element {
    precondition(contains(slot))
    header(slot).pointee = SlabHeader(generation: header(slot).pointee.generation &+ 1, next: free)
    free = slot
    living &-= 1
    return element(slot).move()
  }

  /// Whether the invariants hold.
  public func verify() -> Bool {
    var taken = 0
    for slot in 0..<slotCount where header(slot).pointee.isTaken { taken += 1 }
    var vacant = 0
    var next = free
    while next < slotCount, vacant < Int(slotCount), !header(next).pointee.isTaken {
      next = header(next).pointee.next
      vacant += 1
    }
    return next == UInt32.max && taken == count && taken + vacant == Int(slotCount)
  }
}

extension Slab where Element: Copyable {
  /// The slot's element; nil: it has none.
  @inlinable
  public func find(_ slot: UInt32) -> Element? { contains(slot) ? self[slot] : nil }
}

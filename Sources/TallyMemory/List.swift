/// A growing array of trivial elements with memory from an allocator that can fail.
///
/// Invariant: the first `used` elements are initialised.
@frozen
public struct List<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline internal var block: RawBlock
  @usableFromInline internal var used: Int

  @inlinable
  public init() {
    block = RawBlock()
    used = 0
  }

  @inlinable public var count: Int { used }

  /// How many elements fit without asking for memory.
  @inlinable public var capacity: Int { block.byteCapacity / MemoryLayout<Element>.stride }

  /// Whether this many more elements fit without an allocation.
  @inlinable @inline(__always)
  public func hasRoom(for additional: Int) -> Bool {
    (used &+ additional) &* MemoryLayout<Element>.stride <= block.byteCapacity
  }

  @inlinable public var isEmpty: Bool { used == 0 }

  /// The elements, for a loop that has checked its bounds. Borrowed until the list changes.
  @inlinable @inline(__always)
  public var pointer: UnsafeMutablePointer<Element> {
    // A list without memory has no elements, so nobody reads through the placeholder.
    (block.base ?? UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped)
      .assumingMemoryBound(to: Element.self)
  }

  /// - Precondition: `index` is within `0..<count`.
  @inlinable
  public subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return pointer[index]
    }
    set {
      precondition(index >= 0 && index < count)
      pointer[index] = newValue
    }
  }

  @inlinable
  public mutating func reserve(_ capacity: Int) throws(OutOfMemory) {
    let (bytes, overflow) = capacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    if overflow { throw OutOfMemory() }
    try block.reserve(bytes)
  }

  @inlinable
  public mutating func append(_ element: Element) throws(OutOfMemory) {
    try reserve(count + 1)
    pointer[count] = element
    used += 1
  }

  /// Appends without an allocation.
  /// - Precondition: `count` is less than `capacity`.
  @inlinable @inline(__always)
  public mutating func appendWithinCapacity(_ element: Element) {
    precondition((used &+ 1) &* MemoryLayout<Element>.stride <= block.byteCapacity)
    // There is room for an element, so there is a block.
    block.base.unsafelyUnwrapped.assumingMemoryBound(to: Element.self)[used] = element
    used &+= 1
  }

  /// Adds elements that were written through `pointer`.
  /// - Precondition: `newCount` is within `count...capacity`.
  @inlinable @inline(__always)
  public mutating func take(upTo newCount: Int) {
    precondition(newCount >= used && newCount &* MemoryLayout<Element>.stride <= block.byteCapacity)
    used = newCount
  }

  @inlinable
  public mutating func append(repeating element: Element, count added: Int) throws(OutOfMemory) {
    try reserve(count + added)
    for index in count..<(count + added) { pointer[index] = element }
    used += added
  }

  /// Removes and returns the last element. nil if the list is empty.
  @inlinable
  public mutating func popLast() -> Element? {
    if count == 0 { return nil }
    used -= 1
    return pointer[count]
  }

  /// Inserts an element without an allocation. Those behind it keep their order.
  /// - Precondition: `index` is within `0...count`, and `count` is less than `capacity`.
  @inlinable
  public mutating func insertWithinCapacity(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    appendWithinCapacity(element)
    var place = used - 1
    while place > index {
      pointer[place] = pointer[place - 1]
      place -= 1
    }
    pointer[index] = element
  }

  /// Removes an element. Those behind it keep their order.
  /// - Precondition: `index` is within `0..<count`.
  @inlinable
  public mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count)
    used -= 1
    var place = index
    while place < used {
      pointer[place] = pointer[place + 1]
      place += 1
    }
  }

  /// Drops the elements from `newCount` on. The memory is kept.
  /// - Precondition: `newCount` is within `0...count`.
  @inlinable
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    used = newCount
  }

  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = true) {
    used = 0
    if !keepingCapacity { block.release() }
  }
}

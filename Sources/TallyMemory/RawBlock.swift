import CMemory

/// Memory could not be had. It becomes a status; nothing was changed.
@frozen
public struct OutOfMemory: Error, Equatable {
  @inlinable
  public init() {}
}

/// One block of memory from the allocator that can say no, freed with its owner.
///
/// Not generic on purpose: the deinitialiser of a generic noncopyable structure whose fields are all trivial does
/// not run across modules in ordinary debug builds, so generic containers keep their memory in one of these.
///
/// Invariant: `block` is nil exactly when `capacity` is 0.
@frozen
public struct RawBlock: ~Copyable {
  @usableFromInline internal var block: UnsafeMutableRawPointer?
  @usableFromInline internal var capacity: Int

  public init() {
    block = nil
    capacity = 0
  }

  @inlinable public var base: UnsafeMutableRawPointer? { block }

  @inlinable public var byteCapacity: Int { capacity }

  deinit {
    ctally_memory_free(block)
  }

  /// Makes room for at least `bytes`, keeping what is there. Grows by a part of itself, so that appending is constant
  /// on average.
  /// - Throws: ``OutOfMemory``; then the block is as it was.
  @inlinable
  public mutating func reserve(_ bytes: Int) throws(OutOfMemory) {
    if bytes > capacity { try grow(bytes) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ bytes: Int) throws(OutOfMemory) {
    // Small machines would rather copy more often than have a third of their memory unused.
    #if _pointerBitWidth(_32)
      let more = capacity > Int.max / 2 ? bytes : capacity + capacity / 4
      let least = 16
    #else
      let more = capacity > Int.max / 2 ? bytes : capacity * 2
      let least = 64
    #endif
    let wanted = bytes > more ? bytes : more
    let rounded = wanted < least ? least : wanted
    guard let grown = ctally_memory_resize(block, capacity, rounded) else { throw OutOfMemory() }
    block = grown
    capacity = rounded
  }

  /// Makes the block exactly as large as asked for, all zero, forgetting what was there.
  /// - Throws: ``OutOfMemory``; then the block is as it was.
  public mutating func replaceWithZeros(_ bytes: Int) throws(OutOfMemory) {
    guard let fresh = ctally_memory_allocate(bytes) else { throw OutOfMemory() }
    ctally_memory_free(block)
    fresh.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    block = fresh
    capacity = bytes < 1 ? 1 : bytes
  }

  /// Gives the memory back.
  public mutating func release() {
    ctally_memory_free(block)
    block = nil
    capacity = 0
  }
}

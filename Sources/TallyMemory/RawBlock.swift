import CMemory

/// An allocation failed. This becomes a status. Nothing was changed.
@frozen
public struct OutOfMemory: Error, Equatable {
  @inlinable
  public init() {}
}

/// One block of memory from an allocator that can fail. Its owner frees it.
///
/// Deliberately not generic. The deinitialiser of a generic noncopyable structure with only trivial fields does not run
/// across modules in ordinary debug builds. So generic containers keep their memory in a RawBlock.
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

  /// Makes room for at least `bytes` and keeps the contents. The block grows by a fraction of its size, so appending
  /// takes constant time on average.
  /// - Throws: ``OutOfMemory``. The block is then unchanged.
  @inlinable
  public mutating func reserve(_ bytes: Int) throws(OutOfMemory) {
    if bytes > capacity { try grow(bytes) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ bytes: Int) throws(OutOfMemory) {
    // Small machines prefer more copying to a third of unused memory.
    #if TALLY_SMALL
      let more = capacity > Int.max / 2 ? bytes : capacity + capacity / 8
      let least = 16
    #elseif _pointerBitWidth(_32)
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

  /// Replaces the contents with exactly this many zero bytes.
  /// - Throws: ``OutOfMemory``. The block is then unchanged.
  public mutating func replaceWithZeros(_ bytes: Int) throws(OutOfMemory) {
    guard let fresh = ctally_memory_allocate(bytes) else { throw OutOfMemory() }
    ctally_memory_free(block)
    fresh.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    block = fresh
    capacity = bytes < 1 ? 1 : bytes
  }

  /// Gives the memory away. The new owner frees it with `ctally_memory_free`.
  public mutating func take() -> UnsafeMutableRawPointer? {
    let taken = block
    block = nil
    capacity = 0
    return taken
  }

  /// Frees the memory.
  public mutating func release() {
    ctally_memory_free(block)
    block = nil
    capacity = 0
  }
}

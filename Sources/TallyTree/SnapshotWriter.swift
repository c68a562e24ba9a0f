import TallyMemory

/// Writes the entries of a snapshot or a patch in their order.
///
/// Invariants: `output` has everything that was written, except the first `used` bytes of `chunk`, which come next.
/// `previous` has the path of the last entry, or as much of it as later paths may share.
struct EntryWriter: ~Copyable {
  // Small machines have little memory for buffers that last a call.
  #if _pointerBitWidth(_32)
    private static let chunkSize = 512
    private static let firstRoom = 256
  #else
    private static let chunkSize = 4096
    private static let firstRoom = rawRoom
  #endif
  /// The number of bytes that may be written behind ``room()`` by an entry that began in it.
  static let excess = 512
  private static let rawRoom = 2048

  private let isPatch: Bool
  private var output = ByteOutput()
  private var chunk = RawBlock()
  private var used = 0
  private var previous = RawBlock()
  private var previousCount = 0
  private(set) var count: UInt32 = 0
  /// At least the length of the longest path.
  private(set) var longest = 0

  init(isPatch: Bool) { self.isPatch = isPatch }

  /// Writes the header, and takes `target` until ``finish(into:)`` returns it. Call it first.
  mutating func begin(into target: inout ByteOutput) throws(OutOfMemory) {
    try chunk.reserve(Self.chunkSize + Self.firstRoom)
    try previous.reserve(256)
    let base = chunk.base.unsafelyUnwrapped
    base.storeBytes(of: SnapshotFormat.magic(isPatch: isPatch).littleEndian, as: UInt32.self)
    base.storeBytes(of: SnapshotFormat.version, toByteOffset: 4, as: UInt8.self)
    for offset in 5..<SnapshotFormat.headerSize { base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
    used = SnapshotFormat.headerSize
    swap(&output, &target)
  }

  /// Writes an entry. Its path must come after the path of the entry before.
  /// - Parameter old: only for a patch.
  @inline(never)
  @_optimize(speed)
  mutating func append(
    _ path: UnsafeRawBufferPointer, old: OwnState, new: OwnState
  ) throws(OutOfMemory) {
    if used >= Self.chunkSize { try flush() }
    try chunk.reserve(used + path.count + SnapshotFormat.maxEntryOverhead)
    try previous.reserve(path.count)
    let (base, last) = (chunk.base.unsafelyUnwrapped, previous.base.unsafelyUnwrapped)
    var shared = 0
    if let start = path.baseAddress {
      shared = commonPrefix(last, start, limit: min(previousCount, path.count))
    }
    let length = path.count - shared
    var end = SnapshotFormat.put(UInt64(shared), at: base + used)
    end = SnapshotFormat.put(UInt64(length), at: end)
    if length > 0, let start = path.baseAddress {
      end.copyMemory(from: start + shared, byteCount: length)
      (last + shared).copyMemory(from: start + shared, byteCount: length)
    }
    previousCount = path.count
    longest = max(longest, path.count)
    end += length
    if isPatch { end = SnapshotFormat.put(old, at: end) }
    used = SnapshotFormat.put(new, at: end) - base
    count += 1
  }

  private mutating func flush() throws(OutOfMemory) {
    try output.append(UnsafeRawBufferPointer(start: chunk.base, count: used))
    used = 0
  }

  /// Writes the checksum, and returns the memory that ``begin(into:)`` took.
  mutating func finish(into target: inout ByteOutput) throws(OutOfMemory) {
    try flush()
    var checksum: UInt64 = 0
    if let body = output.written {
      body.storeBytes(of: count.littleEndian, toByteOffset: SnapshotFormat.countOffset, as: UInt32.self)
      checksum = Hash64.hash(UnsafeRawBufferPointer(body))
    }
    let end = chunk.base.unsafelyUnwrapped
    end.storeBytes(of: checksum.littleEndian, as: UInt64.self)
    try output.append(UnsafeRawBufferPointer(start: end, count: SnapshotFormat.checksumSize))
    swap(&output, &target)
  }

  // MARK: Entries that the caller encodes

  /// Memory for encoded entries. Up to `excess` more bytes may be written behind it.
  mutating func room() throws(OutOfMemory) -> UnsafeMutableRawBufferPointer {
    if used >= Self.chunkSize { try flush() }
    try chunk.reserve(used + Self.rawRoom)
    let base = chunk.base.unsafelyUnwrapped
    return UnsafeMutableRawBufferPointer(start: base + used, count: chunk.byteCapacity - used - Self.excess)
  }

  /// Takes the entries that were written there, up to `end`.
  mutating func take(_ entries: Int, upTo end: UnsafeMutableRawPointer, longest: Int) {
    used = end - chunk.base.unsafelyUnwrapped
    precondition(used <= chunk.byteCapacity)
    count += UInt32(entries)
    self.longest = max(self.longest, longest)
  }

  /// The path of the entry written last, or the part of it that matters.
  var lastPath: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: previous.base, count: previousCount) }

  /// Sets the part of the last path that matters. No later path shares more of it.
  mutating func setLastPath(_ path: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try previous.reserve(path.count)
    if let source = path.baseAddress { previous.base?.copyMemory(from: source, byteCount: path.count) }
    previousCount = path.count
  }
}

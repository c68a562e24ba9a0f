import TallyMemory

/// Writes the entries of a snapshot or a patch, in the order in which they come.
///
/// Invariants: `output` holds all that was written but for the first `used` bytes of `chunk`, which come next;
/// `previous` holds the path of the last entry.
struct EntryWriter: ~Copyable {
  private static let chunkSize = 4096

  private let isPatch: Bool
  private var output = ByteBuffer()
  private var chunk = RawBlock()
  private var used = 0
  private var previous = RawBlock()
  private var previousCount = 0
  private(set) var count: UInt32 = 0

  init(isPatch: Bool) { self.isPatch = isPatch }

  /// Writes the header. To be called first.
  mutating func begin() throws(OutOfMemory) {
    try chunk.reserve(Self.chunkSize + SnapshotFormat.maxEntryOverhead + 256)
    try previous.reserve(256)
    guard let base = chunk.base else { throw OutOfMemory() }
    base.storeBytes(of: SnapshotFormat.magic(isPatch: isPatch).littleEndian, as: UInt32.self)
    base.storeBytes(of: SnapshotFormat.version, toByteOffset: 4, as: UInt8.self)
    for offset in 5..<SnapshotFormat.headerSize { base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
    used = SnapshotFormat.headerSize
  }

  /// Writes an entry. The path has to come after that of the one before.
  /// - Parameter old: of a patch; a snapshot has only the other.
  @inline(__always)
  mutating func append(
    _ path: UnsafeRawBufferPointer, old: OwnState, new: OwnState
  ) throws(OutOfMemory) {
    if used >= Self.chunkSize { try flush() }
    try chunk.reserve(used + path.count + SnapshotFormat.maxEntryOverhead)
    try previous.reserve(path.count)
    guard let base = chunk.base, let last = previous.base else { throw OutOfMemory() }
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
    end += length
    if isPatch { end = SnapshotFormat.put(old, at: end) }
    used = SnapshotFormat.put(new, at: end) - base
    count += 1
  }

  private mutating func flush() throws(OutOfMemory) {
    try output.append(UnsafeRawBufferPointer(start: chunk.base, count: used))
    used = 0
  }

  /// Writes the checksum and puts the whole in place of what `result` held.
  mutating func finish(into result: inout ByteBuffer) throws(OutOfMemory) {
    try flush()
    try output.reserve(output.count + SnapshotFormat.checksumSize)
    let whole = UnsafeMutableRawBufferPointer(mutating: output.bytes)
    whole.storeBytes(of: count.littleEndian, toByteOffset: SnapshotFormat.countOffset, as: UInt32.self)
    var checksum = Hash64.hash(UnsafeRawBufferPointer(whole))
    for _ in 0..<SnapshotFormat.checksumSize {
      try output.append(byte: UInt8(truncatingIfNeeded: checksum))
      checksum >>= 8
    }
    swap(&output, &result)
  }
}

import TallyFailure
import TallyMemory

/// The entries of a snapshot or a patch: a checked copy of its bytes, and the places of its entries.
///
/// Invariants: `slack` zeros follow the bytes, so a word may be loaded at any byte. For every `spacing`-th entry from
/// the first, `checkpoints` has its offset and the path before it, whose bytes are in `paths`. `sizes` has the size of
/// each usual entry: its path is at most `usualPath` long and its states at most `usualState`. For all others, and
/// behind the last, it has 0. Trusted bytes have neither.
struct EncodedEntries: ~Copyable {
  struct Checkpoint: BitwiseCopyable {
    var offset: Int
    var pathStart: Int
    var pathCount: Int
  }

  static let spacing = 16
  static let slack = 32
  /// The length of such a path takes one byte.
  static let usualPath = 127
  static let usualState = 16

  let isPatch: Bool
  private var buffer = ByteBuffer()
  private(set) var count = 0
  /// At least the length of the longest path.
  private(set) var longest = 0
  private(set) var sizes = List<UInt8>()
  private(set) var checkpoints = List<Checkpoint>()
  private(set) var paths = ByteBuffer()
  /// The bytes of the paths that are not usual, written out.
  private var unusual: Int64 = 0
  /// The bytes that they came with, at least their own.
  private let whole: Int
  /// The offset of the bytes within others, for messages.
  private let origin: Int
  /// An entry of five bytes may have a path of 65,535. A file has each path in full, and a reader one in sixteen. So
  /// the size of the paths has a limit: this many times the bytes, and this many bytes.
  private static let greatestGain: Int64 = 64
  private static let unusualRoom: Int64 = 64 << 20

  /// - Parameters:
  ///   - whole: the size of the bytes that contain them; 0: their own.
  ///   - origin: their offset there.
  init(isPatch: Bool, of whole: Int = 0, from origin: Int = 0) {
    self.isPatch = isPatch
    self.whole = whole
    self.origin = origin
  }

  /// Takes bytes that this library has just written, without a check.
  init(trusted written: consuming ByteBuffer, isPatch: Bool, count: Int, longest: Int) throws(OutOfMemory) {
    self.isPatch = isPatch
    (whole, origin) = (0, 0)
    buffer = written
    try buffer.pad(Self.slack)
    self.count = count
    self.longest = longest
  }

  /// Copies and checks bytes from any source. Call it first, and once.
  /// - Complexity: O(bytes).
  mutating func copy(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var copied = ByteBuffer()
    do throws(OutOfMemory) {
      try copied.reserve(bytes.count + Self.slack)
      try copied.append(bytes)
    } catch {
      throw .noMemory
    }
    try take(copied)
  }

  /// The same without a copy.
  mutating func take(_ bytes: consuming ByteBuffer) throws(Failure) {
    buffer = bytes
    try Tree.reserve { () throws(OutOfMemory) in try buffer.pad(Self.slack) }
    try check()
  }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  /// The offset of the checksum.
  var end: Int { buffer.count - SnapshotFormat.checksumSize }

  private func malformed(_ problem: SnapshotProblem, at offset: Int) -> Failure {
    .malformed(problem, at: origin + offset)
  }

  // MARK: Reading

  /// Iterates over the entries, from the first.
  /// - Parameter longest: the length of the longest path that the cursor must hold, if there may be longer ones than
  ///   here.
  borrowing func cursor(longest other: Int = 0) throws(Failure) -> EntryCursor {
    var cursor = EntryCursor(parser(at: SnapshotFormat.headerSize), isPatch: isPatch)
    try cursor.reserve(max(longest, other))
    return cursor
  }

  /// A parser of bytes that have at least a header.
  private func parser(at offset: Int) -> EntryParser {
    EntryParser(base: bytes.baseAddress.unsafelyUnwrapped, position: offset, end: end, origin: origin)
  }

  /// The path before the entry at a checkpoint.
  @inline(__always)
  func path(at checkpoint: Checkpoint) -> UnsafeRawBufferPointer {
    paths.bytes(at: checkpoint.pathStart, count: checkpoint.pathCount)
  }
}

// MARK: Checking

extension EncodedEntries {
  /// Checks the frame, and then the entries while the checksum is computed. For damaged bytes only the checksum error
  /// is reported.
  private mutating func check() throws(Failure) {
    let announced = try checkFrame()
    var checksum = Hash64.Stream(count: end)
    do throws(Failure) {
      try checkEntries(announced, &checksum)
    } catch {
      if error.status != .noMemory { try checkChecksum(&checksum) }
      throw error
    }
    try checkChecksum(&checksum)
    if UInt64(count) != UInt64(announced) { throw malformed(.count, at: SnapshotFormat.countOffset) }
  }

  /// Returns the announced number of entries.
  private func checkFrame() throws(Failure) -> UInt32 {
    guard bytes.count >= SnapshotFormat.headerSize + SnapshotFormat.checksumSize else {
      throw malformed(.truncated, at: bytes.count)
    }
    let magic = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    if magic != SnapshotFormat.magic(isPatch: isPatch) { throw malformed(.magic, at: 0) }
    if bytes[4] != SnapshotFormat.version { throw malformed(.version, at: 4) }
    if bytes[5] != 0 { throw malformed(.flags, at: 5) }
    return UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: SnapshotFormat.countOffset, as: UInt32.self))
  }

  private func checkChecksum(_ taken: inout Hash64.Stream) throws(Failure) {
    let written = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    if taken.finish(bytes) != written { throw malformed(.checksum, at: end) }
  }

  private mutating func checkEntries(_ announced: UInt32, _ checksum: inout Hash64.Stream) throws(Failure) {
    var parser = parser(at: SnapshotFormat.headerSize)
    var path = PathChecker()
    do throws(OutOfMemory) {
      try path.begin()
      // Each entry but the first takes at least four bytes, whatever number is announced.
      let expected = min(Int(clamping: announced), parser.end / 4)
      try sizes.reserve(expected + Self.spacing + 1)
      try checkpoints.reserve(expected / Self.spacing + 1)
    } catch {
      throw .noMemory
    }
    while parser.position < parser.end {
      if count % Self.spacing == 0 {
        checksum.take(parser.base, upTo: parser.position)
        try addCheckpoint(at: parser.position, path.bytes)
      }
      try Tree.reserve { () throws(OutOfMemory) in try sizes.reserve(count + Self.spacing + 1) }
      let usual = path.readUsual(
        &parser, isPatch: isPatch, limit: Self.spacing - count % Self.spacing, sizes: sizes.pointer + count)
      count += usual
      if usual == 0 {
        let size = try checkEntry(&parser, &path)
        sizes.pointer[count] = size
        count += 1
      }
      sizes.take(upTo: count)
    }
    longest = path.longest
    sizes.appendWithinCapacity(0)
  }

  /// Checks any entry and returns its size, or 0 if it is not usual.
  private mutating func checkEntry(
    _ parser: inout EntryParser, _ path: inout PathChecker
  ) throws(Failure) -> UInt8 {
    let begin = parser.position
    try path.read(from: &parser, isFirst: count == 0)
    let start = parser.position
    let first = try parser.state()
    if isPatch ? first == (try parser.state()) : first.isEmpty { throw malformed(.redundant, at: start) }
    unusual += Int64(path.count)
    if (unusual - Self.unusualRoom) / Self.greatestGain > Int64(max(end, whole)) { throw malformed(.size, at: begin) }
    let isUsual = path.count <= Self.usualPath && parser.position - start <= Self.usualState
    return isUsual ? UInt8(parser.position - begin) : 0
  }

  private mutating func addCheckpoint(
    at offset: Int, _ path: UnsafeRawBufferPointer
  ) throws(Failure) {
    let checkpoint = Checkpoint(offset: offset, pathStart: paths.count, pathCount: path.count)
    do throws(OutOfMemory) {
      try checkpoints.append(checkpoint)
      try paths.append(path)
    } catch {
      throw .noMemory
    }
  }
}

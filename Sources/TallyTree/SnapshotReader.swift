import TallyMemory

/// The entries of a snapshot or a patch whose bytes have been found well formed.
///
/// Invariant: `checkpoints` holds, for every `EncodedEntries.spacing`-th entry from the first on, where it begins and
/// the path before it, whose bytes are in `paths`.
struct EncodedEntries: ~Copyable {
  struct Checkpoint: BitwiseCopyable {
    var offset: Int
    var pathStart: Int
    var pathCount: Int
  }

  static let spacing = 16

  let bytes: UnsafeRawBufferPointer
  let isPatch: Bool
  private(set) var count = 0
  /// Bytes of the longest path.
  private(set) var longest = 0
  private(set) var checkpoints = List<Checkpoint>()
  private(set) var paths = ByteBuffer()

  init(_ bytes: UnsafeRawBufferPointer, isPatch: Bool) {
    self.bytes = bytes
    self.isPatch = isPatch
  }

  /// Where the checksum begins.
  var end: Int { bytes.count - SnapshotFormat.checksumSize }

  /// Checks everything. To be called first.
  /// - Complexity: O(bytes).
  mutating func validate() throws(SnapshotError) {
    let announced = try checkFrame()
    var path = PathChecker()
    var parser = try self.parser(at: SnapshotFormat.headerSize)
    while parser.position < parser.end {
      if count % Self.spacing == 0 { try addCheckpoint(at: parser.position, path.bytes) }
      try path.read(from: &parser, isFirst: count == 0)
      let start = parser.position
      let first = try parser.state()
      if isPatch ? first == (try parser.state()) : first.isEmpty { throw .malformed(.redundant, at: start) }
      count += 1
      longest = max(longest, path.count)
    }
    if UInt64(count) != UInt64(announced) { throw .malformed(.count, at: SnapshotFormat.countOffset) }
  }

  /// Checks what is around the entries; answers how many of them there should be.
  private func checkFrame() throws(SnapshotError) -> UInt32 {
    guard bytes.count >= SnapshotFormat.headerSize + SnapshotFormat.checksumSize else {
      throw .malformed(.truncated, at: bytes.count)
    }
    let magic = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    if magic != SnapshotFormat.magic(isPatch: isPatch) { throw .malformed(.magic, at: 0) }
    if bytes[4] != SnapshotFormat.version { throw .malformed(.version, at: 4) }
    if bytes[5] != 0 { throw .malformed(.flags, at: 5) }
    let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    if Hash64.hash(UnsafeRawBufferPointer(rebasing: bytes[0..<end])) != checksum {
      throw .malformed(.checksum, at: end)
    }
    return UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: SnapshotFormat.countOffset, as: UInt32.self))
  }

  private func parser(at offset: Int) throws(SnapshotError) -> EntryParser {
    guard let base = bytes.baseAddress else { throw .malformed(.truncated, at: 0) }
    return EntryParser(base: base, position: offset, end: end)
  }

  private mutating func addCheckpoint(
    at offset: Int, _ path: UnsafeRawBufferPointer
  ) throws(SnapshotError) {
    let checkpoint = Checkpoint(offset: offset, pathStart: paths.count, pathCount: path.count)
    do throws(OutOfMemory) {
      try checkpoints.append(checkpoint)
      try paths.append(path)
    } catch {
      throw .outOfMemory
    }
  }

  /// Goes through the entries, from the first on.
  borrowing func cursor() throws(SnapshotError) -> EntryCursor {
    var cursor = EntryCursor(try parser(at: SnapshotFormat.headerSize), isPatch: isPatch)
    try cursor.reserve(longest)
    return cursor
  }

  /// Moves a cursor to a checkpoint.
  borrowing func move(_ cursor: inout EntryCursor, to number: Int) {
    let checkpoint = checkpoints[number]
    cursor.jump(
      to: checkpoint.offset, paths.bytes(at: checkpoint.pathStart, count: checkpoint.pathCount))
  }

  /// Appends the path of an entry; false: there is no such entry.
  /// - Complexity: O(1): it begins at the checkpoint before.
  func appendPath(ofEntry entry: Int, to output: inout ByteBuffer) throws(SnapshotError) -> Bool {
    guard entry >= 0, entry < count else { return false }
    var cursor = try cursor()
    move(&cursor, to: entry / Self.spacing)
    for _ in 0...(entry % Self.spacing) { if !cursor.next() { return false } }
    do throws(OutOfMemory) { try output.append(cursor.path) } catch { throw .outOfMemory }
    return true
  }
}

/// Puts the paths of entries together, one after the other, and checks them.
///
/// Invariant: `starts` holds where the components of the path begin, rising; none where the path is empty.
private struct PathChecker: ~Copyable {
  private var block = RawBlock()
  private(set) var count = 0
  private var starts = List<Int>()

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: count) }

  /// Reads the next path.
  mutating func read(from parser: inout EntryParser, isFirst: Bool) throws(SnapshotError) {
    let start = parser.position
    let shared = try parser.length(orElse: .sharing)
    if shared > count { throw .malformed(.sharing, at: start) }
    let lengthStart = parser.position
    let length = try parser.length(orElse: .path(.tooLong))
    if shared + length > SnapshotFormat.maxPath { throw .malformed(.path(.tooLong), at: lengthStart) }
    let suffix = parser.position
    if parser.end - suffix < length { throw .malformed(.truncated, at: parser.end) }
    try checkOrder(parser.base + suffix, length, shared: shared, isFirst: isFirst, at: suffix)
    try SnapshotError.reserve { () throws(OutOfMemory) in try block.reserve(shared + length + 1) }
    if length > 0 { (block.base.unsafelyUnwrapped + shared).copyMemory(from: parser.base + suffix, byteCount: length) }
    count = shared + length
    parser.position += length
    if length > 0 { try checkComponents(shared: shared, suffixAt: suffix) }
  }

  /// Since paths rise and share all they can, the first byte that is not shared is greater than the one in its place.
  private func checkOrder(
    _ suffix: UnsafeRawPointer, _ length: Int, shared: Int, isFirst: Bool, at offset: Int
  ) throws(SnapshotError) {
    if isFirst { return }
    if length == 0 { throw .malformed(.order, at: offset) }
    if shared == count { return }
    let replaced = bytes[shared]
    let first = suffix.load(as: UInt8.self)
    if first == replaced { throw .malformed(.sharing, at: offset) }
    if first < replaced { throw .malformed(.order, at: offset) }
  }

  /// Checks the components from the one on in which the first new byte lies.
  private mutating func checkComponents(shared: Int, suffixAt: Int) throws(SnapshotError) {
    while starts.count > 0, starts[starts.count - 1] > shared { _ = starts.popLast() }
    var start = starts.popLast() ?? 0
    while true {
      do throws(OutOfMemory) { try starts.append(start) } catch { throw .outOfMemory }
      let end: Int
      do throws(TreeError) { end = try componentEnd(from: start) } catch {
        throw Self.located(error, shared: shared, suffixAt: suffixAt)
      }
      if end == count { return }
      start = end + 1
    }
  }

  private static func located(_ error: TreeError, shared: Int, suffixAt: Int) -> SnapshotError {
    guard case .path(let problem, at: let position) = error else { return .outOfMemory }
    return .malformed(.path(problem), at: suffixAt + max(position - shared, 0))
  }

  private func componentEnd(from start: Int) throws(TreeError) -> Int {
    let path = bytes
    var position = start
    var escapes = 0
    while position < path.count, path[position] != Byte.dot {
      if path[position] == Byte.backslash {
        guard position + 1 < path.count else { throw .path(.danglingEscape, at: position) }
        let escaped = path[position + 1]
        guard escaped == Byte.dot || escaped == Byte.backslash else { throw .path(.unknownEscape, at: position) }
        position += 2
        escapes += 1
      } else {
        position += try Path.scalarLength(path, at: position)
      }
    }
    if position == start { throw .path(.emptyComponent, at: start) }
    if position - start - escapes > 255 { throw .path(.componentTooLong, at: start) }
    return position
  }
}

/// Goes through entries that have been found well formed.
///
/// Invariant: `block` has room for the longest path; its first `pathCount` bytes are the path of the entry read last.
struct EntryCursor: ~Copyable {
  var parser: EntryParser
  private let isPatch: Bool
  private var block = RawBlock()
  private var pathCount = 0
  /// Of a patch.
  private(set) var old = OwnState()
  private(set) var new = OwnState()

  init(_ parser: EntryParser, isPatch: Bool) {
    self.parser = parser
    self.isPatch = isPatch
  }

  mutating func reserve(_ longest: Int) throws(SnapshotError) {
    do throws(OutOfMemory) { try block.reserve(longest + 1) } catch { throw .outOfMemory }
  }

  /// Borrowed until the cursor is moved.
  var path: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: pathCount) }

  /// Reads the next entry; false: there is none.
  @inline(__always)
  mutating func next() -> Bool {
    if parser.position >= parser.end { return false }
    do throws(SnapshotError) {
      try readPath()
      if isPatch { old = try parser.state() }
      new = try parser.state()
      return true
    } catch {
      // The bytes have changed since they were checked: the host broke its word. It gets no more of them.
      parser.position = parser.end
      return false
    }
  }

  /// Reads the path of the next entry if that ends by an offset; else moves nowhere, and answers false. The states
  /// are passed over.
  @inline(__always)
  mutating func next(endingBy limit: Int) -> Bool {
    var ahead = parser
    do throws(SnapshotError) {
      let shared = try ahead.length(orElse: .sharing)
      let length = try ahead.length(orElse: .path(.tooLong))
      let suffix = ahead.position
      guard shared <= pathCount, shared + length <= block.byteCapacity, length <= ahead.end - suffix,
        let base = block.base
      else { return false }
      ahead.position += length
      if isPatch { _ = try ahead.state() }
      _ = try ahead.state()
      if ahead.position > limit { return false }
      (base + shared).copyMemory(from: ahead.base + suffix, byteCount: length)
      pathCount = shared + length
      parser = ahead
      return true
    } catch {
      return false
    }
  }

  @inline(__always)
  private mutating func readPath() throws(SnapshotError) {
    let shared = try parser.length(orElse: .sharing)
    let length = try parser.length(orElse: .path(.tooLong))
    guard shared <= pathCount, shared + length <= block.byteCapacity, length <= parser.end - parser.position,
      let base = block.base
    else { throw .malformed(.sharing, at: parser.position) }
    (base + shared).copyMemory(from: parser.base + parser.position, byteCount: length)
    pathCount = shared + length
    parser.position += length
  }

  /// Goes on at another entry, before which `path` came.
  mutating func jump(to offset: Int, _ path: UnsafeRawBufferPointer) {
    parser.position = offset
    pathCount = min(path.count, block.byteCapacity)
    if let source = path.baseAddress { block.base?.copyMemory(from: source, byteCount: pathCount) }
  }
}

/// A snapshot: the own state of a subtree, sorted by the bytes of the paths. ``SnapshotFormat`` says how it is written.
///
/// It borrows the bytes it was made from: they have to stay as they are as long as it is used.
public struct SnapshotReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks bytes, which may come from anywhere.
  /// - Throws: ``SnapshotError/malformed(_:at:)``, ``SnapshotError/outOfMemory``.
  /// - Complexity: O(bytes). Keeps one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var entries = EncodedEntries(bytes, isPatch: false)
    try entries.validate()
    self.entries = entries
  }

  /// How many paths own something.
  public var count: Int { entries.count }

  /// Calls `body` with each path, relative to the subtree's top (the top itself: empty), and what it owns. The bytes
  /// are borrowed during the call.
  /// - Throws: ``SnapshotError/outOfMemory``.
  public func forEach(_ body: (UnsafeRawBufferPointer, OwnState) -> Void) throws(SnapshotError) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.new) }
  }
}

import TallyFailure
import TallyMemory

/// Iterates over checked entries, which must stay at their place.
///
/// Invariant: `block` has room for the longest path and a word more. Its first `pathCount` bytes are the path of the
/// last entry.
struct EntryCursor: ~Copyable {
  private(set) var parser: EntryParser
  /// The number of the next entry.
  private(set) var entry = 0
  private let isPatch: Bool
  private var block = RawBlock()
  private(set) var pathCount = 0
  /// Only for a patch.
  private(set) var old = OwnState()
  private(set) var new = OwnState()

  init(_ parser: EntryParser, isPatch: Bool) {
    self.parser = parser
    self.isPatch = isPatch
  }

  mutating func reserve(_ longest: Int) throws(Failure) {
    do throws(OutOfMemory) { try block.reserve(longest + EncodedEntries.slack) } catch { throw .noMemory }
  }

  /// The bytes of the path.
  var text: UnsafeMutableRawPointer { block.base.unsafelyUnwrapped }

  /// Borrowed until the cursor moves.
  var path: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block.base, count: pathCount) }

  /// Reads the next entry. false: there is none.
  @inline(never)
  mutating func next() -> Bool {
    if parser.position >= parser.end { return false }
    do throws(Failure) {
      try readPath()
      if isPatch { old = try parser.state() }
      new = try parser.state()
      entry &+= 1
    } catch {
      preconditionFailure("an entry was malformed")
    }
    return true
  }

  @inline(__always)
  private mutating func readPath() throws(Failure) {
    let shared = try parser.length(orElse: .sharing)
    let length = try parser.length(orElse: .path(.tooLong))
    precondition(
      shared <= pathCount && shared + length <= block.byteCapacity && length <= parser.end - parser.position)
    (text + shared).copyMemory(from: parser.base + parser.position, byteCount: length)
    pathCount = shared + length
    parser.position += length
  }

  /// Continues at another entry, whose predecessor has `path`.
  mutating func jump(to offset: Int, entry: Int, _ path: UnsafeRawBufferPointer) {
    if let source = path.baseAddress { text.copyMemory(from: source, byteCount: min(path.count, block.byteCapacity)) }
    jump(to: offset, entry: entry, pathCount: path.count)
  }

  /// The same if the path is already in `text`.
  @inline(__always)
  mutating func jump(to offset: Int, entry: Int, pathCount: Int) {
    precondition(pathCount <= block.byteCapacity && offset <= parser.end)
    parser.position = offset
    self.entry = entry
    self.pathCount = pathCount
  }
}

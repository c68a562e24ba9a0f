import TallyFailure
import TallyMemory

/// How a change of messages changes what feeds the badges. It is collected during the change and reported afterwards.
///
/// Invariant: neighbouring entries have different paths.
struct DeltaList: ~Copyable {
  struct Entry: BitwiseCopyable {
    var offset: Int
    var length: Int
    var count: Int64
    var badges: Int64
  }

  private(set) var bytes = ByteBuffer()
  private(set) var entries = List<Entry>()

  mutating func removeAll() {
    bytes.removeAll()
    entries.removeAll()
  }

  mutating func add(_ path: UnsafeRawBufferPointer, count: Int64, badges: Int64) throws(OutOfMemory) {
    if !entries.isEmpty {
      var last = entries[entries.count - 1]
      if isEqual(bytes.bytes(at: last.offset, count: last.length), path) {
        last.count += count
        last.badges += badges
        entries[entries.count - 1] = last
        return
      }
    }
    let offset = bytes.count
    try bytes.append(path)
    try entries.append(Entry(offset: offset, length: path.count, count: count, badges: badges))
  }
}

/// Called for each path whose feeding messages changed, with the change of the sum of their counts and of their number.
/// The path is borrowed during the visit.
public typealias DeltaVisitor = (
  _ path: UnsafeRawBufferPointer, _ countDelta: Int64, _ badgeDelta: Int64
) throws(Failure) -> Void

extension Store {
  @inline(never)
  func addDelta(_ path: UnsafeRawBufferPointer, count: Int64, badges: Int64) throws(Failure) {
    do { try deltas.add(path, count: count, badges: badges) } catch { throw Failure.noMemory }
  }

  /// Collects the rows (path, sum of counts, number) of a statement as removals.
  func collectSums(_ statement: borrowing Statement) throws(Failure) {
    while try step(statement) {
      let (count, badges) = try sums(statement)
      try addDelta(statement.bytes(0), count: -count, badges: -badges)
    }
  }

  /// The sum of counts and the number of such a row. A tree could not compute with other values.
  /// - Parameter least: the least valid sum.
  func sums(_ statement: borrowing Statement, least: Int64 = 0) throws(Failure) -> (count: Int64, badges: Int64) {
    let (count, badges) = (statement.number(1), statement.number(2))
    guard least >= 0, count >= 0, badges >= 0, count / StoredRange.count.upperBound <= badges else {
      throw refusal(.corrupt, "the file is damaged: its messages have invalid counts")
    }
    return (count, badges)
  }

  func tellDeltas(_ visit: DeltaVisitor) throws(Failure) {
    for index in 0..<deltas.entries.count {
      let entry = deltas.entries[index]
      if entry.count == 0 && entry.badges == 0 { continue }
      let path = deltas.bytes.bytes(at: entry.offset, count: entry.length)
      try visit(path, entry.count, entry.badges)
    }
  }
}

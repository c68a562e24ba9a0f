import TallyFailure
import TallyMemory
import TallyTree

/// The messages that feed a badge, in numbers, or a change of them.
public struct FedChange: Equatable, Sendable, BitwiseCopyable {
  /// The sum of the counts. Those of passive messages are not in it.
  public var count: Int64 = 0
  /// The number of messages.
  public var badges: Int64 = 0
  public var levels = FedLevels()

  public init(count: Int64 = 0, badges: Int64 = 0, levels: FedLevels = FedLevels()) {
    self.count = count
    self.badges = badges
    self.levels = levels
  }

  /// That of one message.
  @inline(__always)
  init(count: Int64, level: Int64) {
    self.init(count: count, badges: 1)
    if level != 0 { setLevel(level) }
  }

  @inline(never)
  private mutating func setLevel(_ level: Int64) {
    if level < 0 {
      count = 0
      levels.passives = 1
    } else {
      levels.highlights = count
      levels.highlighted = 1
      levels.criticals = level > 1 ? 1 : 0
    }
  }

  public var isNothing: Bool { count == 0 && badges == 0 && levels.isNothing }

  public var negated: FedChange {
    FedChange(
      count: -count, badges: -badges,
      levels: FedLevels(
        highlights: -levels.highlights, highlighted: -levels.highlighted, criticals: -levels.criticals,
        passives: -levels.passives))
  }

  public func adding(_ more: FedChange) -> FedChange {
    FedChange(
      count: count &+ more.count, badges: badges &+ more.badges,
      levels: FedLevels(
        highlights: levels.highlights &+ more.levels.highlights,
        highlighted: levels.highlighted &+ more.levels.highlighted,
        criticals: levels.criticals &+ more.levels.criticals, passives: levels.passives &+ more.levels.passives))
  }
}

/// How a change of messages changes what feeds the badges. It is collected during the change and reported afterwards.
///
/// Invariant: neighbouring entries have different paths.
struct DeltaList: ~Copyable {
  struct Entry: BitwiseCopyable {
    var offset: Int
    var length: Int
    var change: FedChange
  }

  private(set) var bytes = ByteBuffer()
  private(set) var entries = List<Entry>()

  mutating func removeAll() {
    bytes.removeAll()
    entries.removeAll()
  }

  mutating func add(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(OutOfMemory) {
    if !entries.isEmpty {
      var last = entries[entries.count - 1]
      if isEqual(bytes.bytes(at: last.offset, count: last.length), path) {
        last.change = last.change.adding(change)
        entries[entries.count - 1] = last
        return
      }
    }
    let offset = bytes.count
    try bytes.append(path)
    try entries.append(Entry(offset: offset, length: path.count, change: change))
  }
}

/// Called for each path whose feeding messages changed. The path is borrowed during the visit.
public typealias DeltaVisitor = (_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(Failure) -> Void

extension Store {
  @inline(never)
  func addDelta(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(Failure) {
    do { try deltas.add(path, change) } catch { throw Failure.noMemory }
  }

  /// Collects the rows (path, sum of counts, number) of a statement as removals.
  func collectSums(_ statement: borrowing Statement) throws(Failure) {
    while try step(statement) { try addDelta(statement.bytes(0), try sums(statement).negated) }
  }

  /// Collects, after the sums of the same messages, what their levels change of these removals.
  func collectLevelSums(_ statement: borrowing Statement) throws(Failure) {
    while try step(statement) { try addDelta(statement.bytes(0), try levelSums(statement).negated) }
  }

  /// The sum of counts and the number of such a row. A tree could not compute with other values.
  /// - Parameter least: the least valid sum.
  func sums(_ statement: borrowing Statement, least: Int64 = 0) throws(Failure) -> FedChange {
    let (count, badges) = (statement.number(1), statement.number(2))
    guard least >= 0, count >= 0, badges >= 0, count / StoredRange.count.upperBound <= badges else {
      throw refusal(.corrupt, "the file is damaged: its messages have invalid counts")
    }
    return FedChange(count: count, badges: badges)
  }

  /// The part of levels in a sum: a row of `LevelQuery`.
  /// - Parameter whole: the sum.
  func levelSums(_ statement: borrowing Statement, of whole: FedChange? = nil) throws(Failure) -> FedChange {
    let levels = FedLevels(
      highlights: statement.number(1), highlighted: statement.number(2), criticals: statement.number(3),
      passives: statement.number(4))
    let passiveCount = statement.number(5)
    let isPossible =
      levels.highlights >= 0 && levels.highlighted >= 0 && passiveCount >= 0 && levels.passives >= 0
      && (0...levels.highlighted).contains(levels.criticals)
    let fits = whole.map {
      levels.highlighted <= $0.badges && levels.passives <= $0.badges - levels.highlighted
        && levels.highlights <= $0.count && passiveCount <= $0.count - levels.highlights
    }
    guard isPossible, fits ?? true else {
      throw refusal(.corrupt, "the file is damaged: its messages have invalid levels")
    }
    return FedChange(count: -passiveCount, levels: levels)
  }

  func tellDeltas(_ visit: DeltaVisitor) throws(Failure) {
    for index in 0..<deltas.entries.count {
      let entry = deltas.entries[index]
      if entry.change.isNothing { continue }
      try visit(deltas.bytes.bytes(at: entry.offset, count: entry.length), entry.change)
    }
  }
}

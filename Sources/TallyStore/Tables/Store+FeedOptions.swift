import TallyFailure
import TallyMemory

/// How a feed runs, as it is stored. Texts are borrowed. Durations are milliseconds; `Int64.max`: never.
public struct FeedOptionRow {
  /// The numbers, in the order of their columns.
  public enum Number: Int {
    case flags, initialDelay, interval, visibleInterval, tolerance, awayTime, requestTimeout, idleTimeout
    case maxAge, maxMessages, pageLimit
  }

  /// The texts, in the order of their columns.
  public enum Words: Int {
    case preset, mapping, title
  }

  private var numbers: InlineArray<11, Int64> = .init(repeating: 0)
  private var texts: InlineArray<3, UnsafeRawBufferPointer> = .init(
    repeating: UnsafeRawBufferPointer(start: nil, count: 0))

  /// The range of intervals and timeouts.
  static let intervals: ClosedRange<Int64> = 100...Int64.max
  static let knownFlags: ClosedRange<Int64> = 0...3

  public init() {}

  public subscript(_ number: Number) -> Int64 {
    get { numbers[number.rawValue] }
    set { numbers[number.rawValue] = newValue }
  }

  public subscript(_ words: Words) -> UnsafeRawBufferPointer {
    get { texts[words.rawValue] }
    set { texts[words.rawValue] = newValue }
  }

  fileprivate func isSame(as other: FeedOptionRow) -> Bool {
    for place in 0..<11 where numbers[place] != other.numbers[place] { return false }
    for place in 0..<3 where !isEqual(texts[place], other.texts[place]) { return false }
    return true
  }

  fileprivate init(_ statement: borrowing Statement) {
    for place in 0..<11 { numbers[place] = statement.number(Int32(place)) }
    for place in 0..<3 { texts[place] = statement.bytes(Int32(11 + place)) }
  }

  fileprivate func bind(to statement: inout Statement) {
    for place in 0..<11 { statement.bind(Int32(3 + place), numbers[place]) }
    for place in 0..<3 { statement.bind(Int32(14 + place), text: texts[place]) }
  }
}

extension Store {
  /// Visits how a feed runs, if that is stored. The values come from the file, so their ranges must be checked.
  /// - Returns: whether it is stored.
  @discardableResult
  public func loadFeedOptions(
    account: Int64, feed: Int64, visit: (FeedOptionRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let statement = try statement(.feedOption(.load), account, feed)
    guard try step(statement) else { return false }
    try visit(FeedOptionRow(statement))
    return true
  }

  /// Stores how a feed runs. Nothing is written if that is stored already.
  public func saveFeedOptions(account: Int64, feed: Int64, _ row: FeedOptionRow) throws(Failure) {
    var isStored = false
    try loadFeedOptions(account: account, feed: feed) { stored in isStored = stored.isSame(as: row) }
    if isStored { return }
    var statement = try statement(.feedOption(.save), account, feed)
    row.bind(to: &statement)
    try finish(statement)
  }

  public func forgetFeedOptions(account: Int64, feed: Int64) throws(Failure) {
    try run(.feedOption(.delete), account, feed)
  }
}

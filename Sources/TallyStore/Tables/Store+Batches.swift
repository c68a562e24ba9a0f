import CSQLite
import TallyFailure
import TallyMemory

/// The progress of a log in an account.
public struct SourceState: Equatable, Sendable {
  /// The epoch of the log's owner. A former owner has a smaller one.
  public var epoch: UInt64
  /// The position of the last applied batch.
  public var position: UInt64

  public init(epoch: UInt64, position: UInt64) {
    self.epoch = epoch
    self.position = position
  }
}

/// How many identifiers of batches an account keeps, and how long, in milliseconds.
public struct BatchWindow: Equatable, Sendable {
  public var count = 10_000
  public var time: Int64 = 86_400_000

  public init() {}
}

// Ensures that batches are applied once, by the positions of their sources and the identifiers of the latest ones.

extension Store {
  /// The progress of a source; nil: none yet.
  public func sourceState(account: Int64, source: UnsafeRawBufferPointer) throws(Failure) -> SourceState? {
    let statement = try statement(.batch(.findSource), account, text: source)
    guard try step(statement) else { return nil }
    return SourceState(
      epoch: UInt64(bitPattern: statement.number(0)), position: UInt64(bitPattern: statement.number(1)))
  }

  public func saveSource(
    account: Int64, source: UnsafeRawBufferPointer, _ state: SourceState
  ) throws(Failure) {
    var statement = try statement(.batch(.saveSource), account, text: source)
    statement.bind(3, Int64(bitPattern: state.epoch))
    statement.bind(4, Int64(bitPattern: state.position))
    try finish(statement)
  }

  /// Whether a batch with this identifier was applied within the window.
  /// - Parameter now: milliseconds since 1970.
  public func isBatchKnown(
    account: Int64, id: UnsafeRawBufferPointer, window: BatchWindow, now: Int64
  ) throws(Failure) -> Bool {
    let statement = try statement(.batch(.find), account, text: id)
    return try step(statement) && statement.number(0) > Store.windowStart(window, now)
  }

  /// Records a new batch as applied, and forgets those that have left the window.
  public func saveBatch(
    account: Int64, id: UnsafeRawBufferPointer, window: BatchWindow, now: Int64
  ) throws(Failure) {
    // A batch that has left the window but still has its row.
    try run(.batch(.delete), account, text: id)
    let ordinal = try lastBatch(account: account) + 1
    var insert = try statement(.batch(.insert), account, ordinal)
    insert.bind(3, text: id)
    insert.bind(4, now)
    try finish(insert)
    var prune = try statement(.batch(.deleteOld), account, ordinal - Int64(window.count) + 1)
    prune.bind(3, Store.windowStart(window, now))
    try finish(prune)
  }

  private func lastBatch(account: Int64) throws(Failure) -> Int64 {
    let statement = try statement(.batch(.last), account)
    // It is NULL for an account without batches, and read as 0.
    return try lastNumber(statement)
  }

  /// Batches of this time and older have left the window.
  static func windowStart(_ window: BatchWindow, _ now: Int64) -> Int64 {
    let (start, overflow) = now.subtractingReportingOverflow(window.time)
    return overflow ? Int64.min : start
  }
}

import CSQLite
import TallyFailure
import TallyMemory
import TallyTree

/// A log that feeds many accounts, as far as it has been applied.
public struct LogState: Equatable, Sendable {
  /// The number under which its items are stored.
  var number: Int64
  public var state: SourceState
  /// The time of its last item, in milliseconds since 1970; 0: none had a time. It never goes back.
  public var time: Int64 = 0
  /// The place of the identifier that was noted last.
  var ordinal: Int64 = 0
}

// Each item of a log is applied once because of the log's position and the identifiers of its last items. An
// identifier is remembered by the time of its item and by its place, so replaying the log finds the same ones, however
// it is cut into batches. They are found by an index in memory (`ItemIndex`), which the first item of a log reads.

extension Store {
  /// How far a log has been applied; nil: it never was.
  public func findLog(_ name: UnsafeRawBufferPointer) throws(Failure) -> LogState? {
    var statement = try statement(.log(.find))
    statement.bind(1, text: name)
    guard try step(statement) else { return nil }
    let state = SourceState(
      epoch: UInt64(bitPattern: statement.number(1)), position: UInt64(bitPattern: statement.number(2)))
    var log = LogState(number: try identifier(statement, 0), state: state, time: max(statement.number(3), 0))
    log.ordinal = try lastItem(of: log)
    return log
  }

  /// A log that was never applied. Its number is that of no other one, nor of what is left of another one.
  public func newLog(_ state: SourceState) throws(Failure) -> LogState {
    let statement = try statement(.log(.last))
    return LogState(number: try lastNumber(statement) + 1, state: state)
  }

  private func lastItem(of log: LogState) throws(Failure) -> Int64 {
    let statement = try statement(.log(.lastItem), log.number)
    return try lastNumber(statement)
  }

  public func saveLog(_ name: UnsafeRawBufferPointer, _ log: LogState) throws(Failure) {
    var statement = try statement(.log(.save))
    statement.bind(1, text: name)
    statement.bind(2, log.number)
    statement.bind(3, Int64(bitPattern: log.state.epoch))
    statement.bind(4, Int64(bitPattern: log.state.position))
    statement.bind(5, log.time)
    try finish(statement)
  }

  /// Notes the identifier of an item that is about to be applied.
  /// - Returns: false where it is known within the window; then nothing is noted.
  public func noteItem(
    of log: inout LogState, id: UnsafeRawBufferPointer, window: BatchWindow, now: Int64
  ) throws(Failure) -> Bool {
    try prepareIndex(of: log)
    let hash = hash(id, of: log.number)
    if try findItem(of: log, id, hash, window, now) { return false }
    try insertItem(of: &log, id, hash, now)
    return true
  }

  /// The item that was noted last was not applied.
  public func forgetItem(of log: inout LogState) throws(Failure) {
    try run(.log(.deleteItem), log.number, log.ordinal)
    log.ordinal -= 1
  }

  /// Forgets what the window has left behind.
  public func trimItems(of log: LogState, window: BatchWindow, now: Int64) throws(Failure) {
    try run(.log(.deleteItems), log.number, log.ordinal - Int64(window.count) + 1, Store.windowStart(window, now))
  }

  // MARK: Moving a log to another store

  /// Visits the identifiers that a log remembers, in its order, with the time of each.
  public func listItems(
    of log: LogState, visit: (UnsafeRawBufferPointer, Int64) throws(Failure) -> Void
  ) throws(Failure) {
    let statement = try statement(.log(.listItems), log.number)
    while try step(statement) { try visit(statement.bytes(0), statement.number(1)) }
  }

  /// Forgets all identifiers of a log.
  public func forgetItems(of log: inout LogState) throws(Failure) {
    try run(.log(.deleteItems), log.number, Int64.max, Int64.max)
    log.ordinal = 0
  }

  /// Restores an identifier behind those that a log remembers.
  /// - Returns: false: it remembers it already.
  public func restoreItem(of log: inout LogState, id: UnsafeRawBufferPointer, time: Int64) throws(Failure) -> Bool {
    try prepareIndex(of: log)
    let hash = hash(id, of: log.number)
    var place: Int?
    while let ordinal = try nextItem(of: log, id, hash, after: &place) {
      if try timeOfItem(of: log, at: ordinal, id) != nil { return false }
    }
    try insertItem(of: &log, id, hash, time)
    return true
  }

  /// The restoring of a log was undone, which had removed its identifiers.
  public func forgetItemIndex() { itemIndex.removeAll() }

  /// The greatest key that a message has had. Later messages have greater ones.
  public func lastKey() throws(Failure) -> Int64 {
    let statement = try statement(.log(.lastKey))
    return try step(statement) ? statement.number(0) : 0
  }

  /// Makes later messages have greater keys than this one.
  public func raiseKeys(to key: Int64) throws(Failure) {
    try run(.log(.beginKeys))
    try run(.log(.raiseKeys), key)
  }

  // MARK: The index

  /// Makes sure that the index has the rows of a log, and room for one more.
  private func prepareIndex(of log: LogState) throws(Failure) {
    #if !TALLY_PLAIN
      if itemIndex.covers(log.number), !itemIndex.isFull { return }
      do throws(Failure) { try readIndex(of: log) } catch {
        itemIndex.removeAll()
        throw error
      }
    #endif
  }

  /// Reads the rows of the logs that the index has, and of another one.
  private func readIndex(of log: LogState) throws(Failure) {
    var logs = List<Int64>()
    var rows = 0
    let former = itemIndex.logCount
    try growing { () throws(OutOfMemory) in
      try logs.reserve(former + 1)
      for position in 0..<former { logs.appendWithinCapacity(itemIndex.log(position)) }
      if !itemIndex.covers(log.number) { logs.appendWithinCapacity(log.number) }
    }
    for position in 0..<logs.count { rows += try countItems(of: logs[position]) }
    try growing { () throws(OutOfMemory) in
      try itemIndex.begin(rows)
      for position in 0..<logs.count { try itemIndex.cover(logs[position]) }
    }
    for position in 0..<logs.count { try readItems(of: logs[position]) }
  }

  private func readItems(of log: Int64) throws(Failure) {
    let statement = try statement(.log(.listItems), log)
    while try step(statement) { itemIndex.insert(hash(statement.bytes(0), of: log), statement.number(2)) }
  }

  private func countItems(of log: Int64) throws(Failure) -> Int {
    let statement = try statement(.log(.countItems), log)
    return Int(clamping: try onlyNumber(statement))
  }

  private func hash(_ id: UnsafeRawBufferPointer, of log: Int64) -> UInt64 {
    itemHash.hash(id) ^ UInt64(bitPattern: log) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether an identifier is known within the window. Rows that have left it are removed.
  private func findItem(
    of log: LogState, _ id: UnsafeRawBufferPointer, _ hash: UInt64, _ window: BatchWindow, _ now: Int64
  ) throws(Failure) -> Bool {
    var place: Int?
    while let ordinal = try nextItem(of: log, id, hash, after: &place) {
      guard let time = try timeOfItem(of: log, at: ordinal, id) else { continue }
      let isRecent = ordinal > log.ordinal - Int64(window.count)
      if isRecent, time > Store.windowStart(window, now) { return true }
      try run(.log(.deleteItem), log.number, ordinal)
    }
    return false
  }

  /// When the item at a place was applied; nil: it has another identifier, or there is none.
  private func timeOfItem(
    of log: LogState, at ordinal: Int64, _ id: UnsafeRawBufferPointer
  ) throws(Failure) -> Int64? {
    let statement = try statement(.log(.findItem), log.number, ordinal)
    guard try step(statement), isEqual(statement.bytes(0), id) else { return nil }
    return statement.number(1)
  }

  /// There is room in the index.
  private func insertItem(
    of log: inout LogState, _ id: UnsafeRawBufferPointer, _ hash: UInt64, _ time: Int64
  ) throws(Failure) {
    var statement = try statement(.log(.insertItem), log.number, log.ordinal + 1)
    statement.bind(3, time)
    statement.bind(4, blob: id)
    try finish(statement)
    log.ordinal += 1
    #if !TALLY_PLAIN
      itemIndex.insert(hash, log.ordinal)
    #endif
  }

  /// The next row of a log that may have an identifier.
  /// - Parameter place: nil at first; afterwards where to go on.
  @inline(__always)
  private func nextItem(
    of log: LogState, _ id: UnsafeRawBufferPointer, _ hash: UInt64, after place: inout Int?
  ) throws(Failure) -> Int64? {
    #if TALLY_PLAIN
      let statement = try statement(.log(.listItems), log.number)
      while try step(statement) {
        let ordinal = Int(clamping: statement.number(2))
        if ordinal <= place ?? -1 || !isEqual(statement.bytes(0), id) { continue }
        place = ordinal
        return Int64(ordinal)
      }
      return nil
    #else
      return itemIndex.find(hash, after: &place, last: log.ordinal)
    #endif
  }
}

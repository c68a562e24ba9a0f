import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

// Seeing, on all devices, in accounts that ask for it (`OutboxKinds.seen`).
//
// That a revision of a message was seen only grows. So it merges without versions: it was seen anywhere, or it was not.
// A path has one mark with the version -1, which reads nothing. A message was seen if its own state says so, or if a
// mark of its path or of a path above reaches its rank, whichever version the mark has. So what was read was seen too,
// and the marks of both are one staircase (`ReadState.swift`).
//
// A message that comes late is covered only if its server gives versions. Servers that give none may have sequences
// that do not grow with time, and a new message must not come seen.

extension Store {
  /// The version of a mark that reads nothing.
  public static var seenVersion: Int64 { -1 }

  // MARK: - Here

  /// Marks unseen messages at a path seen, or also in its subtree. Where unread messages feed the badges, no badge
  /// changes, so no delta is reported.
  /// - Parameter sends: whether the outbox gets rows for them.
  /// - Returns: the number of unseen messages.
  public func markSeen(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool, sends: Bool = false, visit: DeltaVisitor
  ) throws(Failure) -> Int {
    try endFlags(account, path, subtree: subtree, visit)
    let byMarks = sends ? try sendSeen(account, path, subtree, visit) : 0
    deltas.removeAll()
    if try feedsUnseen(account) {
      var unseen = try statement(.sum(.unseenAt))
      bindPlace(&unseen, account, path, subtree: subtree)
      try collectSums(unseen)
      unseen.finish()
      if try hasLevels(account) {
        var levels = try statement(.level(.unseenAt))
        bindPlace(&levels, account, path, subtree: subtree)
        try collectLevelSums(levels)
      }
    }
    var mark = try statement(.message(.markSeen))
    bindPlace(&mark, account, path, subtree: subtree)
    let changed = try finish(mark) + seeShared(account, path, subtree, sends)
    try tellDeltas(visit)
    return byMarks + changed
  }

  // MARK: - From servers

  /// Marks unseen messages of a feed seen that marks of a path reach.
  /// - Parameters:
  ///   - end: of the mark that reaches furthest.
  ///   - last: only messages with a greater key.
  /// - Returns: their number.
  func seeCovered(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, upTo end: UnsafeRawBufferPointer,
    behind last: Int64
  ) throws(Failure) -> Int {
    var see = try statement(.seeing(.seeUpTo))
    bindPlace(&see, account, path, subtree: true)
    see.bind(4, feed)
    see.bind(5, blob: end)
    see.bind(6, last)
    return try collectTaken(see)
  }

  // MARK: - To servers

  /// Sends that the user has seen a message. Reading it later says so as well.
  func sendSeen(_ key: Int64) throws(Failure) {
    try run(.seeing(.unsendItem), key)
    var statement = try statement(.seeing(.sendItem), key)
    FeedName.bindLocal(&statement, 2)
    try finish(statement)
  }

  /// Sends that the unseen messages at a place are seen, up to a message in the order of lists (0: all), feed by feed:
  /// by a mark, or one by one if a mark would cover too much. The messages that a mark covers become seen, and the
  /// others stay as they are.
  /// - Returns: the number of those that became seen.
  func sendSeen(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, upTo last: Int64 = 0, _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    var limit = ByteBuffer()
    let rank = try findRank(account: account, key: last)
    try growing { () throws(OutOfMemory) in try limit.append(rank) }
    var feed: Int64 = 0
    var changed = 0
    while true {
      var find = try statement(.seeing(.unseenOfFeed))
      bindPlace(&find, account, path, subtree: subtree)
      find.bind(4, blob: limit.bytes)
      find.bind(5, feed)
      FeedName.bindLocal(&find, 6)
      guard try step(find) else { return changed }
      feed = find.number(0)
      let hasUnplaced = find.number(2) <= Store.unplaced
      var highest = ByteBuffer()
      try growing { () throws(OutOfMemory) in try highest.append(Store.sequence(ofRank: find.bytes(1))) }
      find.finish()
      let saysTooMuch = subtree ? false : try hasBelow(account, path, feed)
      if saysTooMuch || hasUnplaced {
        try sendOneByOne(
          account, path, subtree, feed, upTo: limit.bytes, saysTooMuch ? Int64.max : Store.unplaced)
      }
      if !saysTooMuch, !highest.isEmpty { changed += try seeByMark(account, path, feed, highest.bytes, visit) }
    }
  }

  /// - Parameter snapshot: only messages with at most this number.
  private func sendOneByOne(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, _ feed: Int64,
    upTo last: UnsafeRawBufferPointer, _ snapshot: Int64
  ) throws(Failure) {
    var rows = try statement(.seeing(.unseenKeys))
    bindPlace(&rows, account, path, subtree: subtree)
    rows.bind(4, blob: last)
    rows.bind(5, feed)
    rows.bind(6, snapshot)
    try sendEach(rows)
  }

  /// Sends that the user has seen the messages of a group.
  func sendSeen(_ account: Int64, _ group: GroupSelection) throws(Failure) {
    try sendEach(try statement(.seeing(.keysOfGroup), account, group))
  }

  private func sendEach(_ rows: consuming Statement) throws(Failure) {
    var keys = List<Int64>()
    while try step(rows) {
      do throws(OutOfMemory) { try keys.append(rows.number(0)) } catch { throw Failure.noMemory }
    }
    rows.finish()
    for position in 0..<keys.count { try sendSeen(keys[position]) }
  }

  /// - Parameter sequence: of the last message to cover.
  private func seeByMark(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ feed: Int64, _ sequence: UnsafeRawBufferPointer,
    _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    var marks = MarkList()
    let end = try encodeRankBound(sequence)
    try growing { () throws(OutOfMemory) in try marks.add(path, end: end, version: Store.seenVersion) }
    for query in [SeeingQuery.unsendMark, .sendMark] {
      var statement = try statement(.seeing(query), account, feed)
      statement.bind(3, text: path)
      statement.bind(5, blob: end)
      try finish(statement)
    }
    return try joinMarks(
      account: account, feed: feed, &marks, arrivals: Int64.max, source: .host(takesSeen: true), visit: visit)
  }
}

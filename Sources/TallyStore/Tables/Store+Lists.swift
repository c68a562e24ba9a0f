import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

extension Store {
  /// The number of messages at a path, or also in its subtree.
  public func counts(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool
  ) throws(Failure) -> MessageCounts {
    var all = try statement(.list(.countAll))
    bindPlace(&all, account, path, subtree: subtree)
    var unread = try statement(.list(.countUnread))
    bindPlace(&unread, account, path, subtree: subtree)
    // A count always has a row.
    _ = try step(all)
    _ = try step(unread)
    let counts = MessageCounts(
      total: UInt64(bitPattern: all.number(0)), unread: UInt64(bitPattern: unread.number(0)),
      unseen: UInt64(bitPattern: unread.number(1)))
    return counts.adding(try sharedCounts(account, path, subtree: subtree))
  }

  /// Visits the messages at a path, or also in its subtree, newest first: by the sequence, then the id, each by length,
  /// then bytes.
  /// - Parameters:
  ///   - after: behind which message; nil: from the newest.
  ///   - limit: the most messages, from 1.
  /// - Returns: whether there are more.
  @discardableResult
  public func listMessages(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, after: ListPlace?, limit: Int,
    visit: (MessageRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let query = try listQuery(account, path, subtree: subtree, unreadOnly: unreadOnly)
    var keys = try collectKeys(query: query, account, path, subtree, after: after, limit: limit)
    try addShared(
      to: &keys, account, path, subtree, from: try encodeStart(after: after), after?.number ?? 0, limit: limit,
      isNewer: false, unreadOnly: unreadOnly)
    return try visitMessages(keys, limit, visit)
  }

  /// Visits the messages with the first `limit` keys.
  /// - Returns: whether there are more.
  func visitMessages(
    _ keys: borrowing List<Int64>, _ limit: Int, _ visit: (MessageRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    for index in 0..<(keys.count < limit ? keys.count : limit) {
      let statement = try statement(.list(.message), keys[index])
      guard try step(statement) else { throw refusal(.corrupt, "the file is damaged: an index is wrong") }
      try visit(try messageRow(key: keys[index], statement))
    }
    return keys.count > limit
  }

  /// Visits one message. - Throws: `.notFound`.
  public func readMessage(
    account: Int64, key: Int64, visit: (MessageRow) throws(Failure) -> Void
  ) throws(Failure) {
    _ = try findRank(account: account, key: key)
    let statement = try statement(.list(.message), key)
    guard key != 0, try step(statement) else { throw missingMessage(key) }
    try visit(try messageRow(key: key, statement))
  }

  func missingMessage(_ key: Int64) -> Failure {
    beginWords()
    Words.add("there is no message with the key ")
    Words.add(number: key)
    return Failure(keepingMessage: .notFound)
  }

  /// Appends the data of a message. - Throws: `.notFound`.
  public func readData(account: Int64, key: Int64, into buffer: inout ByteBuffer) throws(Failure) {
    let statement = try statement(.list(.data), key, account)
    guard try step(statement) else { throw missingMessage(key) }
    do throws(OutOfMemory) { try buffer.append(statement.bytes(0)) } catch { throw Failure.noMemory }
  }

  /// The key of a feed's message by the server's identifier; nil: there is none.
  public func findMessage(account: Int64, feed: Int64, id: UnsafeRawBufferPointer) throws(Failure) -> Int64? {
    var find = try statement(.list(.find), feed, text: id)
    find.bind(3, account)
    return try step(find) ? find.number(0) : nil
  }

  /// The rank behind which a list begins. Borrowed as by `encodeRank`.
  func encodeStart(after place: ListPlace?) throws(Failure) -> UnsafeRawBufferPointer {
    if let place { return try encodeRank(sequence: place.sequence, id: place.id) }
    rankBuffer.removeAll()
    // No sequence is that long, so this start is before the newest.
    do { try rankBuffer.append("\u{7F}\u{7F}") } catch { throw Failure.noMemory }
    return rankBuffer.bytes
  }

  /// The rank of a message. Borrowed as by `encodeRank`.
  /// - Parameter key: 0: before the newest.
  func findRank(account: Int64, key: Int64) throws(Failure) -> UnsafeRawBufferPointer {
    if key == 0 { return try encodeStart(after: nil) }
    rankBuffer.removeAll()
    let statement = try statement(.list(.rank), key, account)
    guard try step(statement) else { throw missingMessage(key) }
    do { try rankBuffer.append(statement.bytes(0)) } catch { throw Failure.noMemory }
    return rankBuffer.bytes
  }

  func listQuery(
    _ account: Int64, _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool
  ) throws(Failure) -> Query {
    if !subtree { return unreadOnly ? .list(.unreadExact) : .list(.exact) }
    if unreadOnly {
      return try subtreeQuery(
        account, path, (.subtree(.countUnreadPaths), .subtree(.listUnreadPaths)),
        (.subtree(.countUnread), .subtree(.listUnread)),
        .subtree(.listUnreadFiltered))
    }
    if isRoot(path) { return .list(.all) }
    return try subtreeQuery(
      account, path, (.subtree(.countPaths), .subtree(.listPaths)), (.subtree(.count), .subtree(.list)),
      .subtree(.listFiltered))
  }

  func isRoot(_ path: UnsafeRawBufferPointer) -> Bool {
    path.count == 4 && path[0] == 0x72 && path[1] == 0x6F && path[2] == 0x6F && path[3] == 0x74
  }

  /// Chooses how to find a page of a subtree, so that all pages together cost no more than all messages. With few paths
  /// it goes path by path, with few messages it sorts them, otherwise it uses the order of the account.
  func subtreeQuery(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ paths: (count: Query, list: Query),
    _ messages: (count: Query, list: Query), _ filtered: Query
  ) throws(Failure) -> Query {
    if try count(paths.count, account, path, upTo: Store.fewPaths + 2) <= Store.fewPaths { return paths.list }
    let isFew = try count(messages.count, account, path, upTo: Store.fewMessages + 1) <= Store.fewMessages
    return isFew ? messages.list : filtered
  }

  static let fewPaths: Int64 = 64
  static let fewMessages: Int64 = 1024

  func count(
    _ query: Query, _ account: Int64, _ path: UnsafeRawBufferPointer, upTo limit: Int64
  ) throws(Failure) -> Int64 {
    var statement = try statement(query)
    bindPlace(&statement, account, path, subtree: true)
    statement.bind(7, limit)
    return try onlyNumber(statement)
  }

  func collectKeys(
    query: Query, _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, after: ListPlace?, limit: Int
  ) throws(Failure) -> List<Int64> {
    let start = try encodeStart(after: after)
    return try collectKeys(query: query, account, path, subtree, from: start, after?.number ?? 0, limit: limit)
  }

  /// - Parameters:
  ///   - rank: together with `key`, the place where the list begins, without a message there.
  ///   - paths: the most paths that the query goes through; -1: all.
  func collectKeys(
    query: Query, _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool,
    from rank: UnsafeRawBufferPointer, _ key: Int64, limit: Int, paths: Int64 = -1
  ) throws(Failure) -> List<Int64> {
    var keys = List<Int64>()
    var statement = try statement(query)
    bindPlace(&statement, account, path, subtree: subtree)
    statement.bind(4, blob: rank)
    statement.bind(5, key)
    // One more row tells whether there are more.
    statement.bind(6, Int64(limit) + 1)
    if sqlite3_bind_parameter_count(statement.pointer) > 6 { statement.bind(7, paths) }
    while try step(statement) {
      do { try keys.append(statement.number(0)) } catch { throw Failure.noMemory }
    }
    return keys
  }

  /// Visits the messages that feed exactly a path, oldest first.
  public func listFeeding(
    account: Int64, path: UnsafeRawBufferPointer, after place: ListPlace?,
    visit: (FeedingMessage) throws(Failure) -> Bool
  ) throws(Failure) {
    var start = UnsafeRawBufferPointer(start: nil, count: 0)
    if let place { start = try encodeRank(sequence: place.sequence, id: place.id) }
    var statement = try statement(.message(.feedingAt), account, text: path)
    statement.bind(3, blob: start)
    statement.bind(4, place?.number ?? 0)
    while try step(statement) {
      let message = FeedingMessage(
        key: statement.number(0), level: Int32(truncatingIfNeeded: statement.number(5)),
        count: UInt64(bitPattern: statement.number(1)), id: statement.bytes(2),
        sequence: try sequence(of: statement.bytes(3), id: statement.bytes(2)), also: statement.bytes(4))
      if try !visit(message) { return }
    }
  }

  /// The sequence of a rank. A list could not go on behind a message whose rank is not that of its id.
  func sequence(of rank: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) throws(Failure) -> UnsafeRawBufferPointer {
    let sequence = Store.sequence(ofRank: rank)
    guard rank.count == sequence.count + id.count + 4, rank.suffix(id.count).elementsEqual(id) else {
      throw refusal(.corrupt, "the file is damaged: the place of a message is wrong")
    }
    return sequence
  }

  private func messageRow(key: Int64, _ row: borrowing Statement) throws(Failure) -> MessageRow {
    var item = MessageItem()
    row.readContent(into: &item)
    return MessageRow(
      key: key, feed: row.number(.feed), time: item.time, count: item.count,
      state: Int32(truncatingIfNeeded: min(row.number(.state), 2)), argumentCount: item.argumentCount,
      snooze: max(row.number(.snooze), 0), level: item.level, id: row.bytes(.id), path: row.bytes(.path),
      kind: item.kind, title: item.title,
      body: item.body, thread: item.thread, category: item.category, argument: item.argument, link: item.link,
      icon: item.icon, subtitle: item.subtitle, also: item.also,
      dataSize: UInt32(truncatingIfNeeded: row.number(MessageColumn.dataSize)),
      revision: row.bytes(.rev),
      sequence: try sequence(of: row.bytes(.rank), id: row.bytes(.id)))
  }
}

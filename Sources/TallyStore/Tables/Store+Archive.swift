import TallyFailure
import TallyMemory
import TallyWire

// Reading all data of an account to write it elsewhere, and restoring it.

/// A feed with its state. Bytes are borrowed.
public struct StoredFeed {
  public var id: Int64 = 0
  public var name = UnsafeRawBufferPointer(start: nil, count: 0)
  public var url = UnsafeRawBufferPointer(start: nil, count: 0)
  public var prefix = UnsafeRawBufferPointer(start: nil, count: 0)
  public var state = FeedState()
  /// The host's memo.
  public var memo = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of rejected items.
  public var rejected: Int64 = 0

  public init() {}
}

extension Store {
  /// Visits the sources of an account, by the bytes of their names.
  public func listSources(
    account: Int64, visit: (UnsafeRawBufferPointer, SourceState) throws(Failure) -> Void
  ) throws(Failure) {
    var statement = try statement(.archive(.sources))
    defer { statement.finish() }
    statement.bind(1, account)
    while try step(statement) {
      let state = SourceState(
        epoch: UInt64(bitPattern: statement.number(1)), position: UInt64(bitPattern: statement.number(2)))
      try visit(statement.bytes(0), state)
    }
  }

  /// Visits the batches that an account remembers, the oldest first, with the time of each.
  public func listBatches(
    account: Int64, visit: (UnsafeRawBufferPointer, Int64) throws(Failure) -> Void
  ) throws(Failure) {
    var statement = try statement(.archive(.batches))
    defer { statement.finish() }
    statement.bind(1, account)
    while try step(statement) { try visit(statement.bytes(0), statement.number(1)) }
  }

  /// Visits at most `limit` feeds of an account after a name (no bytes: from the first), sorted by the bytes of their
  /// names. `visit` may list a feed's messages.
  /// - Returns: whether there are more.
  @discardableResult
  public func listFeeds(
    account: Int64, after name: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    limit: Int = Int.max - 1, visit: (StoredFeed) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var statement = try statement(.archive(.feeds))
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: name)
    statement.bind(3, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      var feed = StoredFeed()
      feed.id = try identifier(statement, 0)
      feed.name = statement.bytes(1)
      feed.url = statement.bytes(2)
      feed.prefix = statement.bytes(3)
      feed.state.cursor = statement.bytes(4)
      feed.state.epoch = statement.bytes(5)
      feed.state.etag = statement.bytes(6)
      feed.state.lastModified = statement.bytes(7)
      feed.state.title = statement.bytes(8)
      feed.state.lastSuccess = statement.number(9)
      feed.state.poll = statement.number(10)
      feed.memo = statement.bytes(11)
      feed.rejected = statement.number(12)
      try visit(feed)
    }
    return try step(statement)
  }

  /// Visits the messages of a feed, sorted by the bytes of their ids. Each has its state (0 unseen, 1 seen, 2 read, and
  /// 3 more if a mark covers an unread one), its stored version (`ReadRegister`) and its key.
  public func listMessages(
    feed: Int64, visit: (MessageItem, Int32, Int64, Int64) throws(Failure) -> Void
  ) throws(Failure) {
    var statement = try statement(.archive(.messages))
    defer { statement.finish() }
    statement.bind(1, feed)
    while try step(statement) {
      var item = MessageItem()
      item.id = statement.bytes(.id)
      item.revision = statement.bytes(.rev)
      item.sequence = Store.sequence(ofRank: statement.bytes(.rank))
      item.path = statement.bytes(.path)
      statement.readContent(into: &item)
      let state = Int32(truncatingIfNeeded: statement.number(.state))
      try visit(item, state, statement.number(.version), statement.number(.key))
    }
  }

  /// The sequence of a rank, which begins with the sequence's length in two bytes, and the sequence.
  static func sequence(ofRank rank: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let length = rank.count < 2 ? 0 : min(Int(rank[0]) << 8 | Int(rank[1]), rank.count - 2)
    return UnsafeRawBufferPointer(rebasing: rank[min(2, rank.count)..<min(2, rank.count) + length])
  }

  /// Restores a message in a feed that does not have it.
  /// - Parameter key: 0: a new one.
  public func insertMessage(
    account: Int64, feed: Int64, item: MessageItem, state: Int32, version: Int64, key: Int64
  ) throws(Failure) {
    let rank = try encodeRank(sequence: item.sequence, id: item.id)
    var statement = try statement(.message(.insert))
    defer { statement.finish() }
    bindContent(&statement, item, rank, state: state, version: version, snapshot: 0, revision: item.revision)
    if key > 0 { statement.bind(.key, key) }
    statement.bind(.account, account)
    statement.bind(.feed, feed)
    statement.bind(.id, text: item.id)
    try finish(statement)
  }

  /// Restores a batch behind those that the account remembers.
  public func appendBatch(account: Int64, id: UnsafeRawBufferPointer, time: Int64) throws(Failure) {
    try insertBatch(account: account, ordinal: try lastBatch(account: account) + 1, id: id, time: time)
  }
}

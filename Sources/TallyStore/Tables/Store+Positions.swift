import TallyFailure
import TallyMemory
import TallyWire

/// The place of a message among those at a path, or also in its subtree.
public struct MessagePosition: Equatable, Sendable, BitwiseCopyable {
  /// 0: there is no such message.
  public var key: Int64 = 0
  public var time: Int64 = 0
  /// The messages of the same state, this one included.
  public var matching: UInt64 = 0
  /// All messages that are newer, and older.
  public var newer: UInt64 = 0
  public var older: UInt64 = 0

  public init() {}
}

/// Which message is the first one to read.
public struct FirstMessage: BitwiseCopyable, Sendable {
  /// Only an unseen message. Otherwise an unread one.
  public var isUnseen: Bool
  /// The newest one. Otherwise the oldest.
  public var isNewest: Bool
  /// The numbers stop here; 0: they are complete.
  public var limit: UInt64

  public init(isUnseen: Bool = false, isNewest: Bool = false, limit: UInt64 = 0) {
    self.isUnseen = isUnseen
    self.isNewest = isNewest
    self.limit = limit
  }

  fileprivate var find: FirstQuery {
    if isUnseen { return isNewest ? .newestUnseen : .oldestUnseen }
    return isNewest ? .newestUnread : .oldestUnread
  }

  fileprivate var most: Int64 { limit == 0 ? -1 : Int64(clamping: limit) }
}

// Positions in lists, and lists that begin at a message.

extension Store {
  /// Finds the first message to read at a path, or also in its subtree.
  /// - Complexity: O(p log n + numbers), where p is the number of paths below that have messages.
  public func findFirst(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool, _ wanted: FirstMessage
  ) throws(Failure) -> MessagePosition {
    var position = MessagePosition()
    var find = try statement(.first(wanted.find))
    bindPlace(&find, account, path, subtree: subtree)
    find.bind(7, subtree ? -1 : 1)
    guard try step(find) else { return position }
    (position.key, position.time) = (find.number(0), find.number(1))
    find.finish()
    let isAll = subtree && isRoot(path)
    func count(_ query: FirstQuery, isBeside: Bool) throws(Failure) -> UInt64 {
      var count = try statement(.first(query))
      bindPlace(&count, account, path, subtree: subtree)
      if isBeside {
        count.bind(4, blob: try findRank(account: account, key: position.key))
        count.bind(5, position.key)
      }
      count.bind(6, wanted.most)
      if !(isAll && isBeside) { count.bind(7, subtree ? -1 : 1) }
      return UInt64(bitPattern: try onlyNumber(count))
    }
    position.matching = try count(wanted.isUnseen ? .countUnseen : .countUnread, isBeside: false)
    position.newer = try count(isAll ? .countNewerOfAll : .countNewer, isBeside: true)
    position.older = try count(isAll ? .countOlderOfAll : .countOlder, isBeside: true)
    return position
  }

  /// Visits the messages at a path, or also in its subtree, from one of them on: that one and the older ones, newest
  /// first, or the newer ones, oldest first.
  /// - Parameters:
  ///   - key: the message, which may be at any path; 0: the newest or the oldest one comes first.
  ///   - after: behind which message a former page has ended; nil: this is the first page.
  /// - Returns: whether there are more.
  /// - Throws: `.notFound`, if the message of the first page is gone.
  public func listMessages(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, from key: Int64, newer: Bool,
    after: ListPlace?, limit: Int, visit: (MessageRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if newer {
      let (query, paths) = try newerQuery(account, path, subtree: subtree, unreadOnly: unreadOnly)
      let start = try startBehind(account, key, after)
      let keys = try collectKeys(
        query: query, account, path, subtree, from: start, after?.number ?? key, limit: limit, paths: paths)
      return try visitMessages(keys, limit, visit)
    }
    let query = try listQuery(account, path, subtree: subtree, unreadOnly: unreadOnly)
    let start = try after == nil ? findRank(account: account, key: key) : encodeStart(after: after)
    let keys = try collectKeys(
      query: query, account, path, subtree, from: start, after?.number ?? key &+ 1, limit: limit)
    return try visitMessages(keys, limit, visit)
  }

  /// The rank behind which a list of newer messages begins. Borrowed as by `encodeRank`.
  private func startBehind(
    _ account: Int64, _ key: Int64, _ place: ListPlace?
  ) throws(Failure) -> UnsafeRawBufferPointer {
    if let place { return try encodeRank(sequence: place.sequence, id: place.id) }
    if key == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return try findRank(account: account, key: key)
  }

  /// Chooses the statement as `listQuery`.
  /// - Returns: the most paths that it goes through, too.
  private func newerQuery(
    _ account: Int64, _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool
  ) throws(Failure) -> (Query, paths: Int64) {
    if !subtree { return (.newer(unreadOnly ? .unreadOfPaths : .ofPaths), 1) }
    if unreadOnly {
      let query = try subtreeQuery(
        account, path, (.subtree(.countUnreadPaths), .newer(.unreadOfPaths)),
        (.subtree(.countUnread), .newer(.unreadSorted)), .newer(.unreadFiltered))
      return (query, -1)
    }
    if isRoot(path) { return (.newer(.all), -1) }
    let query = try subtreeQuery(
      account, path, (.subtree(.countPaths), .newer(.ofPaths)), (.subtree(.count), .newer(.sorted)),
      .newer(.filtered))
    return (query, -1)
  }
}

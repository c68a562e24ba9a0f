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
  /// Only a message above the normal level.
  public var isHighlight: Bool
  /// The newest one. Otherwise the oldest.
  public var isNewest: Bool
  /// The numbers stop here; 0: they are complete.
  public var limit: UInt64

  public init(isUnseen: Bool = false, isHighlight: Bool = false, isNewest: Bool = false, limit: UInt64 = 0) {
    self.isUnseen = isUnseen
    self.isHighlight = isHighlight
    self.isNewest = isNewest
    self.limit = limit
  }

  fileprivate var find: FirstQuery {
    if isHighlight { return isNewest ? .newestHighlight : .oldestHighlight }
    if isUnseen { return isNewest ? .newestUnseen : .oldestUnseen }
    return isNewest ? .newestUnread : .oldestUnread
  }

  fileprivate var count: FirstQuery { isHighlight ? .countHighlights : isUnseen ? .countUnseen : .countUnread }

  /// The messages that it may be have smaller states.
  fileprivate var state: Int64 { isUnseen ? 1 : 2 }

  /// They have at least this level.
  fileprivate var level: Int64 { isHighlight ? 1 : -1 }

  /// The sum of two numbers that stop at the limit.
  fileprivate func bounded(_ number: UInt64, _ more: UInt64) -> UInt64 {
    limit == 0 ? number + more : min(number + more, limit)
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
    if wanted.isHighlight { find.bind(8, wanted.state) }
    if try step(find) { (position.key, position.time) = (find.number(0), find.number(1)) }
    find.finish()
    try considerShared(&position, account, path, subtree, wanted)
    if position.key == 0 { return position }
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
      if wanted.isHighlight && !isBeside { count.bind(8, wanted.state) }
      return UInt64(bitPattern: try onlyNumber(count))
    }
    func shared(
      isNewer: Bool, below state: Int64 = .max, level: Int64 = -1, from key: Int64
    ) throws(Failure) -> UInt64 {
      try countShared(
        account, path, subtree, from: key, isNewer: isNewer, below: state, from: level, limit: wanted.most)
    }
    position.matching = wanted.bounded(
      try count(wanted.count, isBeside: false),
      try shared(isNewer: true, below: wanted.state, level: wanted.level, from: 0))
    position.newer = wanted.bounded(
      try count(isAll ? .countNewerOfAll : .countNewer, isBeside: true),
      try shared(isNewer: true, from: position.key))
    position.older = wanted.bounded(
      try count(isAll ? .countOlderOfAll : .countOlder, isBeside: true),
      try shared(isNewer: false, from: position.key))
    return position
  }

  /// Takes a message that is there by a further path alone, if it comes first.
  private func considerShared(
    _ position: inout MessagePosition, _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool,
    _ wanted: FirstMessage
  ) throws(Failure) {
    let key = try firstShared(
      account, path, subtree, isNewest: wanted.isNewest, below: wanted.state, from: wanted.level)
    if key == 0 { return }
    var keys = List<Int64>()
    try growing { () throws(OutOfMemory) in
      try keys.append(key)
      if position.key != 0 { try keys.append(position.key) }
    }
    try sort(&keys, account, isNewer: !wanted.isNewest)
    if keys[0] != key { return }
    let message = try statement(.list(.message), key)
    guard try step(message) else { throw refusal(.corrupt, "the file is damaged: an index is wrong") }
    // The column behind the rank.
    (position.key, position.time) = (key, message.number(6))
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
      var keys = try collectKeys(
        query: query, account, path, subtree, from: start, after?.number ?? key, limit: limit, paths: paths)
      try addShared(
        to: &keys, account, path, subtree, from: try startBehind(account, key, after), after?.number ?? key,
        limit: limit, isNewer: true, unreadOnly: unreadOnly)
      return try visitMessages(keys, limit, visit)
    }
    let query = try listQuery(account, path, subtree: subtree, unreadOnly: unreadOnly)
    let start = try after == nil ? findRank(account: account, key: key) : encodeStart(after: after)
    let first = after?.number ?? key &+ 1
    var keys = try collectKeys(query: query, account, path, subtree, from: start, first, limit: limit)
    try addShared(
      to: &keys, account, path, subtree, from: start, first, limit: limit, isNewer: false, unreadOnly: unreadOnly)
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

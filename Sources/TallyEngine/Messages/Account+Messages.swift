import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

extension Account {
  /// Visits the messages at a path, or also in its subtree, newest first. `visit` runs with the store's lock held and
  /// must not call the engine.
  /// - Returns: whether there are more.
  public func listMessages(
    _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, after: ListPlace?, limit: Int,
    visit: (MessageRow) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.listMessages(
        account: id, path: place.bytes.bytes, subtree: subtree, unreadOnly: unreadOnly, after: after, limit: limit,
        visit: { row in visit(row) })
    }
  }

  /// Visits messages from one of them on, as the store does; otherwise like `listMessages`.
  public func listMessages(
    _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, from key: Int64, newer: Bool, after: ListPlace?,
    limit: Int, visit: (MessageRow) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    if key < 0 { throw Failure(.argument, "the key of a message must not be negative") }
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.listMessages(
        account: id, path: place.bytes.bytes, subtree: subtree, unreadOnly: unreadOnly, from: key, newer: newer,
        after: after, limit: limit, visit: { row in visit(row) })
    }
  }

  /// Finds the first message to read at a path, or also in its subtree.
  public func firstMessage(
    _ path: UnsafeRawBufferPointer, subtree: Bool, _ wanted: FirstMessage
  ) throws(Failure) -> MessagePosition {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.findFirst(account: id, path: place.bytes.bytes, subtree: subtree, wanted)
    }
  }

  /// Visits one message. `visit` runs with the store's lock held and must not call the engine.
  /// - Throws: `notFound`.
  public func readMessage(key: Int64, visit: (MessageRow) -> Void) throws(Failure) {
    try reading { (store) throws(Failure) in
      try store.readMessage(account: id, key: key) { row throws(Failure) in visit(row) }
    }
  }

  /// Visits the message that a feed's server knows by an identifier, as `readMessage(key:visit:)`.
  /// - Parameter feed: 0: the feed of posted messages.
  /// - Throws: `notFound`.
  public func readMessage(
    _ name: UnsafeRawBufferPointer, feed: Int64, visit: (MessageRow) -> Void
  ) throws(Failure) {
    try reading { (store) throws(Failure) in
      let posted = feed == 0 ? try store.findFeed(account: id, name: bytes(of: Feed.localName)) : feed
      guard let posted, let key = try store.findMessage(account: id, feed: posted, id: name) else {
        let failure = Failure(.notFound, "there is no message ", quoting: name, " of the feed ")
        if feed == 0 { Words.add(Feed.localName) } else { Words.add(number: feed) }
        throw failure
      }
      try store.readMessage(account: id, key: key) { row throws(Failure) in visit(row) }
    }
  }

  /// Appends the data of a message.
  /// - Throws: `notFound`.
  public func readData(key: Int64, into buffer: inout ByteBuffer) throws(Failure) {
    try reading { (store) throws(Failure) in try store.readData(account: id, key: key, into: &buffer) }
  }

  public func messageCounts(_ path: UnsafeRawBufferPointer, subtree: Bool) throws(Failure) -> MessageCounts {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.counts(account: id, path: place.bytes.bytes, subtree: subtree)
    }
  }

  /// Marks messages read, or unread again; all or none.
  /// - Returns: the number of changed messages.
  public func mark(_ keys: UnsafeBufferPointer<Int64>, read: Bool) throws(Failure) -> Int {
    var changed = 0
    try marking { (act, share) throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try share.store.mark(account: id, keys: keys, read: read, act: act, visit: visit)
      }
    }
    return changed
  }

  /// Snoozes a message until a time, or ends its snooze (0).
  /// - Throws: `.range` if the time is over; `.notFound`; `.conflict` if it is read.
  public func snooze(message key: Int64, until: Int64) throws(Failure) {
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share, hold) throws(Failure) in
        if until != 0 && until <= now { throw Operation.isOver }
        try share.compound { () throws(Failure) in
          try share.feeding { (visit: DeltaVisitor) throws(Failure) in
            try share.store.snooze(account: id, key: key, until: until, visit: visit)
          }
        }
      }
    }
  }

  /// Marks the messages at a path read, or also in its subtree, up to one in the order of lists (nil: all).
  /// - Returns: the number of messages that were not read before.
  public func readMessages(
    at path: UnsafeRawBufferPointer, subtree: Bool, last: Int64?
  ) throws(Failure) -> Int {
    if let last, last < 1 { throw Failure(.argument, "last must be the key of a message") }
    let place = try canonical(path)
    var changed = 0
    try marking { (act, share) throws(Failure) in
      changed = try read(at: place, subtree: subtree, last: last ?? 0, act, in: share)
    }
    return changed
  }

  /// Collects the changes of the tree.
  func read(
    at place: borrowing Path, subtree: Bool, last: Int64, _ act: ReadAct, in share: Share
  ) throws(Failure) -> Int {
    var changed = 0
    let path = place.bytes.bytes
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      changed = try share.store.markReadAt(
        account: id, path: path, subtree: subtree, last: last, act: act, visit: visit)
    }
    return changed
  }

  func readAct(_ hold: borrowing LockHold) -> ReadAct {
    let sends = kept.sent.contains(.reads)
    return ReadAct(
      moment: nextMoment(hold), sends: sends, sees: kept.taken.contains(.seen), sendsSeenAlone: !sends && sendsSeen)
  }

  /// Whether what the user sees goes into the outbox. Under either lock.
  var sendsSeen: Bool { kept.sent.contains(.seen) }

  /// Runs a local read as one operation, masked from responses to requests in flight.
  private func marking(_ body: (ReadAct, Share) throws(Failure) -> Void) throws(Failure) {
    var act: ReadAct?
    try changeLong(
      .call,
      check: { (hold) throws(Failure) in
        if act == nil { act = readAct(hold) }
      },
      { (share) throws(Failure) in
        if let act { try body(act, share) }
        share.effects.sends = true
      })
  }

  /// The moment of a change that requests in flight do not know; 0: there are none.
  func nextMoment(_ hold: borrowing LockHold) -> Int64 {
    let moment = engine.numbers.advance()
    return feeds.arePolling ? moment : 0
  }
}

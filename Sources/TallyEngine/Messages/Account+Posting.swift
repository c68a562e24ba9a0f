import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

// Messages without a response. Those that the host posts belong to a feed of their own, from which no response removes
// anything. The feed is stored when it is needed, and may be added to limit how long its messages are kept.

extension Account {
  /// Stores a message of the host, in place of the one with its id. One that is posted once changes nothing if there is
  /// such a message, or was one that the user has seen.
  /// - Returns: its key; 0: nothing has changed.
  public func post(_ item: MessageItem, at path: UnsafeRawBufferPointer) throws(Failure) -> Int64 {
    try checkPosted(item)
    var posted = item
    posted.isPosted = true
    let place = try canonical(path)
    var key: Int64 = 0
    try change(.call) { (share, hold) throws(Failure) in key = try store(posted, at: place, in: share) }
    removeOld()
    return key
  }

  func checkPosted(_ item: MessageItem) throws(Failure) {
    if item.isOnce && item.id.isEmpty { throw Failure(.argument, "a message that is posted once needs an id") }
    guard let size = item.measure() else { throw Failure(.argument, "a text of the message is not UTF-8") }
    if !item.id.isEmpty { try Failure.checkName(item.id, "the id of a message") }
    if !item.icon.isEmpty { try Failure.checkName(item.icon, "the icon of a message") }
    if !MessageItem.isLink(item.link) {
      throw Failure(.argument, "the link of a message must have at most 2048 bytes, and no control characters")
    }
    if item.data.count > maximumDataBytes { throw Failure(.tooLarge, "the data of a message exceed 65536 bytes") }
    var further = PlaceList(item.also)
    var count = 0
    while further.next() != nil { count += 1 }
    if count > MessageItem.maximumFurtherPaths { throw Failure(.limit, "a message has at most 8 further paths") }
    if size > engine.limits.responseBytes {
      throw Failure(.tooLarge, "the message is longer than a response may be")
    }
  }

  /// Removes the old messages that calls have left. Without locks.
  func removeOld() { while let feed = takeOld() { feed.removeRest() } }

  private func takeOld() -> Feed? {
    let hold = lock()
    defer { hold.keep() }
    return feeds.takeOld()
  }

  func store(_ item: MessageItem, at place: borrowing Path, in share: Share) throws(Failure) -> Int64 {
    var texts = ByteBuffer()
    var whole = item
    whole.path = place.bytes.bytes
    var further = FurtherPaths()
    try further.find(item.also, beside: whole.path) { (path, place) throws(Failure) in place = try canonical(path) }
    whole.also = further.bytes
    if item.isPosted { try complete(&whole, "", in: &texts) }
    let feed = try share.localFeed()
    if item.isOnce, try share.store.hadSeen(account: id, feed: feed, id: item.id) { return 0 }
    let key = try take(whole, of: feed, snapshot: 0, in: share)
    if let added = engine.feeds.find(id: feed) {
      try share.compound { () throws(Failure) in try added.removeOld(most: Feed.fewOld, in: share) }
    }
    return key
  }

  /// Removes a message of the host.
  public func removePosted(_ name: UnsafeRawBufferPointer) throws(Failure) {
    try change(.call) { (share, hold) throws(Failure) in try removeStored(name, in: share) }
  }

  func removeStored(_ name: UnsafeRawBufferPointer, in share: Share) throws(Failure) {
    if try !remove(name, of: try share.localFeed(), in: share) {
      throw Failure(.notFound, "no message ", quoting: name, " was posted")
    }
  }

  /// Removes messages of any feed; all or none. They come back with a greater revision only.
  public func removeMessages(_ keys: UnsafeBufferPointer<Int64>) throws(Failure) {
    var sends = false
    try changeLong(
      .call, check: { _ in sends = kept.sent.contains(.reads) },
      { (share) throws(Failure) in
        try share.feeding { (visit: DeltaVisitor) throws(Failure) in
          try share.store.removeMessages(account: id, keys: keys, sends: sends, visit: visit)
        }
        share.effects.sends = true
      })
  }

  /// Takes a message, or its removal, that came without a response: one operation.
  /// - Returns: its key.
  func take(_ item: MessageItem, of feed: Int64, snapshot: Int64, in share: Share) throws(Failure) -> Int64 {
    var key: Int64 = 0
    if item.isGone {
      _ = try remove(item.id, of: feed, in: share)
      return key
    }
    let takesSeen = kept.taken.contains(.seen)
    var stored = item
    stored.isSeen = item.isSeen && (item.isPosted || takesSeen)
    try share.compound { () throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        key = try share.store.upsertMessage(
          account: id, feed: feed, item: stored, snapshot: snapshot,
          source: item.isPosted ? .host : .push(at: now, takesSeen: takesSeen), visit: visit
        ).key
      }
    }
    return key
  }

  func remove(_ name: UnsafeRawBufferPointer, of feed: Int64, in share: Share) throws(Failure) -> Bool {
    var wasThere = false
    try share.compound { () throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        wasThere = try share.store.removeMessage(
          feed: feed, id: name, rememberedIn: feed == share.localFeeds.posted ? id : nil, visit: visit)
      }
    }
    return wasThere
  }

  /// Adds the missing parts of a message: a unique id, the time, and its sequence. Ids increase, so messages of the
  /// same time are listed in the order of their arrival. Within a transaction.
  func complete(_ item: inout MessageItem, _ prefix: StaticString, in texts: inout ByteBuffer) throws(Failure) {
    if item.time == 0 { item.time = now }
    let mixed = engine.random.next() ^ (UInt64(bitPattern: now) &* 0x9E37_79B9_7F4A_7C15)
    let given = engine.numbers.give()
    var length = 0
    try growing { () throws(OutOfMemory) in
      try texts.append(decimal: item.time)
      length = texts.count
      try texts.append(prefix)
      try texts.append(decimal: now)
      try texts.append(decimal: given)
      try texts.append(decimal: 1_000_000_000_000_000_000 + mixed % 1_000_000_000_000_000_000)
    }
    item.sequence = texts.bytes(at: 0, count: length)
    if item.id.isEmpty { item.id = texts.bytes(at: length, count: texts.count - length) }
  }
}

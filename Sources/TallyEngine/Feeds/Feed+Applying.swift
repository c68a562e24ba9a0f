import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// Applies a response in one transaction of tree and store, as one operation on the badges. JSON and SQLite work without
// `lock` (`Account.changeLong`). Only functions that say so run under `lock` and may use the tree.

extension Feed {
  /// Applies the responses of a page, or of a whole snapshot. Loop thread.
  /// - Parameter only: the decoded page of a single response, if the decoder has read nothing since.
  /// - Throws: nothing has then happened.
  func apply(_ responses: [HTTPResponse], _ exchange: Exchange, only: Page? = nil) throws(Failure) {
    let before = (exchange.added, exchange.changed, exchange.removed, exchange.rejected)
    var fresh = Remembered()
    var page = PageRun()
    do throws(Failure) {
      try account.changeLong(
        exchange.decoder == nil ? .page(feed: id) : .delivery(feed: id),
        check: { () throws(Failure) in
          try check(exchange)
          if exchange.decoder == nil { advise(.answered(exchange.number)) }
          if page.mixed == 0 { page.mixed = engine.random.next() }
          page.moment = engine.numbers.moment
        },
        { (share) throws(Failure) in
          let state = try applyAll(responses, exchange, only, &page, in: share)
          // This comes while a rollback is possible, so the store and the memory always agree.
          try growing { () throws(OutOfMemory) in try fresh.take((name, url, prefix), state) }
        },
        complete: {
          if exchange.decoder != nil { deliveries &+= 1 }
          if exchange.replacesAll { mustReplace = false }
          mayHavePushed = exchange.decoder == nil && exchange.moment < engine.numbers.moment
          spread = page.spread
          swap(&remembered, &fresh)
          lastSuccess = remembered.lastSuccess
        })
    } catch {
      (exchange.added, exchange.changed, exchange.removed, exchange.rejected) = before
      throw error
    }
  }

  /// Checks that the response is still wanted. The cursor never goes back behind a page that was delivered meanwhile.
  private func check(_ exchange: Exchange) throws(Failure) {
    let isWanted = exchange.decoder != nil || policy.accepts(exchange.number)
    if exchange.version != version || isRemoved || !isWanted {
      throw Failure(.cancelled, "the feed was changed during its request")
    }
    if exchange.decoder != nil {
      if !account.isLoggedIn { throw .loggedOut }
      // The meaning of the page was decided before another page was applied, so it is read again.
      if exchange.replacesAll != mustReplace || !isEqual(exchange.askedEpoch.bytes, epoch)
        || !isEqual(exchange.askedCursor.bytes, cursor)
      {
        exchange.isOvertaken = true
        throw Failure(.cancelled, "another page was applied meanwhile")
      }
    } else if exchange.deliveries != deliveries {
      exchange.isOvertaken = true
      throw Failure(.cancelled, "a page was delivered during the feed's request")
    }
  }

  private func applyAll(
    _ responses: [HTTPResponse], _ exchange: Exchange, _ only: Page?, _ run: inout PageRun, in share: Share
  ) throws(Failure) -> FeedState {
    let decoder = if let own = exchange.decoder { own } else { try engine.pageDecoder() }
    // The time is added because a test's seed gives the same numbers in each run.
    let mixed = run.mixed ^ (UInt64(bitPattern: engine.clock.wall) &* 0x9E37_79B9_7F4A_7C15)
    let snapshot = exchange.isSnapshot ? Int64(bitPattern: mixed >> 1) | 1 : 0
    if exchange.replacesAll { try forgetAll(exchange, in: share) }
    if exchange.isSnapshot { try forgetRejected() }
    var source = MessageSource.response(asked: exchange.moment)
    var state = FeedState()
    var known = ByteBuffer()
    try growing { () throws(OutOfMemory) in try known.append(exchange.askedCursor.bytes) }
    for (index, response) in responses.enumerated() {
      let page = if let only { only } else { try exchange.page(of: response, known: known.bytes, decoder) }
      known.removeAll()
      try growing { () throws(OutOfMemory) in try known.append(page.cursor) }
      let isRenumbered = !page.epoch.isEmpty && !epoch.isEmpty && !isEqual(page.epoch, epoch)
      if index == 0, isRenumbered {
        try engine.store.beginEpoch(account: account.id, feed: id)
        source = .response(asked: exchange.moment, isRenumbered: true)
      }
      let arrivals = try engine.store.lastMessage()
      try applyItems(page, decoder, snapshot, exchange, source, in: share)
      try applyGone(page, decoder, exchange, in: share)
      try applyMarks(page, decoder, exchange, arrivals, source, in: share)
      try applyBadges(page, decoder, snapshot, exchange, in: share)
      if index < responses.count - 1 { continue }
      if exchange.isSnapshot { try removeOutside(snapshot, exchange, in: share) }
      exchange.removed &+= UInt32(clamping: try removeOld(in: share))
      try removePushed(before: exchange, run.moment, in: share)
      run.spread = page.spread
      // The first response, where the list begins, is requested again unless it has changed.
      state = try save(page, exchange.isBackward ? responses[0] : response)
    }
    try engine.store.unmask(feed: id, asked: exchange.moment)
    return state
  }

  /// Joins the response of a server that accepts a row of the outbox. It may be late, so it neither adds nor removes
  /// messages: only pages say which ones exist, in the order of their cursors. Pending rows still mask it. A part of an
  /// operation.
  func applyAcknowledgement(_ page: Page, _ decoder: PageDecoder, in share: Share) throws(Failure) {
    let exchange = Exchange(PolicyStart(exchange: 0, mode: .unconditional, urgency: .prompt), of: self)
    let arrivals = try engine.store.lastMessage()
    // An unread message that the mark covers was changed after the mark.
    try applyMarks(page, decoder, exchange, arrivals, .acknowledgement, in: share)
    try applyItems(page, decoder, 0, exchange, .acknowledgement, in: share)
  }

  private func applyItems(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ exchange: Exchange, _ source: MessageSource,
    in share: Share
  ) throws(Failure) {
    var refused: Failure?
    var place = try FeedPath(of: self)
    let tally = try decoder.visitItems(
      page, rejected: { _, reason, item in refused = refused ?? self.setAside(item, reason) }
    ) {
      (item) throws(Failure) in
      if refused != nil { return true }
      if item.isGone {
        if source.onlyJoins { return true }
        try self.remove(item.id, exchange, in: share)
        return true
      }
      guard try place.find(item.path) else { return false }
      var stored = item
      stored.path = place.bytes
      let result = try self.engine.store.upsertMessage(
        account: self.account.id, feed: self.id, feeding: self.account.feeding.rawValue, item: stored,
        snapshot: snapshot, source: source
      ) { (path, count, badges) throws(Failure) in try share.collect(path, count, badges) }
      switch result.change {
      case .added: exchange.added &+= 1
      case .changed: exchange.changed &+= 1
      case .unchanged: break
      }
      return true
    }
    if let refused { throw refused }
    exchange.rejected &+= UInt32(clamping: tally.rejected)
    if tally.rejected > 0 { logRejected(tally.reason) }
  }

  /// Keeps an item that could not be used.
  private func setAside(_ item: UnsafeRawBufferPointer, _ reason: StaticString) -> Failure? {
    do throws(Failure) {
      try engine.store.keepRejected(
        account: account.id, feed: id, time: engine.clock.wall, reason: bytes(of: reason), body: item)
      return nil
    } catch {
      return error
    }
  }

  /// Logs why an item was set aside.
  private func logRejected(_ reason: StaticString) {
    let line = LogLine("feed ")
    line.quote(name)
    line.append(": an item was set aside: ")
    line.append(reason)
    engine.log(2, line)
  }

  private func applyGone(_ page: Page, _ decoder: PageDecoder, _ exchange: Exchange, in share: Share) throws(Failure) {
    _ = try decoder.visitGone(page) { (id) throws(Failure) in
      try self.remove(id, exchange, in: share)
      return true
    }
  }

  private func remove(_ id: UnsafeRawBufferPointer, _ exchange: Exchange, in share: Share) throws(Failure) {
    let wasThere = try engine.store.removeMessage(feed: self.id, feeding: account.feeding.rawValue, id: id) {
      (path, count, badges) throws(Failure) in try share.collect(path, count, badges)
    }
    if wasThere { exchange.removed &+= 1 }
  }

  private func applyMarks(
    _ page: Page, _ decoder: PageDecoder, _ exchange: Exchange, _ arrivals: Int64, _ source: MessageSource,
    in share: Share
  ) throws(Failure) {
    var place = try FeedPath(of: self)
    var marks = MarkList()
    let tally = try decoder.visitMarks(page) { (path, upTo, version) throws(Failure) in
      guard try place.find(path) else { return false }
      try self.engine.store.addMark(to: &marks, path: place.bytes, upTo: upTo, version: version)
      return true
    }
    var changed = 0
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      changed = try engine.store.joinMarks(
        account: account.id, feed: id, feeding: account.feeding.rawValue, &marks, arrivals: arrivals,
        source: source, visit: visit)
    }
    exchange.changed &+= UInt32(clamping: changed)
    exchange.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func applyBadges(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ exchange: Exchange, in share: Share
  ) throws(Failure) {
    var place = try FeedPath(of: self)
    let tally = try decoder.visitBadges(page) { (path, badge) throws(Failure) in
      guard try place.find(path) else { return false }
      try growing { () throws(OutOfMemory) in try share.collected.place(badge, at: place.bytes) }
      try self.engine.store.place(
        account: self.account.id, feed: self.id, path: place.bytes, badge, snapshot: snapshot)
      return true
    }
    exchange.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func removeOutside(_ snapshot: Int64, _ exchange: Exchange, in share: Share) throws(Failure) {
    var removed = 0
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      removed = try engine.store.removeOutsideSnapshot(
        feed: id, feeding: account.feeding.rawValue, snapshot: snapshot, visit: visit)
    }
    exchange.removed &+= UInt32(clamping: removed)
    try removePlaced(outside: snapshot, in: share)
  }

  /// Removes the manual badges that the feed has set, unless they are in the snapshot, or were changed since.
  func removePlaced(outside snapshot: Int64, in share: Share) throws(Failure) {
    var isFull = false
    try engine.store.removePlaced(account: account.id, feed: id, snapshot: snapshot) { (path, badge) in
      do throws(OutOfMemory) { try share.collected.place(badge, at: path, isRemoved: true) } catch { isFull = true }
    }
    if isFull { throw .noMemory }
  }

  /// Removes the data of another URL or prefix. No snapshot has a negative number.
  private func forgetAll(_ exchange: Exchange, in share: Share) throws(Failure) {
    try removeOutside(-1, exchange, in: share)
    try engine.store.forgetMarks(account: account.id, feed: id)
    try engine.store.forgetForgotten(account: account.id, feed: id)
  }

  /// Removes the rejected items of former responses. A snapshot repeats them.
  private func forgetRejected() throws(Failure) {
    try engine.store.forgetNotes(account: account.id, feed: id, from: 1, through: Int64.max)
  }

  /// The most messages that retention removes within a call that holds `lock`, and in one step of `removeRest`.
  static let (fewOld, someOld) = (Int64(32), Int64(256))

  /// Removes the messages that are too old or too many. `hasOld` says whether some are left.
  /// - Returns: the number of removed messages.
  @discardableResult
  func removeOld(most: Int64 = Int64.max, in share: Share) throws(Failure) -> Int {
    if retention.age == 0 && retention.number == 0 { return 0 }
    var result = (removed: 0, isDone: true)
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      result = try engine.store.removeOld(
        account: account.id, feed: id, feeding: account.feeding.rawValue,
        since: retention.age == 0 ? 0 : max(engine.clock.wall, 0) - retention.age,
        number: retention.number == 0 ? Int64.max : retention.number, limit: most, visit: visit)
    }
    hasOld = !result.isDone
    if hasOld { account.hasOld = true }
    return result.removed
  }

  /// Removes the old messages that a post, a push or an item has left, in steps with a commit each. So other accounts
  /// wait for one step at most. If a step fails, the next post continues. Without locks.
  func removeRest() {
    var goesOn = true
    while goesOn {
      do throws(Failure) {
        try account.changeLong(.upkeep, check: { () throws(Failure) in try checkPresent() }) {
          (share) throws(Failure) in
          try removeOld(most: Feed.someOld, in: share)
        } complete: {
          goesOn = hasOld
        }
      } catch {
        engine.lock.lock()
        hasOld = false
        engine.lock.unlock()
        return
      }
    }
  }

  /// Pushed messages without an id no longer count as soon as the server itself has responded.
  private func removePushed(before exchange: Exchange, _ latest: Int64, in share: Share) throws(Failure) {
    if !mayHavePushed { return }
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      try engine.store.removePushed(
        feed: id, feeding: account.feeding.rawValue, moment: exchange.decoder == nil ? exchange.moment : latest,
        latest: latest, prefix: Feed.pushedPrefix, visit: visit)
    }
  }

  /// The same after a response without news.
  func forgetPushed(before exchange: Exchange) {
    engine.lock.lock()
    let mayHavePushed = mayHavePushed
    engine.lock.unlock()
    if !mayHavePushed { return }
    var isDone = false
    do throws(Failure) {
      try account.change(.page(feed: id)) { (share) throws(Failure) in
        if exchange.version != version || isRemoved { return }
        try share.compound { () throws(Failure) in try removePushed(before: exchange, engine.numbers.moment, in: share)
        }
        isDone = exchange.moment >= engine.numbers.moment
      }
    } catch {
      // The next response does it.
      return
    }
    engine.lock.lock()
    // A push after the commit is newer than the request.
    if isDone, exchange.moment >= engine.numbers.moment { self.mayHavePushed = false }
    engine.lock.unlock()
  }

  /// Stores the state for the next request. The result borrows from the response, the decoder and the feed.
  private func save(_ page: Page, _ response: HTTPResponse) throws(Failure) -> FeedState {
    var state = FeedState()
    state.cursor = page.cursor
    state.epoch = page.epoch.isEmpty ? epoch : page.epoch
    state.title = page.hasTitle ? page.title : title
    state.etag = response.header("etag") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastModified = response.header("last-modified") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastSuccess = max(engine.clock.wall, 0)
    state.poll = min(max(page.poll, 0), StoredRange.poll.upperBound)
    try engine.store.saveFeedState(feed: id, state)
    return state
  }
}

/// The state that applying a response reads under `lock` before its work, and needs afterwards.
private struct PageRun {
  /// A part of the snapshot's number.
  var mixed: UInt64 = 0
  var moment: Int64 = 0
  var spread: Int64 = 0
}

/// A feed's identity, and its state between two responses.
struct Remembered: ~Copyable {
  /// Name, URL, prefix; cursor, epoch, ETag, Last-Modified, title.
  var texts = TextPack()
  /// The stored value.
  var lastSuccess: Int64 = 0

  mutating func take(
    _ place: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer), _ state: FeedState
  ) throws(OutOfMemory) {
    texts = try TextPack([
      place.0, place.1, place.2, state.cursor, state.epoch, state.etag, state.lastModified, state.title,
    ])
    lastSuccess = state.lastSuccess
  }
}

// MARK: - Unknown members

extension Feed {
  /// Logs the members of the feed's pages that the wire format does not know, each once in a run: it may be a mistake
  /// in the server, or news for which this library is too old.
  func logUnknown(_ decoder: PageDecoder) {
    decoder.unknown.forEach { name, place in
      if !unknown.note(name, in: place) { return }
      let line = LogLine("feed ")
      line.quote(self.name)
      line.append(": the server's ")
      line.append(place.words)
      line.append(" have a member ")
      line.quote(name)
      line.append(" that is unknown, and ignored")
      engine.log(3, line)
    }
    decoder.unknown.removeAll()
  }
}

extension UnknownMembers.Place {
  fileprivate var words: StaticString {
    switch self {
    case .page: "pages"
    case .item: "items"
    case .mark: "marks"
    case .badge: "badges"
    }
  }
}

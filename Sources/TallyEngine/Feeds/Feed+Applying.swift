import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// Applies a response: all of it in one transaction of tree and store, as one operation on the badges. JSON and SQLite
// work without `lock` (`Account.transactApart`); only what is said here to be under `lock` may touch the tree.

extension Feed {
  /// Applies the answers of a page, or of a whole snapshot. Loop thread.
  /// - Parameter only: of one answer, what was read of it, the last thing that the decoder has read.
  /// - Throws: and nothing has happened.
  func apply(_ responses: [HTTPResponse], _ flight: Flight, only: Page? = nil) throws(Failure) {
    let before = (flight.added, flight.changed, flight.removed, flight.rejected)
    var fresh = Remembered()
    var page = PageRun()
    do throws(Failure) {
      try account.transactApart(
        check: { () throws(Failure) in
          try check(flight)
          if flight.decoder == nil { advise(.answered(flight.number)) }
          if page.mixed == 0 { page.mixed = engine.random.next() }
          page.moment = engine.numbers.moment
        },
        { () throws(Failure) in
          let state = try applyAll(responses, flight, only, &page)
          // While it can still be rolled back, so that the store and the memory always agree.
          try growing { () throws(OutOfMemory) in try fresh.take((name, url, prefix), state) }
        },
        complete: {
          if flight.decoder != nil { deliveries &+= 1 }
          if flight.replacesAll { mustReplace = false }
          mayHavePushed = flight.decoder == nil && flight.moment < engine.numbers.moment
          spread = page.spread
          swap(&remembered, &fresh)
          lastSuccess = remembered.lastSuccess
        })
    } catch {
      (flight.added, flight.changed, flight.removed, flight.rejected) = before
      throw error
    }
  }

  /// Whether the response is still wanted. The cursor never goes back behind a page that was delivered meanwhile.
  private func check(_ flight: Flight) throws(Failure) {
    let isWanted = flight.decoder != nil || policy.accepts(flight: flight.number)
    if flight.version != version || isRemoved || !isWanted {
      throw Failure(.cancelled, "the feed was changed while it was asked")
    }
    if flight.decoder != nil {
      if !account.isLoggedIn { throw .loggedOut }
      // What the page means was decided before another page was applied: it is read again.
      if flight.replacesAll != mustReplace || !isEqual(flight.askedEpoch.bytes, epoch)
        || !isEqual(flight.askedCursor.bytes, cursor)
      {
        flight.isOvertaken = true
        throw Failure(.cancelled, "another page was applied meanwhile")
      }
    } else if flight.deliveries != deliveries {
      flight.isOvertaken = true
      throw Failure(.cancelled, "a page was delivered while the feed was asked")
    }
  }

  private func applyAll(
    _ responses: [HTTPResponse], _ flight: Flight, _ only: Page?, _ run: inout PageRun
  ) throws(Failure) -> FeedState {
    let decoder = if let own = flight.decoder { own } else { try engine.pageDecoder() }
    // The time, because a seed that a test sets gives the same numbers in each run.
    let mixed = run.mixed ^ (UInt64(bitPattern: engine.clock.wall) &* 0x9E37_79B9_7F4A_7C15)
    let snapshot = flight.isSnapshot ? Int64(bitPattern: mixed >> 1) | 1 : 0
    if flight.replacesAll { try forgetAll(flight) }
    if flight.isSnapshot { try forgetRejected() }
    let source = MessageSource.response(asked: flight.moment)
    var state = FeedState()
    var known = ByteBuffer()
    try growing { () throws(OutOfMemory) in try known.append(flight.askedCursor.bytes) }
    for (index, response) in responses.enumerated() {
      let page = if let only { only } else { try flight.page(of: response, known: known.bytes, decoder) }
      known.removeAll()
      try growing { () throws(OutOfMemory) in try known.append(page.cursor) }
      let isRenumbered = !page.epoch.isEmpty && !epoch.isEmpty && !isEqual(page.epoch, epoch)
      if index == 0, isRenumbered { try engine.store.beginEpoch(account: account.id, feed: id) }
      let arrivals = try engine.store.lastMessage()
      try applyItems(page, decoder, snapshot, flight, source)
      try applyGone(page, decoder, flight)
      try applyMarks(page, decoder, flight, arrivals, source)
      try applyBadges(page, decoder, snapshot, flight)
      if index < responses.count - 1 { continue }
      if flight.isSnapshot { try removeOutside(snapshot, flight) }
      flight.removed &+= UInt32(clamping: try removeOld())
      try removePushed(before: flight, run.moment)
      run.spread = page.spread
      // What is asked again, unless it has changed, is where the list begins.
      state = try save(page, flight.isBackward ? responses[0] : response)
    }
    try engine.store.unmask(feed: id, asked: flight.moment)
    return state
  }

  /// Joins the response of a server that takes a row of the outbox. It may be late, so it neither adds nor removes
  /// messages: only pages say which ones exist, in the order of their cursors. Rows on their way still mask it.
  /// Within a transaction, as part of an operation.
  func applyAcknowledgement(_ page: Page, _ decoder: PageDecoder) throws(Failure) {
    let flight = Flight(PolicyStart(flight: 0, manner: .unconditional, urgency: .prompt), of: self)
    let arrivals = try engine.store.lastMessage()
    // What is unread although the mark covers it was changed after the mark.
    try applyMarks(page, decoder, flight, arrivals, .acknowledgement)
    try applyItems(page, decoder, 0, flight, .acknowledgement)
  }

  private func applyItems(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ flight: Flight, _ source: MessageSource
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try decoder.visitItems(
      page, rejected: { _, reason, item in refused = refused ?? self.setAside(item, reason) }
    ) {
      (item) throws(Failure) in
      if refused != nil { return true }
      if item.isGone {
        if source.onlyJoins { return true }
        try self.remove(item.id, flight)
        return true
      }
      guard self.locate(item.path, &place, &whole, &refused) else { return false }
      var stored = item
      stored.path = whole.bytes
      let result = try self.engine.store.upsertMessage(
        account: self.account.id, feed: self.id, feeding: self.account.feeding.rawValue, item: stored,
        snapshot: snapshot, source: source
      ) { (path, count, badges) throws(Failure) in try self.account.collect(path, count, badges) }
      switch result.change {
      case .added: flight.added &+= 1
      case .changed: flight.changed &+= 1
      case .unchanged: break
      }
      return true
    }
    if let refused { throw refused }
    flight.rejected &+= UInt32(clamping: tally.rejected)
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

  /// Says in the log why an item was set aside.
  private func logRejected(_ reason: StaticString) {
    let line = LogLine("feed ")
    line.quote(name)
    line.append(": an item was set aside: ")
    line.append(reason)
    engine.log(2, line)
  }

  /// The canonical path of one that the server gave, below the feed's prefix.
  /// - Returns: whether it is one. Where there is no memory to know, `refused` says so: it must not count as a bad one,
  ///   because that would be passed over for good.
  func locate(
    _ path: UnsafeRawBufferPointer, _ place: inout Path, _ whole: inout ByteBuffer, _ refused: inout Failure?
  ) -> Bool {
    do throws(TreeError) {
      let limits = engine.options.paths
      try place.parse(path, limits: limits)
      whole.removeAll()
      try joining { () throws(OutOfMemory) in
        try whole.append(prefix)
        try whole.append(UnsafeRawBufferPointer(rebasing: place.bytes.bytes[4...]))
      }
      if prefix.count > 4 { try place.parse(whole.bytes, limits: limits) }
      return true
    } catch {
      if case .outOfMemory = error { refused = .noMemory }
      return false
    }
  }

  private func joining(_ body: () throws(OutOfMemory) -> Void) throws(TreeError) {
    do throws(OutOfMemory) { try body() } catch { throw .outOfMemory }
  }

  private func applyGone(_ page: Page, _ decoder: PageDecoder, _ flight: Flight) throws(Failure) {
    _ = try decoder.visitGone(page) { (id) throws(Failure) in
      try self.remove(id, flight)
      return true
    }
  }

  private func remove(_ id: UnsafeRawBufferPointer, _ flight: Flight) throws(Failure) {
    let wasThere = try engine.store.removeMessage(feed: self.id, feeding: account.feeding.rawValue, id: id) {
      (path, count, badges) throws(Failure) in try self.account.collect(path, count, badges)
    }
    if wasThere { flight.removed &+= 1 }
  }

  private func applyMarks(
    _ page: Page, _ decoder: PageDecoder, _ flight: Flight, _ arrivals: Int64, _ source: MessageSource
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    var marks = MarkList()
    let tally = try decoder.visitMarks(page) { (path, upTo, version) throws(Failure) in
      guard self.locate(path, &place, &whole, &refused) else { return false }
      try self.engine.store.addMark(to: &marks, path: whole.bytes, upTo: upTo, version: version)
      return true
    }
    if let refused { throw refused }
    var changed = 0
    try account.feeding { (visit: DeltaVisitor) throws(Failure) in
      changed = try engine.store.joinMarks(
        account: account.id, feed: id, feeding: account.feeding.rawValue, &marks, arrivals: arrivals,
        source: source, visit: visit)
    }
    flight.changed &+= UInt32(clamping: changed)
    flight.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func applyBadges(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ flight: Flight
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try decoder.visitBadges(page) { (path, badge) throws(Failure) in
      guard self.locate(path, &place, &whole, &refused) else { return false }
      try growing { () throws(OutOfMemory) in try engine.changes.place(badge, at: whole.bytes) }
      try self.engine.store.place(
        account: self.account.id, feed: self.id, path: whole.bytes, badge, snapshot: snapshot)
      return true
    }
    if let refused { throw refused }
    flight.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func removeOutside(_ snapshot: Int64, _ flight: Flight) throws(Failure) {
    var removed = 0
    try account.feeding { (visit: DeltaVisitor) throws(Failure) in
      removed = try engine.store.removeOutsideSnapshot(
        feed: id, feeding: account.feeding.rawValue, snapshot: snapshot, visit: visit)
    }
    flight.removed &+= UInt32(clamping: removed)
    try removePlaced(outside: snapshot)
  }

  /// Takes away the manual badges that the feed has set, unless they are in the snapshot, or somebody has set them to
  /// something else since.
  func removePlaced(outside snapshot: Int64) throws(Failure) {
    var isFull = false
    try engine.store.removePlaced(account: account.id, feed: id, snapshot: snapshot) { (path, badge) in
      do throws(OutOfMemory) { try engine.changes.place(badge, at: path, isRemoved: true) } catch { isFull = true }
    }
    if isFull { throw .noMemory }
  }

  /// What is stored of another URL or prefix goes. No snapshot has a negative number.
  private func forgetAll(_ flight: Flight) throws(Failure) {
    try removeOutside(-1, flight)
    try engine.store.forgetMarks(account: account.id, feed: id)
    try engine.store.forgetForgotten(account: account.id, feed: id)
  }

  /// What was set aside of answers before: a snapshot tells it again.
  private func forgetRejected() throws(Failure) {
    try engine.store.forgetNotes(account: account.id, feed: id, from: 1, through: Int64.max)
  }

  /// - Returns: how many messages went.
  func removeOld() throws(Failure) -> Int {
    if retention.age == 0 && retention.number == 0 { return 0 }
    var removed = 0
    try account.feeding { (visit: DeltaVisitor) throws(Failure) in
      removed = try engine.store.removeOld(
        account: account.id, feed: id, feeding: account.feeding.rawValue,
        since: retention.age == 0 ? 0 : engine.clock.wall - retention.age,
        number: retention.number == 0 ? Int64.max : retention.number, visit: visit)
    }
    return removed
  }

  /// What pushes have said without an id counts no more, as soon as the server has answered itself.
  private func removePushed(before flight: Flight, _ latest: Int64) throws(Failure) {
    if !mayHavePushed { return }
    try account.feeding { (visit: DeltaVisitor) throws(Failure) in
      try engine.store.removePushed(
        feed: id, feeding: account.feeding.rawValue, moment: flight.decoder == nil ? flight.moment : latest,
        latest: latest, prefix: Feed.pushedPrefix, visit: visit)
    }
  }

  /// The same where the answer is that there is nothing new.
  func forgetPushed(before flight: Flight) {
    engine.lock.lock()
    let mayHavePushed = mayHavePushed
    engine.lock.unlock()
    if !mayHavePushed { return }
    var isDone = false
    do throws(Failure) {
      try account.transact { () throws(Failure) in
        if flight.version != version || isRemoved { return }
        try account.compound { () throws(Failure) in try removePushed(before: flight, engine.numbers.moment) }
        isDone = flight.moment >= engine.numbers.moment
      }
    } catch {
      // The next response does it.
      return
    }
    engine.lock.lock()
    // A push that came behind the commit is younger than the request.
    if isDone, flight.moment >= engine.numbers.moment { self.mayHavePushed = false }
    engine.lock.unlock()
  }

  /// Stores what the answer leaves for the next one. It borrows from the answer, the decoder and the feed.
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

/// The state that applying a response reads under `lock` before its work, and leaves for the time after it.
private struct PageRun {
  /// Of the snapshot's number.
  var mixed: UInt64 = 0
  var moment: Int64 = 0
  var spread: Int64 = 0
}

/// Where a feed is, and what an answer leaves for the next one.
struct Remembered: ~Copyable {
  /// Name, URL, prefix; cursor, epoch, ETag, Last-Modified, title.
  var texts = TextPack()
  /// As it was stored.
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

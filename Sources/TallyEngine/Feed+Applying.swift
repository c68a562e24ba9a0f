import CPlatform
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// What an answer does: all of it in one transaction of tree and store, as one operation on the badges.

extension Feed {
  /// Applies the answers of a page, or of a whole snapshot. Loop thread.
  /// - Parameter only: of one answer, what was read of it, the last thing that the decoder has read.
  /// - Throws: and nothing has happened.
  func apply(_ responses: [HTTPResponse], _ flight: Flight, only: Page? = nil) throws(Failure) {
    let before = (flight.added, flight.changed, flight.removed, flight.rejected)
    var fresh = Remembered()
    do throws(Failure) {
      try account.transact { () throws(Failure) in
        guard flight.version == version, !isRemoved, flight.decoder != nil || policy.accepts(flight: flight.number)
        else { throw Failure(.cancelled, "the feed was changed while it was asked") }
        try order(flight)
        var state = FeedState()
        try account.compound { () throws(Failure) in state = try applyAll(responses, flight, only) }
        // While it can still be taken back; what is stored and what is known here are then always the same.
        try growing { () throws(OutOfMemory) in try fresh.take((name, url, prefix), state) }
      }
    } catch {
      (flight.added, flight.changed, flight.removed, flight.rejected) = before
      throw error
    }
    engine.lock.lock()
    defer { engine.lock.unlock() }
    // It was given another URL right after the commit: nothing of the former one is known any more.
    if flight.version != version { return }
    if flight.replacesAll { mustReplace = false }
    mayHavePushed = flight.decoder == nil && flight.moment < engine.moment
    swap(&remembered, &fresh)
  }

  /// Deliveries, and the answers to what was asked before them: the cursor never goes back behind one.
  private func order(_ flight: Flight) throws(Failure) {
    if flight.decoder != nil {
      if !account.isLoggedIn { throw .loggedOut }
      deliveries &+= 1
    } else if flight.deliveries != deliveries {
      flight.isOvertaken = true
      throw Failure(.cancelled, "a page was delivered while the feed was asked")
    }
  }

  private func applyAll(
    _ responses: [HTTPResponse], _ flight: Flight, _ only: Page?
  ) throws(Failure) -> FeedState {
    let decoder = if let own = flight.decoder { own } else { try engine.pageDecoder() }
    // The time, because a seed that a test sets gives the same numbers in each run.
    let mixed = engine.random() ^ (UInt64(bitPattern: engine.clock.wall) &* 0x9E37_79B9_7F4A_7C15)
    let snapshot = flight.isSnapshot ? Int64(bitPattern: mixed >> 1) | 1 : 0
    if flight.replacesAll { try forgetAll(flight) }
    if flight.isSnapshot { try forgetRejected() }
    engine.store.asked = flight.moment
    defer { engine.store.asked = Int64.max }
    var state = FeedState()
    var known = ByteBuffer()
    try growing { () throws(OutOfMemory) in try known.append(flight.askedCursor.bytes) }
    for (index, response) in responses.enumerated() {
      let page = if let only { only } else { try flight.page(of: response, known: known.bytes, decoder) }
      known.removeAll()
      try growing { () throws(OutOfMemory) in try known.append(page.cursor) }
      let isRenumbered = !page.epoch.isEmpty && !epoch.isEmpty && !isEqual(page.epoch, epoch)
      let arrivals = try storing { () throws(StoreError) in
        if index == 0, isRenumbered { try engine.store.forgetMarks(account: account.id, feed: id) }
        return try engine.store.lastMessage()
      }
      try applyItems(page, decoder, snapshot, flight)
      try applyGone(page, decoder, flight)
      try applyMarks(page, decoder, flight, arrivals)
      try applyBadges(page, decoder, snapshot, flight)
      if index < responses.count - 1 { continue }
      if flight.isSnapshot { try removeOutside(snapshot, flight) }
      flight.removed &+= UInt32(clamping: try removeOld())
      try removePushed(before: flight)
      spread = page.spread
      // What is asked again, unless it has changed, is where the list begins.
      state = try save(page, flight.isBackward ? responses[0] : response)
    }
    try storing { () throws(StoreError) in try engine.store.unmask(feed: id) }
    return state
  }

  /// Applies what a server says when it takes a row of the outbox: rows that are on their way still mask it. Within a
  /// transaction, as part of an operation.
  func applyAcknowledgement(_ page: Page, _ decoder: PageDecoder) throws(Failure) {
    let flight = Flight(PolicyStart(flight: 0, manner: .unconditional), of: self)
    engine.store.asked = Int64.max - 1
    defer { engine.store.asked = Int64.max }
    let arrivals = try storing { () throws(StoreError) in try engine.store.lastMessage() }
    // What is unread although the mark covers it was changed after the mark.
    try applyMarks(page, decoder, flight, arrivals)
    try applyItems(page, decoder, 0, flight)
    try applyGone(page, decoder, flight)
  }

  private func applyItems(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ flight: Flight
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitItems(page, rejected: { _, reason, item in refused = refused ?? self.setAside(item, reason) }) {
        (item) throws(StoreError) in
        if refused != nil { return true }
        if item.isGone {
          try self.remove(item.id, &refused, flight)
          return true
        }
        guard self.locate(item.path, &place, &whole, &refused) else { return false }
        var stored = item
        stored.path = whole.bytes
        let result = try self.engine.store.upsertMessage(
          account: self.account.id, feed: self.id, feeding: self.account.feeding.rawValue, item: stored,
          snapshot: snapshot
        ) { path, count, badges in
          if refused == nil { refused = Engine.feed(self.account.tree, path, count, badges) }
        }
        switch result.change {
        case .added: flight.added &+= 1
        case .changed: flight.changed &+= 1
        case .unchanged: break
        }
        return true
      }
    }
    if let refused { throw refused }
    flight.rejected &+= UInt32(clamping: tally.rejected)
    if tally.rejected > 0 { logRejected(tally.reason) }
  }

  /// Keeps an item that could not be used.
  private func setAside(_ item: UnsafeRawBufferPointer, _ reason: StaticString) -> Failure? {
    do throws(StoreError) {
      try engine.store.keepRejected(
        account: account.id, feed: id, time: engine.clock.wall, reason: bytes(of: reason), body: item)
      return nil
    } catch {
      return Failure(storeError: error)
    }
  }

  /// Says in the log why an item was set aside.
  private func logRejected(_ reason: StaticString) {
    _ = Failure(.protocolError, "feed ", quoting: name, ": an item was set aside: ")
    Failure.append(reason)
    var length = 0
    engine.log(2, ctally_error_text(&length))
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
    var refused: Failure?
    _ = try storing { () throws(StoreError) in
      try decoder.visitGone(page) { (id) throws(StoreError) in
        try self.remove(id, &refused, flight)
        return true
      }
    }
    if let refused { throw refused }
  }

  private func remove(
    _ id: UnsafeRawBufferPointer, _ refused: inout Failure?, _ flight: Flight
  ) throws(StoreError) {
    var problem: Failure?
    let wasThere = try engine.store.removeMessage(feed: self.id, feeding: account.feeding.rawValue, id: id) {
      path, count, badges in
      if problem == nil { problem = Engine.feed(self.account.tree, path, count, badges) }
    }
    if wasThere { flight.removed &+= 1 }
    if refused == nil { refused = problem }
  }

  private func applyMarks(
    _ page: Page, _ decoder: PageDecoder, _ flight: Flight, _ arrivals: Int64
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitMarks(page) { (path, upTo, version) throws(StoreError) in
        guard self.locate(path, &place, &whole, &refused) else { return false }
        let changed = try self.engine.store.applyMark(
          account: self.account.id, feed: self.id, feeding: self.account.feeding.rawValue, path: whole.bytes,
          upTo: upTo, version: version, arrivals: arrivals
        ) { path, count, badges in
          if refused == nil { refused = Engine.feed(self.account.tree, path, count, badges) }
        }
        flight.changed &+= UInt32(clamping: changed)
        return true
      }
    }
    if let refused { throw refused }
    flight.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func applyBadges(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ flight: Flight
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitBadges(page) { (path, badge) throws(StoreError) in
        guard self.locate(path, &place, &whole, &refused) else { return false }
        if refused == nil { refused = self.place(badge, at: whole.bytes) }
        try self.engine.store.place(
          account: self.account.id, feed: self.id, path: whole.bytes, badge, snapshot: snapshot)
        return true
      }
    }
    if let refused { throw refused }
    flight.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func place(_ badge: PageBadge, at path: UnsafeRawBufferPointer) -> Failure? {
    let operation: Operation
    switch badge.kind {
    case 1: operation = .dot(until: badge.until)
    case 2: operation = .set(Int64(badge.count), until: badge.until)
    default: operation = .set(0, until: 0)
    }
    do throws(TreeError) {
      _ = try account.applyAnywhere(operation, .path(path), account.tree)
      return nil
    } catch {
      return Failure(error, path: path)
    }
  }

  private func removeOutside(_ snapshot: Int64, _ flight: Flight) throws(Failure) {
    var removed = 0
    try account.feeding { (visit: DeltaVisitor) throws(StoreError) in
      removed = try engine.store.removeOutsideSnapshot(
        feed: id, feeding: account.feeding.rawValue, snapshot: snapshot, visit: visit)
    }
    flight.removed &+= UInt32(clamping: removed)
    try removePlaced(outside: snapshot)
  }

  /// Takes away the manual badges that the feed has set, unless they are in the snapshot, or somebody has set them to
  /// something else since.
  func removePlaced(outside snapshot: Int64) throws(Failure) {
    var refused: Failure?
    try storing { () throws(StoreError) in
      try engine.store.removePlaced(account: account.id, feed: id, snapshot: snapshot) { (path, badge) in
        do throws(TreeError) {
          guard refused == nil, let at = try self.account.tree.find(path) else { return }
          let own = self.account.tree.ownState(at)
          let isSame = own.manual == (badge.kind == 1 ? .dot : .count(badge.count)) && own.expires == badge.until
          if isSame { try self.account.tree.setManual(at, .none) }
        } catch {
          refused = Failure(error, path: path)
        }
      }
    }
    if let refused { throw refused }
  }

  /// What is stored of another URL or prefix goes. No snapshot has a negative number.
  private func forgetAll(_ flight: Flight) throws(Failure) {
    try removeOutside(-1, flight)
    try storing { () throws(StoreError) in
      try engine.store.forgetMarks(account: account.id, feed: id)
      try engine.store.forgetForgotten(account: account.id, feed: id)
    }
  }

  /// What was set aside of answers before: a snapshot tells it again.
  private func forgetRejected() throws(Failure) {
    try storing { () throws(StoreError) in
      try engine.store.forgetNotes(account: account.id, feed: id, from: 1, through: Int64.max)
    }
  }

  /// - Returns: how many messages went.
  func removeOld() throws(Failure) -> Int {
    if retention.age == 0 && retention.number == 0 { return 0 }
    var removed = 0
    try account.feeding { (visit: DeltaVisitor) throws(StoreError) in
      removed = try engine.store.removeOld(
        account: account.id, feed: id, feeding: account.feeding.rawValue,
        since: retention.age == 0 ? 0 : engine.clock.wall - retention.age,
        number: retention.number == 0 ? Int64.max : retention.number, visit: visit)
    }
    return removed
  }

  /// What pushes have said without an id counts no more, as soon as the server has answered itself.
  private func removePushed(before flight: Flight) throws(Failure) {
    if !mayHavePushed { return }
    try account.feeding { (visit: DeltaVisitor) throws(StoreError) in
      try engine.store.removePushed(
        feed: id, feeding: account.feeding.rawValue, moment: flight.decoder == nil ? flight.moment : engine.moment,
        latest: engine.moment, visit: visit)
    }
  }

  /// The same where the answer is that there is nothing new.
  func forgetPushed(before flight: Flight) {
    engine.lock.lock()
    let mayHavePushed = mayHavePushed
    engine.lock.unlock()
    if !mayHavePushed { return }
    do throws(Failure) {
      try account.transact { () throws(Failure) in
        if flight.version != version || isRemoved { return }
        try account.compound { () throws(Failure) in try removePushed(before: flight) }
        self.mayHavePushed = flight.moment < engine.moment
      }
    } catch {
      // The next answer does it.
    }
  }

  /// Stores what the answer leaves for the next one. It borrows from the answer, the decoder and the feed.
  private func save(_ page: Page, _ response: HTTPResponse) throws(Failure) -> FeedState {
    var state = FeedState()
    state.cursor = page.cursor
    state.epoch = page.epoch.isEmpty ? epoch : page.epoch
    state.title = page.hasTitle ? page.title : title
    state.etag = response.header("etag") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastModified = response.header("last-modified") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastSuccess = engine.clock.wall
    state.poll = max(page.poll, 0)
    try storing { () throws(StoreError) in try engine.store.saveFeedState(feed: id, state) }
    return state
  }
}

/// Where a feed is, and what an answer leaves for the next one.
struct Remembered: ~Copyable {
  /// Name, URL, prefix; cursor, epoch, ETag, Last-Modified, title.
  var texts = TextPack()
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

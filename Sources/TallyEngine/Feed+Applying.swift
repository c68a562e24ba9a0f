import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// What an answer does: all of it in one transaction of tree and store, as one operation on the badges.

extension Feed {
  /// Applies the answers of a page, or of a whole snapshot. Loop thread.
  /// - Throws: and nothing has happened.
  func apply(_ responses: [HTTPResponse], _ flight: Flight) throws(Failure) {
    let before = (flight.added, flight.changed, flight.removed, flight.rejected)
    var state = FeedState()
    do throws(Failure) {
      try account.transact { () throws(Failure) in
        guard policy.accepts(flight: flight.number), flight.version == version, !isRemoved else {
          throw Failure(.cancelled, "the feed was changed while it was asked")
        }
        try account.compound { () throws(Failure) in state = try applyAll(responses, flight) }
      }
      // Only now that it is stored; without memory for it the same page is asked for again, which does no harm.
      engine.lock.lock()
      defer { engine.lock.unlock() }
      if flight.replacesAll { mustReplace = false }
      try remember(state)
    } catch {
      (flight.added, flight.changed, flight.removed, flight.rejected) = before
      throw error
    }
  }

  private func applyAll(_ responses: [HTTPResponse], _ flight: Flight) throws(Failure) -> FeedState {
    let decoder = try engine.pageDecoder()
    let snapshot = flight.isSnapshot ? Int64(bitPattern: engine.random() >> 1) | 1 : 0
    if flight.replacesAll { try removeOutside(snapshot, flight) }
    var state = FeedState()
    for (index, response) in responses.enumerated() {
      let page = try storing { () throws(StoreError) in try decoder.decode(response.body) }
      try applyItems(page, decoder, snapshot, flight)
      try applyGone(page, decoder, flight)
      try applyMarks(page, decoder, flight)
      try applyBadges(page, decoder, flight)
      if index < responses.count - 1 { continue }
      if flight.isSnapshot { try removeOutside(snapshot, flight) }
      state = try save(page, response)
    }
    return state
  }

  private func applyItems(
    _ page: Page, _ decoder: PageDecoder, _ snapshot: Int64, _ flight: Flight
  ) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitItems(page) { (item) throws(StoreError) in
        if refused != nil { return true }
        guard self.locate(item.path, &place, &whole) else { return false }
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
  }

  /// The canonical path of one that the server gave, below the feed's prefix.
  private func locate(_ path: UnsafeRawBufferPointer, _ place: inout Path, _ whole: inout ByteBuffer) -> Bool {
    do throws(TreeError) {
      let limits = engine.options.paths
      try place.parse(path, limits: limits)
      whole.removeAll()
      try joining { () throws(OutOfMemory) in
        try whole.append(prefix.bytes)
        try whole.append(UnsafeRawBufferPointer(rebasing: place.bytes.bytes[4...]))
      }
      if prefix.count > 4 { try place.parse(whole.bytes, limits: limits) }
      return true
    } catch {
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
        let wasThere = try self.engine.store.removeMessage(
          feed: self.id, feeding: self.account.feeding.rawValue, id: id
        ) { path, count, badges in
          if refused == nil { refused = Engine.feed(self.account.tree, path, count, badges) }
        }
        if wasThere { flight.removed &+= 1 }
        return true
      }
    }
    if let refused { throw refused }
  }

  private func applyMarks(_ page: Page, _ decoder: PageDecoder, _ flight: Flight) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitMarks(page) { (path, upTo, _) throws(StoreError) in
        guard self.locate(path, &place, &whole) else { return false }
        let changed = try self.engine.store.applyMark(
          account: self.account.id, feed: self.id, feeding: self.account.feeding.rawValue, path: whole.bytes,
          upTo: upTo
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

  private func applyBadges(_ page: Page, _ decoder: PageDecoder, _ flight: Flight) throws(Failure) {
    var refused: Failure?
    var place = Path()
    var whole = ByteBuffer()
    let tally = try storing { () throws(StoreError) in
      try decoder.visitBadges(page) { (path, badge) throws(StoreError) in
        guard self.locate(path, &place, &whole) else { return false }
        if refused == nil { refused = self.place(badge, at: whole.bytes) }
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
      _ = try account.apply(operation, .path(path))
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
  }

  /// Stores what the answer leaves for the next one. It borrows from the answer, the decoder and the feed.
  private func save(_ page: Page, _ response: HTTPResponse) throws(Failure) -> FeedState {
    var state = FeedState()
    state.cursor = page.cursor
    state.epoch = page.epoch.isEmpty ? epoch.bytes : page.epoch
    state.title = page.hasTitle ? page.title : title.bytes
    state.etag = response.header("etag") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastModified = response.header("last-modified") ?? UnsafeRawBufferPointer(start: nil, count: 0)
    state.lastSuccess = engine.clock.wall
    state.poll = max(page.poll, 0)
    try storing { () throws(StoreError) in try engine.store.saveFeedState(feed: id, state) }
    return state
  }

  private func replace(_ buffer: inout ByteBuffer, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
    if bytes.baseAddress == buffer.bytes.baseAddress, bytes.count == buffer.count { return }
    var fresh = ByteBuffer()
    try growing { () throws(OutOfMemory) in try fresh.append(bytes) }
    swap(&buffer, &fresh)
  }

  private func remember(_ state: FeedState) throws(Failure) {
    try replace(&cursor, state.cursor)
    try replace(&epoch, state.epoch)
    try replace(&etag, state.etag)
    try replace(&lastModified, state.lastModified)
    try replace(&title, state.title)
    lastSuccess = state.lastSuccess
  }
}

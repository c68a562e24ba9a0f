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
// `lock` (`Account.changeLong`).

extension Feed {
  /// Applies the pages of an answer.
  /// - Parameters:
  ///   - last: its last page, which the decoder has read last.
  ///   - staged: the responses of all of its pages, if they waited for the last one.
  /// - Throws: nothing has then happened.
  func apply(_ last: ReadPage, staged: [HTTPResponse] = [], of answer: inout Answer) throws(Failure) {
    let isDelivered = answer.source == .delivery
    var fresh = Remembered()
    var run = PageRun()
    do throws(Failure) {
      try account.changeLong(
        answer.source.cause(of: id),
        check: { (hold) throws(Failure) in
          try check(&answer)
          try pledge(drifts: answer.drifts.count)
          if case .exchange(let number) = answer.source { advise(hold, .answered(number)) }
          if run.mixed == 0 { run.mixed = engine.random.next() }
          run.moment = engine.numbers.moment
          run.mayHavePushed = mayHavePushed
        },
        { (share) throws(Failure) in
          let state = try applyAll(last, staged, of: &answer, run, in: share)
          // This comes while a rollback is possible, so the store and the memory always agree.
          try growing { () throws(OutOfMemory) in try fresh.take((name, url, prefix), state) }
        },
        complete: { hold in
          if isDelivered { deliveries &+= 1 }
          if answer.isContradicted { isSnapshotHeldBack = true }
          tell(hold, answer.drifts)
          answer.drifts = []
          mayHavePushed = !isDelivered && answer.moment < engine.numbers.moment
          spread = last.page.spread
          swap(&remembered, &fresh)
          lastSuccess = remembered.lastSuccess
        })
    } catch {
      answer.counts = Answer.Counts()
      (answer.drifts, answer.asksForAll) = ([], false)
      throw error
    }
  }

  /// Checks that the answer is still wanted. The cursor never goes back behind a page that was delivered meanwhile.
  private func check(_ answer: inout Answer) throws(Failure) {
    let isWanted = if case .exchange(let number) = answer.source { policy.accepts(number) } else { true }
    if answer.version != version || isRemoved || !isWanted {
      throw Failure(.cancelled, "the feed was changed during its request")
    }
    if answer.source != .delivery {
      answer.isOvertaken = answer.deliveries != deliveries
      if answer.isOvertaken { throw Failure(.cancelled, "a page was delivered during the feed's request") }
      return
    }
    if !account.isLoggedIn { throw .loggedOut }
    // The meaning of the page was decided before another page was applied, so it is read again.
    answer.isOvertaken =
      answer.replacesAll != mustReplace || !isEqual(answer.epoch.bytes, epoch) || !isEqual(answer.cursor.bytes, cursor)
    if answer.isOvertaken { throw Failure(.cancelled, "another page was applied meanwhile") }
  }

  private func applyAll(
    _ last: ReadPage, _ staged: [HTTPResponse], of answer: inout Answer, _ run: PageRun, in share: Share
  ) throws(Failure) -> FeedState {
    // The time is added because a test's seed gives the same numbers in each run.
    let mixed = run.mixed ^ (UInt64(bitPattern: clock.wall) &* 0x9E37_79B9_7F4A_7C15)
    let snapshot = answer.isSnapshot ? Int64(bitPattern: mixed >> 1) | 1 : 0
    if answer.replacesAll { try forgetAll(&answer, in: share) }
    if answer.isSnapshot { try forgetRejected() }
    var read = last
    var newest = ByteBuffer()
    if answer.isBackward { try growing { () throws(OutOfMemory) in try newest.append(answer.cursor.bytes) } }
    var isRenumbered = false
    for index in 0..<max(staged.count, 1) {
      // If only one has waited, the decoder still has its page. Otherwise each page is decoded again, when it is its
      // turn, so that only one is in memory.
      if staged.count > 1 {
        let page = try answer.read(staged[index].body, newest: newest.bytes, last.decoder)
        newest.removeAll()
        try growing { () throws(OutOfMemory) in try newest.append(page.cursor) }
        read = ReadPage(page: page, decoder: last.decoder, response: staged[index])
      }
      if index == 0 {
        isRenumbered = !read.page.epoch.isEmpty && !epoch.isEmpty && !isEqual(read.page.epoch, epoch)
        if isRenumbered { try share.store.beginEpoch(account: account.id, feed: id) }
      }
      let source = MessageSource.response(
        asked: answer.moment, isRenumbered: isRenumbered, takesSeen: account.kept.taken.contains(.seen))
      let arrivals = try share.store.lastMessage()
      var marks = MarkList()
      try applyItems(of: read, snapshot, source, &answer, marks: &marks, in: share)
      try applyGone(of: read, &answer, in: share)
      try applyMarks(of: read, &marks, arrivals, source, &answer, in: share)
      try applyBadges(of: read, snapshot, &answer, in: share)
      try applySettings(of: read, &answer, in: share)
    }
    if answer.isSnapshot { try removeOutside(snapshot, &answer, in: share) }
    answer.counts.removed &+= UInt32(clamping: try removeOld(in: share))
    if run.mayHavePushed {
      try removePushed(before: answer.source == .delivery ? run.moment : answer.moment, run.moment, in: share)
    }
    // The first response, where the list begins, is requested again unless it has changed.
    try share.store.unmask(feed: id, asked: answer.moment)
    answer.asksForAll = try compare(read, &answer, in: share)
    let isContradicted =
      answer.isContradicted || answer.asksForAll || (remembered.isContradicted && !answer.isSnapshot)
    return try save(
      read.page, validatorsOf: answer.isBackward ? staged.first : read.response, isContradicted: isContradicted)
  }

  /// Joins the response of a server that accepts a row of the outbox. It may be late, so it neither adds nor removes
  /// messages: only pages say which ones exist, in the order of their cursors. Pending rows still mask it. A part of an
  /// operation.
  func applyAcknowledgement(_ page: ReadPage, in share: Share) throws(Failure) {
    var answer = Answer.acknowledgement()
    let arrivals = try share.store.lastMessage()
    // An unread message that the mark covers was changed after the mark.
    var marks = MarkList()
    let source = MessageSource.acknowledgement(takesSeen: account.kept.taken.contains(.seen))
    try applyMarks(of: page, &marks, arrivals, source, &answer, in: share)
    var own = MarkList()
    try applyItems(of: page, 0, source, &answer, marks: &own, in: share)
    try applySettings(of: page, &answer, in: share)
  }

  /// - Parameter marks: receives the marks that the user's own items stand for.
  private func applyItems(
    of read: ReadPage, _ snapshot: Int64, _ source: MessageSource, _ answer: inout Answer, marks: inout MarkList,
    in share: Share
  ) throws(Failure) {
    var refused: Failure?
    var place = try FeedPath(of: self)
    let tally = try read.decoder.visitItems(
      read.page, rejected: { _, reason, item in refused = refused ?? self.setAside(item, reason) }
    ) {
      (item) throws(Failure) in
      if refused != nil { return true }
      if item.isGone {
        if source.onlyJoins { return true }
        try self.remove(item.id, &answer, in: share)
        return true
      }
      guard try place.find(item) else { return false }
      var stored = item
      place.give(&stored)
      stored.isSeen = item.isSeen && source.takesSeen
      let result = try share.store.upsertMessage(
        account: self.account.id, feed: self.id, item: stored, snapshot: snapshot, source: source
      ) { (path, change) throws(Failure) in try share.collect(path, change) }
      if item.isOwn { try self.addMark(of: stored, to: &marks, in: share) }
      if result.isContradicted { answer.isContradicted = true }
      switch result.change {
      case .added: answer.counts.added &+= 1
      case .changed: answer.counts.changed &+= 1
      case .unchanged: break
      }
      return true
    }
    if let refused { throw refused }
    answer.counts.rejected &+= UInt32(clamping: tally.rejected)
    if tally.rejected > 0 { logRejected(tally.reason) }
  }

  /// Keeps an item that could not be used.
  private func setAside(_ item: UnsafeRawBufferPointer, _ reason: StaticString) -> Failure? {
    do throws(Failure) {
      try store.keepRejected(
        account: account.id, feed: id, time: clock.wall, reason: bytes(of: reason), body: item)
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

  private func applyGone(of read: ReadPage, _ answer: inout Answer, in share: Share) throws(Failure) {
    _ = try read.decoder.visitGone(read.page) { (id) throws(Failure) in
      try self.remove(id, &answer, in: share)
      return true
    }
  }

  private func remove(_ id: UnsafeRawBufferPointer, _ answer: inout Answer, in share: Share) throws(Failure) {
    let wasThere = try share.store.removeMessage(feed: self.id, id: id) {
      (path, change) throws(Failure) in try share.collect(path, change)
    }
    if wasThere { answer.counts.removed &+= 1 }
  }

  /// Adds the mark that the user's own item stands for: the user has read what came before it.
  func addMark(of item: MessageItem, to marks: inout MarkList, in share: Share) throws(Failure) {
    try share.store.addMark(to: &marks, path: item.path, upTo: item.sequence, version: max(item.version, 0))
  }

  /// - Parameter marks: those of the page's items.
  private func applyMarks(
    of read: ReadPage, _ marks: inout MarkList, _ arrivals: Int64, _ source: MessageSource, _ answer: inout Answer,
    in share: Share
  ) throws(Failure) {
    var place = try FeedPath(of: self)
    let tally = try read.decoder.visitMarks(read.page) { (path, upTo, version) throws(Failure) in
      guard try place.find(path) else { return false }
      if version < 0, !source.takesSeen { return true }
      try share.store.addMark(to: &marks, path: place.bytes, upTo: upTo, version: version)
      return true
    }
    var changed = 0
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      changed = try share.store.joinMarks(
        account: account.id, feed: id, &marks, arrivals: arrivals, source: source, visit: visit)
    }
    answer.counts.changed &+= UInt32(clamping: changed)
    answer.counts.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func applyBadges(
    of read: ReadPage, _ snapshot: Int64, _ answer: inout Answer, in share: Share
  ) throws(Failure) {
    var place = try FeedPath(of: self)
    let tally = try read.decoder.visitBadges(read.page) { (path, badge) throws(Failure) in
      guard try place.find(path) else { return false }
      try growing { () throws(OutOfMemory) in
        try share.collected.claim(badge, at: place.bytes, by: self.id, snapshot: snapshot)
      }
      return true
    }
    answer.counts.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func removeOutside(_ snapshot: Int64, _ answer: inout Answer, in share: Share) throws(Failure) {
    var removed = 0
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      removed = try share.store.removeOutsideSnapshot(
        account: account.id, feed: id, snapshot: snapshot, visit: visit)
    }
    answer.counts.removed &+= UInt32(clamping: removed)
    try withdrawClaims(outside: snapshot, in: share)
  }

  /// Withdraws the feed's claims that are not in the snapshot.
  func withdrawClaims(outside snapshot: Int64, in share: Share) throws(Failure) {
    try growing { () throws(OutOfMemory) in try share.collected.withdrawClaims(of: id, outside: snapshot) }
  }

  /// Removes the data of another URL or prefix. No snapshot has a negative number.
  private func forgetAll(_ answer: inout Answer, in share: Share) throws(Failure) {
    try removeOutside(-1, &answer, in: share)
    try share.store.forgetMarks(account: account.id, feed: id)
    try share.store.forgetForgotten(account: account.id, feed: id)
    try share.store.forgetDrifts(account: account.id, feed: id)
  }

  /// Removes the rejected items of former responses. A snapshot repeats them.
  private func forgetRejected() throws(Failure) {
    try store.forgetNotes(account: account.id, feed: id, from: 1, through: Int64.max)
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
      result = try share.store.removeOld(
        account: account.id, feed: id,
        since: retention.age == 0 ? 0 : max(clock.wall, 0) - retention.age,
        number: retention.number == 0 ? Int64.max : retention.number, limit: most, visit: visit)
    }
    hasOld = !result.isDone
    if hasOld { account.feeds.hasOld = true }
    return result.removed
  }

  /// Removes the old messages that a post, a push or an item has left, in steps with a commit each. So other accounts
  /// wait for one step at most. If a step fails, the next post continues. Without locks.
  func removeRest() {
    var goesOn = true
    while goesOn {
      do throws(Failure) {
        try account.changeLong(.upkeep, check: { (hold) throws(Failure) in try checkPresent() }) {
          (share) throws(Failure) in
          try removeOld(most: Feed.someOld, in: share)
        } complete: { _ in
          goesOn = hasOld
        }
      } catch {
        let hold = lock()
        hasOld = false
        hold.release()
        return
      }
    }
  }

  /// Pushed messages without an id no longer count as soon as the server itself has responded.
  private func removePushed(before moment: Int64, _ latest: Int64, in share: Share) throws(Failure) {
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      try share.store.removePushed(
        feed: id, moment: moment, latest: latest, prefix: Feed.pushedPrefix, visit: visit)
    }
  }

  /// The same after a response without news.
  func forgetPushed(before exchange: Exchange) {
    let hold = lock()
    if !mayHavePushed { return }
    hold.release()
    let (version, moment) = (exchange.answer.version, exchange.answer.moment)
    var isDone = false
    do throws(Failure) {
      try account.change(.page(feed: id, exchange: exchange.number)) { (share, hold) throws(Failure) in
        if version != self.version || isRemoved { return }
        let latest = engine.numbers.moment
        if !mayHavePushed { return }
        try share.compound { () throws(Failure) in try removePushed(before: moment, latest, in: share) }
        isDone = moment >= latest
      }
    } catch {
      // The next response does it.
      return
    }
    let again = lock()
    defer { again.keep() }
    // A push after the commit is newer than the request.
    if isDone, moment >= engine.numbers.moment { mayHavePushed = false }
  }

  /// Stores the state for the next request. The result borrows from the pages and the feed.
  private func save(
    _ page: Page, validatorsOf response: HTTPResponse?, isContradicted: Bool
  ) throws(Failure) -> FeedState {
    var state = FeedState()
    state.isContradicted = isContradicted
    state.cursor = page.cursor
    state.epoch = page.epoch.isEmpty ? epoch : page.epoch
    state.title = page.hasTitle ? page.title : title
    state.etag = response?.header("etag") ?? state.etag
    state.lastModified = response?.header("last-modified") ?? state.lastModified
    state.lastSuccess = max(clock.wall, 0)
    state.poll = min(max(page.poll, 0), StoredRange.poll.upperBound)
    try store.saveFeedState(feed: id, state)
    return state
  }
}

/// The numbers that applying an answer reads under `lock` before its work.
private struct PageRun {
  /// A part of the snapshot's number.
  var mixed: UInt64 = 0
  /// The latest moment.
  var moment: Int64 = 0
  /// There may be pushed messages without an id.
  var mayHavePushed = true
}

/// A feed's identity, and its state between two responses.
struct Remembered: ~Copyable {
  /// Name, URL, prefix; cursor, epoch, ETag, Last-Modified, title.
  var texts = TextPack()
  /// The stored values.
  var lastSuccess: Int64 = 0
  var mustReplace = false
  var isContradicted = false

  mutating func take(
    _ place: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer), _ state: FeedState
  ) throws(OutOfMemory) {
    texts = try TextPack([
      place.0, place.1, place.2, state.cursor, state.epoch, state.etag, state.lastModified, state.title,
    ])
    (lastSuccess, mustReplace) = (state.lastSuccess, state.mustReplace)
    isContradicted = state.isContradicted
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
    case .check: "checks"
    case .setting: "settings"
    }
  }
}

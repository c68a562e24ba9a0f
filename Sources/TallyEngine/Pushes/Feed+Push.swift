import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// Pushes that the host delivers: for the feed that they name, or for all feeds.

extension Feed {
  /// Takes a push for this feed.
  public func push(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try engine.decodePush(bytes) { (push) throws(Failure) in try take(push) }
  }

  func take(_ push: Push) throws(Failure) {
    let hold = try enter()
    // A cursor that is already held is no news.
    let isNews = !holds(push.cursor)
    let isLoggedIn = account.isLoggedIn
    hold.release()
    if !isLoggedIn { throw .loggedOut }
    if isNews, !push.item.path.isEmpty { try apply(push) } else if isNews { try account.takeBadge(of: push) }
    hear(try enter(), push)
  }

  /// Informs the policy.
  func hear(_ hold: borrowing LockHold, _ push: Push) {
    advise(hold, .push(isHeld: holds(push.cursor), spread: push.spread < 0 ? spread : push.spread))
  }

  private func holds(_ position: UnsafeRawBufferPointer) -> Bool {
    !position.isEmpty && !mustReplace && isEqual(position, cursor)
  }

  private func apply(_ push: Push) throws(Failure) {
    let item = push.item
    try account.change(.push) { (share, hold) throws(Failure) in
      try checkPresent()
      if !account.isLoggedIn { throw .loggedOut }
      var place = try FeedPath(of: self)
      if try !place.find(item) {
        throw Failure(.protocolError, "path ", quoting: item.path, " of the push is malformed")
      }
      var texts = ByteBuffer()
      var stored = item
      place.give(&stored)
      var snapshot = item.sequence.isEmpty ? Store.unplaced : -2
      if item.id.isEmpty {
        snapshot = -2 - engine.numbers.advance()
        mayHavePushed = true
        try account.complete(&stored, Feed.pushedPrefix, in: &texts)
        // Its arrival orders it.
        stored.sequence = item.sequence
      }
      let isMark = item.isOwn && !item.sequence.isEmpty
      let arrivals = isMark ? try share.store.lastMessage() : 0
      _ = try account.take(stored, of: id, snapshot: snapshot, in: share)
      if isMark { try readUp(to: stored, arrivals, in: share) }
      try share.compound { () throws(Failure) in try removeOld(most: Feed.fewOld, in: share) }
      try account.applyBadge(hold, of: push, in: share)
      pushes &+= 1
    }
    account.removeOld()
  }
}

extension Feed {
  /// The user has sent a message, and so has read what came before it.
  private func readUp(to item: MessageItem, _ arrivals: Int64, in share: Share) throws(Failure) {
    var marks = MarkList()
    try addMark(of: item, to: &marks, in: share)
    try share.compound { () throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        _ = try share.store.joinMarks(
          account: account.id, feed: id, &marks, arrivals: arrivals,
          source: .push(at: account.now, takesSeen: account.kept.taken.contains(.seen)), visit: visit)
      }
    }
  }
}

extension Account {
  /// Takes a push for the feed that it names, or for all feeds.
  public func push(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try engine.decodePush(bytes) { (push) throws(Failure) in try take(push) }
  }

  private func take(_ push: Push) throws(Failure) {
    if !push.feed.isEmpty { return try addedFeed(push.feed).take(push) }
    try checkUsable(push)
    if !push.item.path.isEmpty {
      if push.item.id.isEmpty { throw Failure(.protocolError, "a push without 'feed' has a 'path', but no 'id'") }
      try asAnswer { () throws(Failure) in try takeLocally(push) }
    } else {
      try takeBadge(of: push)
    }
    let hold = try enterAnywhere()
    if !isLoggedIn { throw .loggedOut }
    for feed in feeds.all { feed.hear(hold, push) }
  }

  /// Takes the message of a push that names no feed.
  private func takeLocally(_ push: Push) throws(Failure) {
    let place = try canonical(push.item.path)
    try change(.push) { (share, hold) throws(Failure) in
      if !isLoggedIn { throw .loggedOut }
      _ = try store(push.item, at: place, in: share)
      try applyBadge(hold, of: push, in: share)
    }
    removeOld()
  }

  /// Rejects a notification that would be lost although it has an alert: it names no feed, has no item, no host waits
  /// for its number, and there is no feed to poll.
  private func checkUsable(_ push: Push) throws(Failure) {
    let hold = try enterAnywhere()
    defer { hold.keep() }
    if !isLoggedIn { throw .loggedOut }
    if !push.hasAlert || !push.item.path.isEmpty || !kept.pushPath.isEmpty { return }
    if feeds.all.contains(where: { !$0.isLocal }) { return }
    throw Failure(
      .protocolError, "the notification has no 'path' and no 'feed', and there is no feed with a URL to poll")
  }

  /// Applies the icon number of a push without an item.
  func takeBadge(of push: Push) throws(Failure) {
    if push.badge == nil && !push.isBadgeUnusable { return }
    try change(.push) { (share, hold) throws(Failure) in
      if !isLoggedIn { throw .loggedOut }
      try applyBadge(hold, of: push, in: share)
    }
  }

  func applyBadge(_ hold: borrowing LockHold, of push: Push, in share: Share) throws(Failure) {
    if kept.pushPath.isEmpty { return }
    if push.isBadgeUnusable {
      throw Failure(.protocolError, "'badge' of the notification is not a number within 0 to 4294967295")
    }
    guard let badge = push.badge else { return }
    try share.compound { () throws(Failure) in
      try kept.pushPath.withUnsafeBufferPointer { (path) throws(Failure) in
        _ = try applyAnywhere(.set(Int64(badge), until: 0), .path(UnsafeRawBufferPointer(path)), tree)
      }
    }
  }

  private func addedFeed(_ name: UnsafeRawBufferPointer) throws(Failure) -> Feed {
    let hold = try enterAnywhere()
    defer { hold.keep() }
    if let feed = feeds.find(name) { return feed }
    throw Failure(.notFound, "no feed ", quoting: name, " was added")
  }
}

extension Engine {
  /// Decodes a push. Its texts are borrowed from the decoder, during the call.
  fileprivate func decodePush(
    _ bytes: UnsafeRawBufferPointer, _ take: (Push) throws(Failure) -> Void
  ) throws(Failure) {
    let decoder = try self.decoder(for: bytes)
    defer { withExtendedLifetime(decoder) {} }
    var push = Push()
    try asAnswer { () throws(Failure) in try decoder.decode(bytes, into: &push) }
    try take(push)
  }
}

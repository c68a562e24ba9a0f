import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

// Comparing what the server counts at paths with what the feed contributes there. Nothing is overwritten: the host is
// told, and a snapshot is requested once for each difference, because it repairs what was lost on the way.

extension Feed {
  /// Compares the numbers of the last page of an answer, which is applied.
  /// - Returns: whether a snapshot is to be requested.
  func compare(_ read: ReadPage, _ answer: inout Answer, in share: Share) throws(Failure) -> Bool {
    if !read.page.hasChecks || read.page.hasMore { return false }
    // The server did not know what was read or pushed after it has counted.
    if answer.pushes != pushes { return false }
    if try share.store.hasPending(account: account.id, feed: id) { return false }
    if try share.store.isMasking(feed: id) { return false }
    var place = try FeedPath(of: self)
    let tally = try read.decoder.visitChecks(read.page) { (path, check) throws(Failure) in
      guard try place.find(path) else { return false }
      let ours = try share.store.contributed(account: self.account.id, feed: self.id, at: place.bytes)
      let drift = Drift(
        path: place.bytes, feed: self.id, ours: ours,
        theirs: Drift.Sum(count: check.count, highlights: check.highlights ?? ours.highlights))
      if try share.store.noteCheck(account: self.account.id, drift) { try self.note(drift, in: &answer) }
      return true
    }
    answer.counts.rejected &+= UInt32(clamping: tally.rejected)
    // After a response with everything, another one would bring nothing else. A file always has everything.
    let isWhole = answer.isSnapshot || answer.cursor.isEmpty || isFile || isLocal
    return try share.store.takeDrifts(account: account.id, feed: id, now: clock.wall) && !isWhole
  }

  private func note(_ drift: Drift, in answer: inout Answer) throws(Failure) {
    var event = Event(.drift)
    event.account = account.id
    event.feed = id
    (event.shown.count, event.highlights) = (drift.ours.count, drift.ours.highlights)
    (event.messages.total, event.totalHighlights) = (drift.theirs.count, drift.theirs.highlights)
    let news = OneTimeEvent(event, Callback())
    try growing { () throws(OutOfMemory) in
      try answer.drifts.reserveRoom(1)
      try news.text.append(drift.path)
    }
    answer.drifts.append(news)
  }

  /// Keeps room for so many events, before the commit. What an answer does not need is kept for the next one.
  func pledge(drifts count: Int) throws(Failure) {
    if count <= pledgedDrifts { return }
    try growing { () throws(OutOfMemory) in try engine.events.pledgeMerged(count - pledgedDrifts) }
    pledgedDrifts = count
  }

  /// Tells the host where the numbers differ.
  func tell(_ hold: borrowing LockHold, _ drifts: [OneTimeEvent]) {
    if drifts.isEmpty { return }
    pledgedDrifts -= drifts.count
    engine.tell(hold, drifts)
  }
}

extension Engine {
  fileprivate func tell(_ hold: borrowing LockHold, _ drifts: [OneTimeEvent]) {
    for news in drifts { events.enqueue(merging: news) }
    announce(hold)
  }
}

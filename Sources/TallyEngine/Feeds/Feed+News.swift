import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

// The events of a feed's requests: one SYNCED event for those that take events, and one for each observer.

/// The combined result of the exchanges since the last event was taken. An observer of the feed has its own. Room in
/// the queue is pledged for its event.
final class FeedNews {
  /// The observer; `EventQueue.none`: those that take events.
  let registration: UInt32
  var event = Event(.synced)
  var text = ByteBuffer()

  init(of registration: UInt32 = EventQueue.none) { self.registration = registration }

  /// Keeps the number: the next event has it too if the tree is not in memory.
  func clear() {
    let (shown, revision) = (event.shown, event.revision)
    event = Event(.synced)
    (event.shown, event.revision) = (shown, revision)
    text.removeAll(keepingCapacity: false)
  }
}

extension Scope {
  /// Observes a feed's requests.
  /// - Returns: the token. If the same observer exists already, its token: each addition needs its own removal.
  public func observeFeed(_ feed: Feed, _ callback: Callback) throws(Failure) -> UInt64 {
    guard feed.engine === engine else { throw Failure(.argument, "the feed belongs to another engine") }
    let hold = try feed.enter()
    defer { hold.keep() }
    for known in feed.watchers where engine.events.isSame(known.registration, as: callback, scope: id) {
      return try addAgain(known.registration)
    }
    try growing { () throws(OutOfMemory) in
      try feed.watchers.reserveRoom(1)
      try engine.events.pledge(1)
    }
    do throws(Failure) {
      let index = try engine.register(callback, scope: self)
      feed.watchers.append(FeedNews(of: index))
      return engine.events.connect(index) { registration in
        registration.account = feed.account.slot
        registration.feed = feed.id
      }
    } catch {
      engine.events.redeem(1)
      throw error
    }
  }
}

// Under `lock`.
extension Feed {
  /// Adds one event for an exchange. A pending one then stands for both.
  func tellSync(_ hold: borrowing LockHold, _ counts: Answer.Counts, _ result: ExchangeResult) {
    count(result)
    if tracing != nil { trace(hold, counts, result) }
    add(counts, result, to: news)
    syncedEntry = engine.events.enqueueSynced(slot, of: account.id, waiting: syncedEntry)
    for watcher in watchers {
      add(counts, result, to: watcher)
      engine.events.enqueuePledged(.feed, watcher.registration)
    }
    engine.announce(hold)
  }

  private func count(_ result: ExchangeResult) {
    counts.result = result.status
    counts.httpStatus = result.httpStatus
    if result.status.isError {
      counts.failures += 1
    } else {
      lastSuccess = max(clock.wall, 0)
    }
    if case .notModified = result.outcome { counts.notModified += 1 }
  }

  private func add(_ counts: Answer.Counts, _ result: ExchangeResult, to news: FeedNews) {
    news.event.account = account.id
    news.event.feed = id
    news.event.result = result.status.rawValue
    news.event.httpStatus = result.httpStatus
    news.event.added &+= counts.added
    news.event.changed &+= counts.changed
    news.event.removed &+= counts.removed
    news.event.rejected &+= counts.rejected
    news.event.retryAfter = 0
    news.text.removeAll()
    // Without memory for its text, the event has none.
    do throws(OutOfMemory) {
      try news.text.append(result.status.isError ? problem.bytes : shownTitle)
    } catch {}
  }

  /// Completes the pending events, when the policy has heard of the exchange's end.
  func completeNews(retryAfter: Int64? = nil) {
    let next = nextTime
    complete(news, next, retryAfter)
    for watcher in watchers { complete(watcher, next, retryAfter) }
  }

  private func complete(_ news: FeedNews, _ next: Int64, _ retryAfter: Int64?) {
    news.event.nextTime = next
    if let retryAfter { news.event.retryAfter = retryAfter }
  }

  func takeSynced() {
    syncedEntry = EventQueue.none
    news.clear()
  }

  /// The pending event of an observer, or of those that take events.
  func news(of registration: UInt32?) -> FeedNews {
    for watcher in watchers where watcher.registration == registration { return watcher }
    return news
  }

  /// Adds the number that its path shows. While the tree is not in memory, it is the one of before.
  func addNumber(to news: FeedNews) {
    if !account.isLoaded { return }
    do throws(Failure) {
      guard let at = try account.tree.find(prefix) else {
        (news.event.shown, news.event.revision) = (.nothing, 0)
        return
      }
      news.event.shown = account.tree.visible(at)
      news.event.revision = account.tree.revision(of: at)
    } catch {}
  }

  /// The tree is going to be freed. Pending and later events keep the number that the feed's path shows.
  func keepNumbers() {
    addNumber(to: news)
    for watcher in watchers { addNumber(to: watcher) }
  }

  /// An observer was removed.
  func forget(watcher registration: UInt32) {
    drop(registration)
    watchers.removeAll { $0.registration == registration }
  }

  /// The feed was removed. Its observers stay until their scope removes them, and belong to no account.
  func dropWatchers() {
    for watcher in watchers {
      drop(watcher.registration)
      engine.events.registrations[watcher.registration].account = EventQueue.none
    }
    watchers = []
  }

  /// Drops the pending event of an observer, and the pledge.
  private func drop(_ registration: UInt32) {
    let pending = engine.events.registrations[registration].pending
    if pending != EventQueue.none { _ = engine.events.take(pending) }
    engine.events.redeem(1)
  }
}

import TallyFailure
import TallyLoop
import TallyMemory

/// The events that an observer of many feeds or reminders is called for.
public enum EventSubject: UInt8, Sendable, BitwiseCopyable {
  /// SYNCED and AUTH.
  case feeds
  case reminders

  func includes(_ kind: EventKind) -> Bool {
    switch self {
    case .feeds: kind == .synced || kind == .auth
    case .reminders: kind == .reminder
    }
  }
}

/// An observer of the feeds or the reminders of an account, or of all accounts. It has no events of its own: it is
/// called when an event of its subject is taken, before the host gets it.
struct SubjectObserver: BitwiseCopyable {
  var subject: EventSubject
  /// The account's identifier, which is never used again; 0: all accounts.
  var account: Int64
  var registration: UInt32
  var token: UInt64

  /// - Parameter id: the event's account; 0: it is about all of them.
  func observes(_ kind: EventKind, of id: Int64) -> Bool {
    subject.includes(kind) && (account == 0 || id == 0 || account == id)
  }
}

extension Scope {
  /// Observes the feeds or the reminders of an account; nil: of all accounts, also later ones.
  /// - Returns: the token. If the same observer exists already, its token: each addition needs its own removal.
  public func observe(
    _ subject: EventSubject, of account: Account?, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    if let account, account.engine !== engine { throw Failure(.argument, "the account belongs to another engine") }
    let hold = if let account { try account.enterAnywhere() } else { try engine.enter() }
    let id = account?.id ?? 0
    if let known = engine.events.findObserver(of: subject, account: id, callback, scope: self.id) {
      return try addAgain(known)
    }
    try growing { () throws(OutOfMemory) in
      try engine.events.subjectObservers.reserve(engine.events.subjectObservers.count + 1)
    }
    let index = try engine.register(callback, scope: self)
    let token = engine.events.token(of: index)
    engine.events.subjectObservers.appendWithinCapacity(
      SubjectObserver(subject: subject, account: id, registration: index, token: token))
    engine.updatePendingCallbacks()
    engine.announce(hold)
    return token
  }
}

extension Engine {
  /// Notes which pending events have a callback, after an observer of a subject came or went.
  func updatePendingCallbacks() {
    var entry = events.queue.first
    while entry != EventQueue.none {
      let current = events.queue[entry]
      switch current.kind {
      case .synced:
        if let feed = feeds.find(current.subject) {
          events.setCallback(entry, events.isObserved(.synced, of: feed.account.id))
        }
      case .oneTime:
        if let oneTime = events.oneTimes.find(current.subject) {
          events.setCallback(entry, events.hasCallback(oneTime))
        }
      case .badge, .total, .messages, .group, .feed: break
      }
      entry = current.next
    }
  }
}

extension Events {
  /// Whether an event of this kind has an observer.
  func isObserved(_ kind: EventKind, of account: Int64) -> Bool {
    for position in 0..<subjectObservers.count where subjectObservers[position].observes(kind, of: account) {
      return true
    }
    return false
  }

  func hasCallback(_ oneTime: OneTimeEvent) -> Bool {
    oneTime.callback.function != nil || isObserved(oneTime.event.kind, of: oneTime.event.account)
  }

  /// The first observer of an event behind the token `last`, in the order of registration.
  /// - Parameter end: the last token that is considered.
  /// - Complexity: O(log observers), and those that observe something else.
  func observer(of event: Event, after last: UInt64, through end: UInt64) -> SubjectObserver? {
    // Observers may have come or gone since the last one was called, so its place is looked up.
    var (low, high) = (0, subjectObservers.count)
    while low < high {
      let middle = (low + high) / 2
      if subjectObservers[middle].token <= last { low = middle + 1 } else { high = middle }
    }
    for position in low..<subjectObservers.count {
      let known = subjectObservers[position]
      if known.token > end { return nil }
      if known.observes(event.kind, of: event.account) { return known }
    }
    return nil
  }

  func findObserver(
    of subject: EventSubject, account: Int64, _ callback: Callback, scope: UInt64
  ) -> UInt32? {
    for position in 0..<subjectObservers.count {
      let known = subjectObservers[position]
      if known.subject == subject, known.account == account, isSame(known.registration, as: callback, scope: scope) {
        return known.registration
      }
    }
    return nil
  }

  /// Removes an observer of a subject from the list. The others keep their order.
  /// - Returns: whether it was one.
  mutating func forget(subjectObserver registration: UInt32) -> Bool {
    for position in 0..<subjectObservers.count where subjectObservers[position].registration == registration {
      subjectObservers.remove(at: position)
      return true
    }
    return false
  }
}

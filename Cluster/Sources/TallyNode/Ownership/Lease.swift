/// How long a lease lives, and how careful its holder is. All times are readings of the steady clock.
struct LeaseTerms: Hashable, Sendable {
  /// After this time without a renewal, the bucket drops the key. With 3 s, a failover of the bucket's leader costs
  /// every owner its lease.
  var life: Duration = .seconds(12)
  /// The holder stops this long before the bucket drops the key: clocks differ in speed.
  var margin: Duration = .milliseconds(500)
  /// The pause before a renewal without an answer is sent again.
  var pause: Duration = .milliseconds(100)

  /// How often the holder renews.
  var interval: Duration { life / 3 }
}

/// Why a lease ended.
enum LeaseEnd: Hashable, Sendable {
  /// Its time is over by the holder's own clock.
  case expired
  /// The bucket has another entry.
  case lost
  /// The holder gave it up.
  case released
}

/// The next step of a lease's holder.
enum LeaseStep: Hashable, Sendable {
  /// Update the key, if it still has this revision.
  case renew(revision: UInt64)
  /// Read the key: a renewal without an answer may have changed its revision.
  case look
  /// Stop: the lease is over.
  case end(LeaseEnd)
}

/// One lease, as its holder sees it. It knows no bucket and no clock: the caller passes answers and times.
///
/// Invariants:
/// - The holder may answer only before `deadline`. It counts from before the request that set the key was sent, so it
///   is earlier than the end that the bucket computes.
/// - No answer is not a loss. The holder tries again until its deadline.
/// - A rejected renewal is a loss, unless an earlier renewal had no answer. That one may have changed the revision.
///   Until the key was read, the holder is silent.
struct Lease: Sendable {
  private enum State: Hashable {
    case none
    case held
    case doubtful
    /// Given up for a successor. The holder is silent: it may be unable to read in the log that the successor answers.
    case yielding
  }

  let terms: LeaseTerms
  private var state = State.none
  private var revision: UInt64 = 0
  private var nextTry: Duration = .zero
  /// When the first renewal without an answer was sent.
  private var unansweredSince: Duration?
  /// The holder is silent from here on.
  private(set) var deadline: Duration = .zero

  init(_ terms: LeaseTerms = LeaseTerms()) { self.terms = terms }

  /// Whether there is a lease, even a doubtful one.
  var exists: Bool { state != .none }

  /// Whether the holder may answer. It reads the clock for each answer: a process that was stopped wakes after its
  /// deadline, and this is the first thing it looks at.
  func isHeld(at now: Duration) -> Bool { state == .held && now < deadline }

  /// Whether it was given up for a successor.
  var isYielding: Bool { state == .yielding }

  /// The bucket has created the key, or has given it this revision. It is renewed soon: the first value lacks the
  /// epoch.
  mutating func begin(revision: UInt64, sent: Duration) {
    self = Lease(terms)
    state = .held
    self.revision = revision
    deadline = sent + terms.life - terms.margin
    nextTry = sent
  }

  /// The next step, if one is due.
  mutating func step(at now: Duration) -> LeaseStep? {
    guard state != .none else { return nil }
    if now >= deadline { return end(state == .yielding ? .released : .expired) }
    guard now >= nextTry, state != .yielding else { return nil }
    return state == .held ? .renew(revision: revision) : .look
  }

  /// The bucket has accepted a renewal.
  mutating func renewed(revision: UInt64, sent: Duration) {
    guard state == .held || state == .doubtful else { return }
    self.revision = revision
    state = .held
    unansweredSince = nil
    deadline = max(deadline, sent + terms.life - terms.margin)
    nextTry = sent + terms.interval
  }

  /// A renewal or a look had no answer: a timeout, no responders, no connection.
  mutating func unanswered(sent: Duration, at now: Duration) {
    guard state != .none else { return }
    if state == .held { unansweredSince = unansweredSince ?? sent }
    nextTry = now + terms.pause
  }

  /// The bucket has another revision. Returns the end, or nil if the key has to be read.
  mutating func rejected(at now: Duration) -> LeaseStep? {
    guard state == .held || state == .doubtful else { return nil }
    if unansweredSince == nil { return end(.lost) }
    state = .doubtful
    nextTry = now
    return nil
  }

  /// The key was read. `revision` is nil if its value is not the holder's.
  mutating func found(revision: UInt64?, at now: Duration) -> LeaseStep? {
    guard state == .doubtful else { return nil }
    guard let revision, let sent = unansweredSince else { return end(.lost) }
    // One of the renewals without an answer set it, the first one at the earliest.
    self.revision = revision
    state = .held
    unansweredSince = nil
    deadline = max(deadline, sent + terms.life - terms.margin)
    nextTry = now
    return nil
  }

  /// The holder gives it up for a successor that has caught up, and is silent from now on. It forgets the lease after a
  /// short time, and never beyond its own deadline. Returns the revision of the key to delete.
  mutating func yield(at now: Duration, grace: Duration) -> UInt64? {
    guard state == .held else { return nil }
    state = .yielding
    deadline = min(deadline, now + grace)
    return revision
  }

  /// The holder gives it up. Returns the revision of the key to delete; nil: there is none, or it is deleted already.
  mutating func release() -> UInt64? {
    defer { self = Lease(terms) }
    return state == .none || state == .yielding ? nil : revision
  }

  private mutating func end(_ why: LeaseEnd) -> LeaseStep {
    self = Lease(terms)
    return .end(why)
  }
}

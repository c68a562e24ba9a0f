internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyWire

/// An event from the queue of an engine that its host drives. `account` is ``Account/id``, `observer`
/// ``ObservationToken/id``.
public enum QueuedEvent: Hashable, Sendable {
  /// The badge of a path has changed.
  case badge(Change, account: Account.ID, observer: UInt64)
  /// The total over the accounts has changed.
  case total(Total, observer: UInt64)
  /// Messages at a path have changed.
  case messages(MessageCounts, path: String, account: Account.ID, observer: UInt64)
  /// The messages or the words of a group have changed.
  case group(GroupChange, account: Account.ID, observer: UInt64)
  /// A request of an observed feed has ended.
  case synced(EngineEvent.Sync, observer: UInt64)
  /// A widget's closure was called.
  case widget(Change, account: Account.ID)
  /// A refresh from ``Feed/refreshNow(_:)`` has ended. Its completion was called.
  case refreshed(RefreshOutcome, account: Account.ID, feed: Feed.ID)
  /// An event that ``Engine/events()`` delivers.
  case engine(EngineEvent)

  init(_ event: TallyEngine.Event, _ text: borrowing ByteBuffer) {
    let words = String(decoding: text.bytes, as: UTF8.self)
    switch event.kind {
    case .badge: self = .badge(Change(event, words), account: event.accountID, observer: event.token)
    case .view: self = .widget(Change(event, words), account: event.accountID)
    case .total: self = .total(Total(shown: event.shown, revision: event.revision), observer: event.token)
    case .messages:
      self = .messages(
        MessageCounts(event.messages), path: words, account: event.accountID, observer: event.token)
    case .group: self = .group(GroupChange(event, words), account: event.accountID, observer: event.token)
    case .synced, .auth, .reminder, .completion:
      if let known = EngineEvent(event, text.bytes) {
        self = .engine(known)
      } else if event.kind == .synced {
        self = .synced(EngineEvent.Sync(event, words), observer: event.token)
      } else {
        self = .refreshed(RefreshOutcome(event, words), account: event.accountID, feed: event.feedID)
      }
    }
  }
}

/// An engine for a host with its own loop (``EngineConfiguration/isHostDriven``). After any call, the host steps or
/// reads the timeout again before it blocks. In other engines these functions throw ``Status/unsupported``.
extension Engine {
  /// Does due work without waiting, and calls the closures of pending events. Streams of changes receive their pending
  /// changes.
  /// - Throws: ``Status/thread`` inside a closure, or while another thread steps.
  public func step() throws(TallyError) { try calling { () throws(Failure) in try core.step() } }

  /// Returns how long the host may wait for the descriptor before ``step()`` has work, to the millisecond; zero: step
  /// now; nil: no limit.
  public func timeout() throws(TallyError) -> Duration? {
    let timeout = try calling { () throws(Failure) in try core.timeout() }
    return timeout < 0 ? nil : .milliseconds(timeout)
  }

  /// Returns a descriptor for `poll`, which is readable when ``step()`` has work. It belongs to the engine until the
  /// engine is closed: do not read from it or close it.
  public func descriptor() throws(TallyError) -> Int32 {
    try requireHostDriven("a descriptor")
    return try calling { () throws(Failure) in try core.descriptor() }
  }

  /// Takes the next pending event without waiting; nil: there is none. An event with a closure is delivered to it
  /// first, unless a step has done so. Transactions come in their order; within one, deeper paths come first.
  public func nextEvent() throws(TallyError) -> QueuedEvent? {
    try requireHostDriven("taking events")
    var text = ByteBuffer()
    let found = try calling { () throws(Failure) in
      try core.nextEvent(timeout: 0, capacity: Int.max, text: &text)
    }
    guard let found else { return nil }
    let event = QueuedEvent(found.event, text)
    if case .engine(let known) = event { pump.events.send(known) }
    return event
  }

  /// Sets a closure that is called when the queue is no longer empty. It is called once, and again only after the queue
  /// was drained. nil removes it.
  /// - Parameter notify: called on any thread that uses the engine, without a lock held. It wakes the host's loop, and
  ///   may call anything but ``close(timeout:)`` and ``step()``.
  public func setNotify(_ notify: (@Sendable () -> Void)?) throws(TallyError) {
    try requireHostDriven("being notified")
    guard let notify else { return try calling { () throws(Failure) in try core.setNotify(Callback(), nil) } }
    try CallbackBox.passing(CallbackBox { _, _ in }) { (callback) throws(Failure) in
      try core.setNotify(callback) { _ in notify() }
    }
  }

  func requireHostDriven(_ what: String) throws(TallyError) {
    if isHostDriven { return }
    throw TallyError(status: .unsupported, message: "\(what) needs an engine that the host drives")
  }
}

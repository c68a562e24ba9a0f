internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyWire

/// An event from the queue of an engine that its host drives. `account` is ``Account/id``, `observer`
/// ``ObservationToken/id``.
public enum QueuedEvent: Hashable, Sendable {
  /// What a path shows has changed.
  case badge(Change, account: Int64, observer: UInt64)
  /// The total over the accounts has changed.
  case total(Total, observer: UInt64)
  /// Messages at a path have changed.
  case messages(MessageCounts, path: String, account: Int64, observer: UInt64)
  /// A group has changed, or its words have.
  case group(thread: String?, account: Int64, observer: UInt64)
  /// The closure of a widget was called.
  case widget(Change, account: Int64)
  /// A refresh that ``Feed/refreshNow(_:)`` began has ended; its completion was called.
  case refreshed(RefreshOutcome, account: Int64, feed: Int64)
  /// What streams of ``Engine/events()`` are told.
  case engine(EngineEvent)

  init(_ event: TallyEngine.Event, _ text: borrowing ByteBuffer) {
    let words = String(decoding: text.bytes, as: UTF8.self)
    switch event.kind {
    case .badge: self = .badge(Change(event, words), account: event.account, observer: event.token)
    case .view: self = .widget(Change(event, words), account: event.account)
    case .total: self = .total(Total(shown: event.shown, revision: event.revision), observer: event.token)
    case .messages:
      self = .messages(
        MessageCounts(event.messages), path: words, account: event.account, observer: event.token)
    case .group:
      let isResync = event.result == Status.resync.rawValue
      self = .group(thread: isResync ? nil : words, account: event.account, observer: event.token)
    case .synced, .auth, .reminder, .completion:
      if let known = EngineEvent(event, text.bytes) {
        self = .engine(known)
      } else {
        self = .refreshed(RefreshOutcome(event, words), account: event.account, feed: event.feed)
      }
    }
  }
}

/// An engine whose host has a loop of its own (``EngineConfiguration/isHostDriven``): after any call the host steps, or
/// asks for the timeout again, before it blocks. In other engines these functions throw ``Status/unsupported``.
extension Engine {
  /// Does what is due, without waiting, and calls the closures of what waits. Streams of changes get what there is.
  /// - Throws: ``Status/thread`` inside a closure, or while another thread steps.
  public func step() throws(TallyError) { try calling { () throws(Failure) in try core.step() } }

  /// How long the host may wait for the descriptor before ``step()`` has something to do, to the millisecond; zero:
  /// step now; nil: as long as it likes.
  public func timeout() throws(TallyError) -> Duration? {
    let timeout = try calling { () throws(Failure) in try core.timeout() }
    return timeout < 0 ? nil : .milliseconds(timeout)
  }

  /// A descriptor for `poll`, readable when ``step()`` has something to do. It is the engine's, until that is closed:
  /// never read from it, never close it.
  public func descriptor() throws(TallyError) -> Int32 {
    try requireHostDriven("a descriptor")
    return try calling { () throws(Failure) in try core.descriptor() }
  }

  /// Takes the next event that waits, without waiting for one; nil: there is none. What has a closure is called first,
  /// if no step has done it already. Order: transactions in theirs; within one, deeper paths first.
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

  /// Has a closure called when the queue is no longer empty: once, then again only after it was drained; nil ends that.
  /// - Parameter notify: called on any thread that uses the engine, without a lock held: it wakes the host's loop, and
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

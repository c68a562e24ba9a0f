internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyWire

/// An event from the queue of a ``HostDrivenEngine``. `account` is ``Account/id``, `observer`
/// ``Subscription/id``.
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
  case refreshed(Result<RefreshOutcome, TallyError>, account: Account.ID, feed: Feed.ID)
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
        self = .refreshed(event.refreshResult(words), account: event.accountID, feed: event.feedID)
      }
    }
  }
}

/// An engine for a host with its own loop. It has no thread: the host calls ``step()`` when ``descriptor()`` is
/// readable or ``timeout()`` has passed. For event loops, games and tests.
///
///     let driven = try HostDrivenEngine(EngineConfiguration(file: "badges.db"))
///     let account = try driven.engine.openAccount("ann")
///     try account.set(3, at: "chat.bo")
///     try driven.step()
///
/// ``engine`` has all calls that do not concern the loop. Its observers are called, and its streams are filled, within
/// ``step()``. After any call, the host steps or reads the timeout again before it blocks.
public struct HostDrivenEngine: Sendable {
  /// The engine itself. It stays open as long as this value, an account or another object of it is kept.
  public let engine: Engine

  /// Opens an engine: reads the file, or creates it.
  /// - Throws: as ``Engine/init(_:)``.
  public init(_ configuration: EngineConfiguration = EngineConfiguration()) throws(TallyError) {
    engine = try Engine(configuration, isHostDriven: true)
  }

  private var core: TallyEngine.Engine { engine.core }

  /// Does due work without waiting, and calls the closures of pending events. Streams of changes receive their pending
  /// changes.
  /// - Throws: ``TallyError/Code/thread`` inside a closure, or while another thread steps.
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
    try calling { () throws(Failure) in try core.descriptor() }
  }

  /// Takes the next pending event without waiting; nil: there is none. An event with a closure is delivered to it
  /// first, unless a step has done so. Transactions come in their order; within one, deeper paths come first.
  public func nextEvent() throws(TallyError) -> QueuedEvent? {
    var text = ByteBuffer()
    let found = try calling { () throws(Failure) in
      try core.nextEvent(timeout: 0, capacity: Int.max, text: &text)
    }
    guard let found else { return nil }
    let event = QueuedEvent(found.event, text)
    if case .engine(let known) = event { engine.pump.events.send(known) }
    return event
  }

  /// Sets a closure that is called when the queue is no longer empty. It is called once, and again only after the queue
  /// was drained. nil removes it.
  /// - Parameter notify: called on any thread that uses the engine, without a lock held. It wakes the host's loop, and
  ///   may call anything but ``Engine/close(timeout:)`` and ``step()``.
  public func setNotify(_ notify: (@Sendable () -> Void)?) throws(TallyError) {
    guard let notify else { return try calling { () throws(Failure) in try core.setNotify(Callback(), nil) } }
    try CallbackBox.passing(CallbackBox { _, _ in }) { (callback) throws(Failure) in
      try core.setNotify(callback) { _ in notify() }
    }
  }
}

// MARK: - Observers without closures

// Their events stay in the queue for `nextEvent()`.
extension HostDrivenEngine {
  /// Observes a path without a closure: ``nextEvent()`` has its changes as ``QueuedEvent/badge(_:account:observer:)``.
  /// Otherwise like ``Account/observe(at:includingDescendants:initial:_:)``.
  /// - Throws: ``TallyError/Code/argument`` (an account of another engine), ``TallyError/Code/path``,
  ///   ``TallyError/Code/limit``.
  public func observe(
    _ account: Account, at path: some BadgePathConvertible, includingDescendants: Bool = false, initial: Bool = false
  ) throws(TallyError) -> Subscription {
    try check(account)
    return try account.observe(path.badgePathText, includingDescendants, initial, nil)
  }

  /// Observes a feed without a closure: ``nextEvent()`` has the ends of its requests as
  /// ``QueuedEvent/synced(_:observer:)``. Otherwise like ``Feed/observe(_:)``.
  /// - Throws: ``TallyError/Code/argument`` (a feed of another engine), ``TallyError/Code/limit``,
  ///   ``TallyError/Code/notFound``.
  public func observe(_ feed: Feed) throws(TallyError) -> Subscription {
    try check(feed.account)
    return try feed.observe(nil)
  }

  /// Observes messages without a closure: ``nextEvent()`` has their numbers as
  /// ``QueuedEvent/messages(_:path:account:observer:)``. Otherwise like
  /// ``Account/observeMessages(at:includingDescendants:_:)``.
  /// - Throws: ``TallyError/Code/argument`` (an account of another engine), ``TallyError/Code/path``,
  ///   ``TallyError/Code/limit``.
  public func observeMessages(
    of account: Account, at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> Subscription {
    try check(account)
    return try account.observeMessages(path.badgePathText, includingDescendants, nil)
  }

  /// Observes groups without a closure: ``nextEvent()`` has their changes as
  /// ``QueuedEvent/group(_:account:observer:)``. Otherwise like ``Account/observeGroups(initial:_:)``.
  /// - Throws: ``TallyError/Code/argument`` (an account of another engine), ``TallyError/Code/limit``.
  public func observeGroups(of account: Account, initial: Bool = false) throws(TallyError) -> Subscription {
    try check(account)
    return try account.observeGroups(initial, nil)
  }

  /// Observes the total without a closure: ``nextEvent()`` has it as ``QueuedEvent/total(_:observer:)``. Otherwise like
  /// ``Engine/observeTotal(initial:_:)``.
  /// - Throws: ``TallyError/Code/limit``.
  public func observeTotal(initial: Bool = false) throws(TallyError) -> Subscription {
    try engine.observeTotal(initial, nil)
  }

  private func check(_ account: Account) throws(TallyError) {
    if account.engine === engine { return }
    throw TallyError(code: .argument, message: "the account '\(account.name)' belongs to another engine")
  }
}

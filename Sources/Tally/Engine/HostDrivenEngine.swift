internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyWire

/// An engine for a host with its own loop. It has no thread: the host calls ``step()`` when ``descriptor()`` is
/// readable or ``timeout()`` has passed. For event loops, games and tests.
///
///     let driven = try HostDrivenEngine(Engine.Configuration(file: "badges.db"))
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
  public init(_ configuration: Engine.Configuration = Engine.Configuration()) throws(TallyError) {
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
  public func nextEvent() throws(TallyError) -> Event? {
    var text = ByteBuffer()
    let found = try calling { () throws(Failure) in
      try core.nextEvent(timeout: 0, capacity: Int.max, text: &text)
    }
    guard let found else { return nil }
    let event = Event(found.event, text)
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
  /// Observes a path without a closure: ``nextEvent()`` has its changes as
  /// ``HostDrivenEngine/Event/badge(_:account:observer:)``. Otherwise like
  /// ``Account/observe(at:includingDescendants:initial:_:)``.
  /// - Throws: ``TallyError/Code/argument`` (an account of another engine), ``TallyError/Code/path``,
  ///   ``TallyError/Code/limit``.
  public func observe(
    _ account: Account, at path: some BadgePathConvertible, includingDescendants: Bool = false, initial: Bool = false
  ) throws(TallyError) -> Subscription {
    try check(account)
    return try account.observe(path.badgePathText, includingDescendants, initial, nil)
  }

  /// Observes a feed without a closure: ``nextEvent()`` has the ends of its requests as
  /// ``HostDrivenEngine/Event/synced(_:observer:)``. Otherwise like ``Feed/observe(_:)``.
  /// - Throws: ``TallyError/Code/argument`` (a feed of another engine), ``TallyError/Code/limit``,
  ///   ``TallyError/Code/notFound``.
  public func observe(_ feed: Feed) throws(TallyError) -> Subscription {
    try check(feed.account)
    return try feed.observe(nil)
  }

  /// Observes messages without a closure: ``nextEvent()`` has their numbers as
  /// ``HostDrivenEngine/Event/messages(_:path:account:observer:)``. Otherwise like
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
  /// ``HostDrivenEngine/Event/group(_:account:observer:)``. Otherwise like ``Account/observeGroups(initial:_:)``.
  /// - Throws: ``TallyError/Code/argument`` (an account of another engine), ``TallyError/Code/limit``.
  public func observeGroups(of account: Account, initial: Bool = false) throws(TallyError) -> Subscription {
    try check(account)
    return try account.observeGroups(initial, nil)
  }

  /// Observes the total without a closure: ``nextEvent()`` has it as ``HostDrivenEngine/Event/total(_:observer:)``.
  /// Otherwise like ``Engine/observeTotal(initial:_:)``.
  /// - Throws: ``TallyError/Code/limit``.
  public func observeTotal(initial: Bool = false) throws(TallyError) -> Subscription {
    try engine.observeTotal(initial, nil)
  }

  private func check(_ account: Account) throws(TallyError) {
    if account.engine === engine { return }
    throw TallyError(code: .argument, message: "the account '\(account.name)' belongs to another engine")
  }
}

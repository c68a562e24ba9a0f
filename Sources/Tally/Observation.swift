import TallyFailure

internal import TallyEngine

/// A path's badge, after it changed.
public struct Change: Equatable, Sendable {
  /// In canonical form: it begins with `root`.
  public let path: String
  /// Whether a badge is shown.
  public let shows: Bool
  /// The number; 0: a dot, or nothing.
  public let count: Int
  /// The account's revision of the change.
  public let revision: UInt64
  /// More changes were pending than ``EngineConfiguration/maxEvents`` allows. This one has the observed path, and
  /// stands for those that there was no room for: list the badges below it again.
  public let isResync: Bool

  /// What is shown, in words: "dot", the number, or "nothing".
  public var shown: String { words(shows, count) }

  /// A change, as a host's own tests may need one.
  public init(path: String, shows: Bool, count: Int, revision: UInt64, isResync: Bool = false) {
    self.path = path
    self.shows = shows
    self.count = count
    self.revision = revision
    self.isResync = isResync
  }
}

/// Somebody observes something, until this goes away or ``cancel()`` is called. It keeps its engine open. After the
/// engine was closed it does nothing, and may go in any order.
public final class Observation: Sendable {
  private let engine: Engine
  private let scope: TallyEngine.Scope
  /// Identifies the observer in what ``Engine/nextEvent()`` gives.
  public let token: UInt64
  /// Of ``Account/view(_:)``: the badge still shows, because something below it does.
  public let isHeld: Bool

  /// - Parameter box: nil: there is no closure.
  fileprivate init(
    _ engine: Engine, _ box: CallbackBox?,
    _ register: (TallyEngine.Scope, Callback) throws(Failure) -> (token: UInt64, status: TallyFailure.Status)
  ) throws(TallyError) {
    self.engine = engine
    let scope = try calling { () throws(Failure) in try engine.core.openScope() }
    self.scope = scope
    let registered: (token: UInt64, status: TallyFailure.Status)
    if let box {
      registered = try CallbackBox.passing(box) { (callback) throws(Failure) in try register(scope, callback) }
    } else {
      registered = try calling { () throws(Failure) in try register(scope, Callback()) }
    }
    token = registered.token
    isHeld = registered.status == .held
  }

  deinit { scope.close() }

  /// Ends it. When this returns the closure is not called any more: a call that is under way on another thread is
  /// waited for, so hold no lock that the closure takes. Cancelling again does nothing.
  public func cancel() { scope.close() }
}

extension Account {
  /// Calls a closure after each transaction that changed what a path shows, with what it shows by then: changes that
  /// come faster than they are told are merged. Bottom-up where several paths changed.
  /// - Parameters:
  ///   - path: which one; it need not be known yet.
  ///   - includingDescendants: the path and everything below it.
  ///   - tellingInitially: tells also, once, what the path shows now.
  ///   - body: called on a thread of the engine's, one call at a time. nil, where the host drives the engine: what
  ///     there is to be told waits for ``Engine/nextEvent()``.
  /// - Returns: what has to be kept as long as it shall go on.
  /// - Throws: ``Status/path``, ``Status/limit``, ``Status/unsupported`` (no closure, and a thread of the engine's
  ///   own).
  /// - Complexity: O(1); of a subtree, O(paths that show a badge below it).
  public func observe(
    _ path: String, includingDescendants: Bool = false, tellingInitially: Bool = false,
    _ body: (@Sendable (Change) -> Void)? = nil
  ) throws(TallyError) -> Observation {
    try observe(
      path, includingDescendants, tellingInitially,
      try engine.box(body) { body in { event, text in body(Change(event, text)) } })
  }

  /// The changes of what a path shows, until the reader stops, or the engine is closed. Changes of one path that
  /// come faster than they are read are merged. The stream is for one reader, and keeps the engine open.
  public func changes(
    at path: String = BadgePath.root, includingDescendants: Bool = false, tellingInitially: Bool = false
  ) throws(TallyError) -> AsyncStream<Change> {
    let mailbox = Mailbox<String, Change>()
    let box = CallbackBox { event, text in
      let change = Change(event, text)
      // No later change takes its place.
      mailbox.put(change, for: change.isResync ? "" : change.path)
    } end: {
      mailbox.finish()
    }
    return mailbox.stream(keeping: try observe(path, includingDescendants, tellingInitially, box))
  }

  private func observe(
    _ path: String, _ subtree: Bool, _ initially: Bool, _ box: CallbackBox?
  ) throws(TallyError) -> Observation {
    try observe(path, box) { (scope, account, bytes, callback) throws(Failure) in
      (try scope.observe(account, bytes, subtree: subtree, tellsInitially: initially, callback), .ok)
    }
  }

  func observe(
    _ path: String, _ box: CallbackBox?,
    _ register: (TallyEngine.Scope, TallyEngine.Account, UnsafeRawBufferPointer, Callback) throws(Failure)
      -> (token: UInt64, status: TallyFailure.Status)
  ) throws(TallyError) -> Observation {
    let account = core
    var text = path
    return try text.withUTF8 { bytes in
      Result { () throws(TallyError) in
        try Observation(engine, box) { (scope, callback) throws(Failure) in
          try register(scope, account, UnsafeRawBufferPointer(bytes), callback)
        }
      }
    }.get()
  }
}

extension Engine {
  /// Calls a closure when the total over the accounts changes.
  /// - Parameters:
  ///   - tellingInitially: tells also, once, what it is now.
  ///   - body: as of ``Account/observe(_:includingDescendants:tellingInitially:_:)``.
  /// - Returns: what has to be kept as long as it shall go on.
  public func observeTotal(
    tellingInitially: Bool = false, _ body: (@Sendable (Total) -> Void)? = nil
  ) throws(TallyError) -> Observation {
    let box = try box(body) { body in { event, _ in body(Total(shown: event.shown, revision: event.revision)) } }
    return try Observation(self, box) { (scope, callback) throws(Failure) in
      (try scope.observeTotal(tellsInitially: tellingInitially, callback), .ok)
    }
  }

  /// A closure as the engine keeps it; nil: there is none, and whoever drives the engine takes the events.
  func box<Body>(
    _ body: Body?,
    _ make: (Body) -> @Sendable (TallyEngine.Event, UnsafePointer<CChar>) -> Void
  ) throws(TallyError) -> CallbackBox? {
    if let body { return CallbackBox(make(body)) }
    try requireHostDriven("an observer without a closure")
    return nil
  }

  /// The changes of the total over the accounts, until the reader stops, or the engine is closed.
  public func totalChanges(tellingInitially: Bool = false) throws(TallyError) -> AsyncStream<Total> {
    let mailbox = Mailbox<Bool, Total>()
    let box = CallbackBox { event, _ in
      mailbox.put(Total(shown: event.shown, revision: event.revision), for: true)
    } end: {
      mailbox.finish()
    }
    let observation = try Observation(self, box) { (scope, callback) throws(Failure) in
      (try scope.observeTotal(tellsInitially: tellingInitially, callback), .ok)
    }
    return mailbox.stream(keeping: observation)
  }
}

extension Change {
  init(_ event: TallyEngine.Event, _ text: UnsafePointer<CChar>) { self.init(event, String(cString: text)) }

  init(_ event: TallyEngine.Event, _ path: String) {
    self.path = path
    shows = event.shown.shows
    count = Int(clamping: event.shown.count)
    revision = event.revision
    isResync = event.result == Status.resync.rawValue
  }
}

internal import TallyEngine
internal import TallyFailure

/// Keeps an observer, a view or a widget alive. It ends when the subscription is released or ``cancel()`` is called. A
/// subscription keeps its engine open. After the engine was closed it does nothing, and may be released in any order.
public final class Subscription: Identifiable, Sendable {
  private let engine: Engine
  private let scope: TallyEngine.Scope
  /// Identifies the observer in the events of ``HostDrivenEngine/nextEvent()``.
  public let id: UInt64
  /// For a view: the path still showed a badge when the view began, because something below it does.
  public let isHeld: Bool

  /// - Parameter box: nil: there is no closure.
  init(
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
    id = registered.token
    isHeld = registered.status == .held
  }

  deinit { scope.close() }

  /// Ends it. When this returns, the closure is no longer called. It waits for a running call on another thread, so
  /// hold no lock that the closure takes. A second call does nothing.
  public func cancel() { scope.close() }

  /// Calls a widget's closure again with the current content: ``Account/bindWidget(at:_:)``. An observer or a view has
  /// nothing to refresh.
  public func refresh() throws(TallyError) {
    try calling { () throws(Failure) in try scope.refreshViews() }
  }
}

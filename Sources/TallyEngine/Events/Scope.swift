import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

/// Owns observers and views of any accounts. Closing it removes them.
public final class Scope: EnginePart, @unchecked Sendable {
  public let engine: Engine
  let id: UInt64
  // Under the engine's `lock`.
  /// Tokens. Those of removed observers stay until they are half of all.
  var members = List<UInt64>()
  /// The number of current observers among them.
  var living = 0

  init(engine: Engine, id: UInt64) {
    self.engine = engine
    self.id = id
  }

  /// Removes all observers of the scope. A second call is allowed, also after the engine is closed.
  public func close() {
    if engine.isForked { return }
    var hold = lock()
    while let token = members.popLast() {
      if !isClosed { engine.remove(&hold, token, of: self) }
    }
    hold.release()
  }

  /// Observes a path, or also its subtree.
  /// - Returns: the token. If the same observer exists already, its token: each addition needs its own removal.
  public func observe(
    _ account: Account, _ path: UnsafeRawBufferPointer, subtree: Bool, tellsInitially: Bool, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    try watch(account, path, subtree: subtree, tellsInitially: tellsInitially, callback, nil)
  }

  /// Binds a host's view to a path. The view is called with its current content, and again whenever that changes.
  /// - Parameter callback: the user data and its release function; it has no function.
  /// - Returns: the token. If the same view is bound there already, its token: each binding needs its own removal.
  public func bind(
    _ account: Account, _ path: UnsafeRawBufferPointer, _ view: ViewTable, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    try watch(account, path, subtree: false, tellsInitially: true, callback, view)
  }

  private func watch(
    _ account: Account, _ path: UnsafeRawBufferPointer, subtree: Bool, tellsInitially: Bool, _ callback: Callback,
    _ view: ViewTable?
  ) throws(Failure) -> UInt64 {
    guard account.engine === engine else { throw Failure(.argument, "the account belongs to another engine") }
    let hold = try account.enter()
    let at = try account.tree.findOrCreate(path)
    if let known = engine.findObserver(account, at, subtree, callback, view, scope: id) {
      return try addAgain(known)
    }
    let index = try engine.register(callback, view, scope: self)
    do throws(Failure) {
      let observer = try account.tree.observe(at, subtree: subtree)
      do throws(Failure) {
        try growing { () throws(OutOfMemory) in try account.observers.remember(observer, is: index) }
      } catch {
        // The tree must not report to an unknown observer.
        account.tree.removeObserver(observer)
        throw error
      }
      engine.events.registrations[index].observer = observer
    } catch {
      engine.withdraw(index, of: self)
      throw error
    }
    let token = engine.events.connect(index) { registration in
      registration.account = account.slot
      registration.node = at.raw
      registration.observesSubtree = subtree
    }
    if tellsInitially {
      engine.enqueue(index, at)
      engine.announce(hold)
    }
    return token
  }

  /// Observes the total over the accounts that are logged in.
  public func observeTotal(tellsInitially: Bool, _ callback: Callback) throws(Failure) -> UInt64 {
    let hold = try engine.enter()
    if let known = engine.events.find(callback, scope: id, among: engine.events.totalObservers) {
      return try addAgain(known)
    }
    try growing { () throws(OutOfMemory) in
      try engine.events.totalObservers.reserve(engine.events.totalObservers.count + 1)
    }
    let index = try engine.register(callback, scope: self)
    engine.events.totalObservers.appendWithinCapacity(index)
    if tellsInitially {
      _ = engine.events.enqueue(.total, index)
      engine.announce(hold)
    }
    return engine.events.token(of: index)
  }

  /// Removes an observer, or one of its additions if it was added several times. After the last one it returns when the
  /// callback no longer runs. It does not wait for a call that could not return before: on this thread, or on one
  /// that waits in the same way for a callback on this thread.
  public func unobserve(_ token: UInt64) throws(Failure) {
    var hold = try engine.enter()
    if engine.events.removeOnce(token, scope: id) { return }
    guard engine.remove(&hold, token, of: self) else {
      throw Failure(.notFound, "the scope has no observer with this token")
    }
  }

  /// Adds an observer that exists again: it stays until it was removed as often as it was added.
  /// - Returns: its token.
  func addAgain(_ registration: UInt32) throws(Failure) -> UInt64 { try engine.events.addAgain(registration) }
}

extension Engine {
  public func openScope() throws(Failure) -> Scope {
    let hold = try enter()
    defer { hold.keep() }
    return Scope(engine: self, id: events.makeScope())
  }

  /// An equal observer.
  func findObserver(
    _ account: Account, _ at: NodeIndex, _ subtree: Bool, _ callback: Callback, _ view: ViewTable?, scope: UInt64
  ) -> UInt32? {
    var found: UInt32?
    account.tree.forEachObserver(of: at) { observer in
      let index = account.observers.registrationOf[Int(observer)]
      let known = events.registrations[index]
      if known.observesSubtree == subtree, events.isSame(index, as: callback, view, scope: scope) {
        found = index
      }
    }
    return found
  }

  /// Adds a registration, which the caller connects to its subject or withdraws. There is room for one event.
  func register(_ callback: Callback, _ view: ViewTable? = nil, scope: Scope) throws(Failure) -> UInt32 {
    if events.registrations.count >= limits[.observers] {
      throw Failure(.limit, "no more observers can be registered")
    }
    forgetRemoved(scope)
    var index: UInt32 = 0
    try growing { () throws(OutOfMemory) in
      try scope.members.reserve(scope.members.count + 1)
      index = try events.register(Registration(callback, scope: scope.id), view)
    }
    scope.members.appendWithinCapacity(events.registrations[index].token)
    scope.living += 1
    return index
  }

  /// Withdraws the latest registration. The caller releases the user data.
  func withdraw(_ index: UInt32, of scope: Scope) {
    events.remove(index) { _ in }
    _ = events.free(index)
    _ = scope.members.popLast()
    scope.living -= 1
  }

  /// Limits the size of a scope whose observers come and go.
  private func forgetRemoved(_ scope: Scope) {
    if scope.members.count < 64 || scope.members.count < 2 * scope.living { return }
    var kept = 0
    for position in 0..<scope.members.count where events.find(scope.members[position]) != nil {
      scope.members[kept] = scope.members[position]
      kept += 1
    }
    scope.members.truncate(to: kept)
  }

  /// Removes an observer, and waits for calls of its callback on other threads, except those that wait for this one.
  @discardableResult
  func remove(_ hold: inout LockHold, _ token: UInt64, of scope: Scope) -> Bool {
    while let index = events.find(token), isBusy(index) { awaitSettled(&hold) }
    guard let index = events.find(token), events.registrations[index].scope == scope.id else { return false }
    scope.living -= 1
    detach(index)
    let account = events.registrations[index].observesSubtree ? accounts[events.registrations[index].account] : nil
    events.remove(index) { entry in account?.forget(entry) }
    events.rest()
    awaitCalls(&hold, of: token, index)
    return true
  }

  /// Waits until no thread is in the removed observer's callback, except threads that cannot leave it before this call
  /// returns. If there are any, the last of them frees the registration. Otherwise it is freed here.
  private func awaitCalls(_ hold: inout LockHold, of token: UInt64, _ index: UInt32) {
    let own = DeliveryFrame.depth(of: token, in: self)
    events.registrations[index].isAwaited = own == 0
    events.waiters += 1
    if ctally_thread_frame() == nil {
      while events.registrations[index].inFlight > 0 { locks.changed.wait(&hold) }
    } else if events.registrations[index].inFlight > own {
      RemovalWait.wait(
        for: token, in: self, until: { stuck in self.events.registrations[index].inFlight <= own + stuck },
        { self.locks.changed.wait(&hold) })
    }
    events.waiters -= 1
    events.registrations[index].isAwaited = false
    if events.registrations[index].inFlight == 0 { free(&hold, index) }
  }

  /// Whether another thread works on the observed tree.
  private func isBusy(_ index: UInt32) -> Bool {
    let account = events.registrations[index].account
    return state.busyAccounts > 0 && account != EventQueue.none && accounts[account].residence.state == .busy
  }

  private func detach(_ index: UInt32) {
    let registration = events.registrations[index]
    if registration.feed != 0 {
      feeds.find(id: registration.feed)?.forget(watcher: index)
    } else if events.forget(subjectObserver: index) {
      updatePendingCallbacks()
    } else if registration.account == EventQueue.none {
      for position in 0..<events.totalObservers.count where events.totalObservers[position] == index {
        return events.totalObservers.remove(at: position)
      }
    } else if registration.isWatcher {
      accounts[registration.account].detach(index)
    } else {
      accounts[registration.account].tree.removeObserver(registration.observer)
    }
  }

  /// Frees a removed registration, without `lock` for the host's release function.
  func free(_ hold: inout LockHold, _ index: UInt32) {
    let callback = events.free(index)
    hold.unlocked { options.release(callback) }
  }
}

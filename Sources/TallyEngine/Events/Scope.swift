import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

/// Holds observers and views, of any accounts; closing it removes them.
public final class Scope: @unchecked Sendable {
  public let engine: Engine
  let id: UInt64
  // Under the engine's `lock`.
  /// Tokens; those of observers that were removed stay among them until half of them are such.
  var members = List<UInt64>()
  /// How many of them are observers still.
  var living = 0

  init(engine: Engine, id: UInt64) {
    self.engine = engine
    self.id = id
  }

  /// Removes all observers of the scope. A scope may be closed again, and after its engine.
  public func close() {
    if engine.isForked { return }
    engine.lock.lock()
    while let token = members.popLast() {
      if !engine.isClosed { engine.remove(token, of: self) }
    }
    engine.lock.unlock()
  }

  /// Observes a path, or also everything below it.
  /// - Returns: the token; that of the first one where the same is observed already.
  public func observe(
    _ account: Account, _ path: UnsafeRawBufferPointer, subtree: Bool, tellsInitially: Bool, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    try watch(account, path, subtree: subtree, tellsInitially: tellsInitially, callback, nil)
  }

  /// Binds a host's view to a path: called with what it is to show now, and again whenever that changes.
  /// - Parameter callback: the user data, and how it is given back; it has no function.
  /// - Returns: the token; that of the first one where the same view is bound there already.
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
    try account.enter()
    defer { engine.lock.unlock() }
    let at = try growingTree(path) { () throws(TreeError) in try account.tree.findOrCreate(path) }
    if let known = engine.findObserver(account, at, subtree, callback, view, scope: id) { return known }
    let index = try engine.register(callback, scope: self)
    do throws(Failure) {
      if view != nil { try growing { () throws(OutOfMemory) in try engine.views.reserve() } }
      let observer = try growingTree { () throws(TreeError) in
        try account.tree.observe(at, subtree: subtree)
      }
      do throws(Failure) {
        try growing { () throws(OutOfMemory) in try account.remember(observer, is: index) }
      } catch {
        // The tree must not tell of an observer that nobody knows.
        account.tree.removeObserver(observer)
        throw error
      }
      engine.registrations[Int(index)].observer = observer
    } catch {
      engine.withdraw(index, of: self)
      throw error
    }
    engine.registrations[Int(index)].account = account.slot
    engine.registrations[Int(index)].node = at.raw
    engine.registrations[Int(index)].observesSubtree = subtree
    if let view { engine.registrations[Int(index)].view = engine.views.add(view) }
    if tellsInitially {
      engine.enqueue(Int(index), at)
      engine.announce()
    }
    return engine.registrations[Int(index)].token
  }

  /// Observes the total over the accounts that are logged in.
  public func observeTotal(tellsInitially: Bool, _ callback: Callback) throws(Failure) -> UInt64 {
    try engine.enter()
    defer { engine.lock.unlock() }
    for position in 0..<engine.totalObservers.count {
      let known = engine.registrations[Int(engine.totalObservers[position])]
      if known.scope == id, known.callback.function == callback.function,
        known.callback.userData == callback.userData, callback.function != nil
      {
        return known.token
      }
    }
    try growing { () throws(OutOfMemory) in try engine.totalObservers.reserve(engine.totalObservers.count + 1) }
    let index = try engine.register(callback, scope: self)
    engine.totalObservers.appendWithinCapacity(index)
    if tellsInitially {
      engine.enqueue(index, as: .total)
      engine.announce()
    }
    return engine.registrations[Int(index)].token
  }

  /// Removes one observer; returns when its callback is not running any more, but for a call that could not return
  /// before: on this thread, or on one that waits in the same way for a callback on this thread.
  public func unobserve(_ token: UInt64) throws(Failure) {
    try engine.enter()
    defer { engine.lock.unlock() }
    guard engine.remove(token, of: self) else {
      throw Failure(.notFound, "the scope has no observer with this token")
    }
    forget(token)
  }

  private func forget(_ token: UInt64) {
    for position in stride(from: members.count - 1, through: 0, by: -1) where members[position] == token {
      members[position] = members[members.count - 1]
      members.truncate(to: members.count - 1)
      return
    }
  }
}

extension Account {
  func remember(_ observer: UInt32, is registration: UInt32) throws(OutOfMemory) {
    if Int(observer) >= registrationOf.count {
      try registrationOf.append(
        repeating: EventQueue.none, count: Int(observer) + 1 - registrationOf.count)
    }
    registrationOf[Int(observer)] = registration
  }
}

extension Engine {
  public func openScope() throws(Failure) -> Scope {
    try enter()
    defer { lock.unlock() }
    nextScope += 1
    return Scope(engine: self, id: nextScope)
  }

  /// The token of an observer that is the same in everything. One without a callback is told by its token alone, so
  /// it is never the same as another.
  func findObserver(
    _ account: Account, _ at: NodeIndex, _ subtree: Bool, _ callback: Callback, _ view: ViewTable?, scope: UInt64
  ) -> UInt64? {
    if callback.function == nil && view == nil { return nil }
    var found: UInt64?
    account.tree.forEachObserver(of: at) { observer in
      let known = registrations[Int(account.registrationOf[Int(observer)])]
      if known.scope == scope, known.observesSubtree == subtree, known.callback.function == callback.function,
        known.callback.userData == callback.userData, view == (known.isView ? views[known.view] : nil)
      {
        found = known.token
      }
    }
    return found
  }

  /// Enters a registration, which the caller connects to what it observes, or withdraws. There is room for one event.
  func register(_ callback: Callback, scope: Scope) throws(Failure) -> UInt32 {
    if registrationCount >= options.maxObservers {
      throw Failure(.limit, "as many observers as the limit allows are registered")
    }
    let token = nextToken
    let fresh = Registration(
      token: token, callback: callback, scope: scope.id, account: EventQueue.none, observer: 0, node: 0,
      observesSubtree: false, isRemoved: false, isAwaited: false, inFlight: 0, pending: EventQueue.none,
      nextFree: EventQueue.none)
    var index = freeRegistration
    forgetRemoved(scope)
    try growing { () throws(OutOfMemory) in
      try queue.reserve(1)
      try scope.members.reserve(scope.members.count + 1)
      if index == EventQueue.none { try registrations.reserve(registrations.count + 1) }
      try tokens.set(token, Int64(index == EventQueue.none ? UInt32(registrations.count) : index))
      // Within the room reserved, so none of it fails half-way.
      try scope.members.append(token)
      if index == EventQueue.none {
        index = UInt32(registrations.count)
        try registrations.append(fresh)
      } else {
        freeRegistration = registrations[Int(index)].nextFree
        registrations[Int(index)] = fresh
      }
    }
    nextToken += 1
    registrationCount += 1
    scope.living += 1
    return index
  }

  /// Takes the latest registration back. Whoever called gives the user data back.
  func withdraw(_ index: UInt32, of scope: Scope) {
    tokens.remove(registrations[Int(index)].token)
    _ = scope.members.popLast()
    registrations[Int(index)].callback = Callback()
    registrations[Int(index)].nextFree = freeRegistration
    freeRegistration = index
    registrationCount -= 1
    scope.living -= 1
  }

  /// Keeps a scope in which observers come and go from growing.
  private func forgetRemoved(_ scope: Scope) {
    if scope.members.count < 64 || scope.members.count < 2 * scope.living { return }
    var kept = 0
    for position in 0..<scope.members.count where tokens.value(scope.members[position]) != nil {
      scope.members[kept] = scope.members[position]
      kept += 1
    }
    scope.members.truncate(to: kept)
  }

  /// Removes an observer, and waits for calls of its callback on other threads, but for those that wait for this one.
  /// Under `lock`, which it gives up while it waits.
  @discardableResult
  func remove(_ token: UInt64, of scope: Scope) -> Bool {
    guard let number = tokens.value(token) else { return false }
    let index = Int(number)
    if registrations[index].scope != scope.id { return false }
    tokens.remove(token)
    scope.living -= 1
    detach(index)
    dropPending(UInt32(index))
    rest()
    registrations[index].isRemoved = true
    awaitCalls(of: token, index)
    return true
  }

  /// Waits until no thread is in the removed observer's callback, but for those that could not leave it before this
  /// call returns. Where there are such, the last of them frees the registration; else it is freed here.
  private func awaitCalls(of token: UInt64, _ index: Int) {
    let own = DeliveryFrame.depth(of: token, in: self)
    registrations[index].isAwaited = own == 0
    waiters += 1
    if ctally_thread_frame() == nil {
      while registrations[index].inFlight > 0 { changed.wait(lock) }
    } else if registrations[index].inFlight > own {
      RemovalWait.wait(
        for: token, in: self, until: { stuck in self.registrations[index].inFlight <= own + stuck },
        { self.changed.wait(self.lock) })
    }
    waiters -= 1
    registrations[index].isAwaited = false
    if registrations[index].inFlight == 0 { free(index) }
  }

  private func detach(_ index: Int) {
    let registration = registrations[index]
    if registration.account == EventQueue.none {
      for position in 0..<totalObservers.count where totalObservers[position] == UInt32(index) {
        totalObservers[position] = totalObservers[totalObservers.count - 1]
        totalObservers.truncate(to: totalObservers.count - 1)
        break
      }
    } else if registration.isWatcher {
      accounts[registration.account].detach(UInt32(index))
    } else {
      accounts[registration.account].tree.removeObserver(registration.observer)
    }
  }

  /// Takes the waiting events of an observer out of the queue.
  private func dropPending(_ index: UInt32) {
    let registration = registrations[Int(index)]
    if registration.pending != EventQueue.none {
      queue.remove(registration.pending)
      registrations[Int(index)].pending = EventQueue.none
    }
    if !registration.observesSubtree { return }
    var entry = queue.first
    while entry != EventQueue.none {
      let next = queue[entry].next
      if queue[entry].kind == .badge || queue[entry].kind == .group, queue[entry].subject == index {
        forgetSubtreeEntry(queue[entry])
        queue.remove(entry)
      }
      entry = next
    }
  }

  /// Gives a removed registration back. Under `lock`, which is given up for the host's release.
  func free(_ index: Int) {
    let callback = registrations[index].callback
    registrations[index].callback = Callback()
    if registrations[index].isView { views.remove(registrations[index].view) }
    registrations[index].view = EventQueue.none
    registrations[index].nextFree = freeRegistration
    freeRegistration = UInt32(index)
    registrationCount -= 1
    lock.unlock()
    options.release(callback)
    lock.lock()
  }
}

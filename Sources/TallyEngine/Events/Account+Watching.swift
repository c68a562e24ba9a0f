import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

// Observers of messages, and viewed paths.

/// The messages and badges that a view clears.
public struct ViewManner: BitwiseCopyable, Sendable {
  /// The path, everything below it, and what is linked there. Otherwise the path alone.
  public var coversSubtree: Bool
  /// Messages are marked read, not only seen.
  public var reads: Bool

  public init(coversSubtree: Bool = false, reads: Bool = false) {
    self.coversSubtree = coversSubtree
    self.reads = reads
  }
}

struct Watcher: BitwiseCopyable {
  var registration: UInt32 = 0
  var node: UInt32
  /// The user views the path, which is cleared. Otherwise an observer watches its messages.
  var isViewing: Bool
  /// It also observes what is below the node, or views it.
  var observesSubtree: Bool
  /// For a viewed path: messages are marked read.
  var reads = false
  /// For a viewed path: it was not cleared yet, or a child prevented the last attempt.
  var isHeldBack = false
  /// The counts after the last change that is stored.
  var counts = MessageCounts()
}

extension Scope {
  /// Observes the messages at a path, or also in its subtree. The observer is notified of their number immediately, and
  /// after each transaction that changed some.
  /// - Returns: the token. If the same observer exists already, its token: each addition needs its own removal.
  public func observeMessages(
    _ account: Account, _ path: UnsafeRawBufferPointer, subtree: Bool, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    try watch(account, path, subtree: subtree, isViewing: false, callback)
  }

  /// The user views a path. It is cleared, now and by each transaction that feeds or lights it.
  /// - Returns: the token, and whether it is `ok` or `held` for now.
  public func beginViewing(
    _ account: Account, _ path: UnsafeRawBufferPointer, _ manner: ViewManner = ViewManner()
  ) throws(Failure) -> (token: UInt64, status: Status) {
    let token = try watch(
      account, path, subtree: manner.coversSubtree, isViewing: true, reads: manner.reads, Callback())
    do throws(Failure) {
      return (token, try account.clear(.path(path), manner))
    } catch {
      let failure = error
      do throws(Failure) { try unobserve(token) } catch {}
      throw failure
    }
  }

  private func watch(
    _ account: Account, _ path: UnsafeRawBufferPointer, subtree: Bool, isViewing: Bool, reads: Bool = false,
    _ callback: Callback
  ) throws(Failure) -> UInt64 {
    guard account.engine === engine else { throw Failure(.argument, "the account belongs to another engine") }
    var token: UInt64 = 0
    try account.withStore { (hold) throws(Failure) in
      let tree = account.tree
      let at = try tree.findOrCreate(path)
      var watcher = Watcher(node: at.raw, isViewing: isViewing, observesSubtree: subtree, reads: reads)
      if let known = account.findWatcher(watcher, callback, scope: id) {
        token = try addAgain(known)
        return
      }
      if !isViewing {
        try engine.followMessages(hold, of: account)
        watcher.counts = try store.counts(account: account.id, path: tree.path(of: at), subtree: subtree)
      }
      try growing { () throws(OutOfMemory) in try account.observers.reserve() }
      let index = try engine.register(callback, scope: self)
      token = engine.events.connect(index) { registration in
        registration.account = account.slot
        registration.node = at.raw
        registration.isWatcher = true
      }
      watcher.registration = index
      watcher.isHeldBack = isViewing
      account.observers.add(watcher, at: account.place(of: index))
      tree.pin(at)
      if reads {
        engine.events.readViewed = { (share, path, subtree, act) throws(Failure) in
          try share.feeding { (visit: DeltaVisitor) throws(Failure) in
            _ = try share.store.markReadAt(
              account: share.account.id, path: path, subtree: subtree, last: 0, act: act, visit: visit)
          }
        }
      }
      if isViewing {
        account.gate.beginView()
      } else {
        _ = engine.events.enqueue(.messages, index)
        engine.announce(hold)
      }
    }
    return token
  }
}

// Under `lock`.
extension Account {
  /// The token of an equal observer; 0: there is none.
  fileprivate func findWatcher(_ wanted: Watcher, _ callback: Callback, scope: UInt64) -> UInt32? {
    for position in 0..<observers.watchers.count {
      let watcher = observers.watchers[position]
      if watcher.node == wanted.node, watcher.observesSubtree == wanted.observesSubtree,
        engine.events.isSame(watcher.registration, as: callback, scope: scope)
      {
        return watcher.registration
      }
    }
    return nil
  }

  /// The place of a new observer: a change is reported deeper paths first.
  fileprivate func place(of registration: UInt32) -> Int {
    let added = engine.events.registrations[registration]
    var (low, high) = (0, observers.watchers.count)
    while low < high {
      let middle = (low + high) / 2
      let known = engine.events.registrations[observers.watchers[middle].registration]
      if engine.isTold(known, before: added) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Detaches a removed observer.
  func detach(_ registration: UInt32) {
    guard let watcher = observers.remove(registration) else { return }
    tree.unpin(tree.nodeIndex(watcher.node))
    if watcher.isViewing { gate.endView() }
  }

  /// Clears what a view that begins covers.
  fileprivate func clear(_ target: Target, _ manner: ViewManner) throws(Failure) -> Status {
    var status = Status.ok
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share, hold) throws(Failure) in
        let act = manner.reads ? readAct(hold) : nil
        if try share.clear(&hold, target, subtree: manner.coversSubtree, act) == .held { status = .held }
      }
    }
    return status
  }

  /// The only code that clears viewed paths. At the end of a change it clears those that the change has fed or lit, and
  /// those that a child has held back until now.
  /// - Parameter share: nil: the change is of the tree alone.
  /// - Returns: false if that needs the store, and the change is of the tree alone.
  func clearViewed(_ hold: inout LockHold, in share: Share?) throws(Failure) -> Bool {
    if gate.views == 0 { return true }
    // Views that read come first: what another view has seen lights nothing that would tell them of it.
    for pass in 0..<2 {
      for position in 0..<observers.watchers.count where observers.watchers[position].isViewing {
        let view = observers.watchers[position]
        if view.reads != (pass == 0) || !isConcerned(view) { continue }
        if try !clearViewed(&hold, position, share) { return false }
      }
    }
    // Each round clears at least one that was held back, and may release others above it.
    while true {
      let cleared = try clearHeldBack(&hold, share)
      if cleared == nil { return false }
      if cleared == 0 { return true }
    }
  }

  /// Clears the viewed paths that nothing holds back any more.
  /// - Returns: their number; nil: that needs the store.
  private func clearHeldBack(_ hold: inout LockHold, _ share: Share?) throws(Failure) -> Int? {
    var cleared = 0
    for position in 0..<observers.watchers.count {
      let view = observers.watchers[position]
      if !view.isViewing || !view.isHeldBack { continue }
      if !view.observesSubtree, tree.isHeld(tree.nodeIndex(view.node)) { continue }
      if try !clearViewed(&hold, position, share) { return nil }
      cleared += 1
    }
    return cleared
  }

  /// Whether the current change has fed or lit what a view covers.
  private func isConcerned(_ view: Watcher) -> Bool {
    let at = tree.nodeIndex(view.node)
    if view.observesSubtree { return tree.hasLit(coveredBy: at) }
    return tree.hasLogged(at) && (!view.reads || tree.visible(at).shows)
  }

  private func clearViewed(_ hold: inout LockHold, _ position: Int, _ share: Share?) throws(Failure) -> Bool {
    let view = observers.watchers[position]
    var path = ByteBuffer()
    try growing { () throws(OutOfMemory) in try path.append(tree.path(of: tree.nodeIndex(view.node))) }
    let target = Target.path(path.bytes)
    var applied = Applied.done
    if let share {
      let act = view.reads ? readAct(hold) : nil
      applied = try share.clear(&hold, target, subtree: view.observesSubtree, act)
    } else if view.reads {
      return false
    } else if view.observesSubtree {
      try exclusively(&hold, for: tree.count) { () throws(Failure) in applied = try clearTree(target, tree) }
    } else {
      applied = try applyAnywhere(.clear, target, tree)
    }
    if applied == .needsStore { return false }
    // The tree decides, because a clear that left something to unread messages also returns HELD.
    let isHeldBack =
      applied == .held && !view.observesSubtree && tree.isHeld(tree.nodeIndex(observers.watchers[position].node))
    observers.holdBack(position, isHeldBack)
    return true
  }

  /// The clearing of viewed paths was undone with its change. The next change tries again.
  func holdBackViews(_ hold: borrowing LockHold) {
    if gate.views == 0 { return }
    for position in 0..<observers.watchers.count where observers.watchers[position].isViewing {
      observers.holdBack(position, true)
    }
  }

  /// Finds how a change affects the numbers of observed messages. The cost depends on the number of paths that it has
  /// changed, and of observers.
  func countChanges(in journal: borrowing MessageJournal) throws(Failure) -> List<ChangedCounts> {
    var changed = List<ChangedCounts>()
    let paths = journal.paths(of: id)
    if paths.isEmpty || observers.watchers.count == gate.views { return changed }
    let sums = try WatchedSums(of: self)
    for place in paths { sums.add(journal.counts(place), at: journal.path(place)) }
    for position in 0..<observers.watchers.count where !observers.watchers[position].isViewing {
      let watcher = observers.watchers[position]
      guard let more = sums.changedCounts(watcher) else { continue }
      let token = engine.events.token(of: watcher.registration)
      try growing { () throws(OutOfMemory) in try changed.append(ChangedCounts(token: token, more: more)) }
    }
    return changed
  }

  /// Tells the observers of messages of a change that is stored. There is room for the events.
  func publish(_ hold: borrowing LockHold, counts changed: borrowing List<ChangedCounts>) {
    for index in 0..<changed.count {
      for position in 0..<observers.watchers.count {
        let registration = observers.watchers[position].registration
        // An observer that was removed meanwhile is not told.
        if engine.events.token(of: registration) != changed[index].token { continue }
        observers.count(changed[index].more, at: position)
        _ = engine.events.enqueue(.messages, registration)
        engine.announce(hold)
      }
    }
  }
}

extension Engine {
  /// Lets changes of an account's messages reach their observers.
  func followMessages(_ hold: borrowing LockHold, of account: Account) throws(Failure) {
    try store.follow(account.id)
    duties.messages = { (share, journal) throws(Failure) in try share.derive(from: journal) }
  }

  func describeMessages(_ registration: Registration, _ text: inout ByteBuffer) throws(Failure) -> Event {
    let account = accounts[registration.account]
    var event = Event(.messages)
    event.token = registration.token
    event.account = account.id
    for position in 0..<account.observers.watchers.count {
      let watcher = account.observers.watchers[position]
      if events.registrations[watcher.registration].token != registration.token { continue }
      event.messages = watcher.counts
      try growing { () throws(OutOfMemory) in
        try text.append(account.tree.path(of: account.tree.nodeIndex(watcher.node)))
      }
    }
    return event
  }
}

/// The changes of the numbers of messages at the observed nodes of an account.
private final class WatchedSums {
  private struct Sum: BitwiseCopyable {
    /// nil: no message of it was changed.
    var node: MessageCounts?
    var subtree: MessageCounts?
    /// The last change that each of them has.
    var nodeChange = 0
    var subtreeChange = 0
  }

  private let tree: Tree
  /// The place of each observed node in `sums`.
  private var places = IntegerMap()
  private var sums = List<Sum>()
  private var change = 0

  init(of account: Account) throws(Failure) {
    tree = account.tree
    for position in 0..<account.observers.watchers.count where !account.observers.watchers[position].isViewing {
      let key = WatchedSums.key(account.observers.watchers[position].node)
      if places.value(key) != nil { continue }
      try growing { () throws(OutOfMemory) in
        try places.set(key, Int64(sums.count))
        try sums.append(Sum())
      }
    }
  }

  private static func key(_ node: UInt32) -> UInt64 { UInt64(node) + 1 }

  private func place(of node: UInt32) -> Int? {
    // It was a number of elements.
    places.value(WatchedSums.key(node)).map { Int(truncatingIfNeeded: $0) }
  }

  /// Adds a change at a path, which may have no node, or at several that are one text: once to each node.
  func add(_ counts: MessageCounts, at paths: UnsafeRawBufferPointer) {
    change += 1
    var places = PlaceList(paths)
    while let path = places.next() { addOnce(counts, at: path) }
  }

  private func addOnce(_ counts: MessageCounts, at path: UnsafeRawBufferPointer) {
    for end in 1..<max(path.count, 1) where path[end] == UInt8(ascii: ".") {
      add(counts, UnsafeRawBufferPointer(rebasing: path[..<end]), isBelow: true)
    }
    add(counts, path, isBelow: false)
  }

  private func add(_ counts: MessageCounts, _ path: UnsafeRawBufferPointer, isBelow: Bool) {
    guard let at = tree.known(path), let place = place(of: at.raw) else { return }
    var sum = sums[place]
    if sum.subtreeChange != change { sum.subtree = (sum.subtree ?? MessageCounts()).adding(counts) }
    sum.subtreeChange = change
    if !isBelow {
      if sum.nodeChange != change { sum.node = (sum.node ?? MessageCounts()).adding(counts) }
      sum.nodeChange = change
    }
    sums[place] = sum
  }

  func changedCounts(_ watcher: Watcher) -> MessageCounts? {
    guard let place = place(of: watcher.node) else { return nil }
    return watcher.observesSubtree ? sums[place].subtree : sums[place].node
  }
}

import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// A change of the store and of the trees of its accounts: all of it, or nothing. Nobody sees it before it is
/// published. A change that fails is dropped, and whatever it did in the store and in the trees is undone.
///
///     prepared -> begun -> applied -> derived -> written -> joined -> published
///         |         |         |          |          |          |
///         +---------+---------+----------+----------+----------+----> dropped
///
/// | stage     | reached by    | the store                                | the trees                          |
/// |-----------|---------------|------------------------------------------|------------------------------------|
/// | prepared  | `init`        | the work that needs no tree              | nothing                            |
/// | begun     | `begin()`     | all earlier changes, then its own        | its operations, which are logged   |
/// | applied   | `complete()`  | the same                                 | all of its operations              |
/// | derived   | `complete()`  | the same                                 | with what follows for views        |
/// | written   | `complete()`  | all of its rows                          | nothing: each share has a redo     |
/// | joined    | `complete()`  | waits for the commit of its group        | nothing                            |
/// | published | `end(_:)`     | committed                                | made again, and told to observers  |
/// | dropped   | `drop(_:)`, `end(_:)` | nothing                          | nothing                            |
///
/// A change is made under the store's lock, and its trees change under both locks. From `joined` to its end no lock is
/// held for it, so that others can join the same commit. See `Account+Changes.swift` for the ways in.
///
/// Invariants: `stage` moves only along the arrows. `savepoint` is `none` except between `begin` and the stage
/// `written` of a part. A change that is `joined` is a member of `engine.group` until its commit has ended, and no
/// other change is.
final class Change: EnginePart {
  enum Stage {
    case prepared, begun, applied, derived, written, joined, published
    case dropped(Failure)
  }

  /// The part of the store's transaction that can be undone alone.
  private enum Savepoint {
    case none, open
    /// It failed in a way that nothing of the transaction can be committed.
    case spoiled
  }

  let engine: Engine
  private var store: Store { engine.store }
  let cause: Cause
  /// Whether it joins the transaction of others, in a savepoint of its own.
  private let isPart: Bool
  private(set) var stage = Stage.prepared
  private(set) var shares: [Share] = []
  /// The messages that it has changed, once it is `applied`.
  private var journal = MessageJournal()
  private var savepoint = Savepoint.none
  /// Whether it keeps others from its accounts until it is written.
  private var isOccupying = false

  init(_ engine: Engine, _ cause: Cause, isPart: Bool = false) {
    self.engine = engine
    self.cause = cause
    self.isPart = isPart
  }

  /// Adds an account. The caller has a share of the reserve, which is enough for one.
  func add(_ account: Account) -> Share {
    let share = Share(of: account, cause)
    shares.append(share)
    return share
  }

  /// Makes room for this many more accounts.
  func reserve(_ count: Int) throws(OutOfMemory) { try shares.reserveRoom(count) }

  /// Forgets its accounts, after its end.
  func forgetShares() { shares = [] }

  private func advance(to next: Stage) {
    assert(stage.leads(to: next), "a change skips a stage")
    stage = next
  }

  /// Writes all earlier changes, and begins to change the trees. Within a transaction of the store.
  func begin(_ storeHold: borrowing StoreHold, _ hold: inout LockHold) throws(Failure) {
    advance(to: .begun)
    for share in shares {
      share.account.awaitIdle(&hold)
      try share.account.applyLate(&hold)
    }
    do throws(Failure) { try engine.saveRest(storeHold, &hold) } catch {
      // The written part is unknown.
      if isPart { savepoint = .spoiled }
      throw error
    }
    // `lock` is held since the last row was collected, so nobody works on a tree alone.
    if isClosed { throw .closed }
    if isPart {
      try store.beginPart()
      savepoint = .open
    }
  }

  /// Keeps others from the accounts, so that `lock` may be released while their trees change.
  func occupy(_ hold: borrowing LockHold) {
    isOccupying = true
    for share in shares { share.account.occupy(hold) }
    engine.occupy(hold, shares.count)
  }

  /// Lets others use the accounts again.
  private func vacate(_ hold: borrowing LockHold) {
    if !isOccupying { return }
    isOccupying = false
    for share in shares { share.account.vacate(hold) }
    engine.vacate(hold, shares.count)
  }

  /// Derives what the change means for each part, stores the accounts, takes the changes back from the trees, and joins
  /// the group, which has room for it.
  /// - Parameter last: writes the rest in the store.
  func complete(
    _ storeHold: borrowing StoreHold, _ hold: inout LockHold,
    _ last: (inout LockHold) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    advance(to: .applied)
    try growing { () throws(OutOfMemory) in try engine.group.reserve() }
    for share in shares {
      if share.isChanged { try share.clearViewed(&hold) } else { share.takeBack(hold) }
    }
    journal = try store.takeJournal()
    if !journal.isEmpty, let derive = engine.duties.messages {
      for share in shares where share.isChanged { try derive(share, journal) }
    }
    advance(to: .derived)
    for share in shares where share.isChanged {
      if shares.count > 1 { try Reserve.refill() }
      try share.write(&hold)
    }
    try last(&hold)
    assert(!store.hasJournal, "messages are changed behind the stage applied")
    if isPart { try store.endPart() }
    savepoint = .none
    advance(to: .written)
    engine.group.add(self)
    advance(to: .joined)
    vacate(hold)
  }

  /// Undoes everything. A part that cannot be undone alone takes the others of its group along, and one that can may
  /// commit for them. `lock` is given up while the store works.
  func drop(_ storeHold: borrowing StoreHold, _ hold: inout LockHold, _ failure: Failure) {
    for share in shares { share.drop(&hold) }
    advance(to: .dropped(failure))
    vacate(hold)
    hold.unlocked {
      if isPart { rollBackPart(storeHold, failure) } else { engine.abandonTransaction(storeHold) }
    }
    if engine.group.isEmpty { engine.planLeftover(hold) }
  }

  /// Rolls the store back as far as the others in the group allow it.
  private func rollBackPart(_ storeHold: borrowing StoreHold, _ failure: Failure) {
    if !store.isInTransaction { savepoint = .spoiled }
    if engine.group.isEmpty {
      engine.abandonTransaction(storeHold)
    } else {
      if case .open = savepoint {
        do throws(Failure) { try store.abandonPart() } catch { savepoint = .spoiled }
      }
      if case .spoiled = savepoint { engine.failGroup(storeHold, failure) }
    }
    savepoint = .none
    engine.letGroupDown(storeHold)
  }

  /// The commit of the group has ended.
  /// - Parameter refused: why it failed.
  func end(_ storeHold: borrowing StoreHold, _ hold: inout LockHold, _ refused: Failure?) {
    if refused == nil { engine.groups.take(journal) }
    for share in shares { share.end(&hold, isStored: refused == nil) }
    // The call that waits for it returns now, and sees it in the tree.
    advance(to: refused.map { .dropped($0) } ?? .published)
    if refused != nil { return }
    for share in shares {
      if !journal.isEmpty { engine.duties.traceMessages?(hold, share.account, journal) }
      share.publishLast(hold)
    }
  }

  var isWaiting: Bool { if case .joined = stage { true } else { false } }

  /// Why it was dropped.
  var failure: Failure? { if case .dropped(let failure) = stage { failure } else { nil } }
}

extension Change.Stage {
  /// Its place in the diagram.
  private var order: Int {
    switch self {
    case .prepared: 0
    case .begun: 1
    case .applied: 2
    case .derived: 3
    case .written: 4
    case .joined: 5
    case .published: 6
    case .dropped: 7
    }
  }

  /// Whether the diagram has an arrow to that stage.
  func leads(to next: Change.Stage) -> Bool {
    if case .dropped = next { return order < Change.Stage.published.order }
    return next.order == order + 1
  }
}

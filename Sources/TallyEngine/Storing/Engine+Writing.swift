import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// Badges on their way to the store: what all accounts owned at one moment, as far as it was not stored. Where a
/// transaction lasts long (`Account.transactApart`), what they owned at its end is behind what they owned at its
/// beginning, and is the state that is stored; later items of a path hold. What could not be written stays, and is
/// written before anything else is collected, so that memory does not grow while the disk refuses writes.
struct BadgeBatch: ~Copyable {
  struct Item: BitwiseCopyable {
    var account: Int64
    var path: Int
    var pathCount: Int
    var own: TallyTree.OwnState
    /// There may be an icon of a badge that it had.
    var dropsIcon: Bool
  }

  struct Revision: BitwiseCopyable {
    var account: Int64
    var revision: UInt64
  }

  var items = List<Item>()
  var paths = ByteBuffer()
  var revisions = List<Revision>()

  var isEmpty: Bool { items.isEmpty && revisions.isEmpty }

  mutating func removeAll() {
    items.removeAll()
    paths.removeAll()
    revisions.removeAll()
  }
}

extension Engine {
  static let groupDelay: Int64 = 50
  /// After a write that has failed.
  static let retryDelay: Int64 = 1000
  /// So many changes that wait begin a group at once.
  static let groupSize = 1000
  /// So many make the caller write them itself.
  static let groupArrears = 8 * groupSize

  /// Sees to it that what so many changes of an account have left is written soon. Under `lock`.
  /// - Returns: whether so much waits that the caller has to help, with `catchUp`.
  @inline(__always)
  func scheduleGroup(_ account: Account, _ changes: Int) -> Bool {
    waitingChanges &+= changes
    if account.isUnstored && waitingChanges < Engine.groupSize { return false }
    return scheduleGroupNow(account)
  }

  @inline(never)
  private func scheduleGroupNow(_ account: Account) -> Bool {
    if !account.isUnstored {
      account.isUnstored = true
      unstored.appendWithinCapacity(account.slot)
    }
    let isUrgent = waitingChanges >= Engine.groupSize && !isStoreFailing
    if !isGroupScheduled || (isUrgent && !groupIsUrgent) {
      planGroup(after: isUrgent ? 0 : Engine.groupDelay)
      groupIsUrgent = isUrgent
    }
    return waitingChanges >= Engine.groupArrears && !isStoreFailing
  }

  /// Under `lock`.
  func planGroup(after delay: Int64) {
    if !isPersistent { return }
    isGroupScheduled = true
    groupDue = clock.elapsed + delay
    loop.wake()
  }

  /// Whether something of an earlier write is left over: it goes first, as it was.
  private var hasLeftover: Bool { !batch.isEmpty || store.hasDisowned }

  /// Appends everything that is pending to the batch of the transaction in progress. Under both locks.
  func collectBatch() throws(Failure) {
    // All memory first: half of the accounts would be a state that there never was.
    var (items, bytes) = (0, 0)
    for position in 0..<unstored.count {
      let account = accounts[unstored[position]]
      items += account.tree.dirtyCount
      bytes += account.tree.dirtyBytes
    }
    try growing { () throws(OutOfMemory) in
      try batch.items.reserve(batch.items.count + items)
      try batch.paths.reserve(batch.paths.count + bytes)
      try batch.revisions.reserve(batch.revisions.count + unstored.count)
    }
    while unstored.count > 0 {
      let account = accounts[unstored[unstored.count - 1]]
      if account.needsStoring { collect(account) }
      account.isUnstored = false
      unstored.truncate(to: unstored.count - 1)
    }
    isGroupScheduled = false
    groupIsUrgent = false
    groupDue = Int64.max
    waitingChanges = 0
    isStoreFailing = false
  }

  private func collect(_ account: Account) {
    let tree = account.tree
    do throws(OutOfMemory) {
      let mayHaveIcons = tree.mayHaveIcons
      try tree.drainDirty { (path, own, hasIcon) throws(OutOfMemory) in
        let item = BadgeBatch.Item(
          account: account.id, path: batch.paths.count, pathCount: path.count, own: own,
          dropsIcon: mayHaveIcons && !hasIcon)
        try batch.paths.append(path)
        try batch.items.append(item)
      }
      if account.storedRevision != tree.revision {
        account.storedRevision = tree.revision
        try batch.revisions.append(BadgeBatch.Revision(account: account.id, revision: tree.revision))
      }
    } catch { preconditionFailure("room was not reserved") }
  }

  /// Writes the batch into the transaction in progress, behind what is written of it. Under `storeLock`.
  /// - Parameter deadline: on the system's elapsed clock.
  func saveBatch(
    behind written: (items: Int, revisions: Int) = (0, 0), until deadline: Int64 = Int64.max
  ) throws(Failure) {
    for position in written.items..<batch.items.count {
      if deadline != Int64.max, position % 64 == 0, Clock.system.elapsed > deadline {
        throw Failure(.timeout, "the time did not suffice to write everything; what was not written is lost")
      }
      let item = batch.items[position]
      let path = batch.paths.bytes(at: item.path, count: item.pathCount)
      try store.saveBadge(account: item.account, path: path, StoredState(item.own))
      if item.dropsIcon { try store.deleteIcon(account: item.account, path: path) }
    }
    for position in written.revisions..<batch.revisions.count {
      let revision = batch.revisions[position]
      try store.saveRevision(account: revision.account, revision: revision.revision)
    }
  }

  /// Writes all that waits, in one transaction, after what is left over. Takes both locks. Any thread.
  /// - Parameters:
  ///   - isClosing: it is the last one, after nobody else may write.
  ///   - deadline: on the system's elapsed clock.
  /// - Throws: and what could not be written is tried again, unless it was the last one.
  func writeGroup(isClosing: Bool = false, until deadline: Int64 = Int64.max) throws(Failure) {
    if !isPersistent { return }
    takeStore()
    defer { giveStore() }
    try collectAndWrite(isClosing: isClosing, until: deadline)
  }

  /// The same, under `storeLock` alone.
  func collectAndWrite(isClosing: Bool = false, until deadline: Int64 = Int64.max) throws(Failure) {
    do throws(Failure) {
      try enterToWrite(isClosing)
      lock.unlock()
      try writeBatch(until: deadline)
      try collectGroup(isClosing)
      try writeBatch(until: deadline)
    } catch {
      if error.status != .closed { tryAgain(after: Engine.retryDelay, isFailing: true) }
      throw error
    }
    if isFailureTold { tellItIsWritten() }
  }

  private func tellItIsWritten() {
    lock.lock()
    isFailureTold = false
    unwritten = 0
    lock.unlock()
    log(3, "what could not be written is written now")
  }

  private func collectGroup(_ isClosing: Bool) throws(Failure) {
    try enterToWrite(isClosing)
    defer { lock.unlock() }
    try collectBatch()
  }

  private func enterToWrite(_ isClosing: Bool) throws(Failure) {
    lock.lock()
    if isClosing || !isClosed { return }
    lock.unlock()
    throw .closed
  }

  /// Under `storeLock` alone.
  private func tryAgain(after delay: Int64, isFailing: Bool) {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { return }
    if isFailing {
      isStoreFailing = true
      unwritten = batch.items.count
      // Once, however often it is tried.
      if !isFailureTold {
        isFailureTold = true
        logFailure(1)
      }
    }
    groupIsUrgent = false
    planGroup(after: delay)
  }

  /// Writes in the place of the loop, which has fallen behind: so the backlog is bounded, and who changes faster than
  /// the disk writes waits for it. What fails here is tried again, and told, by the loop.
  func catchUp() {
    do throws(Failure) { try writeGroup() } catch {}
  }

  /// Under `storeLock` alone: nobody who only reads or changes badges waits for the disk.
  func writeBatch(until deadline: Int64 = Int64.max) throws(Failure) {
    if !hasLeftover { return }
    do throws(Failure) {
      try store.begin()
      try saveBatch(until: deadline)
      if store.hasDisowned { try store.touch() }
      try store.commit()
    } catch {
      // Nothing of it is stored; the batch keeps it.
      abandonTransaction()
      throw error
    }
    batch.removeAll()
  }

  /// Begins a transaction behind everything that waits, which is stored with it or not at all. Under `storeLock` alone.
  /// `abandonTransaction` and `planLeftover` end it where it fails.
  func beginApart() throws(Failure) {
    try writeBatch()
    try collectGroup(false)
    try store.begin()
    try saveBatch()
  }

  /// Writes what has changed since the transaction began. Under `storeLock` alone.
  func saveMeanwhile() throws(Failure) {
    let written = (batch.items.count, batch.revisions.count)
    try collectGroup(false)
    try saveBatch(behind: written)
  }

  /// The same under both locks, so that nothing is left.
  func saveRest() throws(Failure) {
    let written = (batch.items.count, batch.revisions.count)
    try collectBatch()
    try saveBatch(behind: written)
  }

  /// Gives up a transaction that `beginApart` has begun. Under both locks.
  func abandonBegun() {
    abandonTransaction()
    planLeftover()
  }

  /// What was collected for a transaction that failed is written later. Under both locks.
  func planLeftover() {
    if hasLeftover { planGroup(after: Engine.groupDelay) }
  }

  /// Runs a change of the store that no tree knows of as one transaction, after whatever waits to be stored. Under
  /// `storeLock` alone.
  func commitAlone<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try collectAndWrite()
    do throws(Failure) {
      try store.begin()
      let result = try body()
      try store.commit()
      return result
    } catch {
      abandonTransaction()
      if hasLeftover { tryAgain(after: Engine.groupDelay, isFailing: false) }
      throw error
    }
  }

  /// Sees to it that nothing is read of a change that was given up, but could not be rolled back then. Under
  /// `storeLock`.
  func settleStore() throws(Failure) {
    try store.settle()
  }

  /// Rolls back without touching the message of the error that led here.
  func abandonTransaction() {
    do throws(Failure) { try store.rollback() } catch {}
  }
}

typealias StoredState = TallyStore.OwnState

extension StoredState {
  init(_ own: TallyTree.OwnState) {
    self.init(
      kind: 0, count: 0, expires: own.expires, mute: Int32(own.mute.rawValue), muteUntil: own.muteUntil)
    switch own.manual {
    case .none: kind = 0
    case .dot: kind = 1
    case .count(let number):
      kind = 2
      count = number
    }
  }

  /// The same for the tree; what a damaged file may hold is taken as nothing.
  var forTree: TallyTree.OwnState {
    var own = TallyTree.OwnState(expires: max(expires, 0), muteUntil: max(muteUntil, 0))
    if kind == 1 { own.manual = .dot }
    if kind == 2, count > 0 { own.manual = .count(count) }
    own.mute = Mute(rawValue: UInt8(truncatingIfNeeded: mute)) ?? .none
    if own.manual == .none { own.expires = 0 }
    if own.mute == .none { own.muteUntil = 0 }
    return own
  }
}

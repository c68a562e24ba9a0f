import CPlatform
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// Badges on their way to the store. What could not be written stays, and goes first the next time.
struct BadgeBatch: ~Copyable {
  struct Item: BitwiseCopyable {
    var account: Int64
    var path: Int
    var pathCount: Int
    var own: TallyTree.OwnState
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
  static let groupSize = 1000
  /// So many changes that wait make the caller write them itself.
  static let groupArrears = 8 * groupSize

  /// Sees to it that what has changed of an account is written soon. Under `lock`.
  @inline(__always)
  func scheduleGroup(_ account: Account, _ waiting: Int) {
    if !account.isUnstored || (waiting >= Engine.groupSize && !groupIsUrgent) { scheduleGroupNow(account, waiting) }
  }

  private func scheduleGroupNow(_ account: Account, _ waiting: Int) {
    if !account.isUnstored {
      account.isUnstored = true
      unstored.appendWithinCapacity(account.slot)
    }
    if isGroupScheduled && (waiting < Engine.groupSize || groupIsUrgent) { return }
    isGroupScheduled = true
    groupIsUrgent = waiting >= Engine.groupSize
    groupDue = clock.elapsed + (groupIsUrgent ? 0 : Engine.groupDelay)
    loop.wake()
  }

  /// Moves everything that waits to be stored into the batch. Under both locks.
  func collectBatch() throws(Failure) {
    while unstored.count > 0 {
      let account = accounts[unstored[unstored.count - 1]]
      if account.needsStoring { try collect(account) }
      account.isUnstored = false
      unstored.truncate(to: unstored.count - 1)
    }
    isGroupScheduled = false
    groupIsUrgent = false
    groupDue = Int64.max
  }

  private func collect(_ account: Account) throws(Failure) {
    let tree = account.tree
    try growing { () throws(OutOfMemory) in
      try batch.items.reserve(batch.items.count + tree.dirtyCount)
      try batch.paths.reserve(batch.paths.count + tree.dirtyBytes)
      try batch.revisions.reserve(batch.revisions.count + 1)
    }
    tree.drainDirty { path, own in
      let item = BadgeBatch.Item(
        account: account.id, path: batch.paths.count, pathCount: path.count, own: own)
      do throws(OutOfMemory) {
        try batch.paths.append(path)
        try batch.items.append(item)
      } catch { preconditionFailure("room was not reserved") }
    }
    if account.storedRevision != tree.revision {
      account.storedRevision = tree.revision
      do throws(OutOfMemory) {
        try batch.revisions.append(BadgeBatch.Revision(account: account.id, revision: tree.revision))
      } catch { preconditionFailure("room was not reserved") }
    }
  }

  /// Writes the batch into the transaction under way. Under `storeLock`.
  /// - Parameter deadline: on the system's elapsed clock.
  func saveBatch(until deadline: Int64 = Int64.max) throws(Failure) {
    for position in 0..<batch.items.count {
      if deadline != Int64.max, position % 64 == 0, Clock.system.elapsed > deadline {
        throw Failure(.timeout, "the time did not suffice to write everything; what was not written is lost")
      }
      let item = batch.items[position]
      let path = batch.paths.bytes(at: item.path, count: item.pathCount)
      try storing { () throws(StoreError) in
        try store.saveBadge(account: item.account, path: path, StoredState(item.own))
      }
    }
    for position in 0..<batch.revisions.count {
      let revision = batch.revisions[position]
      try storing { () throws(StoreError) in
        try store.saveRevision(account: revision.account, revision: revision.revision)
      }
    }
  }

  /// Writes all that waits, in one transaction. Takes both locks. Any thread.
  /// - Parameters:
  ///   - isClosing: it is the last one, after nobody else may write.
  ///   - deadline: on the system's elapsed clock.
  func writeGroup(isClosing: Bool = false, until deadline: Int64 = Int64.max) throws(Failure) {
    if !isPersistent { return }
    storeLock.lock()
    defer { storeLock.unlock() }
    lock.lock()
    if isClosed && !isClosing {
      lock.unlock()
      throw .closed
    }
    do throws(Failure) {
      try collectBatch()
    } catch {
      lock.unlock()
      throw error
    }
    lock.unlock()
    try writeBatch(until: deadline)
  }

  /// Writes in the place of the loop, which has fallen behind: so the backlog is bounded, and who changes faster than the
  /// disk writes waits for it. What fails here is tried again, and told, by the loop.
  func catchUp() {
    do throws(Failure) { try writeGroup() } catch {}
  }

  /// Under `storeLock` alone: nobody who only reads or changes badges waits for the disk.
  func writeBatch(until deadline: Int64 = Int64.max) throws(Failure) {
    if batch.isEmpty { return }
    try storing { () throws(StoreError) in try store.begin() }
    do throws(Failure) {
      try saveBatch(until: deadline)
      try storing { () throws(StoreError) in try store.commit() }
    } catch {
      // Nothing of it is stored; the batch keeps it.
      abandonTransaction()
      throw error
    }
    batch.removeAll()
  }

  /// Rolls back without touching the message of the error that led here.
  func abandonTransaction() {
    do throws(StoreError) { try store.rollback() } catch {}
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
    return own
  }
}

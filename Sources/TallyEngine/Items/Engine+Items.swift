import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Batches that change many accounts, from a log or not. A batch is one transaction of the store. Nobody sees the
// changes of the trees before the commit. The accounts are read before the transaction begins, and stay in memory.
// While items are applied, the accounts are busy for other calls. A rejected item is undone alone.

extension Engine {
  /// Applies items in their order. A rejected item changes nothing; the others do not depend on it.
  /// - Returns: `ok`; `partial`: items were rejected, and the thread's message describes the first one;
  ///   `alreadyApplied`: this part of the log was applied before.
  /// - Throws: if no item was applied.
  public func apply<Source: ItemSource>(_ source: Source, _ options: ItemOptions) throws(Failure) -> Status {
    do throws(Failure) {
      try options.check(source.count)
      let status = try withStore { () throws(Failure) in try applyItems(source, options) }
      // Otherwise a later batch does it, so that the thread's message remains.
      if status != .partial { removeOld() }
      return status
    } catch {
      for index in 0..<min(source.count, ItemOptions.maxItems) { source.reject(index, .notApplied, at: nil) }
      throw error
    }
  }

  /// Removes the old messages that items have left. Without locks.
  private func removeOld() {
    while true {
      lock.lock()
      let slot = agedAccounts.popLast()
      let account = slot.flatMap { accounts.account($0) }
      lock.unlock()
      if slot == nil { return }
      account?.removeOld()
    }
  }

  /// How far a log has been applied, and the time of its last item.
  public func logState(_ source: UnsafeRawBufferPointer) throws(Failure) -> LogState {
    try Failure.checkName(source, "the name of a source")
    let log = try withStore { () throws(Failure) in try store.findLog(source) }
    guard let log else { throw Failure.unknownLog(source) }
    return log
  }

  /// Under `storeLock` alone.
  private func applyItems<Source: ItemSource>(_ source: Source, _ options: ItemOptions) throws(Failure) -> Status {
    var work = ItemWork()
    let isFresh = try judge(options, &work)
    if !isFresh {
      for index in 0..<source.count { source.reject(index, .alreadyApplied, at: nil) }
      if !work.isNewOwner { return .alreadyApplied }
    }
    do throws(Failure) {
      if isFresh { try collect(source, options, &work) }
      try begin(source, options, &work)
      if isFresh { try perform(source, options, &work) }
      try complete(options, &work)
    } catch {
      abandon(&work, error)
      throw error
    }
    if let refused = commitGroup() {
      finish(&work, isStored: false)
      throw refused
    }
    finish(&work, isStored: true)
    if !isFresh { return .alreadyApplied }
    if !work.hasRejected { return .ok }
    Words.begin()
    Words.add(work.words.bytes)
    return .partial
  }

  /// Compares the batch with the stored state of the log, and computes the next state.
  /// - Returns: whether the items are new.
  private func judge(_ options: ItemOptions, _ work: inout ItemWork) throws(Failure) -> Bool {
    guard let name = options.source else { return true }
    guard var log = try store.findLog(name) else {
      work.log = try store.newLog(options.state)
      return true
    }
    let given = options.state
    if given.epoch < log.state.epoch { throw Failure.staleEpoch(name, given, log.state) }
    let isFresh = given.position > log.state.position
    work.isNewOwner = given.epoch > log.state.epoch
    log.state = SourceState(epoch: given.epoch, position: max(given.position, log.state.position))
    work.log = log
    return isFresh
  }

  // MARK: The accounts

  /// Finds the accounts of the items, and reads those that are not in memory. Under `storeLock` alone.
  private func collect<Source: ItemSource>(
    _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    try work.reserve(source.count)
    for index in 0..<source.count {
      var slot = ItemWork.nowhere
      do throws(Failure) {
        let item = try source.item(index)
        try options.check(item)
        slot = item.onlyPassesTime ? ItemWork.nobody : try find(item.account, &work)
      } catch {
        // The engine's limit of accounts is not the item's fault.
        if !error.isOfItem || error.status == .limit { throw error }
        work.noteRejection(of: index)
        source.reject(index, error.status, at: nil)
      }
      work.slots.appendWithinCapacity(slot)
    }
  }

  /// - Returns: the account's slot; `unborn`: there is no account of that name.
  private func find(_ name: UnsafeRawBufferPointer, _ work: inout ItemWork) throws(Failure) -> UInt32 {
    if let taken = takenSlot(name) { return taken }
    if let open = try findAccount(name) { return try take(open, &work) }
    try Reserve.refill()
    do throws(Failure) {
      return try take(try insertAccount(name, 0, 0, mayCreate: false), &work)
    } catch {
      if error.status == .notFound { return ItemWork.unborn }
      throw error
    }
  }

  private func takenSlot(_ name: UnsafeRawBufferPointer) -> UInt32? {
    lock.lock()
    defer { lock.unlock() }
    guard let open = accounts.find(name), open.items.isTaken else { return nil }
    return open.slot
  }

  /// Reads an account, and keeps it in memory. `work` has room for it.
  @discardableResult
  func take(_ account: Account, _ work: inout ItemWork) throws(Failure) -> UInt32 {
    try account.load()
    lock.lock()
    if !account.items.isTaken {
      account.items.isTaken = true
      account.residence.holds += 1
      work.accounts.appendWithinCapacity(account.slot)
    }
    lock.unlock()
    return account.slot
  }

  /// Creates the missing accounts. Within the transaction, under `storeLock` alone.
  private func create<Source: ItemSource>(
    _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    for index in 0..<work.slots.count where work.slots[index] == ItemWork.unborn {
      let name = try source.item(index).account
      if let taken = takenSlot(name) {
        work.slots[index] = taken
        continue
      }
      // This also makes room in the table.
      _ = try findAccount(name)
      try Reserve.refill()
      let account = try insertAccount(name, options.aggregation, options.feeding, mayCreate: true)
      work.created.appendWithinCapacity(account.slot)
      work.slots[index] = try take(account, &work)
    }
  }

  // MARK: The transaction

  /// Begins the transaction, and makes the accounts busy for other calls. Returns with `lock` held.
  private func begin<Source: ItemSource>(
    _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    work.stage = .begun
    try beginApart()
    try create(source, options, &work)
    try occupy(&work)
  }

  /// Keeps others from the accounts. Within the transaction, under `storeLock` alone; leaves with `lock`.
  func occupy(_ work: inout ItemWork) throws(Failure) {
    lock.lock()
    work.stage = .locked
    try reserveReminderWakes()
    for position in 0..<work.accounts.count { try accounts[work.accounts[position]].applyLate() }
    // `lock` is held from here on, so all earlier changes of the accounts are in the transaction.
    try saveRest()
    if isClosed { throw .closed }
    for position in 0..<work.accounts.count {
      let account = accounts[work.accounts[position]]
      account.residence.state = .busy
      account.deadline = .unsettled
    }
    busyAccounts += work.accounts.count
    work.stage = .working
  }

  private func perform<Source: ItemSource>(
    _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    var count = 0
    for index in 0..<work.slots.count where work.slots[index] != ItemWork.nowhere {
      try perform(source, index, options, &work)
      giveWay(after: &count)
      if isClosed { throw .closed }
    }
  }

  private func perform<Source: ItemSource>(
    _ source: Source, _ index: Int, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    let item = try source.item(index)
    let time = advance(to: item, &work)
    if work.slots[index] == ItemWork.nobody { return source.report(index, .ok) }
    let account = accounts[work.slots[index]]
    account.items.time = time
    if let id = item.id, var log = work.log {
      let isNew = try store.noteItem(of: &log, id: id, window: self.options.batchWindow, now: time)
      work.log = log
      if !isNew { return source.reject(index, .alreadyApplied, at: nil) }
    }
    var part = account.beginItem()
    part.source = options.source
    do throws(Failure) {
      try account.perform(source, index, item, &part)
    } catch {
      if !error.isOfItem { throw error }
      work.noteRejection(of: index)
      source.reject(index, error.status, at: part.position)
      try account.takeBack(part)
      return try forget(item, &work)
    }
    source.report(index, .ok)
  }

  /// Forgets the id of a rejected item, which may come again.
  private func forget(_ item: Item, _ work: inout ItemWork) throws(Failure) {
    guard item.id != nil, var log = work.log else { return }
    try store.forgetItem(of: &log)
    work.log = log
  }

  /// The time at which an item is applied. The time of a log never goes back.
  private func advance(to item: Item, _ work: inout ItemWork) -> Int64 {
    let former = work.log?.time ?? 0
    if item.time == 0 { return former == 0 ? max(now, 1) : former }
    let time = max(item.time, former)
    work.log?.time = time
    return time
  }

  /// Stores the accounts and the state of the log, and removes the changes from the trees until the commit.
  /// Under both locks; returns without `lock`.
  private func complete(_ options: ItemOptions, _ work: inout ItemWork) throws(Failure) {
    try storeChanges(&work)
    for position in 0..<work.created.count where !accounts[work.created[position]].items.isChanged {
      try store.removeAccount(accounts[work.created[position]].id)
    }
    if let log = work.log, let name = options.source {
      try store.saveLog(name, log)
      try store.trimItems(of: log, window: self.options.batchWindow, now: log.time == 0 ? now : log.time)
    }
    leaveToCommit(&work)
  }

  /// Stores what the accounts have become, and takes that back from the trees. Under both locks.
  func storeChanges(_ work: inout ItemWork) throws(Failure) {
    let count = work.accounts.count
    try growing { () throws(OutOfMemory) in
      try group.reserve(count)
      try work.changes.reserveRoom(count)
    }
    for position in 0..<count {
      let account = accounts[work.accounts[position]]
      if !account.items.isChanged {
        account.giveUpItems()
        continue
      }
      let change = try account.completeItems()
      change.calls = work.changes.isEmpty ? 1 : 0
      work.changes.append(change)
    }
    try forgetTouched()
  }

  /// Everything is in the transaction. Under both locks; leaves without `lock`.
  func leaveToCommit(_ work: inout ItemWork) {
    for change in work.changes { group.add(change) }
    work.changes = []
    open(&work)
    lock.unlock()
  }

  /// Lets other calls use the accounts again. Under `lock`.
  private func open(_ work: inout ItemWork) {
    if work.stage == .working {
      busyAccounts -= work.accounts.count
      for position in 0..<work.accounts.count {
        let account = accounts[work.accounts[position]]
        account.residence.state = .resident
        account.items.time = 0
        account.updateDeadline()
      }
      settled.broadcast()
      if isClosed, events.waiters > 0 { changed.broadcast() }
    }
    work.stage = .locked
  }

  /// Abandons the transaction. Under `storeLock`, and from the stage `locked` on also `lock`. Returns without `lock`.
  func abandon(_ work: inout ItemWork, _ failure: Failure) {
    if work.stage == .collecting || work.stage == .begun { lock.lock() }
    changes.removeAll()
    for position in 0..<work.accounts.count {
      let account = accounts[work.accounts[position]]
      account.giveUpItems()
      account.forgetNotes()
    }
    open(&work)
    hasPartFailed = false
    for change in work.changes { group.add(change) }
    work.changes = []
    lock.unlock()
    if group.isEmpty {
      abandonTransaction()
      lock.lock()
      planLeftover()
      lock.unlock()
    } else {
      failGroup(failure)
    }
    finish(&work, isStored: false)
  }

  /// Releases the accounts, and removes those that the batch created in vain. Under `storeLock` alone.
  func finish(_ work: inout ItemWork, isStored: Bool) {
    lock.lock()
    for position in 0..<work.accounts.count {
      let account = accounts[work.accounts[position]]
      if !isStored { account.abandonReminders() } else if !account.items.isReplaced { account.finishItems() }
      account.residence.holds -= 1
      // Without memory the account's next post removes them.
      if account.hasOld { do throws(OutOfMemory) { try agedAccounts.append(account.slot) } catch {} }
      if account.items.isReplaced { account.endReplacing(isStored: isStored) }
    }
    if isStored, let time = work.log?.time { advanceLogTime(to: time) }
    for position in 0..<work.created.count {
      let account = accounts[work.created[position]]
      if isStored, account.items.isChanged { continue }
      lock.unlock()
      removeAccount(account)
      lock.lock()
    }
    for position in 0..<work.accounts.count where endShare(of: work.accounts[position]) && isStored {
      forgetIfUnused(work.accounts[position])
    }
    lock.unlock()
  }

  /// A function of its own, so that no reference stays.
  /// - Returns: whether it was replaced.
  @inline(never)
  private func endShare(of slot: UInt32) -> Bool {
    guard let account = accounts.account(slot) else { return false }
    let isReplaced = account.items.isReplaced
    account.items = ItemShare()
    return isReplaced
  }
}

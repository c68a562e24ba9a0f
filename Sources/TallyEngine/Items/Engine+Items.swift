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
      let status = try withStore { (storeHold) throws(Failure) in
        try applyItems(storeHold, source, options)
      }
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
      let hold = lock.lock()
      let slot = accounts.takeAged()
      let account = slot.flatMap { accounts.account($0) }
      hold.release()
      if slot == nil { return }
      account?.removeOld()
    }
  }

  /// How far a log has been applied, and the time of its last item.
  public func logState(_ source: UnsafeRawBufferPointer) throws(Failure) -> LogState {
    try Failure.checkName(source, "the name of a source")
    let log = try withStore { (storeHold) throws(Failure) in try store.findLog(source) }
    guard let log else { throw Failure.unknownLog(source) }
    return log
  }

  private func applyItems<Source: ItemSource>(
    _ storeHold: borrowing StoreHold, _ source: Source, _ options: ItemOptions
  ) throws(Failure) -> Status {
    var work = ItemWork(Change(self, .items))
    let isFresh = try judge(options, &work)
    if !isFresh {
      for index in 0..<source.count { source.reject(index, .alreadyApplied, at: nil) }
      if !work.isNewOwner { return .alreadyApplied }
    }
    do throws(Failure) {
      if isFresh { try collect(storeHold, source, options, &work) }
      try make(storeHold, work.change) { () throws(Failure) in
        try create(storeHold, source, options, &work)
      } _: { (hold) throws(Failure) in
        try reserveReminderWakes()
        work.change.occupy(hold)
        if isFresh { try perform(&hold, source, options, &work) }
      } last: { (hold) throws(Failure) in
        try complete(hold, options, &work)
      }
    } catch {
      abandon(storeHold, &work, error)
      throw error
    }
    finish(storeHold, &work, isStored: true)
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

  /// Finds the accounts of the items, and reads those that are not in memory.
  private func collect<Source: ItemSource>(
    _ storeHold: borrowing StoreHold, _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    try work.reserve(source.count)
    for index in 0..<source.count {
      var slot = ItemWork.nowhere
      do throws(Failure) {
        let item = try source.item(index)
        try options.check(item)
        slot = item.onlyPassesTime ? ItemWork.nobody : try find(storeHold, item.account, &work)
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
  private func find(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ work: inout ItemWork
  ) throws(Failure) -> UInt32 {
    if let taken = takenSlot(name) { return taken }
    if let open = try findAccount(storeHold, name) { return try take(storeHold, open, &work) }
    try Reserve.refill()
    do throws(Failure) {
      return try take(storeHold, try insertAccount(storeHold, name, 0, 0, mayCreate: false), &work)
    } catch {
      if error.status == .notFound { return ItemWork.unborn }
      throw error
    }
  }

  private func takenSlot(_ name: UnsafeRawBufferPointer) -> UInt32? {
    let hold = lock.lock()
    defer { hold.keep() }
    guard let open = accounts.find(name), open.writing.share != nil else { return nil }
    return open.slot
  }

  /// Reads an account, and keeps it in memory. `work` has room for it.
  @discardableResult
  func take(_ storeHold: borrowing StoreHold, _ account: Account, _ work: inout ItemWork) throws(Failure) -> UInt32 {
    try account.load(storeHold)
    try Reserve.refill()
    let hold = lock.lock()
    defer { hold.keep() }
    if account.writing.share == nil {
      let share = work.change.add(account)
      share.isChanged = false
      account.writing.share = share
      account.residence.holds += 1
    }
    return account.slot
  }

  /// Creates the missing accounts. Within the transaction.
  private func create<Source: ItemSource>(
    _ storeHold: borrowing StoreHold, _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    for index in 0..<work.slots.count where work.slots[index] == ItemWork.unborn {
      let name = try source.item(index).account
      if let taken = takenSlot(name) {
        work.slots[index] = taken
        continue
      }
      // This also makes room in the table.
      _ = try findAccount(storeHold, name)
      try Reserve.refill()
      let account = try insertAccount(storeHold, name, options.aggregation, options.feeding, mayCreate: true)
      work.created.appendWithinCapacity(account.slot)
      work.slots[index] = try take(storeHold, account, &work)
    }
  }

  // MARK: The items

  private func perform<Source: ItemSource>(
    _ hold: inout LockHold, _ source: Source, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    var count = 0
    for index in 0..<work.slots.count where work.slots[index] != ItemWork.nowhere {
      try perform(&hold, source, index, options, &work)
      giveWay(&hold, after: &count)
      if isClosed { throw .closed }
    }
  }

  private func perform<Source: ItemSource>(
    _ hold: inout LockHold, _ source: Source, _ index: Int, _ options: ItemOptions, _ work: inout ItemWork
  ) throws(Failure) {
    let item = try source.item(index)
    let time = advance(to: item, &work)
    if work.slots[index] == ItemWork.nobody { return source.report(index, .ok) }
    let account = accounts[work.slots[index]]
    guard let share = account.writing.share else {
      throw Failure(.internalError, "an account has no part in the batch")
    }
    share.time = time
    if let id = item.id, var log = work.log {
      let isNew = try store.noteItem(of: &log, id: id, window: limits.batchWindow, now: time)
      work.log = log
      if !isNew { return source.reject(index, .alreadyApplied, at: nil) }
    }
    var part = try account.beginItem(hold, in: share)
    part.source = options.source
    do throws(Failure) {
      try account.perform(&hold, source, index, item, &part, in: share)
    } catch {
      if !error.isOfItem { throw error }
      work.noteRejection(of: index)
      source.reject(index, error.status, at: part.position)
      try account.takeBack(&hold, part, in: share)
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

  /// Stores the state of the log, and removes the accounts that were created in vain.
  private func complete(_ hold: borrowing LockHold, _ options: ItemOptions, _ work: inout ItemWork) throws(Failure) {
    for position in 0..<work.created.count where !isKept(work.created[position]) {
      try store.removeAccount(accounts[work.created[position]].id)
    }
    if let log = work.log, let name = options.source {
      try store.saveLog(name, log)
      try store.trimItems(of: log, window: limits.batchWindow, now: log.time == 0 ? now : log.time)
    }
  }

  /// Whether items have changed an account that the batch has created.
  private func isKept(_ slot: UInt32) -> Bool { accounts[slot].writing.share?.isChanged ?? false }

  // MARK: The end

  /// Drops the change, unless one of its stages did, and releases the accounts.
  func abandon(
    _ storeHold: borrowing StoreHold, _ work: inout ItemWork, _ failure: Failure,
    ending replaced: (borrowing LockHold, Account) -> Void = { _, _ in }
  ) {
    if work.change.failure == nil {
      var hold = lock.lock()
      work.change.drop(storeHold, &hold, failure)
      hold.release()
    }
    finish(storeHold, &work, isStored: false, ending: replaced)
  }

  /// Releases the accounts, and removes those that the batch created in vain.
  /// - Parameter replaced: called with each account that an import replaces.
  func finish(
    _ storeHold: borrowing StoreHold, _ work: inout ItemWork, isStored: Bool,
    ending replaced: (borrowing LockHold, Account) -> Void = { _, _ in }
  ) {
    var hold = lock.lock()
    for share in work.change.shares {
      release(share)
      if share.isReplacing { replaced(hold, share.account) }
    }
    if isStored, let time = work.log?.time { advanceLogTime(hold, to: time) }
    for position in 0..<work.created.count {
      if isStored, isKept(work.created[position]) { continue }
      let account = accounts[work.created[position]]
      hold.unlocked { removeAccount(storeHold, account) }
    }
    endShares(of: &work)
    for position in 0..<work.replaced.count where isStored { forgetIfUnused(hold, work.replaced[position]) }
  }

  private func release(_ share: Share) {
    let account = share.account
    account.residence.holds -= 1
    // Without memory the account's next post removes them.
    if account.feeds.hasOld { do throws(OutOfMemory) { try accounts.noteAged(account) } catch {} }
  }

  /// Forgets the shares, so that they keep no account in the table. A function of its own, so that no reference stays.
  @inline(never)
  private func endShares(of work: inout ItemWork) {
    for share in work.change.shares {
      share.account.writing.share = nil
      if share.isReplacing { work.replaced.appendWithinCapacity(share.account.slot) }
    }
    work.change.forgetShares()
  }
}

extension Failure {
  static func unknownLog(_ source: UnsafeRawBufferPointer) -> Failure {
    Failure(.notFound, "nothing was applied from the source ", quoting: source)
  }
}

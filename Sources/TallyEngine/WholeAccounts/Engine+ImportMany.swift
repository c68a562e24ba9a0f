import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Imports of many accounts and logs: one transaction of the store. An account that is replaced while it is open is
// emptied in the same transaction, as a batch of items would change it, and is gone after the commit. An import that is
// rejected is taken back alone.

/// One account, or one log. Bytes are borrowed.
public struct ImportEntry {
  /// The account's name; empty: a log, whose name is in its bytes.
  public var account: UnsafeRawBufferPointer
  public var bytes: UnsafeRawBufferPointer

  public init(account: UnsafeRawBufferPointer, bytes: UnsafeRawBufferPointer) {
    self.account = account
    self.bytes = bytes
  }
}

/// The imports of a call, in the host's memory. The engine may read each one more than once.
public protocol ImportSource {
  var count: Int { get }
  /// The index-th import; throws where it is malformed.
  func entry(_ index: Int) throws(Failure) -> ImportEntry
  func report(_ index: Int, _ status: Status)
}

extension Engine {
  /// Restores accounts and logs, with their keys and epochs. A rejected import changes nothing; the others do not
  /// depend on it.
  /// - Parameter isReplacing: what exists is replaced; otherwise it is rejected.
  /// - Returns: `ok`; `partial`: some were rejected, and the thread's message is about the first one.
  /// - Throws: and nothing was imported.
  public func importMany<Source: ImportSource>(_ source: Source, isReplacing: Bool) throws(Failure) -> Status {
    do throws(Failure) {
      if source.count > ItemOptions.maxItems { throw Failure(.argument, "a call has at most 65,536 imports") }
      return try withStore { (storeHold) throws(Failure) in try restoreMany(storeHold, source, isReplacing) }
    } catch {
      for index in 0..<min(source.count, ItemOptions.maxItems) { source.report(index, .notApplied) }
      throw error
    }
  }

  private func restoreMany<Source: ImportSource>(
    _ storeHold: borrowing StoreHold, _ source: Source, _ isReplacing: Bool
  ) throws(Failure) -> Status {
    var work = ItemWork(Change(self, .restore))
    do throws(Failure) {
      if isReplacing { try takeOpen(storeHold, source, &work) }
      try make(storeHold, work.change) { (hold) throws(Failure) in
        work.change.occupy(hold)
        for index in 0..<source.count {
          try restore(storeHold, &hold, source, index, isReplacing, &work)
          if isClosed { throw .closed }
        }
      }
    } catch {
      abandon(storeHold, &work, error) { hold, account in account.endReplacing(hold, isStored: false) }
      throw error
    }
    finish(storeHold, &work, isStored: true) { hold, account in account.endReplacing(hold, isStored: true) }
    if !work.hasRejected { return .ok }
    Words.begin()
    Words.add(work.words.bytes)
    return .partial
  }

  /// Keeps the open accounts that may be replaced in memory.
  private func takeOpen<Source: ImportSource>(
    _ storeHold: borrowing StoreHold, _ source: Source, _ work: inout ItemWork
  ) throws(Failure) {
    try work.reserve(source.count)
    for index in 0..<source.count {
      var name = UnsafeRawBufferPointer(start: nil, count: 0)
      // A malformed one is rejected later.
      do throws(Failure) { name = try source.entry(index).account } catch { continue }
      if let open = openAccount(named: name) { try take(storeHold, open, &work) }
    }
  }

  private func openAccount(named name: UnsafeRawBufferPointer) -> Account? {
    let hold = lock.lock()
    defer { hold.keep() }
    return accounts.find(name)
  }

  // MARK: One import

  private func restore<Source: ImportSource>(
    _ storeHold: borrowing StoreHold, _ hold: inout LockHold, _ source: Source, _ index: Int, _ isReplacing: Bool,
    _ work: inout ItemWork
  ) throws(Failure) {
    var emptied: Share?
    var part = ItemPart(mark: LogMark(), news: 0)
    try Reserve.refill()
    try store.beginPart()
    do throws(Failure) {
      let entry = try source.entry(index)
      if entry.account.isEmpty {
        try restoreLog(hold, from: entry.bytes, isReplacing, &work)
      } else {
        try Failure.checkName(entry.account, "the name of an account")
        var parser = try AccountExportParser(entry.bytes)
        parser.keepsKeys = true
        let former = try store.findAccount(name: entry.account)
        if former != nil && !isReplacing { throw Failure.accountExists(entry.account) }
        if let former, let open = accounts.find(entry.account), open.id == former.id, let share = open.writing.share {
          part = try open.beginItem(hold, in: share)
          emptied = share
          try open.beginReplacing(&hold, in: share)
        }
        try hold.unlocked { () throws(Failure) in
          try restoreAlone(storeHold, entry.account, &parser, former)
        }
      }
      try store.endPart()
    } catch {
      if !error.isOfItem { throw error }
      work.noteRejection(of: index, "import ")
      source.report(index, error.status)
      try store.abandonPart()
      store.forgetItemIndex()
      if let emptied { try emptied.account.giveUpReplacing(&hold, part, in: emptied) }
      return
    }
    source.report(index, .ok)
  }

  /// No other call uses the account, so calls about others go on meanwhile.
  private func restoreAlone(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ parser: inout AccountExportParser,
    _ former: AccountRow?
  ) throws(Failure) {
    if let former { try store.removeAccount(former.id) }
    try restoreAccount(storeHold, name, &parser, after: former)
  }
}

extension Account {
  /// Empties the tree. Nobody else changes its badges any more, so nothing of it is stored later.
  fileprivate func beginReplacing(_ hold: inout LockHold, in share: Share) throws(Failure) {
    share.isChanged = true
    share.isReplacing = true
    gate.claim()
    try exclusively(&hold) { () throws(Failure) in try empty(in: share) }
  }

  /// The import was rejected.
  fileprivate func giveUpReplacing(_ hold: inout LockHold, _ part: ItemPart, in share: Share) throws(Failure) {
    try takeBack(&hold, part, in: share)
    share.isChanged = false
    share.isReplacing = false
    gate.release()
  }

  /// The imports have ended.
  fileprivate func endReplacing(_ hold: borrowing LockHold, isStored: Bool) {
    gate.release()
    if isStored { leave(hold) } else { updateDeadline(hold) }
    engine.locks.settled.broadcast()
  }
}

import CSQLite
import TallyFailure
import TallyMemory

// The journal of messages: three triggers record each change of an account that is followed, so no statement is
// forgotten. They exist from the first use on.

extension Store {
  /// Records the changes of an account's messages from now on. Within a transaction only for lists of threads.
  public func follow(_ account: Int64) throws(Failure) {
    if followed.value(UInt64(bitPattern: account)) == nil {
      try growing { () throws(OutOfMemory) in try followed.set(UInt64(bitPattern: account), 1) }
    }
    try beginJournal()
  }

  /// Creates the triggers, unless they exist.
  public func beginJournal() throws(Failure) {
    if isJournaling { return }
    let result = sqlite3_create_function_v2(
      database, "tally_changed", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, Unmanaged.passUnretained(self).toOpaque(),
      { context, count, values in
        guard let store = sqlite3_user_data(context), let values else { return }
        let isRecorded = Unmanaged<Store>.fromOpaque(store)._withUnsafeGuaranteedRef { store in
          store.record(JournalCall(values: values, count: Int(count)))
        }
        if !isRecorded { sqlite3_result_error_nomem(context) }
      }, nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
    try execute(
      """
      CREATE TEMP TRIGGER IF NOT EXISTS message_added AFTER INSERT ON message BEGIN
        SELECT tally_changed(1, new.account, new.path || new.also, new.thread, new.state,
          new.key, new.rank, new.category, new.arg, new.arg_count); END;
      CREATE TEMP TRIGGER IF NOT EXISTS message_removed AFTER DELETE ON message BEGIN
        SELECT tally_changed(-1, old.account, old.path || old.also, old.thread, old.state); END;
      CREATE TEMP TRIGGER IF NOT EXISTS message_changed
      AFTER UPDATE OF account, path, thread, state, rev, rank, ts, kind, title, body, count, category, arg, arg_count,
        link, icon, subtitle, also, level, snooze, data
      ON message WHEN min(old.state, 2) <> min(new.state, 2)
        OR (old.account, old.path, old.thread, old.rev, old.rank, old.ts, old.kind, old.title, old.body, old.count,
          old.category, old.arg, old.arg_count, old.link, old.icon, old.subtitle, old.also, old.level, old.snooze,
          old.data)
          IS NOT (new.account, new.path, new.thread, new.rev, new.rank, new.ts, new.kind, new.title, new.body, new.count,
          new.category, new.arg, new.arg_count, new.link, new.icon, new.subtitle, new.also, new.level, new.snooze,
          new.data)
      BEGIN
        SELECT tally_changed(-1, old.account, old.path || old.also, old.thread, old.state),
          tally_changed(1, new.account, new.path || new.also, new.thread, new.state); END;
      """)
    // A program that follows no account does not contain the rest.
    closeJournal = { (store) throws(Failure) in
      store.journal.close()
      try store.trimHeads()
    }
    isJournaling = true
    isTentative = isTentative || isInTransaction
  }

  /// Takes what was recorded since the last time. Within the transaction of the change.
  public func takeJournal() throws(Failure) -> MessageJournal {
    guard !journal.isEmpty, let closeJournal else { return MessageJournal() }
    try closeJournal(self)
    var taken = MessageJournal()
    swap(&taken, &journal)
    return taken
  }

  /// Whether something was recorded and not taken yet.
  public var hasJournal: Bool { !journal.isEmpty }

  /// Records an account's messages no longer, because it was removed.
  public func unfollow(_ account: Int64) {
    followed.remove(UInt64(bitPattern: account))
    listed(account)?.isIncomplete = true
  }

  /// - Returns: false: there is no memory.
  private func record(_ call: JournalCall) -> Bool {
    if !followsAll, followed.value(UInt64(bitPattern: call.account)) == nil { return true }
    do throws(OutOfMemory) {
      if call.state == 0 { noteChange(ofThread: call.thread, call.account) }
      try journal.record(
        account: call.account, path: call.path, thread: call.thread, call.counts, arrival: call.arrival)
      return true
    } catch {
      return false
    }
  }
}

/// A call of the function `tally_changed`. Bytes are borrowed.
private struct JournalCall {
  let values: UnsafeMutablePointer<OpaquePointer?>
  let count: Int

  private func number(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }

  private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    // The length is that of the value in the form in which it was read last.
    let start = sqlite3_value_blob(values[index])
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  var account: Int64 { number(1) }
  var path: UnsafeRawBufferPointer { bytes(2) }
  var thread: UnsafeRawBufferPointer { bytes(3) }
  var state: Int64 { number(4) }

  var counts: MessageCounts {
    let sign = number(0)
    return MessageCounts(
      total: UInt64(bitPattern: sign), unread: UInt64(bitPattern: state < 2 ? sign : 0),
      unseen: UInt64(bitPattern: state == 0 ? sign : 0))
  }

  /// The unseen message that was added.
  var arrival: GroupedMessage? {
    if count < 10 || state != 0 { return nil }
    return GroupedMessage(
      key: number(5), rank: bytes(6), category: bytes(7), argument: bytes(8),
      argumentCount: UInt32(truncatingIfNeeded: number(9)))
  }
}

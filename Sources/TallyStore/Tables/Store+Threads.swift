import TallyFailure
import TallyMemory

// The threads of an account with unseen messages, ordered by the newest message of each, so that a page of groups costs
// only its own rows. From the first list on, `temp.head` has them for the accounts whose groups were listed. A change
// only adds its thread to `temp.changed`, and the next list reads those. A rollback undoes changes of these tables too.

extension Store {
  /// After so many arrivals, or accounts, all heads are dropped, because nobody may list them any more.
  private static let changedLimit = 65_536
  private static let listedLimit = 64

  /// Visits the threads of an account with unseen messages, and the newest message of each. The order is that of these
  /// messages, newest first.
  /// - Parameters:
  ///   - after: continue behind the thread with this newest message; 0: from the newest.
  ///   - limit: the most threads.
  /// - Returns: whether there are more.
  /// - Complexity: O(log m) for each visited thread, and for each that has changed since the last list. The first list
  ///   of an account costs as much for each of its threads.
  public func listThreads(
    account: Int64, after: UInt64, limit: Int,
    visit: (_ thread: UnsafeRawBufferPointer, _ newest: Int64) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let start = try findListStart(account: account, after: Int64(bitPattern: after))
    try updateHeads(account)
    var statement = try statement(.thread(.list))
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(4, blob: start)
    statement.bind(5, Int64(bitPattern: after))
    statement.bind(6, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      try visit(statement.bytes(1), statement.number(0))
    }
    return try step(statement)
  }

  private func updateHeads(_ account: Int64) throws(Failure) {
    try makeHeadTables()
    if try !isListed(account) {
      if listedAccounts >= Store.listedLimit { try forgetHeads() }
      try run(.thread(.find), account)
      try run(.thread(.listAccount), account)
      listedAccounts += 1
    }
    // If one of these fails, the next list does all of them again.
    try run(.thread(.dropHeads), account)
    try run(.thread(.makeHeads), account)
    try run(.thread(.endTouched), account)
  }

  private func isListed(_ account: Int64) throws(Failure) -> Bool {
    var find = try statement(.thread(.isListed))
    defer { find.finish() }
    find.bind(1, account)
    return try step(find)
  }

  /// Makes the tables if they do not exist, or if a rollback has undone them.
  func makeHeadTables() throws(Failure) {
    if isListingThreads { return }
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS listed(account INTEGER PRIMARY KEY);
      CREATE TEMP TABLE IF NOT EXISTS changed(account, thread, PRIMARY KEY(account, thread)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS head(account, thread, rank, key, PRIMARY KEY(account, thread)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp.head_order ON head(account, rank, key);
      CREATE TEMP TRIGGER IF NOT EXISTS hd AFTER DELETE ON message WHEN old.state = 0 BEGIN
        INSERT OR IGNORE INTO changed SELECT old.account, old.thread FROM listed WHERE account = old.account; END;
      CREATE TEMP TRIGGER IF NOT EXISTS hu AFTER UPDATE OF body ON message WHEN old.state = 0 OR new.state = 0 BEGIN
        INSERT OR IGNORE INTO changed SELECT old.account, old.thread FROM listed WHERE account = old.account;
        INSERT OR IGNORE INTO changed SELECT new.account, new.thread FROM listed WHERE account = new.account; END;
      CREATE TEMP TRIGGER IF NOT EXISTS hs AFTER UPDATE OF state ON message WHEN (old.state = 0) <> (new.state = 0) BEGIN
        INSERT OR IGNORE INTO changed SELECT new.account, new.thread FROM listed WHERE account = new.account; END;
      """)
    isListingThreads = true
  }

  /// Drops everything. The next list builds it again.
  private func forgetHeads() throws(Failure) {
    try execute("DELETE FROM temp.listed; DELETE FROM temp.changed; DELETE FROM temp.head;")
    (listedAccounts, changedThreads) = (0, 0)
  }

  /// An unseen message was added to a thread.
  func touchThread(_ account: Int64, _ thread: UnsafeRawBufferPointer) throws(Failure) {
    if listedAccounts == 0 { return }
    try makeHeadTables()
    changedThreads += 1
    if changedThreads > Store.changedLimit { return try forgetHeads() }
    var touch = try statement(.thread(.touch))
    defer { touch.finish() }
    touch.bind(1, account)
    touch.bind(2, text: thread)
    try finish(touch)
  }
}

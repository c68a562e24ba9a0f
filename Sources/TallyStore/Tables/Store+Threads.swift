import TallyFailure
import TallyMemory

// The threads of an account with unseen messages, ordered by the newest message of each, so that a page of groups costs
// only its own rows. From the first list on, `temp.head` has them for the accounts whose groups were listed. A change
// only notes its thread, and the next list reads those.

extension Store {
  /// After so many changed threads, or accounts, all heads are dropped, because nobody may list them any more.
  private static let changedLimit = 65_536
  private static let listedLimit = 64

  /// Visits the threads of an account with unseen messages, and the newest message of each. The order is that of these
  /// messages, newest first.
  /// - Parameters:
  ///   - after: behind the thread with which newest message; nil: from the newest.
  ///   - limit: the most threads.
  /// - Returns: whether there are more.
  /// - Complexity: O(log m) for each visited thread, and for each that has changed since the last list. The first list
  ///   of an account costs as much for each of its threads.
  public func listThreads(
    account: Int64, after: ListPlace?, limit: Int,
    visit: (_ thread: UnsafeRawBufferPointer, _ newest: Int64) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try updateHeads(account)
    let start = try encodeStart(after: after)
    var statement = try statement(.thread(.list), account)
    statement.bind(4, blob: start)
    statement.bind(5, after?.number ?? 0)
    statement.bind(6, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      try visit(statement.bytes(1), statement.number(0))
    }
    return try step(statement)
  }

  private func updateHeads(_ account: Int64) throws(Failure) {
    try makeHeadTable()
    try follow(account)
    // A rollback would undo what is written now.
    isTentative = isTentative || isInTransaction
    #if TALLY_PLAIN
      try makeHeads(account)
    #else
      guard let listed = listed(account), !listed.isIncomplete else { return try makeHeads(account) }
      for number in 0..<listed.changed.count {
        let thread = listed.changed[Int32(number)]
        if try run(.thread(.makeHead), account, text: thread) == 0 {
          try run(.thread(.dropHead), account, text: thread)
        }
      }
      // If one of these failed, the next list does all of them again.
      listed.reset()
    #endif
  }

  private func makeHeads(_ account: Int64) throws(Failure) {
    // Without a list there may be rows from before a rollback.
    if (heads?.number ?? Store.listedLimit) >= Store.listedLimit { try forgetHeads() }
    try run(.thread(.dropHeads), account)
    try run(.thread(.makeHeads), account)
    if let known = listed(account) { known.reset() } else { heads = ListedThreads(account: account, next: heads) }
  }

  func listed(_ account: Int64) -> ListedThreads? {
    var next = heads
    while let listed = next, listed.account != account { next = listed.next }
    return next
  }

  func makeHeadTable() throws(Failure) {
    if hasHeadTable { return }
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS head(account, thread, rank, key, PRIMARY KEY(account, thread)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp.head_order ON head(account, rank, key);
      """)
    hasHeadTable = true
  }

  /// Drops everything. The next list builds it again.
  private func forgetHeads() throws(Failure) {
    heads = nil
    try execute("DELETE FROM temp.head;")
  }

  /// Drops everything if too much has changed.
  func trimHeads() throws(Failure) {
    var changes = 0
    var next = heads
    while let listed = next {
      changes += listed.changed.count
      next = listed.next
    }
    if changes > Store.changedLimit { try forgetHeads() }
  }

  /// An unseen message of a thread was added, changed or removed. If the change is rolled back, nothing is wrong.
  func noteChange(ofThread thread: UnsafeRawBufferPointer, _ account: Int64) {
    guard let listed = listed(account) else { return }
    do throws(OutOfMemory) { _ = try listed.changed.add(thread) } catch { listed.isIncomplete = true }
  }
}

/// An account whose groups were listed.
final class ListedThreads {
  let account: Int64
  let next: ListedThreads?
  /// The number of it and those behind it.
  let number: Int
  /// The threads that may have changed since.
  var changed = TextTable()
  /// There was no memory for one.
  var isIncomplete = false

  init(account: Int64, next: ListedThreads?) {
    self.account = account
    self.next = next
    number = (next?.number ?? 0) + 1
  }

  func reset() {
    changed.removeAll()
    isIncomplete = false
  }
}

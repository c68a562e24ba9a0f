import CSQLite
import TallyFailure
import TallyMemory

/// An account, as it is stored.
public struct AccountRow: Equatable {
  public var id: Int64
  public var aggregation: Int32
  public var feeding: Int32
  public var revision: UInt64
  /// The epoch of its revisions; 0: the file's.
  public var epoch: UInt64 = 0
  public var isLoggedIn = false
  /// It has an outbox, or a path for pushes.
  public var hasSettings = false
}

extension Store {
  /// The account of that name, created if it does not exist. `aggregation`, `feeding`: 0 means the stored value, or 1
  /// in a new account.
  /// - Throws: `.conflict` if they differ from the stored values; `.notFound` if the account does not exist and must
  ///   not be created.
  public func findOrCreateAccount(
    name accountName: UnsafeRawBufferPointer, aggregation: Int32, feeding: Int32, mayCreate: Bool = true
  ) throws(Failure) -> AccountRow {
    if let row = try findAccount(name: accountName) {
      if aggregation != 0 && aggregation != row.aggregation {
        throw refusal(.conflict, "the account ", quoting: accountName, " was created with another aggregation")
      }
      if feeding != 0 && feeding != row.feeding {
        throw refusal(.conflict, "the account ", quoting: accountName, " was created with another way of feeding")
      }
      return row
    }
    if !mayCreate { throw refusal(.notFound, "there is no account ", quoting: accountName) }
    var row = AccountRow(
      id: 0, aggregation: aggregation == 0 ? 1 : aggregation, feeding: feeding == 0 ? 1 : feeding, revision: 0
    )
    var statement = try statement(.account(.insert))
    statement.bind(1, text: accountName)
    statement.bind(2, Int64(row.aggregation))
    statement.bind(3, Int64(row.feeding))
    try finish(statement)
    row.id = sqlite3_last_insert_rowid(database)
    try keepRules(ofNew: row.id, feeding: row.feeding)
    return row
  }

  /// Visits at most `limit` names of accounts after a name (no bytes: from the first), sorted by their bytes.
  /// - Returns: whether there are more.
  public func listAccounts(
    after name: UnsafeRawBufferPointer, limit: Int, visit: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var statement = try statement(.account(.list))
    statement.bind(1, text: name)
    // One more row tells whether there are more.
    statement.bind(2, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      try visit(statement.bytes(0))
    }
    return try step(statement)
  }

  /// Removes an account with all its data. Within a transaction.
  /// - Complexity: O(its stored data).
  public func removeAccount(_ account: Int64) throws(Failure) {
    for table in StoredTable.all where table.owner != .none {
      try drop("DELETE FROM ", table.name, " WHERE account = ?1", account)
    }
    ruleStates.remove(UInt64(bitPattern: account))
    try drop("DELETE FROM account WHERE id = ?1", "", "", account)
  }

  private func drop(
    _ text: StaticString, _ rest: StaticString, _ end: StaticString, _ account: Int64
  ) throws(Failure) {
    var rows = try rows(text, rest, end)
    rows.statement.bind(1, account)
    try finish(rows.statement)
  }

  /// Visits the name of an account by its number. No visit: there is none.
  public func readAccountName(_ id: Int64, visit: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    let find = try statement(.account(.name), id)
    if try step(find) { try visit(find.bytes(0)) }
  }

  /// The account of that name; nil: there is none.
  public func findAccount(name accountName: UnsafeRawBufferPointer) throws(Failure) -> AccountRow? {
    var statement = try statement(.account(.find))
    statement.bind(1, text: accountName)
    guard try step(statement) else { return nil }
    if !StoredRange.revision.contains(statement.number(3)) { throw numberError(statement.number(3)) }
    return AccountRow(
      id: try identifier(statement, 0), aggregation: Int32(truncatingIfNeeded: statement.number(1)),
      feeding: Int32(truncatingIfNeeded: statement.number(2)),
      revision: UInt64(bitPattern: statement.number(3)), epoch: UInt64(bitPattern: statement.number(4)),
      isLoggedIn: statement.number(5) != 0, hasSettings: statement.number(6) != 0)
  }

  public func saveRevision(account: Int64, revision: UInt64) throws(Failure) {
    try run(.account(.saveRevision), account, Int64(bitPattern: revision))
  }

  public func saveLogIn(account: Int64, isLoggedIn: Bool) throws(Failure) {
    try run(.account(.saveLogIn), account, isLoggedIn ? 1 : 0)
  }

  /// Keeps the epoch of an account's revisions.
  public func saveEpoch(account: Int64, epoch: UInt64) throws(Failure) {
    try run(.account(.saveEpoch), account, Int64(bitPattern: epoch))
  }
}

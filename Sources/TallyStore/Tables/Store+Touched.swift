import TallyFailure
import TallyMemory

// Which paths' messages a transaction has changed: triggers note them, so that no statement is forgotten. They are made
// when somebody wants to know, and rolled back with the transaction.

extension Store {
  /// From now on it is noted which paths' messages were added, changed, removed, seen or read. Not within a
  /// transaction.
  public func watchMessages() throws(Failure) {
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS touched(account, path, PRIMARY KEY(account, path)) WITHOUT ROWID;
      DELETE FROM touched;
      CREATE TEMP TRIGGER IF NOT EXISTS i AFTER INSERT ON message BEGIN
        INSERT OR IGNORE INTO touched VALUES (new.account, new.path); END;
      CREATE TEMP TRIGGER IF NOT EXISTS d AFTER DELETE ON message BEGIN
        INSERT OR IGNORE INTO touched VALUES (old.account, old.path); END;
      CREATE TEMP TRIGGER IF NOT EXISTS u AFTER UPDATE OF body ON message BEGIN
        INSERT OR IGNORE INTO touched VALUES (old.account, old.path), (new.account, new.path); END;
      CREATE TEMP TRIGGER IF NOT EXISTS s AFTER UPDATE OF state ON message
      WHEN min(old.state, 2) <> min(new.state, 2) BEGIN
        INSERT OR IGNORE INTO touched VALUES (new.account, new.path); END;
      """)
    isWatched = true
  }

  /// Whether messages at a path, or also below it, were changed since `forgetTouched`.
  public func isTouched(account: Int64, path: UnsafeRawBufferPointer, subtree: Bool) throws(Failure) -> Bool {
    var statement = try statement(.touched)
    defer { statement.finish() }
    bindPlace(&statement, account, path, subtree: subtree)
    return try step(statement) && statement.number(0) != 0
  }

  public func forgetTouched() throws(Failure) { try run(.forgetTouched) }
}

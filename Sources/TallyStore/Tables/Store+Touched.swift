import TallyFailure
import TallyMemory

// The paths whose messages a transaction has changed, and the change of their numbers. Triggers record them, so no
// statement is forgotten. The triggers exist from the first use on, and a rollback undoes their records.

extension Store {
  /// Begins to record the paths whose messages are added, changed, removed, seen or read. Not within a transaction.
  public func watchMessages() throws(Failure) {
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS touched(
        account, path, total, unread, unseen, PRIMARY KEY(account, path)) WITHOUT ROWID;
      DELETE FROM touched;
      CREATE TEMP TRIGGER IF NOT EXISTS i AFTER INSERT ON message BEGIN
        INSERT INTO touched VALUES (new.account, new.path, 1, new.state < 2, new.state = 0)
        ON CONFLICT DO UPDATE SET total = total + 1, unread = unread + excluded.unread,
          unseen = unseen + excluded.unseen; END;
      CREATE TEMP TRIGGER IF NOT EXISTS d AFTER DELETE ON message BEGIN
        INSERT INTO touched VALUES (old.account, old.path, -1, -(old.state < 2), -(old.state = 0))
        ON CONFLICT DO UPDATE SET total = total - 1, unread = unread + excluded.unread,
          unseen = unseen + excluded.unseen; END;
      CREATE TEMP TRIGGER IF NOT EXISTS u AFTER UPDATE OF body ON message BEGIN
        INSERT INTO touched VALUES (old.account, old.path, -1, -(old.state < 2), -(old.state = 0))
        ON CONFLICT DO UPDATE SET total = total - 1, unread = unread + excluded.unread,
          unseen = unseen + excluded.unseen;
        INSERT INTO touched VALUES (new.account, new.path, 1, old.state < 2, old.state = 0)
        ON CONFLICT DO UPDATE SET total = total + 1, unread = unread + excluded.unread,
          unseen = unseen + excluded.unseen; END;
      CREATE TEMP TRIGGER IF NOT EXISTS s AFTER UPDATE OF state ON message
      WHEN min(old.state, 2) <> min(new.state, 2) BEGIN
        INSERT INTO touched VALUES (new.account, new.path, 0, (new.state < 2) - (old.state < 2),
          (new.state = 0) - (old.state = 0))
        ON CONFLICT DO UPDATE SET unread = unread + excluded.unread, unseen = unseen + excluded.unseen; END;
      """)
    isWatched = true
  }

  /// The change of the numbers of messages at a path, or also in its subtree, since `forgetTouched`. For an update that
  /// moves a message and changes its state, two triggers each record a part.
  /// - Returns: nil: none of them was changed.
  public func touchedCounts(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool
  ) throws(Failure) -> MessageCounts? {
    var statement = try statement(.message(.touched))
    defer { statement.finish() }
    bindPlace(&statement, account, path, subtree: subtree)
    guard try step(statement), statement.number(0) != 0 else { return nil }
    return MessageCounts(
      total: UInt64(bitPattern: statement.number(1)), unread: UInt64(bitPattern: statement.number(2)),
      unseen: UInt64(bitPattern: statement.number(3)))
  }

  public func forgetTouched() throws(Failure) { try run(.message(.forgetTouched)) }
}

import CSQLite
import TallyMemory

// What keeps the file small, while nothing else is to be done.

extension Store {
  /// Writes what is in the log into the file, and empties the log. Not within a transaction.
  public func checkpoint() throws(StoreError) {
    guard let database, !isInTransaction else { return }
    let result = sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }
}

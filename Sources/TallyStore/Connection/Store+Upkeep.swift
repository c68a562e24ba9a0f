import CChecksum
import CSQLite
import TallyFailure
import TallyMemory

// Keeping the file and its log small.

extension Store {
  /// The log is written into the file after this many pages, and is cut to this size when it restarts. So it is no
  /// longer than that and the largest transaction.
  func limitLog() throws(Failure) {
    try execute("PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 4194304;")
  }

  /// Writes the log into the file and empties the log. Not within a transaction.
  public func checkpoint() throws(Failure) {
    guard let database, !isInTransaction else { return }
    let result = sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// Gives free pages back if there are many, and then empties the log. Call it when nothing else is to do.
  /// - Returns: whether there are more free pages. So one call takes milliseconds, whatever the size of the file.
  public func tidy() throws(Failure) -> Bool {
    if isInTransaction { return false }
    let free = try readNumber("PRAGMA freelist_count")
    // Some are kept for later rows.
    if free > 64, free * 10 > (try readNumber("PRAGMA page_count")), try readNumber("PRAGMA auto_vacuum") == 2 {
      try execute("PRAGMA incremental_vacuum(256)")
      return true
    }
    try checkpoint()
    return false
  }

  /// Rewrites the file without gaps. If another program made it without checksums, or so that pages cannot be given
  /// back, that changes too. If it fails (it needs the size of the file twice), the file is unchanged.
  func vacuum() throws(Failure) {
    if ctally_checksum_is_kept(database) == 0 {
      var count = Int32(CTALLY_CHECKSUM_BYTES)
      sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    }
    try execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM;")
    try checkpoint()
    if ctally_checksum_has_unsealed(database) == 0 { return }
    // All pages but the first have their seals now. Setting the version writes the first one.
    ctally_checksum_seal_first(database)
    try setVersion(try readNumber("PRAGMA user_version"))
    try checkpoint()
  }

  /// Seals all pages if another program has written some without seals. If that fails, the file is unchanged, and the
  /// next opening tries again.
  func sealPages() {
    if ctally_checksum_has_unsealed(database) == 0 { return }
    do throws(Failure) { try vacuum() } catch {}
  }
}

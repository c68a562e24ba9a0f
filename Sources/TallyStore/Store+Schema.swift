import CSQLite
import TallyMemory

/// The identity and the versions of the file.
///
/// Invariant: what a version looks like never changes. A change is a new version with a step from the one before.
enum Schema {
  /// 'Taly', the application id in the file's header.
  static let identity: UInt32 = 0x5461_6C79
  static let version: Int32 = 2

  /// What leads from `version` to the next one. Each step sets `user_version` itself.
  static func step(from version: Int64) -> StaticString? {
    switch version {
    case 0: first
    case 1: second
    default: nil
    }
  }

  // Texts are compared by their bytes. `rank` is the order of messages as one blob: the length of the sequence in
  // two bytes, the sequence, the length of the id, the id; so 99 comes before 100. It is also what "up to" means in
  // a mark. `key` stands in the partial index by name, because columns come behind it.
  private static let first: StaticString = """
    CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), epoch INTEGER NOT NULL);
    CREATE TABLE account(
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, aggregation INTEGER NOT NULL,
      feeding INTEGER NOT NULL, revision INTEGER NOT NULL);
    CREATE TABLE badge(
      account INTEGER NOT NULL, path TEXT NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL,
      expires INTEGER NOT NULL, mute INTEGER NOT NULL, mute_until INTEGER NOT NULL,
      PRIMARY KEY(account, path)) WITHOUT ROWID;
    CREATE TABLE feed(
      id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
      prefix TEXT NOT NULL, cursor TEXT NOT NULL DEFAULT '', epoch TEXT NOT NULL DEFAULT '',
      etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '', title TEXT NOT NULL DEFAULT '',
      last_success INTEGER NOT NULL DEFAULT 0, poll INTEGER NOT NULL DEFAULT 0, UNIQUE(account, name));
    CREATE TABLE message(
      key INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, feed INTEGER NOT NULL, id TEXT NOT NULL,
      rev TEXT NOT NULL, rank BLOB NOT NULL, ts INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, count INTEGER NOT NULL, thread TEXT NOT NULL,
      category TEXT NOT NULL, arg TEXT NOT NULL, arg_count INTEGER NOT NULL, state INTEGER NOT NULL,
      snapshot INTEGER NOT NULL, UNIQUE(feed, id));
    CREATE INDEX message_list ON message(account, path, rank);
    CREATE INDEX message_order ON message(account, rank);
    CREATE INDEX message_unread ON message(account, path, rank, key, state, count) WHERE state < 2;
    PRAGMA application_id = 1415670905;
    PRAGMA user_version = 1;
    """

  // How far each log that feeds an account has been applied, and the identifiers of the batches that were applied
  // last, in their order. Epochs and positions are unsigned, in two's complement.
  private static let second: StaticString = """
    CREATE TABLE source(
      account INTEGER NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL, position INTEGER NOT NULL,
      PRIMARY KEY(account, name)) WITHOUT ROWID;
    CREATE TABLE batch(
      account INTEGER NOT NULL, ordinal INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT NULL,
      PRIMARY KEY(account, ordinal), UNIQUE(account, id)) WITHOUT ROWID;
    PRAGMA user_version = 2;
    """
}

extension Store {
  func create(seed: UInt64, now: Int64) throws(StoreError) {
    try migrate(seed: seed, now: now)
  }

  /// Brings the schema to the present version, all of it in one transaction or none.
  func migrate(seed: UInt64, now: Int64) throws(StoreError) {
    let version = try readNumber("PRAGMA user_version")
    if version >= Int64(Schema.version) { return }
    try execute("BEGIN EXCLUSIVE")
    do {
      try climb(from: version, seed: seed, now: now)
      try execute("COMMIT")
    } catch {
      // The first error is the one to tell; its words are there already, and rolling back needs none.
      sqlite3_exec(database, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func climb(from version: Int64, seed: UInt64, now: Int64) throws(StoreError) {
    var reached = version
    while let script = Schema.step(from: reached) {
      try execute(script)
      if reached == 0 { try writeEpoch(seed: seed, now: now) }
      reached += 1
    }
  }

  /// The epoch is 63 random bits, so that a store that was deleted and made again is told from the one before.
  private func writeEpoch(seed: UInt64, now: Int64) throws(StoreError) {
    var mixed = (seed ^ (UInt64(bitPattern: now) &* 0x9E37_79B9_7F4A_7C15)) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed = (mixed ^ (mixed >> 31)) & 0x7FFF_FFFF_FFFF_FFFF
    let value = Int64(mixed == 0 ? 1 : mixed)
    let result = sqlite3_exec(database, "DELETE FROM meta", nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
    try withStatement("INSERT INTO meta(id, epoch) VALUES (1, ?1)") { statement throws(StoreError) in
      statement.bind(1, value)
      try finish(statement)
    }
  }

  func readEpoch() throws(StoreError) {
    let value = try readNumber("SELECT epoch FROM meta WHERE id = 1")
    if value <= 0 { throw refusal(.corrupt, "the file is damaged: it has no epoch") }
    epoch = UInt64(value)
  }

  /// The number in the first column of the first row; 0 where there is none.
  func readNumber(_ text: StaticString) throws(StoreError) -> Int64 {
    var value: Int64 = 0
    try withStatement(text) { statement throws(StoreError) in
      if try step(statement) { value = statement.number(0) }
    }
    return value
  }

  /// A statement that is needed only while opening, and not kept.
  private func withStatement(
    _ text: StaticString, _ body: (inout Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    var prepared: OpaquePointer?
    let result = text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount) {
      sqlite3_prepare_v2(database, $0, Int32(truncatingIfNeeded: text.utf8CodeUnitCount), &prepared, nil)
    }
    guard result == SQLITE_OK, let prepared else { throw failure(result) }
    defer { sqlite3_finalize(prepared) }
    var statement = Statement(prepared)
    try body(&statement)
  }
}

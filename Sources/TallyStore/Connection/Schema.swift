import CSQLite
import TallyFailure

/// A step from one version of the file to the next.
///
/// Invariant: a step that was ever released never changes. What is to be different is a new step.
struct Migration {
  /// Run first. It must not set the version: that is the step's place in the schema.
  var script: StaticString
  /// Steps that SQL cannot express, run after the script within the same transaction. They change rows, but no table.
  var body: ((Store) throws(Failure) -> Void)?

  init(_ script: StaticString, body: ((Store) throws(Failure) -> Void)? = nil) {
    self.script = script
    self.body = body
  }
}

/// The identity and the versions of the file.
///
/// To change what is stored, append a migration below, and tell what it stores in `StoredTable.all`, so that it is
/// verified and can be salvaged. Its place is its version, so steps that were written apart from each other need
/// nothing but an order. Before it is released, keep a file of the version before it (`Tests/CHost/make_file.c`).
struct Schema {
  /// 'Taly', the application id in the file's header.
  static let identity: UInt32 = 0x5461_6C79

  /// The step at place n leads from version n to n + 1.
  var migrations: [Migration]

  var version: Int64 { Int64(migrations.count) }

  /// What an earlier version wrote.
  func asOf(_ version: Int64) -> Schema {
    var former = self
    while former.version > max(version, 1) { former.migrations.removeLast() }
    return former
  }

  /// What this version of the library writes.
  static var current: Schema {
    Schema(migrations: [
      .tables,
      .batches,
      .checksums,
      .reading,
      .notes,
      .outbox,
      .groups,
      .reminders,
      .planIdentifiers,
      .versions,
      .feeds,
    ])
  }
}

extension Migration {
  // Texts are compared by their bytes. `rank` is the order of messages as one blob: the length of the sequence in
  // two bytes, the sequence, the length of the id, the id; so 99 comes before 100. It is also what "up to" means in
  // a mark. `key` stands in the partial index by name, because columns come behind it.
  static var tables: Migration {
    Migration(
      """
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
      """)
  }

  // How far each log that feeds an account has been applied, and the identifiers of the batches that were applied
  // last, in their order. Epochs and positions are unsigned, in two's complement.
  static var batches: Migration {
    Migration(
      """
      CREATE TABLE source(
        account INTEGER NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL, position INTEGER NOT NULL,
        PRIMARY KEY(account, name)) WITHOUT ROWID;
      CREATE TABLE batch(
        account INTEGER NOT NULL, ordinal INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT NULL,
        PRIMARY KEY(account, ordinal), UNIQUE(account, id)) WITHOUT ROWID;
      """)
  }

  /// Nothing of the tables changes, but versions that know nothing of checksums (`cchecksum.h`) must not write here.
  static var checksums: Migration { Migration("") }

  // What a feed has set, said and had, beside its messages: manual badges, as it set them (a count of 0 is a dot);
  // its marks, whose `upto` is the first rank behind what they cover; and the messages that retention removed, so that
  // they are known when they come again.
  static var reading: Migration {
    Migration(
      """
      CREATE TABLE placed(
        account INTEGER NOT NULL, path TEXT NOT NULL, feed INTEGER NOT NULL, count INTEGER NOT NULL,
        until INTEGER NOT NULL, snapshot INTEGER NOT NULL, PRIMARY KEY(account, path)) WITHOUT ROWID;
      CREATE TABLE mark(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, path TEXT NOT NULL, version INTEGER NOT NULL,
        upto BLOB NOT NULL, PRIMARY KEY(account, feed, path)) WITHOUT ROWID;
      CREATE TABLE forgotten(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, id TEXT NOT NULL, rev TEXT NOT NULL, rank BLOB NOT NULL,
        PRIMARY KEY(account, feed, id)) WITHOUT ROWID;
      """)
  }

  // What is kept beside a feed for people: see `Store+Notes.swift`.
  static var notes: Migration {
    Migration(
      """
      CREATE TABLE note(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
        reason TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY(account, feed, number)) WITHOUT ROWID;
      """)
  }

  // What is to reach servers; see `Store+Outbox.swift`. The rows of an entity are found by it, to keep their order.
  static var outbox: Migration {
    Migration(
      """
      CREATE TABLE outbox(
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, feed INTEGER NOT NULL,
        kind INTEGER NOT NULL, entity TEXT NOT NULL, idempotency TEXT NOT NULL, revision TEXT NOT NULL,
        value INTEGER NOT NULL, upto BLOB NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL,
        next INTEGER NOT NULL, lease INTEGER NOT NULL);
      CREATE INDEX outbox_entity ON outbox(account, feed, kind, entity);
      """)
  }

  // How groups are made and worded; see `Store+Groups.swift`. What was seen of a group is all up to a key and a rank.
  static var groups: Migration {
    Migration(
      """
      CREATE TABLE grouping(account INTEGER PRIMARY KEY, mode INTEGER NOT NULL, language TEXT NOT NULL);
      CREATE TABLE category(
        account INTEGER NOT NULL, id TEXT NOT NULL, summary TEXT NOT NULL, hidden TEXT NOT NULL,
        PRIMARY KEY(account, id)) WITHOUT ROWID;
      CREATE TABLE translation(
        account INTEGER NOT NULL, key TEXT NOT NULL, language TEXT NOT NULL, format BLOB NOT NULL,
        PRIMARY KEY(account, key, language)) WITHOUT ROWID;
      CREATE TABLE group_seen(
        account INTEGER NOT NULL, thread TEXT NOT NULL, key INTEGER NOT NULL, rank BLOB NOT NULL,
        PRIMARY KEY(account, thread)) WITHOUT ROWID;
      CREATE INDEX message_group ON message(account, thread, rank) WHERE state = 0;
      """)
  }

  // What was read merges by versions; see `ReadState.swift`. -1: no server has given one. A path may have several marks.
  // The index finds the greatest version on a path without going through its messages.
  static var versions: Migration {
    Migration(
      """
      ALTER TABLE message ADD COLUMN version INTEGER NOT NULL DEFAULT -1;
      ALTER TABLE outbox ADD COLUMN version INTEGER NOT NULL DEFAULT -1;
      CREATE INDEX message_version ON message(account, path, feed, version) WHERE version > 0 OR version < -1;
      ALTER TABLE mark RENAME TO former_mark;
      CREATE TABLE mark(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, path TEXT NOT NULL, version INTEGER NOT NULL,
        upto BLOB NOT NULL, PRIMARY KEY(account, feed, path, version)) WITHOUT ROWID;
      INSERT INTO mark SELECT account, feed, path, version, upto FROM former_mark;
      DROP TABLE former_mark;
      CREATE INDEX mark_upto ON mark(account, feed, path, upto);
      """)
  }

  // What expires, what the host's system is to fire of it, and what became of that; see `Store+Reminders.swift`.
  static var reminders: Migration {
    Migration(
      """
      CREATE TABLE task(
        id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
        body TEXT NOT NULL, path TEXT NOT NULL, zone TEXT NOT NULL, revision INTEGER NOT NULL, state INTEGER NOT NULL,
        produced INTEGER NOT NULL, shelf_life INTEGER NOT NULL, shelf_unit INTEGER NOT NULL, time INTEGER NOT NULL,
        entered INTEGER NOT NULL, smart INTEGER NOT NULL, repeat_unit INTEGER NOT NULL, repeat_every INTEGER NOT NULL,
        start INTEGER NOT NULL, until INTEGER NOT NULL, overdue_unit INTEGER NOT NULL, overdue_every INTEGER NOT NULL,
        overdue_limit INTEGER NOT NULL, stamp INTEGER NOT NULL, told INTEGER NOT NULL, due INTEGER NOT NULL,
        due_index INTEGER NOT NULL, snoozed INTEGER NOT NULL, snoozed_index INTEGER NOT NULL, UNIQUE(account, name));
      CREATE TABLE notification(
        account INTEGER NOT NULL, task INTEGER NOT NULL, revision INTEGER NOT NULL, number INTEGER NOT NULL,
        instant INTEGER NOT NULL, PRIMARY KEY(account, task, revision, number)) WITHOUT ROWID;
      CREATE TABLE notification_log(
        account INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL, kind INTEGER NOT NULL,
        name TEXT NOT NULL, revision INTEGER NOT NULL, instant INTEGER NOT NULL,
        PRIMARY KEY(account, number)) WITHOUT ROWID;
      """)
  }

  // Armed entries with their identifiers, which are made of names: those of a deleted reminder must still be known.
  // 0: it was armed when they were made of numbers. It is in a table of its own, because a file of the version before is
  // judged by its columns; `notification` stays empty.
  static var planIdentifiers: Migration {
    Migration(
      """
      CREATE TABLE armed(
        account INTEGER NOT NULL, task INTEGER NOT NULL, revision INTEGER NOT NULL, number INTEGER NOT NULL,
        instant INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY(account, task, revision, number)) WITHOUT ROWID;
      INSERT INTO armed SELECT account, task, revision, number, instant, 0 FROM notification;
      DELETE FROM notification;
      """)
  }

  // The end of the wait that a feed's server has asked for, with the URL where it asked; and the icons of the manual
  // badges that feeds have set.
  static var feeds: Migration {
    Migration(
      """
      CREATE TABLE feed_wait(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, until INTEGER NOT NULL, url TEXT NOT NULL,
        PRIMARY KEY(account, feed)) WITHOUT ROWID;
      CREATE TABLE placed_icon(
        account INTEGER NOT NULL, path TEXT NOT NULL, icon TEXT NOT NULL, PRIMARY KEY(account, path)) WITHOUT ROWID;
      """)
  }
}

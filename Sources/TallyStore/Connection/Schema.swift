import CSQLite
import TallyFailure

/// A step from one version of the file to the next.
///
/// Invariant: a released step never changes. Every change is a new step.
struct Migration {
  /// Runs first. It must not set the version, which is the step's place in the schema.
  var script: StaticString
  /// Changes that SQL cannot express. They run after the script in the same transaction, and change rows but no table.
  var body: ((Store) throws(Failure) -> Void)?

  init(_ script: StaticString, body: ((Store) throws(Failure) -> Void)? = nil) {
    self.script = script
    self.body = body
  }
}

/// The identity and the versions of the file.
///
/// To change what is stored, append a migration below, and describe its columns in `StoredTable.swift`, so that they
/// are verified, salvaged and dropped. Its place is its version, so steps that were written independently only need an
/// order. If it adds a column to a table, salvaging must also know the rows without it.
struct Schema {
  /// 'Taly', the application id in the file's header.
  static let identity: UInt32 = 0x5461_6C79

  /// The step at place n leads from version n to n + 1.
  var migrations: [Migration]

  var version: Int64 { Int64(migrations.count) }

  /// The schema of an earlier version.
  func asOf(_ version: Int64) -> Schema {
    var former = self
    while former.version > max(version, 1) { former.migrations.removeLast() }
    return former
  }

  /// The schema of this version of the library.
  static var current: Schema { Schema(migrations: [.tables]) }
}

extension Migration {
  // Texts are compared by their bytes.
  //
  // Salvaging knows rows by the kinds of their columns, so no other table or index may have the same kinds as a table.
  // A test checks that. Three columns are there for it alone: `feed` in message_unread_version, `id` of a rule, and the
  // bytes of `id` in log_item, which are a text.
  //
  // account: `epoch` is that of its revisions; 0: the file's. `logged_in`: it is logged in again when it is opened.
  //
  // source: the last position of each log that feeds an account. batch: the identifiers of the latest batches, in
  // order. Epochs and positions are unsigned, in two's complement.
  //
  // rule: how messages count at a path and below it (`Store+Rules.swift`). `threshold` of a message is what holds at
  // its path: it feeds the badge if `state` is less. While the message is snoozed it is negative
  // (`Store+Snoozes.swift`).
  //
  // badge: `snooze` is the end of a snooze, during which the mute does not hold. choice: what the user has decided at
  // paths (`Store+Choices.swift`).
  //
  // log: how far each log that feeds many accounts has been applied, and the time of its last item; log_item: the
  // identifiers of the items that were applied last, in the log's order (`Store+Logs.swift`).
  //
  // message: `rank` is the order of messages as one blob: the length of the sequence in two bytes, the sequence, the
  // length of the id, the id. So 99 comes before 100. `version` is the version of the read state (`ReadState.swift`);
  // -1: no server has given one. The index message_version finds the greatest one on a path without a scan of its
  // messages; message_unread_version and message_unread_old find those that marks cover, at a path or in all of them.
  // `also` has the further paths that it feeds, each behind a line feed (`Store+Sharing.swift`).
  // `data` is the last column, so that SQLite does not read long data of rows whose other columns are needed.
  // message_level has those whose level is not normal, and message_highlight those above it, so that accounts without
  // such messages pay nothing.
  // The index message_unread names `key`, because other columns follow it; `feed` is for checks (`Store+Drift.swift`).
  // message_unseen names `key` too. It finds the unseen ones among many that are seen and unread. message_feed,
  // message_read and message_age find the messages that retention removes (`Store+Retention.swift`).
  //
  // feed: `last_success`: 0 and 1 are no times (`FeedState.firstTime`). `credential`: its requests had one, so it waits
  // for one. `contradicted`: see `FeedState`. feed_option: options (`Store+FeedOptions.swift`).
  //
  // The other data of a feed: placed, its claims (a count of 0 is a dot); covered, the host's own badges that claims
  // cover; placed_icon, the icons of own badges (`Store+Claims.swift`); mark, where `upto`
  // is the first rank behind the marked ones, and a path may have several; forgotten, the messages that retention or
  // the host removed, so that they are recognised when they come again (`ForgottenQuery`); feed_wait, the end of the
  // wait that its server requested, and the URL of the request; note (`Store+Notes.swift`), data for people; drift
  // (`Store+Drift.swift`).
  //
  // outbox: rows to send to servers (`Store+Outbox.swift`). The rows of an entity are found by it, to keep their order.
  // The other indexes find the rows of an account in their order, those that are due, those whose lease or wait ends,
  // and the first row and the first mark of a feed.
  //
  // setting: what the host has set for an account (`Store+Settings.swift`). A `grouping` of 0 and a timeout of 0 were
  // never set. `outbox_credential`: requests with the outbox had a credential, so they wait for one.
  // `outbox_kinds`: what it sends (`OutboxKinds`).
  //
  // category, translation: how groups are worded (`Store+Groups.swift`). group_seen: the user has seen everything in a
  // group up to a key and a rank.
  //
  // task: reminders. armed: the notifications that the host's system has, with identifiers made of names, since those
  // of a deleted reminder must still be known. notification_log: their history (`Store+Reminders.swift`).
  static var tables: Migration {
    Migration(
      """
      CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), epoch INTEGER NOT NULL);
      CREATE TABLE account(
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, aggregation INTEGER NOT NULL,
        feeding INTEGER NOT NULL, revision INTEGER NOT NULL, epoch INTEGER NOT NULL DEFAULT 0,
        logged_in INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE badge(
        account INTEGER NOT NULL, path TEXT NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL,
        expires INTEGER NOT NULL, mute INTEGER NOT NULL, mute_until INTEGER NOT NULL, snooze INTEGER NOT NULL,
        PRIMARY KEY(account, path)) WITHOUT ROWID;
      CREATE TABLE choice(
        account INTEGER NOT NULL, kind INTEGER NOT NULL, path TEXT NOT NULL, value INTEGER NOT NULL,
        version INTEGER NOT NULL, PRIMARY KEY(account, kind, path)) WITHOUT ROWID;
      CREATE TABLE rule(
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, path TEXT NOT NULL, feeding INTEGER NOT NULL,
        counting INTEGER NOT NULL, UNIQUE(account, path));
      CREATE TABLE link(
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, path TEXT NOT NULL, target TEXT NOT NULL,
        UNIQUE(account, path, target));
      CREATE INDEX link_target ON link(account, target, path);
      CREATE TABLE source(
        account INTEGER NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL, position INTEGER NOT NULL,
        PRIMARY KEY(account, name)) WITHOUT ROWID;
      CREATE TABLE batch(
        account INTEGER NOT NULL, ordinal INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT NULL,
        PRIMARY KEY(account, ordinal), UNIQUE(account, id)) WITHOUT ROWID;
      CREATE TABLE log(
        name TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, epoch INTEGER NOT NULL, position INTEGER NOT NULL,
        time INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE log_item(
        log INTEGER NOT NULL, ordinal INTEGER NOT NULL, time INTEGER NOT NULL, id BLOB NOT NULL,
        PRIMARY KEY(log, ordinal)) WITHOUT ROWID;
      CREATE TABLE feed(
        id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
        prefix TEXT NOT NULL, cursor TEXT NOT NULL DEFAULT '', epoch TEXT NOT NULL DEFAULT '',
        etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT '', title TEXT NOT NULL DEFAULT '',
        last_success INTEGER NOT NULL DEFAULT 0, poll INTEGER NOT NULL DEFAULT 0, credential INTEGER NOT NULL DEFAULT 0,
        contradicted INTEGER NOT NULL DEFAULT 0, UNIQUE(account, name));
      CREATE TABLE feed_option(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, flags INTEGER NOT NULL,
        initial_delay INTEGER NOT NULL, interval INTEGER NOT NULL, visible_interval INTEGER NOT NULL,
        tolerance INTEGER NOT NULL, away_time INTEGER NOT NULL, request_timeout INTEGER NOT NULL,
        idle_timeout INTEGER NOT NULL, max_age INTEGER NOT NULL, max_messages INTEGER NOT NULL,
        page_limit INTEGER NOT NULL, preset TEXT NOT NULL, mapping TEXT NOT NULL, title TEXT NOT NULL,
        PRIMARY KEY(account, feed)) WITHOUT ROWID;
      CREATE TABLE message(
        key INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, feed INTEGER NOT NULL, id TEXT NOT NULL,
        rev TEXT NOT NULL, rank BLOB NOT NULL, ts INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL,
        title TEXT NOT NULL, body TEXT NOT NULL, count INTEGER NOT NULL, thread TEXT NOT NULL,
        category TEXT NOT NULL, arg TEXT NOT NULL, arg_count INTEGER NOT NULL, state INTEGER NOT NULL,
        snapshot INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT -1,
        threshold INTEGER NOT NULL DEFAULT 1, link TEXT NOT NULL DEFAULT '', icon TEXT NOT NULL DEFAULT '',
        subtitle TEXT NOT NULL DEFAULT '', also TEXT NOT NULL DEFAULT '', level INTEGER NOT NULL DEFAULT 0,
        snooze INTEGER NOT NULL DEFAULT 0, data BLOB NOT NULL DEFAULT x'', UNIQUE(feed, id));
      CREATE INDEX message_list ON message(account, path, rank);
      CREATE INDEX message_order ON message(account, rank);
      CREATE INDEX message_unread ON message(account, path, rank, key, state, count, threshold, feed) WHERE state < 2;
      CREATE INDEX message_unseen ON message(account, path, rank, key, state) WHERE state = 0;
      CREATE INDEX message_shared ON message(account) WHERE also <> '';
      CREATE INDEX message_level ON message(account, path, rank, key, state, count, threshold, level) WHERE level <> 0;
      CREATE INDEX message_highlight ON message(account, path, state, rank, key, level) WHERE level > 0;
      CREATE INDEX message_snooze ON message(account, snooze) WHERE snooze > 0;
      CREATE INDEX message_unread_version ON message(account, path, version, feed) WHERE state < 2;
      CREATE INDEX message_unread_old ON message(account, version) WHERE state < 2;
      CREATE INDEX message_group ON message(account, thread, rank) WHERE state = 0;
      CREATE INDEX message_feed ON message(feed, rank);
      CREATE INDEX message_read ON message(feed, rank) WHERE state >= 2;
      CREATE INDEX message_age ON message(feed, ts) WHERE ts > 0;
      CREATE INDEX message_version ON message(account, path, feed, version) WHERE version > 0 OR version < -1;
      CREATE TABLE placed(
        account INTEGER NOT NULL, path TEXT NOT NULL, feed INTEGER NOT NULL, count INTEGER NOT NULL,
        until INTEGER NOT NULL, snapshot INTEGER NOT NULL, place INTEGER NOT NULL, rev TEXT NOT NULL,
        dismissed INTEGER NOT NULL, icon TEXT NOT NULL, PRIMARY KEY(account, path, feed)) WITHOUT ROWID;
      CREATE TABLE covered(
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, path TEXT NOT NULL, count INTEGER NOT NULL,
        until INTEGER NOT NULL, place INTEGER NOT NULL, UNIQUE(account, path));
      CREATE TABLE placed_icon(
        account INTEGER NOT NULL, path TEXT NOT NULL, icon TEXT NOT NULL, PRIMARY KEY(account, path)) WITHOUT ROWID;
      CREATE TABLE mark(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, path TEXT NOT NULL, version INTEGER NOT NULL,
        upto BLOB NOT NULL, PRIMARY KEY(account, feed, path, version)) WITHOUT ROWID;
      CREATE INDEX mark_upto ON mark(account, feed, path, upto);
      CREATE TABLE forgotten(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, id TEXT NOT NULL, rev TEXT NOT NULL, rank BLOB NOT NULL,
        seen INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(account, feed, id)) WITHOUT ROWID;
      CREATE TABLE feed_wait(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, until INTEGER NOT NULL, url TEXT NOT NULL,
        PRIMARY KEY(account, feed)) WITHOUT ROWID;
      CREATE TABLE note(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
        reason TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY(account, feed, number)) WITHOUT ROWID;
      CREATE TABLE drift(
        account INTEGER NOT NULL, feed INTEGER NOT NULL, path TEXT NOT NULL, difference INTEGER NOT NULL,
        highlights INTEGER NOT NULL, ours INTEGER NOT NULL, theirs INTEGER NOT NULL, our_highlights INTEGER NOT NULL,
        their_highlights INTEGER NOT NULL, asked INTEGER NOT NULL, current INTEGER NOT NULL,
        PRIMARY KEY(account, feed, path, difference, highlights)) WITHOUT ROWID;
      CREATE TABLE outbox(
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, feed INTEGER NOT NULL,
        kind INTEGER NOT NULL, entity TEXT NOT NULL, idempotency TEXT NOT NULL, revision TEXT NOT NULL,
        value INTEGER NOT NULL, upto BLOB NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL,
        next INTEGER NOT NULL, lease INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT -1);
      CREATE INDEX outbox_entity ON outbox(account, feed, kind, entity);
      CREATE INDEX outbox_order ON outbox(account);
      CREATE INDEX outbox_due ON outbox(account) WHERE lease = 0 AND next = 0;
      CREATE INDEX outbox_due_of_feed ON outbox(account, feed) WHERE lease = 0 AND next = 0;
      CREATE INDEX outbox_lease ON outbox(account, lease) WHERE lease <> 0 AND next <> 9223372036854775807;
      CREATE INDEX outbox_next ON outbox(account, next) WHERE next <> 0 AND next <> 9223372036854775807;
      CREATE INDEX outbox_feed ON outbox(account, feed) WHERE next < 9223372036854775807;
      CREATE INDEX outbox_mark ON outbox(account, feed) WHERE kind = 2 AND next < 9223372036854775807;
      CREATE TABLE setting(
        account INTEGER PRIMARY KEY, grouping INTEGER NOT NULL, language TEXT NOT NULL, outbox INTEGER NOT NULL,
        outbox_url TEXT NOT NULL, request_timeout INTEGER NOT NULL, idle_timeout INTEGER NOT NULL,
        push_path TEXT NOT NULL, outbox_credential INTEGER NOT NULL DEFAULT 0,
        outbox_kinds INTEGER NOT NULL DEFAULT 3);
      CREATE TABLE category(
        account INTEGER NOT NULL, id TEXT NOT NULL, summary TEXT NOT NULL, hidden TEXT NOT NULL,
        PRIMARY KEY(account, id)) WITHOUT ROWID;
      CREATE TABLE translation(
        account INTEGER NOT NULL, key TEXT NOT NULL, language TEXT NOT NULL, format BLOB NOT NULL,
        PRIMARY KEY(account, key, language)) WITHOUT ROWID;
      CREATE TABLE group_seen(
        account INTEGER NOT NULL, thread TEXT NOT NULL, key INTEGER NOT NULL, rank BLOB NOT NULL,
        PRIMARY KEY(account, thread)) WITHOUT ROWID;
      CREATE TABLE task(
        id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
        body TEXT NOT NULL, path TEXT NOT NULL, zone TEXT NOT NULL, revision INTEGER NOT NULL, state INTEGER NOT NULL,
        produced INTEGER NOT NULL, shelf_life INTEGER NOT NULL, shelf_unit INTEGER NOT NULL, time INTEGER NOT NULL,
        entered INTEGER NOT NULL, smart INTEGER NOT NULL, repeat_unit INTEGER NOT NULL, repeat_every INTEGER NOT NULL,
        start INTEGER NOT NULL, until INTEGER NOT NULL, overdue_unit INTEGER NOT NULL, overdue_every INTEGER NOT NULL,
        overdue_limit INTEGER NOT NULL, stamp INTEGER NOT NULL, told INTEGER NOT NULL, due INTEGER NOT NULL,
        due_index INTEGER NOT NULL, snoozed INTEGER NOT NULL, snoozed_index INTEGER NOT NULL, UNIQUE(account, name));
      CREATE TABLE armed(
        account INTEGER NOT NULL, task INTEGER NOT NULL, revision INTEGER NOT NULL, number INTEGER NOT NULL,
        instant INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY(account, task, revision, number)) WITHOUT ROWID;
      CREATE TABLE notification_log(
        account INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL, kind INTEGER NOT NULL,
        name TEXT NOT NULL, revision INTEGER NOT NULL, instant INTEGER NOT NULL,
        PRIMARY KEY(account, number)) WITHOUT ROWID;
      PRAGMA application_id = 1415670905;
      """)
  }
}

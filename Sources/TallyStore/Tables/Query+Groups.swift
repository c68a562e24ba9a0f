// Groups and their words. `?3` is the thread. If all messages are one group, it is a blob, which is greater than every
// text.

extension Query {
  // `temp.head` has the newest unseen message of each thread of the accounts in `temp.listed`, except the threads in
  // `temp.changed`.
  var threadText: StaticString {
    switch self {
    case .listThreads:
      """
      SELECT key, thread FROM temp.head WHERE account = ?1 AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC
      LIMIT ?6
      """
    case .isListed: "SELECT 1 FROM temp.listed WHERE account = ?1"
    case .listAccount: "INSERT INTO temp.listed VALUES (?1)"
    case .findThreads:
      // From each thread to the next one, without a scan of their messages.
      """
      INSERT OR IGNORE INTO temp.changed(account, thread)
      WITH RECURSIVE t(thread) AS (
        SELECT (SELECT MIN(thread) FROM message INDEXED BY message_group WHERE account = ?1 AND state = 0)
        UNION ALL
        SELECT (SELECT MIN(m.thread) FROM message m INDEXED BY message_group
          WHERE m.account = ?1 AND m.state = 0 AND m.thread > t.thread) FROM t WHERE t.thread IS NOT NULL)
      SELECT ?1, thread FROM t WHERE thread IS NOT NULL
      """
    case .touchThread:
      "INSERT OR IGNORE INTO temp.changed SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM temp.listed WHERE account = ?1)"
    case .dropHeads:
      """
      DELETE FROM temp.head WHERE account = ?1 AND thread IN (SELECT thread FROM temp.changed WHERE account = ?1)
      """
    case .makeHeads:
      """
      INSERT INTO temp.head(account, thread, rank, key)
      SELECT ?1, n.thread, n.rank, n.key FROM temp.changed t CROSS JOIN message n ON n.key = (
        SELECT g.key FROM message g INDEXED BY message_group
        WHERE g.account = ?1 AND g.state = 0 AND g.thread = t.thread ORDER BY g.rank DESC, g.key DESC LIMIT 1)
      WHERE t.account = ?1
      """
    default: "DELETE FROM temp.changed WHERE account = ?1"
    }
  }

  var groupText: StaticString {
    switch self {
    case .listGroup:
      """
      SELECT key FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread = ?2 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .listUnseen:
      """
      SELECT key FROM message INDEXED BY message_order WHERE account = ?1 AND state = 0 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .countUnseen:
      "SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_group WHERE account = ?1 AND state = 0 LIMIT ?7)"
    case .listFewUnseen:
      """
      SELECT key FROM message INDEXED BY message_group WHERE account = ?1 AND state = 0 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .loadGroup:
      """
      SELECT key, rank, category, arg, arg_count, thread FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread = ?2 ORDER BY rank, key
      """
    case .loadUnseen:
      """
      SELECT key, rank, category, arg, arg_count, thread FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 ORDER BY rank, key
      """
    case .groupSums:
      """
      SELECT path, SUM(count), COUNT(*) FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3 GROUP BY path
      """
    case .dismissGroup:
      """
      UPDATE message INDEXED BY message_group SET state = 1
      WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3
      """
    case .findGroupSeen: "SELECT key, rank FROM group_seen WHERE account = ?1 AND thread = ?2"
    case .saveGroupSeen: "INSERT OR REPLACE INTO group_seen(account, thread, key, rank) VALUES (?1, ?2, ?3, ?4)"
    case .markGroupSeen:
      """
      INSERT OR REPLACE INTO group_seen(account, thread, key, rank)
      SELECT ?1, ?2, MAX(key), MAX(rank) FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3 HAVING COUNT(*) > 0
      """
    case .deleteGroupSeen: "DELETE FROM group_seen WHERE account = ?1 AND thread = ?2"
    case .trimGroupSeen:
      // The empty thread also stands for the group of all messages.
      """
      DELETE FROM group_seen WHERE thread <> '' AND NOT EXISTS (SELECT 1 FROM message m INDEXED BY message_group
        WHERE m.account = group_seen.account AND m.state = 0 AND m.thread = group_seen.thread)
      """
    case .countGroupSeen: "SELECT COUNT(*) FROM group_seen"
    default: "SELECT thread, key, rank FROM group_seen WHERE account = ?1 ORDER BY thread"
    }
  }

  var wordingText: StaticString {
    switch self {
    case .findGrouping: "SELECT mode, language FROM grouping WHERE account = ?1"
    case .saveGrouping: "INSERT OR REPLACE INTO grouping(account, mode, language) VALUES (?1, ?2, ?3)"
    case .saveCategory: "INSERT OR REPLACE INTO category(account, id, summary, hidden) VALUES (?1, ?2, ?3, ?4)"
    case .listCategories: "SELECT id, summary, hidden FROM category WHERE account = ?1 ORDER BY id"
    case .saveTranslation: "INSERT OR REPLACE INTO translation(account, key, language, format) VALUES (?1, ?2, ?3, ?4)"
    case .saveSourceText:
      // A reference, which begins with 7, stays: see `Format.reference`.
      """
      INSERT INTO translation(account, key, language, format) VALUES (?1, ?2, '', ?3)
      ON CONFLICT(account, key, language) DO UPDATE SET format = excluded.format WHERE substr(format, 1, 1) <> x'07'
      """
    case .listTranslations: "SELECT key, language, format FROM translation WHERE account = ?1 ORDER BY key, language"
    default: "SELECT 1 FROM category WHERE account = ?1 AND (summary = ?2 OR hidden = ?2)"
    }
  }
}

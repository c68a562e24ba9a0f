/// `temp.head` has the newest unseen message of each thread of the accounts in `temp.listed`, except the threads in
/// `temp.changed`.
enum ThreadQuery: Int, QueryTexts {
  case list, isListed, listAccount, find, touch, dropHeads, makeHeads, endTouched

  @inline(never)
  var text: QueryText {
    switch self {
    case .list:
      """
      SELECT key, thread FROM temp.head WHERE account = ?1 AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC
      LIMIT ?6
      """
    case .isListed: "SELECT 1 FROM temp.listed WHERE account = ?1"
    case .listAccount: "INSERT INTO temp.listed VALUES (?1)"
    case .find:
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
    case .touch:
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
    case .endTouched: "DELETE FROM temp.changed WHERE account = ?1"
    }
  }
}

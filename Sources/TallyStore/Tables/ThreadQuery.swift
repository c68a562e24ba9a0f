/// `temp.head` has the newest unseen message of each thread of the accounts whose groups were listed.
enum ThreadQuery: Int, QueryTexts {
  case list, dropHeads, makeHeads, makeHead, dropHead

  @inline(never)
  var text: QueryText {
    switch self {
    case .list:
      """
      SELECT key, thread FROM temp.head WHERE account = ?1 AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC
      LIMIT ?6
      """
    case .dropHeads: "DELETE FROM temp.head WHERE account = ?1"
    case .makeHeads:
      // From each thread to the next one, without a scan of their messages.
      """
      INSERT INTO temp.head(account, thread, rank, key)
      WITH RECURSIVE t(thread) AS (
        SELECT (SELECT MIN(thread) FROM message INDEXED BY message_group WHERE account = ?1 AND state = 0)
        UNION ALL
        SELECT (SELECT MIN(m.thread) FROM message m INDEXED BY message_group
          WHERE m.account = ?1 AND m.state = 0 AND m.thread > t.thread) FROM t WHERE t.thread IS NOT NULL)
      SELECT ?1, n.thread, n.rank, n.key FROM t CROSS JOIN message n ON n.key = (
        SELECT g.key FROM message g INDEXED BY message_group
        WHERE g.account = ?1 AND g.state = 0 AND g.thread = t.thread ORDER BY g.rank DESC, g.key DESC LIMIT 1)
      WHERE t.thread IS NOT NULL
      """
    case .makeHead:
      """
      INSERT OR REPLACE INTO temp.head(account, thread, rank, key)
      SELECT ?1, ?2, rank, key FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread = ?2 ORDER BY rank DESC, key DESC LIMIT 1
      """
    case .dropHead: "DELETE FROM temp.head WHERE account = ?1 AND thread = ?2"
    }
  }
}

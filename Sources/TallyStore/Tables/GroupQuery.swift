/// Groups. `?3` is the thread. If all messages are one group, it is a blob, which is greater than every text.
enum GroupQuery: Int, QueryTexts {
  case list, listUnseen, countUnseen, listFewUnseen, load, loadUnseen, sums, dismiss, findSeen, markSeen
  case deleteSeen, trimSeen, countSeen

  @inline(never)
  var text: QueryText {
    switch self {
    case .list:
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
    case .load:
      """
      SELECT key, rank, category, arg, arg_count, thread FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread = ?2 ORDER BY rank, key
      """
    case .loadUnseen:
      """
      SELECT key, rank, category, arg, arg_count, thread FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 ORDER BY rank, key
      """
    case .sums:
      """
      SELECT path, SUM(count), COUNT(*) FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND threshold = 1 AND thread BETWEEN ?2 AND ?3 GROUP BY path
      """
    // Without a copy of each page that it changes: see `MessageQuery.markSeen`.
    case .dismiss:
      """
      UPDATE OR FAIL message INDEXED BY message_group SET state = 1
      WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3
      """
    case .findSeen: "SELECT key, rank FROM group_seen WHERE account = ?1 AND thread = ?2"
    case .markSeen:
      """
      INSERT OR REPLACE INTO group_seen(account, thread, key, rank)
      SELECT ?1, ?2, MAX(key), MAX(rank) FROM message INDEXED BY message_group
      WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3 HAVING COUNT(*) > 0
      """
    case .deleteSeen: "DELETE FROM group_seen WHERE account = ?1 AND thread = ?2"
    case .trimSeen:
      // The empty thread also stands for the group of all messages.
      """
      DELETE FROM group_seen WHERE thread <> '' AND NOT EXISTS (SELECT 1 FROM message m INDEXED BY message_group
        WHERE m.account = group_seen.account AND m.state = 0 AND m.thread = group_seen.thread)
      """
    case .countSeen: "SELECT COUNT(*) FROM group_seen"
    }
  }
}

/// Lists of messages.
enum ListQuery: Int, QueryTexts {
  case countAll, countUnread, rank, message, data, find, all, exact, unreadExact

  @inline(never)
  var text: QueryText {
    switch self {
    case .countAll:
      """
      SELECT COUNT(*) FROM message INDEXED BY message_list
      WHERE @
      """
    case .countUnread:
      """
      SELECT COUNT(*), SUM(state = 0) FROM $
      WHERE @
        AND state < 2
      """
    case .rank: "SELECT rank FROM message WHERE key = ?1 AND account = ?2"
    // All columns in their order, but of the data only the length. SQLite finds that without reading the data.
    case .message:
      """
      SELECT key, account, feed, id, rev, rank, ts, path, kind, title, body, count, thread, category, arg, arg_count,
        state, snapshot, version, threshold, link, icon, subtitle, also, level,
        snooze, length(data)
      FROM message WHERE key = ?1
      """
    case .data: "SELECT data FROM message WHERE key = ?1 AND account = ?2"
    case .find: "SELECT key FROM message WHERE feed = ?1 AND id = ?2 AND account = ?3"
    case .all:
      """
      SELECT key FROM message INDEXED BY message_order WHERE account = ?1 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .exact:
      """
      SELECT key FROM message INDEXED BY message_list WHERE account = ?1 AND path = ?2 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .unreadExact:
      """
      SELECT key FROM $
      WHERE account = ?1 AND path = ?2 AND state < 2 AND (rank, key) < (?4, ?5)
      ORDER BY rank DESC, key DESC LIMIT ?6
      """
    }
  }
}

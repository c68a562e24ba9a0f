/// The messages of a path and its subtree, in one of three ways (`Store.subtreeQuery`): path by path (`p`), each in
/// the order of an index; all of them, sorted; or all of the account's in their order, without the others.
enum SubtreeQuery: Int, QueryTexts {
  case list, countPaths, listPaths, count, listFiltered, listUnread, countUnreadPaths, listUnreadPaths, countUnread
  case listUnreadFiltered

  @inline(never)
  var text: QueryText {
    switch self {
    case .list:
      """
      SELECT key FROM message INDEXED BY message_list
      WHERE @
        AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .countPaths:
      """
      &
      SELECT COUNT(path) FROM p
      """
    case .listPaths:
      """
      &
      SELECT n.key FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_list
        WHERE m.account = ?1 AND m.path = p.path AND (m.rank, m.key) < (?4, ?5)
        ORDER BY m.rank DESC, m.key DESC LIMIT ?6)
      ORDER BY n.rank DESC, n.key DESC LIMIT ?6
      """
    case .count:
      "SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_list WHERE @ LIMIT ?7)"
    case .listFiltered:
      """
      SELECT key FROM message INDEXED BY message_order
      WHERE @
        AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .listUnread:
      """
      SELECT key FROM $
      WHERE @
        AND state < 2 AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC LIMIT ?6
      """
    case .countUnreadPaths:
      """
      %
      SELECT COUNT(path) FROM p
      """
    case .listUnreadPaths:
      """
      %
      SELECT n.key FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unread
        WHERE m.account = ?1 AND m.state < 2 AND m.path = p.path AND (m.rank, m.key) < (?4, ?5)
        ORDER BY m.rank DESC, m.key DESC LIMIT ?6)
      ORDER BY n.rank DESC, n.key DESC LIMIT ?6
      """
    case .countUnread:
      "SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_unread WHERE @ AND state < 2 LIMIT ?7)"
    case .listUnreadFiltered:
      """
      SELECT key FROM message INDEXED BY message_order
      WHERE @ AND state < 2
        AND (rank, key) < (?4, ?5) ORDER BY rank DESC, key DESC LIMIT ?6
      """
    }
  }
}

/// Lists of messages from an older one to the newer ones, in the ways of `SubtreeQuery`. `ofPaths` and `unreadOfPaths`
/// also list exactly a path: then `p` has one row.
enum NewerQuery: Int, QueryTexts {
  case all, ofPaths, sorted, filtered, unreadOfPaths, unreadSorted, unreadFiltered

  @inline(never)
  var text: QueryText {
    switch self {
    case .all:
      """
      SELECT key FROM message INDEXED BY message_order WHERE account = ?1 AND (rank, key) > (?4, ?5)
      ORDER BY rank, key LIMIT ?6
      """
    case .ofPaths:
      """
      &
      SELECT n.key FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_list
        WHERE m.account = ?1 AND m.path = p.path AND (m.rank, m.key) > (?4, ?5)
        ORDER BY m.rank, m.key LIMIT ?6)
      ORDER BY n.rank, n.key LIMIT ?6
      """
    case .sorted:
      """
      SELECT key FROM message INDEXED BY message_list
      WHERE @
        AND (rank, key) > (?4, ?5) ORDER BY rank, key LIMIT ?6
      """
    case .filtered:
      """
      SELECT key FROM message INDEXED BY message_order
      WHERE @
        AND (rank, key) > (?4, ?5) ORDER BY rank, key LIMIT ?6
      """
    case .unreadOfPaths:
      """
      %
      SELECT n.key FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unread
        WHERE m.account = ?1 AND m.state < 2 AND m.path = p.path AND (m.rank, m.key) > (?4, ?5)
        ORDER BY m.rank, m.key LIMIT ?6)
      ORDER BY n.rank, n.key LIMIT ?6
      """
    case .unreadSorted:
      """
      SELECT key FROM $
      WHERE @
        AND state < 2 AND (rank, key) > (?4, ?5) ORDER BY rank, key LIMIT ?6
      """
    case .unreadFiltered:
      """
      SELECT key FROM message INDEXED BY message_order
      WHERE @ AND state < 2
        AND (rank, key) > (?4, ?5) ORDER BY rank, key LIMIT ?6
      """
    }
  }
}

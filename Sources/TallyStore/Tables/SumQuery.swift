/// Messages with a state below their threshold feed badges: 1, the unseen; 2, the unread. No other threshold is valid.
enum SumQuery: Int, QueryTexts {
  case all, ofFeed, outsideSnapshot, at, unseenAt

  @inline(never)
  var text: QueryText {
    switch self {
    case .all:
      """
      SELECT path, SUM(count), COUNT(*), MIN(count) FROM $
      WHERE account = ?1 AND state < 2 AND state < threshold GROUP BY path ORDER BY path
      """
    case .ofFeed:
      """
      SELECT path, SUM(count), COUNT(*) FROM message WHERE feed = ?1 AND state < 2 AND state < threshold
      GROUP BY path
      """
    case .outsideSnapshot:
      """
      SELECT path, SUM(count), COUNT(*) FROM message WHERE feed = ?1 AND state < 2 AND state < threshold
        AND snapshot <> ?2 AND (snapshot >= -1 OR ?2 < 0)
      GROUP BY path
      """
    case .at:
      """
      SELECT path, SUM(count), COUNT(*) FROM $
      WHERE @
        AND state < 2 AND state < threshold AND rank <= ?4 GROUP BY path
      """
    // Those that no longer feed once they are seen. The index leaves out those that are seen and unread.
    case .unseenAt:
      """
      SELECT path, SUM(count), COUNT(*) FROM message INDEXED BY message_unseen
      WHERE @
        AND state = 0 AND threshold <= 1 GROUP BY path
      """
    }
  }
}

/// The numbers that a feed's server counts at paths, and those that the feed contributes: where they differ, or did.
enum DriftQuery: Int, QueryTexts {
  case contributed, levels, current, settle, insert, count, trim, last, isNew, ask, deleteAll, list, listBelow

  @inline(never)
  var text: QueryText {
    switch self {
    case .contributed:
      """
      SELECT IFNULL(SUM(count), 0), 0 FROM $
      WHERE @
        AND state < 2 AND state < threshold AND feed = ?4
      """
    // The counts of passive messages, which do not count, and those of highlights.
    case .levels:
      """
      SELECT IFNULL(SUM(iif(level < 0, count, 0)), 0), IFNULL(SUM(iif(level > 0, count, 0)), 0)
      FROM message INDEXED BY message_level
      WHERE @
        AND level <> 0 AND state < 2 AND state < threshold AND feed = ?4
      """
    case .current:
      "SELECT difference, highlights FROM drift WHERE account = ?1 AND feed = ?2 AND path = ?3 AND current = 1"
    // All but the one with the differences ?4 and ?5.
    case .settle:
      """
      UPDATE drift SET current = 0
      WHERE account = ?1 AND feed = ?2 AND path = ?3 AND current = 1
        AND (difference, highlights) <> (?4, ?5)
      """
    case .insert:
      """
      INSERT INTO drift(account, feed, path, difference, highlights, ours, theirs, our_highlights, their_highlights,
        asked, current)
      VALUES (?1, ?2, ?3, ?5 - ?4, ?7 - ?6, ?4, ?5, ?6, ?7, 0, 1)
      ON CONFLICT DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs,
        our_highlights = excluded.our_highlights, their_highlights = excluded.their_highlights, current = 1
      """
    case .count: "SELECT COUNT(*) FROM drift WHERE account = ?1 AND feed = ?2"
    // Those that hold no more go first, then those that caused a snapshot longest ago.
    case .trim:
      """
      DELETE FROM drift WHERE account = ?1 AND feed = ?2 AND (path, difference, highlights) IN (
        SELECT path, difference, highlights FROM drift WHERE account = ?1 AND feed = ?2
        ORDER BY current DESC, asked = 0 DESC, asked DESC, path, difference, highlights LIMIT -1 OFFSET ?3)
      """
    case .last: "SELECT IFNULL(MAX(asked), 0) FROM drift WHERE account = ?1 AND feed = ?2"
    case .isNew: "SELECT 1 FROM drift WHERE account = ?1 AND feed = ?2 AND current = 1 AND asked = 0 LIMIT 1"
    case .ask: "UPDATE drift SET asked = ?3 WHERE account = ?1 AND feed = ?2 AND current = 1 AND asked = 0"
    case .deleteAll: "DELETE FROM drift WHERE account = ?1 AND feed = ?2"
    // ?3 and ?4 are the last row of the page before.
    case .list:
      """
      SELECT path, feed, ours, theirs, our_highlights, their_highlights FROM drift
      WHERE account = ?1 AND current = 1 AND path = ?2
        AND (path, feed) > (?3, ?4) ORDER BY path, feed
      """
    case .listBelow:
      """
      SELECT path, feed, ours, theirs, our_highlights, their_highlights FROM drift
      WHERE account = ?1 AND current = 1
        AND path >= ?2 AND path < ?2 || '/' AND (path = ?2 OR path >= ?2 || '.')
        AND (path, feed) > (?3, ?4) ORDER BY path, feed
      """
    }
  }
}

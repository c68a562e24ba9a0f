/// Messages that are snoozed: see `Store+Snoozes.swift`.
enum SnoozeQuery: Int, QueryTexts {
  case hasTrigger, hasAny, find, begin, end, endDue, next, join

  @inline(never)
  var text: QueryText {
    switch self {
    case .hasTrigger: "SELECT 1 FROM temp.sqlite_schema WHERE name = 'snooze_read'"
    case .hasAny: "SELECT 1 FROM message INDEXED BY message_snooze WHERE snooze > 0 LIMIT 1"
    case .find:
      """
      SELECT path, count, state, threshold, level, snooze, feed, rank, version, snapshot FROM message
      WHERE key = ?1 AND account = ?2
      """
    case .begin:
      "UPDATE message SET state = 1, threshold = -abs(threshold), snooze = ?2, version = ?3 WHERE key = ?1"
    case .end:
      """
      UPDATE message SET state = 0, threshold = abs(threshold), snooze = 0, version = ?2 WHERE key = ?1 AND snooze > 0
      RETURNING path, count, state < threshold, level
      """
    // The time that has come stays, negated, where the server knows it too.
    case .endDue:
      """
      UPDATE message INDEXED BY message_snooze
      SET state = 0, threshold = abs(threshold), snooze = iif(version >= 0, -snooze, 0)
      WHERE account = ?1 AND snooze > 0 AND snooze <= ?2
      RETURNING path, count, state < threshold, level
      """
    case .join:
      "UPDATE message SET threshold = ?2, snooze = ?3, state = ?4, snapshot = ?5, version = ?6 WHERE key = ?1"
    case .next: "SELECT MIN(snooze) FROM message INDEXED BY message_snooze WHERE account = ?1 AND snooze > 0"
    }
  }
}

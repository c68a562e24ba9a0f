/// Messages at their further paths: see `Store+Sharing.swift`.
enum SharingQuery: Int, QueryTexts {
  case tableExists, hasAny, fill, add, sums, older, newer, olderAt, newerAt, counts, unfinished, countNewer, countOlder,
    contributed

  init(subtree: Bool, isNewer: Bool) {
    self = subtree ? (isNewer ? .newer : .older) : isNewer ? .newerAt : .olderAt
  }

  @inline(never)
  var text: QueryText {
    switch self {
    case .tableExists: "SELECT 1 FROM temp.sqlite_schema WHERE name = 'shared'"
    case .hasAny: "SELECT 1 FROM message INDEXED BY message_shared WHERE also <> '' LIMIT 1"
    case .fill: "SELECT account, key, also, rank FROM message INDEXED BY message_shared WHERE also <> ''"
    case .add: "INSERT OR IGNORE INTO temp.shared(account, path, rank, key) VALUES (?1, ?2, ?3, ?4)"
    case .sums:
      """
      SELECT path, SUM(iif(level < 0, 0, count)), COUNT(*), MIN(count), also, SUM(iif(level > 0, count, 0)),
        SUM(level > 0), SUM(level > 1), SUM(level < 0) FROM message INDEXED BY message_shared
      WHERE account = ?1 AND also <> '' AND state < 2 AND state < threshold GROUP BY path, also
      """
    // Only messages with a smaller state than ?7, and at least the level ?8.
    case .older:
      """
      SELECT DISTINCT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
      WHERE ` AND (m.rank, m.key) < (?4, ?5) AND m.state < ?7 AND m.level >= ?8 ORDER BY m.rank DESC, m.key DESC LIMIT ?6
      """
    case .newer:
      """
      SELECT DISTINCT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
      WHERE ` AND (m.rank, m.key) > (?4, ?5) AND m.state < ?7 AND m.level >= ?8 ORDER BY m.rank, m.key LIMIT ?6
      """
    // At exactly one path, in the order of the index.
    case .olderAt:
      """
      SELECT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
      WHERE s.account = ?1 AND s.path = ?2 AND (s.rank, s.key) < (?4, ?5) AND m.state < ?7 AND m.level >= ?8
      ORDER BY s.rank DESC, s.key DESC LIMIT ?6
      """
    case .newerAt:
      """
      SELECT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
      WHERE s.account = ?1 AND s.path = ?2 AND (s.rank, s.key) > (?4, ?5) AND m.state < ?7 AND m.level >= ?8
      ORDER BY s.rank, s.key LIMIT ?6
      """
    case .counts:
      """
      SELECT COUNT(*), SUM(state < 2), SUM(state = 0) FROM (
        SELECT DISTINCT m.key, m.state FROM temp.shared s CROSS JOIN message m ON m.key = s.key WHERE `)
      """
    case .countNewer:
      """
      SELECT COUNT(*) FROM (SELECT DISTINCT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
        WHERE ` AND (m.rank, m.key) > (?4, ?5) AND m.state < ?7 AND m.level >= ?8 LIMIT ?6)
      """
    case .countOlder:
      """
      SELECT COUNT(*) FROM (SELECT DISTINCT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
        WHERE ` AND (m.rank, m.key) < (?4, ?5) AND m.state < ?7 AND m.level >= ?8 LIMIT ?6)
      """
    // ?4: of one feed.
    case .contributed:
      """
      SELECT IFNULL(SUM(iif(level < 0, 0, count)), 0), IFNULL(SUM(iif(level > 0, count, 0)), 0) FROM (
        SELECT DISTINCT m.key, m.level, m.count FROM temp.shared s CROSS JOIN message m ON m.key = s.key
        WHERE ` AND m.state < 2 AND m.state < m.threshold AND m.feed = ?4)
      """
    // ?5: the state that they get.
    case .unfinished:
      """
      SELECT DISTINCT m.key FROM temp.shared s CROSS JOIN message m ON m.key = s.key
      WHERE ` AND m.rank <= ?4 AND m.state < ?5
      """
    }
  }
}

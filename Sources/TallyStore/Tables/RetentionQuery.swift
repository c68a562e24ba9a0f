/// Each query finds its rows by an index and reads no others.
enum RetentionQuery: Int, QueryTexts {
  case forgetAged, deleteAged, forgetRead, deleteRead, findKept, saveKept, floorUp, floorDown, countForgotten

  @inline(never)
  var text: QueryText {
    switch self {
    case .forgetAged:
      """
      INSERT INTO forgotten SELECT account, feed, id, rev, rank, state > 0 FROM message INDEXED BY message_age
      WHERE feed = ?1 AND ts > 0 AND ts < ?2 ORDER BY ts, key LIMIT ?3
      ON CONFLICT DO UPDATE SET rev = excluded.rev, rank = excluded.rank, seen = min(1, max(seen, excluded.seen))
      """
    case .deleteAged:
      """
      DELETE FROM message WHERE key IN (SELECT key FROM message INDEXED BY message_age
        WHERE feed = ?1 AND ts > 0 AND ts < ?2 ORDER BY ts, key LIMIT ?3)
      RETURNING path, count, state < 2 AND state < threshold, level
      """
    case .forgetRead:
      """
      INSERT INTO forgotten SELECT account, feed, id, rev, rank, state > 0 FROM message INDEXED BY message_read
      WHERE feed = ?1 AND state >= 2 AND rank < ?2 ORDER BY rank, key LIMIT ?3
      ON CONFLICT DO UPDATE SET rev = excluded.rev, rank = excluded.rank, seen = 1
      """
    case .deleteRead:
      """
      DELETE FROM message WHERE key IN (SELECT key FROM message INDEXED BY message_read
        WHERE feed = ?1 AND state >= 2 AND rank < ?2 ORDER BY rank, key LIMIT ?3)
      RETURNING path, count, state < 2 AND state < threshold, level
      """
    case .findKept: "SELECT above, forgotten, floor FROM temp.kept WHERE feed = ?1"
    case .saveKept: "INSERT OR REPLACE INTO temp.kept(feed, above, forgotten, floor) VALUES (?1, ?2, ?3, ?4)"
    case .floorUp:
      "SELECT rank FROM message INDEXED BY message_feed WHERE feed = ?1 AND rank >= ?2 ORDER BY rank LIMIT 1 OFFSET ?3"
    case .floorDown:
      "SELECT rank FROM message INDEXED BY message_feed WHERE feed = ?1 AND rank < ?2 ORDER BY rank DESC LIMIT ?3"
    case .countForgotten: "SELECT COUNT(*) FROM forgotten WHERE account = ?1 AND feed = ?2"
    }
  }
}

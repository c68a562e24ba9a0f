/// A new read or unread replaces a row that was never leased, and moves to the end. So an entity has at most one row
/// that was never leased, the last one. Messages that the host posted have no server, so nothing is sent for them.
enum SendingQuery: Int, QueryTexts {
  case unsendItem, sendItem, sendRemoval, unreadOfFeed, hasBelow, unreadKeys, versionsBelow, unsendMark, sendMark,
    maskMark

  @inline(never)
  var text: QueryText {
    switch self {
    case .unsendItem:
      """
      DELETE FROM outbox WHERE attempts = 0 AND (account, feed, kind, entity) =
        (SELECT account, feed, 1, id FROM message WHERE key = ?1)
      """
    case .sendItem:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease,
        version)
      SELECT account, feed, 1, id, lower(hex(randomblob(16))), rev, ?2, x'', '', 0, 0, 0, max(version, -1) FROM message
      WHERE key = ?1
        AND NOT EXISTS (SELECT 1 FROM feed WHERE id = message.feed AND name IN (?3, ?4))
      """
    case .sendRemoval:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT account, feed, 4, id, lower(hex(randomblob(16))), rev, 0, x'', '', 0, 0, 0 FROM message
      WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM feed WHERE id = message.feed AND name IN (?2, ?3))
      """
    case .unreadOfFeed:
      """
      SELECT feed, MAX(iif(snapshot > -3, rank, x'')), MIN(snapshot) FROM $
      WHERE @ AND state < 2 AND rank <= ?4 AND feed > ?5
      GROUP BY feed ORDER BY feed LIMIT 1
      """
    case .hasBelow:
      """
      SELECT EXISTS (SELECT 1 FROM message INDEXED BY message_list WHERE account = ?1
        AND path >= ?2 || '.' AND path < ?2 || '/' AND feed = ?4)
      """
    case .unreadKeys: "SELECT key FROM $ WHERE @ AND state < 2 AND rank <= ?4 AND feed = ?5 AND snapshot <= ?6"
    case .versionsBelow:
      """
      SELECT MAX(max(version, ~version)) FROM message INDEXED BY message_version
      WHERE @ AND feed = ?4 AND (version > 0 OR version < -1)
      """
    case .unsendMark:
      """
      DELETE FROM outbox WHERE account = ?1 AND feed = ?2 AND kind = 2 AND entity = ?3 AND attempts = 0
        AND value <= ?4 AND upto <= ?5
      """
    case .sendMark:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT ?1, ?2, 2, ?3, lower(hex(randomblob(16))), '', ?4, ?5, '', 0, 0, 0
      WHERE NOT EXISTS (SELECT 1 FROM feed WHERE id = ?2 AND name IN (?6, ?7))
      """
    case .maskMark:
      """
      INSERT OR REPLACE INTO temp.pending SELECT key, feed, ?6, 1 FROM message INDEXED BY message_list
      WHERE @ AND state >= 2 AND rank < ?5 AND feed = ?4 AND snapshot > -3
      """
    }
  }
}

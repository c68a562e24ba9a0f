/// Seen messages on their way to and from other devices: see `Store+Seeing.swift`.
enum SeeingQuery: Int, QueryTexts {
  case seeUpTo, unseenOfFeed, unseenKeys, keysOfGroup, sendItem, unsendItem, sendMark, unsendMark

  @inline(never)
  var text: QueryText {
    switch self {
    // ?6: only messages with a greater key. No mark reaches a message that the server has not placed.
    case .seeUpTo:
      """
      UPDATE message INDEXED BY message_unseen SET state = 1
      WHERE @ AND state = 0 AND feed = ?4 AND rank < ?5 AND snapshot > -3 AND key > ?6
      RETURNING path, count, threshold = 1, level
      """
    // ?6, ?7: the names of the feeds without a server.
    case .unseenOfFeed:
      """
      SELECT feed, MAX(iif(snapshot > -3, rank, x'')), MIN(snapshot) FROM message INDEXED BY message_unseen
      WHERE @ AND state = 0 AND rank <= ?4 AND feed > ?5 AND feed NOT IN (SELECT id FROM feed WHERE account = ?1 AND name IN (?6, ?7))
      GROUP BY feed ORDER BY feed LIMIT 1
      """
    case .unseenKeys:
      """
      SELECT key FROM message INDEXED BY message_unseen
      WHERE @ AND state = 0 AND rank <= ?4 AND feed = ?5 AND snapshot <= ?6
      """
    case .keysOfGroup:
      """
      SELECT key FROM message INDEXED BY message_group WHERE account = ?1 AND state = 0 AND thread BETWEEN ?2 AND ?3
      """
    case .sendItem:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT account, feed, 5, id, lower(hex(randomblob(16))), rev, 1, x'', '', 0, 0, 0 FROM message
      WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM feed WHERE id = message.feed AND name IN (?2, ?3))
      """
    case .unsendItem:
      """
      DELETE FROM outbox WHERE attempts = 0 AND (account, feed, kind, entity) =
        (SELECT account, feed, 5, id FROM message WHERE key = ?1)
      """
    case .sendMark:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      VALUES (?1, ?2, 6, ?3, lower(hex(randomblob(16))), '', 0, ?5, '', 0, 0, 0)
      """
    case .unsendMark:
      """
      DELETE FROM outbox WHERE account = ?1 AND feed = ?2 AND kind = 6 AND entity = ?3 AND attempts = 0 AND upto <= ?5
      """
    }
  }
}

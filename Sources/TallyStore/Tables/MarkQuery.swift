/// Marks do not cover messages that the server has not placed (`Store.unplaced`). `cover` sets the state
/// `ReadStatus.covered` of an unread message, which itself stays unread. Of the marks of a path that reach a rank, the
/// one that ends first has the greatest version. A version below 0 was made here: `~version` is its number. If the
/// numbering of a feed starts from scratch, so do the versions, except those still to be sent.
enum MarkQuery: Int, QueryTexts {
  case save, delete, deleteAll, count, trim, ofPath, at, below, hasAny, countUnreadUpTo, countUnreadOld, unreadOld
  case unreadUpTo, unreadByRank, unreadByVersion, cover, raise, keepOfEpoch, endEpoch

  @inline(never)
  var text: QueryText {
    switch self {
    case .save: "INSERT INTO mark(account, feed, path, version, upto) VALUES (?1, ?2, ?3, ?6, ?5)"
    case .delete: "DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND path = ?3 AND version = ?6"
    case .deleteAll: "DELETE FROM mark WHERE account = ?1 AND feed = ?2"
    case .count: "SELECT COUNT(*) FROM mark WHERE account = ?1 AND feed = ?2"
    case .trim:
      """
      DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND upto <= (
        SELECT upto FROM mark WHERE account = ?1 AND feed = ?2 ORDER BY upto DESC LIMIT 1 OFFSET ?3)
      """
    case .ofPath: "SELECT upto, version FROM mark WHERE account = ?1 AND feed = ?2 AND path = ?3"
    case .at:
      """
      SELECT version FROM mark INDEXED BY mark_upto WHERE account = ?1 AND feed = ?2 AND path = ?3 AND upto > ?4
      ORDER BY upto LIMIT 1
      """
    case .below: "SELECT MAX(version) FROM mark WHERE feed = ?4 AND @"
    case .hasAny: "SELECT 1 FROM mark WHERE account = ?1 AND feed = ?2 LIMIT 1"
    case .countUnreadUpTo:
      """
      %
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN $ ON account = ?1 AND message.path = p.path
        WHERE state < 2 AND rank < ?5 LIMIT ?6)
      """
    case .countUnreadOld:
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_unread_old
        WHERE account = ?1 AND state < 2 AND version <= ?6 LIMIT ?7)
      """
    case .unreadOld:
      """
      SELECT key, rank, version, path, count, state < threshold,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)), level
      FROM message INDEXED BY message_unread_old
      WHERE @ AND state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadUpTo:
      """
      SELECT key, rank, version, path, count, state < threshold,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)), level
      FROM $ WHERE @ AND state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadByRank:
      """
      %
      SELECT message.key, rank, version, message.path, count, state < threshold,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)), level
      FROM p CROSS JOIN $ ON account = ?1 AND message.path = p.path
      WHERE state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadByVersion:
      """
      %
      SELECT message.key, rank, version, message.path, count, state < threshold,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)), level
      FROM p CROSS JOIN message INDEXED BY message_unread_version ON account = ?1 AND message.path = p.path
      WHERE state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .cover: "UPDATE message SET state = 4, version = iif(?2, -1, version) WHERE key = ?1"
    case .raise: "UPDATE message SET version = ?2 WHERE key = ?1"
    case .keepOfEpoch:
      """
      UPDATE message SET (state, version) = (
        SELECT iif(is_sent, state, min(state, 2)), iif(is_sent, version, -1)
        FROM (SELECT EXISTS (SELECT 1 FROM outbox o WHERE o.account = ?1 AND o.feed = ?2 AND o.kind = 1
          AND o.entity = message.id AND o.next < 9223372036854775807) AS is_sent))
      WHERE feed = ?2 AND (state > 2 OR version <> -1)
      """
    case .endEpoch:
      """
      DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account = ?1
        AND o.feed = ?2 AND kind = 2 AND entity = mark.path AND value = mark.version AND o.upto = mark.upto
        AND next < 9223372036854775807)
      """
    }
  }
}

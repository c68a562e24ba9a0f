/// Messages.
enum MessageQuery: Int, QueryTexts {
  case find, state, update, setState, setSnapshot, delete, deleteOfFeed, deleteOutsideSnapshot
  case deletePushed, markSeen, markRead, last, greatestRank, feedingAt, mask, maskAt
  case isMasking, unmask

  @inline(never)
  var text: QueryText {
    switch self {
    case .find:
      """
      SELECT *,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND kind = 1 AND entity = ?2 AND next < 9223372036854775807),
          (SELECT 9223372036854775807 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND o.kind = 2 AND message.rank < o.upto AND message.snapshot > -3
            AND message.path || '.' >= o.entity || '.' AND message.path || '.' < o.entity || '/'
            AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)),
        NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND kind = 1 AND entity = ?2 AND next < 9223372036854775807)
          AND NOT EXISTS (SELECT 1 FROM temp.pending WHERE pending.key = message.key AND is_mark = 0)
      FROM message WHERE feed = ?1 AND id = ?2
      """
    case .state:
      """
      SELECT path, count, state, feed, rank, version, snapshot, threshold, level FROM message
      WHERE key = ?1 AND account = ?2
      """
    // This repeats the description of the table. A test compares them.
    case .update:
      """
      UPDATE message SET rev = ?5, rank = ?6, ts = ?7, path = ?8, kind = ?9, title = ?10, body = ?11, count = ?12,
        thread = ?13, category = ?14, arg = ?15, arg_count = ?16, state = ?17, snapshot = ?18, version = ?19,
        threshold = ?20, link = ?21, icon = ?22, subtitle = ?23, also = ?24, level = ?25, snooze = ?26,
        data = ?27
      WHERE key = ?1
      """
    case .setState: "UPDATE message SET state = ?2, version = ?3 WHERE key = ?1"
    case .setSnapshot: "UPDATE message SET state = ?2, snapshot = ?3, version = ?4 WHERE key = ?1"
    case .delete: "DELETE FROM message WHERE key = ?1"
    case .deleteOfFeed: "DELETE FROM message WHERE feed = ?1"
    case .deleteOutsideSnapshot:
      "DELETE FROM message WHERE feed = ?1 AND snapshot <> ?2 AND (snapshot >= -1 OR ?2 < 0)"
    case .deletePushed:
      """
      DELETE FROM message WHERE feed = ?1 AND id >= ?4 AND id < ?4 || x'FF'
        AND NOT (-2 - snapshot > ?2 AND -2 - snapshot <= ?3)
      RETURNING path, count, state < 2 AND state < threshold, level
      """
    case .markSeen:
      """
      UPDATE message INDEXED BY message_unseen SET state = 1
      WHERE @
        AND state = 0
      """
    case .markRead:
      """
      UPDATE $ SET state = 2
      WHERE @
        AND state < 2 AND rank <= ?4
      """
    case .last: "SELECT MAX(key) FROM message"
    case .greatestRank:
      "SELECT rank FROM message INDEXED BY message_order WHERE account = ?1 ORDER BY rank DESC LIMIT 1"
    case .feedingAt:
      """
      SELECT key, count, id, rank, also, level FROM $
      WHERE account = ?1 AND path = ?2 AND state < 2 AND state < threshold AND (rank, key) > (?3, ?4) ORDER BY rank, key
      """
    case .mask: "INSERT OR REPLACE INTO temp.pending SELECT key, feed, ?2, 0 FROM message WHERE key = ?1"
    case .maskAt:
      """
      INSERT OR REPLACE INTO temp.pending SELECT key, feed, ?5, 0 FROM $
      WHERE @
        AND state < 2 AND rank <= ?4
      """
    case .isMasking: "SELECT 1 FROM temp.pending WHERE feed = ?1 LIMIT 1"
    case .unmask: "DELETE FROM temp.pending WHERE feed = ?1 AND since <= ?2"
    }
  }
}

// The other data of a feed besides its messages.

extension Query {
  var noteText: StaticString {
    switch self {
    case .insertNote: "INSERT INTO note(account, feed, number, time, reason, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    case .deleteNotes: "DELETE FROM note WHERE account = ?1 AND feed = ?2 AND number BETWEEN ?3 AND ?4"
    case .lastNote: "SELECT number FROM note WHERE account = ?1 AND feed = ?2 ORDER BY number DESC LIMIT 1"
    default:
      """
      SELECT number, time, reason, body FROM note WHERE account = ?1 AND feed = ?2 AND number > ?3
      ORDER BY number LIMIT ?4
      """
    }
  }

  var placedText: StaticString {
    switch self {
    case .insertPlaced:
      "INSERT INTO placed(account, feed, path, count, until, snapshot) VALUES (?1, ?2, ?3, ?6, ?7, ?8)"
    case .deletePlaced: "DELETE FROM placed WHERE account = ?1 AND path = ?3"
    case .placedOutside:
      "SELECT path, count, until FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3 ORDER BY path"
    case .deletePlacedOutside: "DELETE FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3"
    default:
      """
      SELECT p.path, coalesce(i.icon, ''), x'', p.count, p.until FROM placed p
      LEFT JOIN placed_icon i ON i.account = p.account AND i.path = p.path
      WHERE p.account = ?1 AND p.feed = ?2 ORDER BY p.path
      """
    }
  }

  // Marks do not cover messages that the server has not placed (`Store.unplaced`). `cover` sets the state
  // `ReadStatus.covered` of an unread message, which itself stays unread. Of the marks of a path that reach a rank, the
  // one that ends first has the greatest version. A version below 0 was made here: `~version` is its number. If the
  // numbering of a feed starts from scratch, so do the versions, except those still to be sent.
  var markText: StaticString {
    switch self {
    case .saveMark: "INSERT INTO mark(account, feed, path, version, upto) VALUES (?1, ?2, ?3, ?6, ?5)"
    case .deleteMark: "DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND path = ?3 AND version = ?6"
    case .deleteMarks: "DELETE FROM mark WHERE account = ?1 AND feed = ?2"
    case .countMarks: "SELECT COUNT(*) FROM mark WHERE account = ?1 AND feed = ?2"
    case .trimMarks:
      """
      DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND upto <= (
        SELECT upto FROM mark WHERE account = ?1 AND feed = ?2 ORDER BY upto DESC LIMIT 1 OFFSET ?3)
      """
    case .marksOfPath: "SELECT upto, version FROM mark WHERE account = ?1 AND feed = ?2 AND path = ?3"
    case .markAt:
      """
      SELECT version FROM mark INDEXED BY mark_upto WHERE account = ?1 AND feed = ?2 AND path = ?3 AND upto > ?4
      ORDER BY upto LIMIT 1
      """
    case .marksBelow: "SELECT MAX(version) FROM mark WHERE feed = ?4 AND @"
    case .hasMarks: "SELECT 1 FROM mark WHERE account = ?1 AND feed = ?2 LIMIT 1"
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
      SELECT key, rank, version, path, count, state,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key))
      FROM message INDEXED BY message_unread_old
      WHERE @ AND state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadUpTo:
      """
      SELECT key, rank, version, path, count, state,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key))
      FROM $ WHERE @ AND state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadByRank:
      """
      %
      SELECT message.key, rank, version, message.path, count, state,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key))
      FROM p CROSS JOIN $ ON account = ?1 AND message.path = p.path
      WHERE state < 2 AND feed = ?4 AND rank < ?5 AND version <= ?6 AND snapshot > -3
      """
    case .unreadByVersion:
      """
      %
      SELECT message.key, rank, version, message.path, count, state,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = ?1 AND o.feed = ?4 AND o.kind = 1
            AND o.entity = message.id AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key))
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
    case .endMarksOfEpoch:
      """
      DELETE FROM mark WHERE account = ?1 AND feed = ?2 AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account = ?1
        AND o.feed = ?2 AND kind = 2 AND entity = mark.path AND value = mark.version AND o.upto = mark.upto
        AND next < 9223372036854775807)
      """
    default:
      "SELECT path, '', upto, version, 0 FROM mark WHERE account = ?1 AND feed = ?2 ORDER BY path, upto"
    }
  }

  // Forgotten messages are recognised by id and revision when they come again.
  var forgottenText: StaticString {
    switch self {
    case .findForgotten: "SELECT rev FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3"
    case .insertForgotten: "INSERT INTO forgotten(account, feed, id, rev, rank) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .deleteForgotten: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3"
    case .deleteAllForgotten: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2"
    case .trimForgotten:
      """
      DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND rank <= (
        SELECT rank FROM forgotten WHERE account = ?1 AND feed = ?2 ORDER BY rank DESC LIMIT 1 OFFSET ?3)
      """
    default: "SELECT id, rev, rank, 0, 0 FROM forgotten WHERE account = ?1 AND feed = ?2 ORDER BY id"
    }
  }

  // Each query finds its rows by an index and reads no others.
  var retentionText: StaticString {
    switch self {
    case .forgetAged:
      """
      INSERT OR REPLACE INTO forgotten SELECT account, feed, id, rev, rank FROM message INDEXED BY message_age
      WHERE feed = ?1 AND ts > 0 AND ts < ?2 ORDER BY ts, key LIMIT ?3
      """
    case .deleteAged:
      """
      DELETE FROM message WHERE key IN (SELECT key FROM message INDEXED BY message_age
        WHERE feed = ?1 AND ts > 0 AND ts < ?2 ORDER BY ts, key LIMIT ?3)
      RETURNING path, count, state
      """
    case .forgetRead:
      """
      INSERT OR REPLACE INTO forgotten SELECT account, feed, id, rev, rank FROM message INDEXED BY message_read
      WHERE feed = ?1 AND state >= 2 AND rank < ?2 ORDER BY rank, key LIMIT ?3
      """
    case .deleteRead:
      """
      DELETE FROM message WHERE key IN (SELECT key FROM message INDEXED BY message_read
        WHERE feed = ?1 AND state >= 2 AND rank < ?2 ORDER BY rank, key LIMIT ?3)
      RETURNING path, count, state
      """
    case .findKept: "SELECT above, forgotten, floor FROM temp.kept WHERE feed = ?1"
    case .saveKept: "INSERT OR REPLACE INTO temp.kept(feed, above, forgotten, floor) VALUES (?1, ?2, ?3, ?4)"
    case .floorUp:
      "SELECT rank FROM message INDEXED BY message_feed WHERE feed = ?1 AND rank >= ?2 ORDER BY rank LIMIT 1 OFFSET ?3"
    case .floorDown:
      "SELECT rank FROM message INDEXED BY message_feed WHERE feed = ?1 AND rank < ?2 ORDER BY rank DESC LIMIT ?3"
    default: "SELECT COUNT(*) FROM forgotten WHERE account = ?1 AND feed = ?2"
    }
  }
}

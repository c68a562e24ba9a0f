// What a feed has set, said and had, beside its messages.

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
      "SELECT path, '', x'', count, until FROM placed WHERE account = ?1 AND feed = ?2 ORDER BY path"
    }
  }

  // Of a mark that is known, the greater version says more, and at the same version, what lies behind its end; else only
  // what came with it, as far as both reach. `cover` adds 3 to the state of what is unread, and `uncover` takes that
  // away again: what a message's own state is stays known.
  var markText: StaticString {
    switch self {
    case .saveMark:
      """
      INSERT INTO mark(account, feed, path, version, upto) VALUES (?1, ?2, ?3, ?6, ?5) ON CONFLICT DO UPDATE
      SET version = ?6, upto = ?5 WHERE (version, upto) < (?6, ?5)
      """
    case .deleteMarks: "DELETE FROM mark WHERE account = ?1 AND feed = ?2"
    case .uncover:
      """
      UPDATE message SET state = state - 3 WHERE @ AND state > 2 AND feed = ?4 AND rank >= ?5
        AND EXISTS (SELECT 1 FROM mark WHERE account = ?1 AND feed = ?4 AND path = ?2 AND version < ?6 AND upto > ?5)
        AND NOT EXISTS (SELECT 1 FROM mark m WHERE m.account = ?1 AND m.feed = ?4 AND m.path <> ?2
          AND message.rank < m.upto AND (message.path || '.' >= m.path || '.' AND message.path || '.' < m.path || '/'))
      RETURNING path, count, state
      """
    case .cover:
      """
      UPDATE $ SET state = state + 3 WHERE @ AND state < 2 AND feed = ?4 AND rank < ?5
        AND key NOT IN (SELECT key FROM temp.pending WHERE since > ?8)
        AND (?8 = 9223372036854775807 OR id NOT IN (SELECT entity FROM outbox WHERE account = ?1 AND outbox.feed = ?4
          AND outbox.kind = 1 AND next < 9223372036854775807))
        AND NOT EXISTS (SELECT 1 FROM mark m WHERE m.account = ?1 AND m.feed = ?4 AND m.path = ?2
          AND m.version >= ?6 AND (m.version > ?6 OR rank < m.upto) AND (key <= ?7 OR rank >= m.upto))
      RETURNING path, count, state - 3
      """
    default: "SELECT path, '', upto, version, 0 FROM mark WHERE account = ?1 AND feed = ?2 ORDER BY path"
    }
  }

  // By number, only those go that are read: what is not among the ?3 newest ones. What is forgotten is no message.
  var retentionText: StaticString {
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
    case .forget:
      """
      INSERT OR REPLACE INTO forgotten SELECT account, feed, id, rev, rank FROM message WHERE feed = ?1 AND (
        (ts > 0 AND ts < ?2) OR (state >= 2 AND rank <= (
          SELECT rank FROM message WHERE feed = ?1 ORDER BY rank DESC LIMIT 1 OFFSET ?3)))
      """
    case .deleteOld:
      """
      DELETE FROM message WHERE feed = ?2 AND id IN (SELECT id FROM forgotten WHERE account = ?1 AND feed = ?2)
      RETURNING path, count, state
      """
    default: "SELECT id, rev, rank, 0, 0 FROM forgotten WHERE account = ?1 AND feed = ?2 ORDER BY id"
    }
  }
}

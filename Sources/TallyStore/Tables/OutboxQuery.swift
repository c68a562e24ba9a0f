/// The body is made at the first lease and never changes. If the server gives versions, the body has the revision that
/// the user saw. Otherwise it has the current one, because an earlier row may have led to it. A clock that was set
/// back must not delay a row for longer than a day. First the rows whose lease or wait has ended lose it (`endWaits`).
/// Then the due rows are those without either, which an index has in their order. A mark keeps all rows behind it in
/// its feed waiting. So while there are marks, the rows are found feed by feed, up to the first mark of each that has
/// not failed for good (`dueOfFeeds`): rows that wait cost nothing. Terms of partial indexes are `=` or `<>`:
/// of two ranges of one column SQLite may choose the wrong one, for example all rows that have not failed.
enum OutboxQuery: Int, QueryTexts {
  case endWaits, hasMarks, due, dueOfFeeds, lease, list, find, count, last, delete, deleteOfFeed, fail, retry
  case remove, trim, endLeases, hasPending

  @inline(never)
  var text: QueryText {
    switch self {
    case .endWaits:
      """
      UPDATE outbox SET lease = iif(lease > ?2 AND lease <= ?2 + 86400000, lease, 0),
        next = iif(next > ?2 AND next <= ?2 + 86400000, next, 0)
      WHERE sequence IN (
        SELECT sequence FROM outbox INDEXED BY outbox_lease
        WHERE account = ?1 AND lease <> 0 AND lease <= ?2 AND next <> 9223372036854775807
        UNION ALL SELECT sequence FROM outbox INDEXED BY outbox_lease
        WHERE account = ?1 AND lease <> 0 AND lease > ?2 + 86400000 AND next <> 9223372036854775807
        UNION ALL SELECT sequence FROM outbox INDEXED BY outbox_next
        WHERE account = ?1 AND next <> 0 AND next <= ?2 AND next <> 9223372036854775807
        UNION ALL SELECT sequence FROM outbox INDEXED BY outbox_next
        WHERE account = ?1 AND next <> 0 AND next > ?2 + 86400000 AND next <> 9223372036854775807)
      """
    case .hasMarks:
      """
      SELECT 1 FROM outbox INDEXED BY outbox_mark WHERE account = ?1 AND kind = 2 AND next < 9223372036854775807 LIMIT 1
      """
    case .due:
      """
      SELECT sequence FROM outbox o INDEXED BY outbox_due
      WHERE account = ?1 AND lease = 0 AND next = 0
        AND NOT EXISTS (SELECT 1 FROM outbox e INDEXED BY outbox_entity WHERE e.account = ?1 AND e.feed = o.feed
          AND e.kind = o.kind AND e.entity = o.entity AND e.sequence < o.sequence AND e.next < 9223372036854775807)
      ORDER BY sequence LIMIT ?2
      """
    case .dueOfFeeds:
      """
      WITH RECURSIVE f(feed) AS (
        SELECT (SELECT MIN(feed) FROM outbox INDEXED BY outbox_feed WHERE account = ?1 AND next < 9223372036854775807)
        UNION ALL
        SELECT (SELECT MIN(n.feed) FROM outbox n INDEXED BY outbox_feed
          WHERE n.account = ?1 AND n.feed > f.feed AND n.next < 9223372036854775807) FROM f WHERE f.feed IS NOT NULL)
      SELECT d.sequence FROM f CROSS JOIN outbox d ON d.sequence IN (
        SELECT o.sequence FROM outbox o INDEXED BY outbox_due_of_feed
        WHERE o.account = ?1 AND o.feed = f.feed AND o.lease = 0 AND o.next = 0
          AND o.sequence <= IFNULL((SELECT MIN(m.sequence) FROM outbox m INDEXED BY outbox_mark
            WHERE m.account = ?1 AND m.feed = f.feed AND m.kind = 2 AND m.next < 9223372036854775807),
            9223372036854775807)
          AND NOT EXISTS (SELECT 1 FROM outbox e INDEXED BY outbox_entity WHERE e.account = ?1 AND e.feed = o.feed
            AND e.kind = o.kind AND e.entity = o.entity AND e.sequence < o.sequence AND e.next < 9223372036854775807)
          AND (o.kind <> 2 OR NOT EXISTS (SELECT 1 FROM outbox p INDEXED BY outbox_feed WHERE p.account = ?1
            AND p.feed = o.feed AND p.next < 9223372036854775807 AND p.sequence < o.sequence))
        ORDER BY o.sequence LIMIT ?2)
      ORDER BY d.sequence LIMIT ?2
      """
    case .lease:
      """
      UPDATE outbox SET attempts = min(attempts + 1, 9007199254740992), lease = ?2, body = CASE WHEN body <> '' THEN body
        WHEN kind = 1 THEN json_object('v', 1, 'feed', (SELECT name FROM feed WHERE feed.id = outbox.feed),
          'items', json_array(json_patch(json_object('id', entity, 'rev', NULLIF(COALESCE(iif(version < 0,
            (SELECT rev FROM message m WHERE m.feed = outbox.feed AND m.id = entity), NULL), revision), ''),
            'read', json(iif(value = 1, 'true', 'false'))), iif(version < 0, iif(value > 1, json_object('snooze',
            value / 1000.0), '{}'), iif(value > 1, json_object('ver', version, 'snooze', value / 1000.0),
            json_object('ver', version))))))
        WHEN kind = 4 THEN json_object('v', 1, 'feed', (SELECT name FROM feed WHERE feed.id = outbox.feed),
          'items', json_array(json_patch(json_object('id', entity), json_object('rev', NULLIF(revision, ''),
            'deleted', json('true')))))
        WHEN kind = 5 THEN json_object('v', 1, 'feed', (SELECT name FROM feed WHERE feed.id = outbox.feed),
          'items', json_array(json_object('id', entity, 'rev', NULLIF(revision, ''), 'seen', json('true'))))
        WHEN kind = 10 THEN (SELECT json_object('v', 1, 'feed', name, 'badges', json_object(
            'root' || substr(entity, length(prefix) + 1), json_object('dismissed', revision)))
          FROM feed WHERE feed.id = outbox.feed)
        WHEN kind >= 7 THEN (SELECT json_object('v', 1, 'feed', name, 'settings', json_array(json_patch('{}',
            CASE kind WHEN 8 THEN json_object('path', 'root' || substr(entity, length(prefix) + 1),
              'flag', json(iif(value, 'true', 'false')), 'ver', version)
            WHEN 9 THEN json_object('path', 'root' || substr(entity, length(prefix) + 1),
              'snooze', value / 1000.0, 'ver', version)
            ELSE json_object('path', 'root' || substr(entity, length(prefix) + 1),
              'mute', iif(value = 0, 'none', iif(value >> 57 = 1, 'number', 'all')),
              'pass', iif(value <> 0 AND (value >> 56) = 2 * (value >> 57), json('true'), NULL),
              'until', iif(value = 0 OR value - (value >> 56 << 56) = 72057594037927935, NULL,
                (value - (value >> 56 << 56)) / 1000.0), 'ver', version) END)))
          FROM feed WHERE feed.id = outbox.feed)
        ELSE (SELECT json_object('v', 1, 'feed', name, 'marks', json_object(
            'root' || substr(entity, length(prefix) + 1), iif(kind = 6, json_object(
              'seen', CAST(substr(upto, 3, length(upto) - 4) AS TEXT)), json_object(
              'upto', CAST(substr(upto, 3, length(upto) - 4) AS TEXT), 'ver', value))))
          FROM feed WHERE feed.id = outbox.feed) END
      WHERE sequence = ?1
      RETURNING sequence, feed, kind, entity, idempotency, body, attempts, next, lease
      """
    case .list:
      """
      SELECT sequence, feed, kind, entity, idempotency, body, attempts, next, lease FROM outbox INDEXED BY outbox_order
      WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3
      """
    case .find:
      "SELECT attempts, feed, kind, entity, upto, value FROM outbox WHERE sequence = ?2 AND account = ?1"
    case .count:
      """
      SELECT COUNT(*), SUM(lease > ?2 AND next < 9223372036854775807), SUM(next = 9223372036854775807),
        MIN(iif(next < 9223372036854775807, max(next, lease), NULL)) FROM outbox WHERE account = ?1
      """
    case .last: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"
    case .delete: "DELETE FROM outbox WHERE sequence = ?1"
    case .deleteOfFeed: "DELETE FROM outbox WHERE account = ?1 AND feed = ?2"
    case .fail: "UPDATE outbox SET lease = 0, next = ?2 WHERE sequence = ?1"
    case .retry:
      """
      UPDATE outbox SET next = 0 WHERE account = ?1 AND next > 0 AND iif(?2, sequence = ?2, 1)
      """
    case .remove:
      "DELETE FROM outbox WHERE account = ?1 AND next = 9223372036854775807 AND iif(?2, sequence = ?2, 1)"
    case .trim:
      """
      DELETE FROM outbox WHERE next = 9223372036854775807 AND sequence <= (
        SELECT sequence FROM outbox WHERE next = 9223372036854775807 ORDER BY sequence DESC LIMIT 1 OFFSET ?1)
      """
    case .endLeases: "UPDATE outbox SET lease = 0 WHERE account = ?1 AND lease > 0"
    case .hasPending:
      """
      SELECT 1 FROM outbox INDEXED BY outbox_feed
      WHERE account = ?1 AND feed = ?2 AND next < 9223372036854775807 LIMIT 1
      """
    }
  }
}

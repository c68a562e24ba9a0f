/// Reminders: see `Store+Reminders.swift`.
enum ReminderQuery: Int, QueryTexts {
  case hasAny, find, read, list, save, remove, listArmed, arm, forgetArmed, insertNote, trimNotes, listNotes
  case untell, unsend, send

  @inline(never)
  var text: QueryText {
    switch self {
    case .hasAny: "SELECT EXISTS (SELECT 1 FROM task) OR EXISTS (SELECT 1 FROM armed)"
    case .find: "SELECT * FROM task WHERE account = ?1 AND name = ?2"
    case .read: "SELECT * FROM task WHERE id = ?1"
    case .list: "SELECT * FROM task WHERE account = ?1 AND name > ?2 ORDER BY name LIMIT ?3"
    case .save:
      """
      INSERT OR REPLACE INTO task VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
        ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
      """
    case .remove: "DELETE FROM task WHERE id = ?1"
    case .listArmed: "SELECT task, revision, number, instant, id FROM armed WHERE account = ?1"
    case .arm: "INSERT OR REPLACE INTO armed VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    case .forgetArmed: "DELETE FROM armed WHERE account = ?1"
    case .insertNote:
      """
      INSERT INTO notification_log
      SELECT ?1, IFNULL(MAX(number), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM notification_log WHERE account = ?1
      """
    case .trimNotes:
      """
      DELETE FROM notification_log WHERE account = ?1
        AND number <= (SELECT MAX(number) FROM notification_log WHERE account = ?1) - ?2
      """
    case .listNotes:
      """
      SELECT number, time, kind, name, revision, instant FROM notification_log
      WHERE account = ?1 AND number > ?2 ORDER BY number LIMIT ?3
      """
    case .untell:
      // The badge stays lit, and its occurrence belongs to no schedule: ?4 is `ReminderRecord.formerIndex`.
      """
      UPDATE task SET told = ?2, due_index = CASE WHEN due_index < 0 THEN -1 ELSE ?4 END
      WHERE account = ?1 AND told > ?3
      """
    case .unsend:
      """
      DELETE FROM outbox WHERE account = ?1 AND feed = ?2 AND kind = 3 AND attempts = 0
        AND entity = (SELECT name FROM task WHERE id = ?3)
      """
    case .send:
      // The stored numbers are those of tally.h, except that smart is stored from 0.
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT ?1, ?2, 3, name, lower(hex(randomblob(16))), '', revision, x'', json_object('v', 1, 'reminders', json_array(
        json_object('id', name, 'rev', revision,
          'state', CASE WHEN ?4 THEN 'deleted' WHEN state > 1 THEN 'done' ELSE 'active' END, 'title', title, 'body', body,
          'path', path, 'zone', zone, 'produced', produced, 'shelf_life', shelf_life, 'shelf_unit', shelf_unit,
          'time', time, 'entered', entered, 'smart', smart + 1, 'repeat_unit', repeat_unit, 'repeat_every', repeat_every,
          'start', start, 'end', until, 'overdue_unit', overdue_unit, 'overdue_every', overdue_every,
          'overdue_limit', overdue_limit))), 0, 0, 0
      FROM task WHERE id = ?3
      """
    }
  }
}

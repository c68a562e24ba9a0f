/// As ``BatchQuery``, for logs that feed many accounts. An identifier that is there already is not inserted again.
enum LogQuery: Int, QueryTexts {
  case find, save, last, insertItem, findItem, deleteItem, lastItem, deleteItems, listItems, countItems, lastKey
  case beginKeys, raiseKeys

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT number, epoch, position, time FROM log WHERE name = ?1"
    case .save:
      """
      INSERT INTO log(name, number, epoch, position, time) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT(name) DO UPDATE SET epoch = excluded.epoch, position = excluded.position, time = excluded.time
      """
    case .last: "SELECT MAX(IFNULL((SELECT MAX(number) FROM log), 0), IFNULL((SELECT MAX(log) FROM log_item), 0))"
    case .insertItem: "INSERT INTO log_item(log, ordinal, time, id) VALUES (?1, ?2, ?3, ?4)"
    case .findItem: "SELECT id, time FROM log_item WHERE log = ?1 AND ordinal = ?2"
    case .deleteItem: "DELETE FROM log_item WHERE log = ?1 AND ordinal = ?2"
    case .lastItem: "SELECT MAX(ordinal) FROM log_item WHERE log = ?1"
    case .deleteItems:
      """
      DELETE FROM log_item WHERE log = ?1 AND ordinal < MAX(?2,
        IFNULL((SELECT ordinal FROM log_item WHERE log = ?1 AND time > ?3 ORDER BY ordinal LIMIT 1), 0))
      """
    case .listItems: "SELECT id, time, ordinal FROM log_item WHERE log = ?1 ORDER BY ordinal"
    case .countItems: "SELECT COUNT(*) FROM log_item WHERE log = ?1"
    case .lastKey: "SELECT seq FROM sqlite_sequence WHERE name = 'message'"
    case .beginKeys:
      """
      INSERT INTO sqlite_sequence(name, seq)
      SELECT 'message', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'message')
      """
    case .raiseKeys: "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'message' AND seq < ?1"
    }
  }
}

/// Sources and batches. `deleteOld` removes the oldest batches: all up to an ordinal, and all before the first one that
/// is recent enough.
enum BatchQuery: Int, QueryTexts {
  case findSource, saveSource, find, delete, last, insert, deleteOld

  @inline(never)
  var text: QueryText {
    switch self {
    case .findSource: "SELECT epoch, position FROM source WHERE account = ?1 AND name = ?2"
    case .saveSource:
      """
      INSERT INTO source(account, name, epoch, position) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT(account, name) DO UPDATE SET epoch = excluded.epoch, position = excluded.position
      """
    case .find: "SELECT time FROM batch WHERE account = ?1 AND id = ?2"
    case .delete: "DELETE FROM batch WHERE account = ?1 AND id = ?2"
    case .last: "SELECT MAX(ordinal) FROM batch WHERE account = ?1"
    // Not the archive's statement, which would link the descriptions of all tables into every program with badges.
    case .insert: "INSERT INTO batch(account, ordinal, id, time) VALUES (?1, ?2, ?3, ?4)"
    case .deleteOld:
      """
      DELETE FROM batch WHERE account = ?1 AND ordinal < MAX(?2,
        IFNULL((SELECT ordinal FROM batch WHERE account = ?1 AND time > ?3 ORDER BY ordinal LIMIT 1), 0))
      """
    }
  }
}

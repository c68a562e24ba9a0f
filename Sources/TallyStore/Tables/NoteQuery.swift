/// The notes of a feed's rejected items.
enum NoteQuery: Int, QueryTexts {
  case insert, delete, last, list

  @inline(never)
  var text: QueryText {
    switch self {
    case .insert: "INSERT INTO note(account, feed, number, time, reason, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    case .delete: "DELETE FROM note WHERE account = ?1 AND feed = ?2 AND number BETWEEN ?3 AND ?4"
    case .last: "SELECT number FROM note WHERE account = ?1 AND feed = ?2 ORDER BY number DESC LIMIT 1"
    case .list:
      """
      SELECT number, time, reason, body FROM note WHERE account = ?1 AND feed = ?2 AND number > ?3
      ORDER BY number LIMIT ?4
      """
    }
  }
}

/// Forgotten messages are recognised by id and revision when they come again.
enum ForgottenQuery: Int, QueryTexts {
  case find, delete, deleteAll, trim

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT rev FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3"
    case .delete: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3"
    case .deleteAll: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2"
    case .trim:
      """
      DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND rank <= (
        SELECT rank FROM forgotten WHERE account = ?1 AND feed = ?2 ORDER BY rank DESC LIMIT 1 OFFSET ?3)
      """
    }
  }
}

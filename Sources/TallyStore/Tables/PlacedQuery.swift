/// The badges that a feed has placed.
enum PlacedQuery: Int, QueryTexts {
  case insert, delete, outside, deleteOutside

  @inline(never)
  var text: QueryText {
    switch self {
    case .insert:
      "INSERT INTO placed(account, feed, path, count, until, snapshot) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    case .delete: "DELETE FROM placed WHERE account = ?1 AND path = ?3"
    case .outside:
      "SELECT path, count, until FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3 ORDER BY path"
    case .deleteOutside: "DELETE FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3"
    }
  }
}

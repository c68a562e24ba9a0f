/// The badges that a feed has placed.
enum PlacedQuery: Int, QueryTexts {
  case insert, delete, outside, deleteOutside, list

  @inline(never)
  var text: QueryText {
    switch self {
    case .insert:
      "INSERT INTO placed(account, feed, path, count, until, snapshot) VALUES (?1, ?2, ?3, ?6, ?7, ?8)"
    case .delete: "DELETE FROM placed WHERE account = ?1 AND path = ?3"
    case .outside:
      "SELECT path, count, until FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3 ORDER BY path"
    case .deleteOutside: "DELETE FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3"
    case .list:
      """
      SELECT p.path, coalesce(i.icon, ''), x'', p.count, p.until FROM placed p
      LEFT JOIN placed_icon i ON i.account = p.account AND i.path = p.path
      WHERE p.account = ?1 AND p.feed = ?2 ORDER BY p.path
      """
    }
  }
}

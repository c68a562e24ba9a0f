/// Feeds.
enum FeedQuery: Int, QueryTexts {
  case find, findNumber, insert, reset, load, save, saveLastSuccess, saveCredential, delete, list

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT id, url, prefix, credential FROM feed WHERE account = ?1 AND name = ?2"
    case .findNumber: "SELECT name, url, prefix, credential FROM feed WHERE id = ?1 AND account = ?2"
    case .insert: "INSERT INTO feed(account, name, url, prefix, last_success) VALUES (?1, ?2, ?3, ?4, 1)"
    case .reset:
      """
      UPDATE feed SET url = ?2, prefix = ?3, cursor = '', epoch = '', etag = '', last_modified = '', poll = 0,
        last_success = 0, credential = 0, contradicted = 0
      WHERE id = ?1
      """
    case .load:
      """
      SELECT cursor, epoch, etag, last_modified, title, last_success, poll, contradicted FROM feed WHERE id = ?1
      """
    case .save:
      """
      UPDATE feed SET cursor = ?2, epoch = ?3, etag = ?4, last_modified = ?5, title = ?6, last_success = ?7,
        poll = ?8, contradicted = ?9 WHERE id = ?1
      """
    case .saveLastSuccess: "UPDATE feed SET last_success = ?2 WHERE id = ?1"
    case .saveCredential: "UPDATE feed SET credential = ?2 WHERE id = ?1"
    case .delete: "DELETE FROM feed WHERE id = ?1"
    case .list:
      """
      SELECT id, name, url, prefix, cursor, epoch, etag, last_modified, title, last_success, poll,
        (SELECT COUNT(*) FROM note n WHERE n.account = ?1 AND n.feed = feed.id AND number > 0), credential
      FROM feed WHERE account = ?1 AND name > ?2 ORDER BY name LIMIT ?3
      """
    }
  }
}

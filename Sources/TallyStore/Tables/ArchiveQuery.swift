/// All data of an account, in an order that does not depend on where it is stored.
enum ArchiveQuery: Int, QueryTexts {
  case sources, batches, feeds, messages

  @inline(never)
  var text: QueryText {
    switch self {
    case .sources: "SELECT name, epoch, position FROM source WHERE account = ?1 ORDER BY name"
    case .batches: "SELECT id, time FROM batch WHERE account = ?1 ORDER BY ordinal"
    case .feeds:
      """
      SELECT id, name, url, prefix, cursor, epoch, etag, last_modified, title, last_success, poll,
        (SELECT body FROM note n WHERE n.account = ?1 AND n.feed = feed.id AND number = 0),
        (SELECT COUNT(*) FROM note n WHERE n.account = ?1 AND n.feed = feed.id AND number > 0)
      FROM feed WHERE account = ?1 AND name > ?2 ORDER BY name LIMIT ?3
      """
    case .messages: "SELECT * FROM message WHERE feed = ?1 ORDER BY id"
    }
  }
}

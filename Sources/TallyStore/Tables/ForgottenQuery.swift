/// Forgotten messages are recognised by id and revision when they come again: those that retention or the host removed.
/// `seen` is 0 or 1: whether the user has seen the message. 2: the user has, and it may come again from elsewhere; only
/// posting it once is refused.
enum ForgottenQuery: Int, QueryTexts {
  case find, delete, deleteAll, trim, remember, wasSeen

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT rev, seen FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3 AND seen < 2"
    case .delete: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3"
    case .deleteAll: "DELETE FROM forgotten WHERE account = ?1 AND feed = ?2"
    case .trim:
      """
      DELETE FROM forgotten WHERE account = ?1 AND feed = ?2 AND rank <= (
        SELECT rank FROM forgotten WHERE account = ?1 AND feed = ?2 ORDER BY rank DESC LIMIT 1 OFFSET ?3)
      """
    // ?2: the value of a message that was seen.
    case .remember:
      """
      INSERT INTO forgotten SELECT account, feed, id, rev, rank, iif(state > 0, ?2, 0) FROM message WHERE key = ?1
      ON CONFLICT DO UPDATE SET rev = excluded.rev, rank = excluded.rank,
        seen = iif(min(seen, excluded.seen) = 2, 2, min(1, max(seen, excluded.seen)))
      """
    case .wasSeen: "SELECT 1 FROM forgotten WHERE account = ?1 AND feed = ?2 AND id = ?3 AND seen > 0"
    }
  }
}

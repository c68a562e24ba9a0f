/// The claims of feeds, and the host's own badges that they cover.
enum PlacedQuery: Int, QueryTexts {
  case find, save, restate, dismiss, isClaimed, unsend, send, dismissAll, deleteUnrevised, delete, outside
  case deleteOutside, last, top, left, deleteEnded, cover, uncover

  @inline(never)
  var text: QueryText {
    switch self {
    case .find:
      "SELECT count, until, rev, dismissed FROM placed WHERE account = ?1 AND path = ?3 AND feed = ?2"
    case .save:
      """
      INSERT OR REPLACE INTO placed(account, feed, path, count, until, snapshot, place, rev, dismissed, icon)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """
    case .restate: "UPDATE placed SET snapshot = ?4 WHERE account = ?1 AND path = ?3 AND feed = ?2"
    case .dismiss:
      "UPDATE placed SET dismissed = 1, snapshot = ?4, rev = ?5 WHERE account = ?1 AND path = ?3 AND feed = ?2"
    case .isClaimed:
      """
      SELECT 1 FROM placed WHERE account = ?1 AND path = ?2
      UNION ALL SELECT 1 FROM covered WHERE account = ?1 AND path = ?2 LIMIT 1
      """
    // Dismissals of the claims on a path, which are about to be dismissed. A row that was not leased is replaced.
    case .unsend:
      """
      DELETE FROM outbox WHERE attempts = 0 AND account = ?1 AND kind = 10 AND entity = ?2 AND feed IN (
        SELECT feed FROM placed WHERE account = ?1 AND path = ?2 AND rev <> '' AND dismissed = 0)
      """
    case .send:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT account, feed, 10, path, lower(hex(randomblob(16))), rev, 0, x'', '', 0, 0, 0 FROM placed
      WHERE account = ?1 AND path = ?2 AND rev <> '' AND dismissed = 0 ORDER BY feed
      """
    case .dismissAll:
      "UPDATE placed SET dismissed = 1 WHERE account = ?1 AND path = ?2 AND rev <> '' AND dismissed = 0"
    case .deleteUnrevised: "DELETE FROM placed WHERE account = ?1 AND path = ?2 AND rev = ''"
    case .delete: "DELETE FROM placed WHERE account = ?1 AND path = ?3 AND feed = ?2"
    case .outside:
      """
      SELECT path, count, until, dismissed FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3 ORDER BY path
      """
    case .deleteOutside: "DELETE FROM placed WHERE account = ?1 AND feed = ?2 AND snapshot <> ?3"
    case .last: "SELECT IFNULL(MAX(place), 0) FROM placed WHERE account = ?1 AND path = ?2"
    // The latest claim that is left at the time ?3, besides that of the feed ?4, or the badge of the host.
    case .top:
      """
      SELECT count, until, icon, feed, place FROM placed
      WHERE account = ?1 AND path = ?2 AND dismissed = 0 AND (until = 0 OR until > ?3) AND feed <> ?4
      UNION ALL SELECT count, until, '', 0, place FROM covered
      WHERE account = ?1 AND path = ?2 AND (until = 0 OR until > ?3)
      ORDER BY place DESC LIMIT 1
      """
    case .left: "SELECT DISTINCT path FROM placed WHERE account = ?1 AND dismissed = 0 ORDER BY path"
    // The dismissed ones are remembered.
    case .deleteEnded: "DELETE FROM placed WHERE account = ?1 AND until <> 0 AND until <= ?2 AND dismissed = 0"
    case .cover: "INSERT OR REPLACE INTO covered(account, path, count, until, place) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .uncover: "DELETE FROM covered WHERE account = ?1 AND path = ?2"
    }
  }
}

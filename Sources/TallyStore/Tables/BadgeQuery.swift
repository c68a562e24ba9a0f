/// Own badges and the icons of badges.
enum BadgeQuery: Int, QueryTexts {
  case save, delete, load, saveIcon, deleteIcon, loadIcons, isSet

  @inline(never)
  var text: QueryText {
    switch self {
    case .save:
      """
      INSERT INTO badge(account, path, kind, count, expires, mute, mute_until, snooze)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT(account, path) DO UPDATE SET kind = excluded.kind, count = excluded.count,
        expires = excluded.expires, mute = excluded.mute, mute_until = excluded.mute_until,
        snooze = excluded.snooze
      """
    case .delete: "DELETE FROM badge WHERE account = ?1 AND path = ?2"
    case .load:
      "SELECT path, kind, count, expires, mute, mute_until, snooze FROM badge WHERE account = ?1 ORDER BY path"
    case .saveIcon: "INSERT OR REPLACE INTO placed_icon(account, path, icon) VALUES (?1, ?2, ?3)"
    case .deleteIcon: "DELETE FROM placed_icon WHERE account = ?1 AND path = ?2"
    case .loadIcons: "SELECT path, icon FROM placed_icon WHERE account = ?1 ORDER BY path"
    case .isSet: "SELECT 1 FROM badge WHERE account = ?1 AND path = ?2 AND kind <> 0"
    }
  }
}

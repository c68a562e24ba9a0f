/// Links: a path counts at another one too.
enum LinkQuery: Int, QueryTexts {
  case add, remove, removeRow, all, ofAll, listOut, listOutBelow, listIn, listInBelow

  @inline(never)
  var text: QueryText {
    switch self {
    case .add: "INSERT INTO link(account, path, target) VALUES (?1, ?2, ?3)"
    case .remove: "DELETE FROM link WHERE account = ?1 AND path = ?2 AND target = ?3"
    case .removeRow: "DELETE FROM link WHERE id = ?1"
    case .ofAll: "SELECT id, account, path, target FROM link ORDER BY account, id"
    case .all: "SELECT path, target FROM link WHERE account = ?1 ORDER BY path, target"
    // ?3 and ?4 are the last row of the page before.
    case .listOut:
      "SELECT path, target FROM link WHERE account = ?1 AND path = ?2 AND (path, target) > (?3, ?4) ORDER BY path, target"
    case .listOutBelow:
      """
      SELECT path, target FROM link WHERE account = ?1 AND (path, target) > (?3, ?4) AND path < ?2 || '/'
      AND (path = ?2 OR path >= ?2 || '.') ORDER BY path, target
      """
    case .listIn:
      "SELECT path, target FROM link WHERE account = ?1 AND target = ?2 AND (target, path) > (?3, ?4) ORDER BY target, path"
    case .listInBelow:
      """
      SELECT path, target FROM link WHERE account = ?1 AND (target, path) > (?3, ?4) AND target < ?2 || '/'
      AND (target = ?2 OR target >= ?2 || '.') ORDER BY target, path
      """
    }
  }
}

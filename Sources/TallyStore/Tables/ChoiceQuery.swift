/// What the user has decided at paths. `kind` 2: the path is marked as unread, if `value` is 1.
enum ChoiceQuery: Int, QueryTexts {
  case hasAnyFlag, isFlagged, flag, unflag, unflagBelow, flags

  @inline(never)
  var text: QueryText {
    switch self {
    case .hasAnyFlag: "SELECT 1 FROM choice WHERE kind = 2 AND value = 1 LIMIT 1"
    case .isFlagged: "SELECT 1 FROM choice WHERE account = ?1 AND kind = 2 AND path = ?2 AND value = 1"
    case .flag: "INSERT INTO choice(account, kind, path, value, version) VALUES (?1, 2, ?2, 1, 0)"
    case .unflag: "DELETE FROM choice WHERE account = ?1 AND kind = 2 AND path = ?2"
    case .unflagBelow: "DELETE FROM choice WHERE kind = 2 AND @ RETURNING path"
    case .flags: "SELECT path FROM choice WHERE account = ?1 AND kind = 2 AND value = 1 ORDER BY path"
    }
  }
}

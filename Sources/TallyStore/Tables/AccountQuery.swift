/// Accounts.
enum AccountQuery: Int, QueryTexts {
  case find, insert, saveRevision, saveEpoch, saveLogIn, list

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT id, aggregation, feeding, revision, epoch, logged_in FROM account WHERE name = ?1"
    case .insert: "INSERT INTO account(name, aggregation, feeding, revision) VALUES (?1, ?2, ?3, 0)"
    case .saveRevision: "UPDATE account SET revision = ?2 WHERE id = ?1"
    case .saveEpoch: "UPDATE account SET epoch = ?2 WHERE id = ?1"
    case .saveLogIn: "UPDATE account SET logged_in = ?2 WHERE id = ?1"
    case .list: "SELECT name FROM account WHERE name > ?1 ORDER BY name LIMIT ?2"
    }
  }
}

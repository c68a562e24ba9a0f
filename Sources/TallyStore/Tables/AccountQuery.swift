/// Accounts.
enum AccountQuery: Int, QueryTexts {
  case find, name, insert, saveRevision, saveEpoch, saveLogIn, list

  @inline(never)
  var text: QueryText {
    switch self {
    case .find:
      // The last column is 1 if the account has settings that calls need without the store.
      """
      SELECT id, aggregation, feeding, revision, epoch, logged_in, EXISTS(
        SELECT 1 FROM setting s
        WHERE s.account = account.id
          AND NOT (s.outbox = 1 AND s.push_path = '' AND (s.outbox_kinds | 4) <> s.outbox_kinds))
      FROM account WHERE name = ?1
      """
    case .name: "SELECT name FROM account WHERE id = ?1"
    case .insert: "INSERT INTO account(name, aggregation, feeding, revision) VALUES (?1, ?2, ?3, 0)"
    case .saveRevision: "UPDATE account SET revision = ?2 WHERE id = ?1"
    case .saveEpoch: "UPDATE account SET epoch = ?2 WHERE id = ?1"
    case .saveLogIn: "UPDATE account SET logged_in = ?2 WHERE id = ?1"
    case .list: "SELECT name FROM account WHERE name > ?1 ORDER BY name LIMIT ?2"
    }
  }
}

/// How messages count: the rules of paths, and the account's own way.
enum RuleQuery: Int, QueryTexts {
  case find, counting, save, delete, state, setDefault, hasBelow, nextPath, sums, apply, paths, accounts

  @inline(never)
  var text: QueryText {
    switch self {
    case .find: "SELECT feeding, counting FROM rule WHERE account = ?1 AND path = ?2"
    case .counting: "SELECT path FROM rule WHERE account = ?1 AND counting <> 0"
    case .save:
      """
      INSERT INTO rule(account, path, feeding, counting) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT(account, path) DO UPDATE SET feeding = excluded.feeding, counting = excluded.counting
      """
    case .delete: "DELETE FROM rule WHERE account = ?1 AND path = ?2"
    case .state:
      """
      SELECT feeding, (SELECT COUNT(*) FROM rule WHERE account = ?1),
        EXISTS (SELECT 1 FROM message INDEXED BY message_level WHERE account = ?1 AND level <> 0),
        EXISTS (SELECT 1 FROM placed WHERE account = ?1)
      FROM account WHERE id = ?1
      """
    case .setDefault: "UPDATE account SET feeding = ?2 WHERE id = ?1"
    case .hasBelow: "SELECT EXISTS (SELECT 1 FROM rule WHERE account = ?1 AND path > ?2 || '.' AND path < ?2 || '/')"
    case .nextPath:
      """
      SELECT MIN(path) FROM message INDEXED BY message_list
      WHERE account = ?1 AND path > iif(?3 = ?2, ?2 || '.', ?3) AND path < ?2 || '/'
      """
    case .sums:
      """
      SELECT path, SUM(count), COUNT(*) FROM $
      WHERE account = ?1 AND path = ?2 AND state < 2 AND state < threshold
      """
    case .apply:
      """
      UPDATE message INDEXED BY message_list SET threshold = iif(snooze <= 0, ?3, -?3)
      WHERE account = ?1 AND path = ?2 AND threshold <> iif(snooze <= 0, ?3, -?3)
      """
    case .paths:
      """
      SELECT account, path, MIN(abs(threshold)), MAX(abs(threshold)) FROM message INDEXED BY message_list
      GROUP BY account, path ORDER BY account, path
      """
    case .accounts: "SELECT id FROM account ORDER BY id"
    }
  }
}

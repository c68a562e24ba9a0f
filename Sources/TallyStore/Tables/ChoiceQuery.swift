/// Decisions of the user at paths, as registers: see `Store+Choices.swift`. `kind` 2 is a flag. Parameter `?4` says
/// how much greater versions become.
enum ChoiceQuery: Int, QueryTexts {
  case hasAnyFlag, isFlagged, unflagBelow, forgetBelow, flags, find, save, feed, unsend, send, forgetValues, forgetNone

  @inline(never)
  var text: QueryText {
    switch self {
    case .hasAnyFlag: "SELECT 1 FROM choice WHERE kind = 2 AND value = 1 LIMIT 1"
    case .isFlagged: "SELECT 1 FROM choice WHERE account = ?1 AND kind = 2 AND path = ?2 AND value = 1"
    case .unflagBelow:
      "UPDATE choice SET value = 0, version = version + ?4 WHERE kind = 2 AND @ AND value = 1 RETURNING path, version"
    case .forgetBelow: "DELETE FROM choice WHERE kind = 2 AND @ AND value = 0 AND version = 0"
    case .flags: "SELECT path FROM choice WHERE account = ?1 AND kind = 2 AND value = 1 ORDER BY path"
    case .find: "SELECT value, version FROM choice WHERE account = ?1 AND kind = ?3 AND path = ?2"
    case .save: "INSERT OR REPLACE INTO choice(account, kind, path, value, version) VALUES (?1, ?3, ?2, ?4, ?5)"
    // The feed whose server gets a choice: of those with the path below their prefix the one with the longest.
    case .feed:
      """
      SELECT id FROM feed WHERE account = ?1 AND name NOT IN (?3, ?4)
        AND (?2 = prefix OR substr(?2, 1, length(prefix) + 1) = prefix || '.')
      ORDER BY length(prefix) DESC, id LIMIT 1
      """
    case .forgetValues: "UPDATE choice SET value = 0 WHERE account = ?1 AND kind = ?2"
    case .forgetNone: "DELETE FROM choice WHERE account = ?1 AND kind = ?2 AND value = 0 AND version = 0"
    case .unsend: "DELETE FROM outbox WHERE account = ?1 AND feed = ?4 AND kind = ?3 AND entity = ?2 AND attempts = 0"
    case .send:
      """
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease,
        version)
      VALUES (?1, ?4, ?3, ?2, lower(hex(randomblob(16))), '', ?5, x'', '', 0, 0, 0, ?6)
      """
    }
  }
}

/// The settings of accounts, and the words of groups.
enum WordingQuery: Int, QueryTexts {
  case findGrouping, findSettings, saveSettings, saveCategory, removeCategory, listCategories, saveTranslation
  case removeTranslation, saveSourceText, listTranslations, isUsed

  @inline(never)
  var text: QueryText {
    switch self {
    case .findGrouping: "SELECT grouping, language FROM setting WHERE account = ?1"
    case .findSettings:
      """
      SELECT grouping, language, outbox, outbox_url, request_timeout, idle_timeout, push_path, outbox_credential,
        outbox_kinds
      FROM setting WHERE account = ?1
      """
    case .saveSettings:
      // NULL leaves a setting unchanged. A language comes with a grouping. Equal settings change no row.
      """
      INSERT INTO setting(
        account, grouping, language, outbox, outbox_url, request_timeout, idle_timeout, push_path, outbox_credential,
        outbox_kinds)
      VALUES (?1, ifnull(?2, ifnull(?3, '') <> ''), ifnull(?3, ''), ifnull(?4, 1), ifnull(?5, ''), ifnull(?6, 0),
        ifnull(?7, 0), ifnull(?8, ''), ifnull(?9, 0), ifnull(?10, 3))
      ON CONFLICT(account) DO UPDATE SET
        grouping = ifnull(?2, max(grouping, excluded.language <> '')), language = ifnull(?3, language),
        outbox = ifnull(?4, outbox), outbox_url = ifnull(?5, outbox_url),
        request_timeout = ifnull(?6, request_timeout), idle_timeout = ifnull(?7, idle_timeout),
        push_path = ifnull(?8, push_path), outbox_credential = ifnull(?9, outbox_credential),
        outbox_kinds = ifnull(?10, outbox_kinds)
      WHERE grouping <> ?2 OR language <> ?3 OR outbox <> ?4 OR outbox_url <> ?5 OR request_timeout <> ?6
        OR idle_timeout <> ?7 OR push_path <> ?8 OR outbox_credential <> ?9 OR outbox_kinds <> ?10
      """
    case .saveCategory: "INSERT OR REPLACE INTO category(account, id, summary, hidden) VALUES (?1, ?2, ?3, ?4)"
    case .removeCategory: "DELETE FROM category WHERE account = ?1 AND id = ?2"
    case .listCategories: "SELECT id, summary, hidden FROM category WHERE account = ?1 ORDER BY id"
    case .saveTranslation: "INSERT OR REPLACE INTO translation(account, key, language, format) VALUES (?1, ?2, ?3, ?4)"
    case .removeTranslation: "DELETE FROM translation WHERE account = ?1 AND key = ?2 AND language = ?3"
    case .saveSourceText:
      // A reference, which begins with 7, stays: see `Format.reference`.
      """
      INSERT INTO translation(account, key, language, format) VALUES (?1, ?2, '', ?3)
      ON CONFLICT(account, key, language) DO UPDATE SET format = excluded.format WHERE substr(format, 1, 1) <> x'07'
      """
    case .listTranslations: "SELECT key, language, format FROM translation WHERE account = ?1 ORDER BY key, language"
    case .isUsed: "SELECT 1 FROM category WHERE account = ?1 AND (summary = ?2 OR hidden = ?2)"
    }
  }
}

/// The words of groups.
enum WordingQuery: Int, QueryTexts {
  case findGrouping, saveGrouping, saveCategory, listCategories, saveTranslation, saveSourceText, listTranslations
  case isUsed

  @inline(never)
  var text: QueryText {
    switch self {
    case .findGrouping: "SELECT mode, language FROM grouping WHERE account = ?1"
    case .saveGrouping: "INSERT OR REPLACE INTO grouping(account, mode, language) VALUES (?1, ?2, ?3)"
    case .saveCategory: "INSERT OR REPLACE INTO category(account, id, summary, hidden) VALUES (?1, ?2, ?3, ?4)"
    case .listCategories: "SELECT id, summary, hidden FROM category WHERE account = ?1 ORDER BY id"
    case .saveTranslation: "INSERT OR REPLACE INTO translation(account, key, language, format) VALUES (?1, ?2, ?3, ?4)"
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

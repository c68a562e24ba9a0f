import CSQLite
import TallyFailure
import TallyMemory

// Turns the salvaged rows into a store. A row whose account or feed is missing is removed.

extension Salvage {
  func complete() throws(Failure) {
    try keepSequences()
    try findAccountsOfFeeds()
    report.feeds.lost = try makeFeeds()
    try target.execute(
      """
      UPDATE message SET account = (SELECT account FROM feed WHERE id = message.feed)
      WHERE account <> (SELECT account FROM feed WHERE id = message.feed)
      """)
    report.accounts.lost = try makeAccounts()
    // Something may be missing, so no account continues its series of revisions.
    try target.execute("UPDATE account SET epoch = 0 WHERE epoch <> 0")
    for index in 0..<tables.count { try dropOrphans(index) }
    try renewBodies()
    impossibleLinks = try target.removeImpossibleLinks()
    // A rule or an account may be missing, so messages count by what is there.
    try target.applyAllRules()
  }

  /// Keys that were given out once are not given out again.
  private func keepSequences() throws(Failure) {
    try target.execute(
      """
      UPDATE sqlite_sequence SET seq =
        MAX(seq, (SELECT MAX(t.seq) FROM temp.sequence t WHERE t.name = sqlite_sequence.name))
      WHERE name IN (SELECT name FROM temp.sequence);
      INSERT INTO sqlite_sequence SELECT name, MAX(seq) FROM temp.sequence
      WHERE name IN ('account', 'feed', 'message', 'outbox', 'task') AND name NOT IN (SELECT name FROM sqlite_sequence) GROUP BY name
      """)
  }

  /// A damaged page may have changed the body of a request, which was made once. A body that does not say what its row
  /// says is made again from the row, as if it had never been leased. So no server gets what it does not understand.
  private func renewBodies() throws(Failure) {
    try target.execute(
      """
      UPDATE outbox SET body = '', attempts = 0, lease = 0 WHERE body <> '' AND kind <> 3 AND NOT CASE WHEN json_valid(body)
        THEN json_extract(body, '$.feed') IS (SELECT name FROM feed WHERE id = outbox.feed) AND CASE kind
          WHEN 1 THEN json_extract(body, '$.items[0].id') IS entity AND json_extract(body, '$.items[0].read') IS (value = 1)
            AND json_extract(body, '$.items[0].snooze') IS iif(value > 1, value / 1000.0, NULL)
          WHEN 4 THEN json_extract(body, '$.items[0].id') IS entity AND json_extract(body, '$.items[0].deleted') IS 1
          WHEN 5 THEN json_extract(body, '$.items[0].id') IS entity AND json_extract(body, '$.items[0].seen') IS 1
          ELSE EXISTS (SELECT 1 FROM json_each(body, '$.marks') m
            WHERE m.key = 'root' || substr(entity, length((SELECT prefix FROM feed WHERE id = outbox.feed)) + 1)
              AND json_extract(m.value, iif(outbox.kind = 6, '$.seen', '$.upto'))
                IS CAST(substr(upto, 3, length(upto) - 4) AS TEXT)
              AND json_extract(m.value, '$.ver') IS iif(outbox.kind = 6, NULL, outbox.value)) END
        ELSE 0 END
      """)
  }

  /// Assigns a feed without its account to the account of the feed's rows, if that account exists.
  private func findAccountsOfFeeds() throws(Failure) {
    try target.execute(
      """
      CREATE TEMP VIEW fed AS
        SELECT account, feed FROM message UNION ALL SELECT account, feed FROM placed
        UNION ALL SELECT account, feed FROM mark UNION ALL SELECT account, feed FROM forgotten
        UNION ALL SELECT account, feed FROM note UNION ALL SELECT account, feed FROM outbox;
      UPDATE OR IGNORE feed SET account = COALESCE(
        (SELECT f.account FROM fed f WHERE f.feed = feed.id AND f.account IN (SELECT id FROM account)
        GROUP BY f.account ORDER BY COUNT(*) DESC LIMIT 1), account)
      WHERE account NOT IN (SELECT id FROM account);
      DROP VIEW fed
      """)
  }

  /// Makes feeds for messages whose own feeds are lost. Names that are already in use are not taken.
  private func makeFeeds() throws(Failure) -> UInt64 {
    try makeRows(
      """
      INSERT OR IGNORE INTO feed(id, account, name, url, prefix)
      SELECT feed, MIN(account), 'recovered-' || feed, 'recovered', 'root' FROM message
      WHERE feed NOT IN (SELECT id FROM feed) GROUP BY feed
      """)
      + makeRows(
        """
        INSERT INTO feed(id, account, name, url, prefix)
        SELECT feed, MIN(account), 'recovered-' || feed || '-' || hex(randomblob(4)), 'recovered', 'root' FROM message
        WHERE feed NOT IN (SELECT id FROM feed) GROUP BY feed
        """)
  }

  /// Makes accounts for data of the host whose own accounts are lost.
  private func makeAccounts() throws(Failure) -> UInt64 {
    try target.execute(
      """
      CREATE TEMP TABLE wanted AS
        SELECT account AS id FROM badge UNION SELECT account FROM feed UNION SELECT account FROM source
        UNION SELECT account FROM batch UNION SELECT account FROM task UNION SELECT id FROM temp.named
      """)
    let made =
      try makeRows(
        """
        INSERT OR IGNORE INTO account(id, name, aggregation, feeding, revision)
        SELECT w.id, COALESCE(n.name, 'recovered-' || w.id), 1, 1, 0
        FROM temp.wanted w LEFT JOIN temp.named n ON n.id = w.id WHERE w.id NOT IN (SELECT id FROM account)
        """)
      + makeRows(
        """
        INSERT INTO account(id, name, aggregation, feeding, revision)
        SELECT id, 'recovered-' || id || '-' || hex(randomblob(4)), 1, 1, 0 FROM temp.wanted
        WHERE id NOT IN (SELECT id FROM account)
        """)
    try target.execute("DROP TABLE temp.wanted")
    return made
  }

  private func makeRows(_ text: StaticString) throws(Failure) -> UInt64 {
    let rows = try target.rows(text)
    return UInt64(try target.finish(rows.statement))
  }

  /// Removes the rows of a table whose account or feed is missing, as verifying would find them.
  private func dropOrphans(_ index: Int) throws(Failure) {
    if tables[index].owner == .none { return }
    let dropped = try target.rows("DELETE FROM ", tables[index].name, tables[index].isOrphan)
    let count = UInt64(try target.finish(dropped.statement))
    progress[index].rows.saved -= min(count, progress[index].rows.saved)
    progress[index].rows.lost += count
  }

  // MARK: - Saved and lost rows

  func count() {
    report.pages = UInt64(file.pages)
    report.damagedPages += UInt64(file.pages - file.readable)
    for index in 0..<tables.count {
      let rows = progress[index].rows
      switch tables[index].role {
      case .account:
        report.accounts.saved = rows.saved
        report.accounts.lost = max(report.accounts.lost, rows.lost)
      case .badge: report.badges = rows
      case .feed:
        report.feeds.saved = rows.saved
        report.feeds.lost = max(report.feeds.lost, rows.lost)
      case .message: report.messages = rows
      case .other:
        report.others.saved += rows.saved
        report.others.lost += rows.lost
      case .own: break
      }
    }
    report.others.saved -= min(impossibleLinks, report.others.saved)
    report.others.lost += impossibleLinks
    var cursor = 0
    report.messages.lost = 0
    while let (key, _) = mentioned.entry(from: &cursor) {
      if found.value(key) == nil { report.messages.lost += 1 }
    }
    if !hasDamagedIndex { return }
    // A key on a damaged page may be damaged too. So these messages are not added to those that the index mentions.
    var guesses: UInt64 = 0
    cursor = 0
    while let (key, _) = guessed.entry(from: &cursor) {
      if found.value(key) == nil { guesses += 1 }
    }
    report.messages.lost = max(report.messages.lost, guesses)
  }

  /// If anything is lost, feeds request everything that their servers have. A feed that never had a response does so
  /// anyway, and keeps what was pushed (`FeedState.firstTime`).
  func askAgain() throws(Failure) {
    let lost = report.badges.lost + report.messages.lost + report.feeds.lost + report.accounts.lost + report.others.lost
    if lost + report.damagedPages + report.doubtful == 0 { return }
    try target.execute(
      """
      UPDATE feed SET cursor = '', epoch = '', etag = '', last_modified = '', last_success = 0 WHERE last_success <> 1
      """)
  }
}

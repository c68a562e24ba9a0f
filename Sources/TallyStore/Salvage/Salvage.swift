import CSQLite
import TallyMemory

/// What of a damaged file was saved.
public struct SalvageReport {
  public struct Rows: BitwiseCopyable {
    public var saved: UInt64 = 0
    /// As far as anything in the file speaks of them.
    public var lost: UInt64 = 0
  }

  public var pages: UInt64 = 0
  public var damagedPages: UInt64 = 0
  /// Saved from damaged pages.
  public var doubtful: UInt64 = 0
  public var accounts = Rows()
  public var badges = Rows()
  public var feeds = Rows()
  public var messages = Rows()
}

/// Takes rows out of a damaged file, page by page, and puts them into a new one.
///
/// A row is known by the kinds of its columns, not by the table that leads to it, so nothing depends on any page but
/// those that a row lies in. Pages that are right go first: what a damaged one says otherwise does not count.
final class Salvage {
  private let file: DamagedFile
  private let reader: PageReader
  private let target: Store
  private let rules: StoreRules
  private let tables = StoredTable.all
  /// What became of each table, at its place.
  private var progress = List<Progress>()
  /// Messages that something speaks of; and those that were saved.
  private var mentioned = IntegerMap()
  private var found = IntegerMap()
  private var hasFound = false
  private(set) var report = SalvageReport()

  private struct Progress: BitwiseCopyable {
    /// Prepared when the first row is found.
    var insert: OpaquePointer?
    var rows = SalvageReport.Rows()
  }

  init(_ file: DamagedFile, _ reader: PageReader, into target: Store, _ rules: StoreRules) {
    self.file = file
    self.reader = reader
    self.target = target
    self.rules = rules
  }

  deinit {
    for index in 0..<progress.count { sqlite3_finalize(progress[index].insert) }
  }

  /// - Returns: whether there was anything of ours.
  func run() throws(StoreError) -> Bool {
    try target.growing { () throws(OutOfMemory) in
      try progress.append(repeating: Progress(), count: tables.count)
    }
    try target.execute(
      """
      BEGIN;
      CREATE TEMP TABLE named(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TEMP TABLE sequence(name TEXT NOT NULL, seq INTEGER NOT NULL);
      """)
    try readPages(.right)
    try readPages(.wrong)
    if !hasFound { return false }
    try count()
    try complete()
    try target.execute("COMMIT; DROP TABLE temp.named; DROP TABLE temp.sequence;")
    return true
  }

  // MARK: - Pages and rows

  private func readPages(_ state: PageState) throws(StoreError) {
    for number in 1..<(file.readable + 1) {
      let kind = file.kind(of: number)
      let cells = reader.open(number)
      if reader.state != state { continue }
      if state == .wrong { report.damagedPages += 1 }
      if kind == .free || kind == .other { continue }
      try readCells(cells)
    }
  }

  private func readCells(_ cells: Int) throws(StoreError) {
    var failed: UInt64 = 0
    var last: Int?
    for cell in 0..<cells {
      let isRead: Bool
      do throws(OutOfMemory) { isRead = try reader.read(cell) } catch { throw StoreError.outOfMemory() }
      if isRead {
        if let table = try take() { last = table }
      } else {
        failed += 1
        if !reader.isKeyed { try mention(reader.rowNumber) }
      }
    }
    // What cannot be read is of the table whose other rows are beside it.
    if let last { progress[last].rows.lost += failed }
  }

  /// - Returns: the place of the row's table; nil: it is of none of them.
  private func take() throws(StoreError) -> Int? {
    let row = reader.row
    if reader.isKeyed { try takeFromIndex(row) }
    for index in 0..<tables.count where tables[index].isKeyed == reader.isKeyed {
      if !row.matches(tables[index].columns) { continue }
      let isMessage = tables[index].role == .message
      if isMessage { try mention(row.number(0)) }
      if !tables[index].isValid(row, rules) {
        progress[index].rows.lost += 1
        return index
      }
      hasFound = true
      if try insert(row, index) {
        progress[index].rows.saved += 1
        if reader.isDoubtful { report.doubtful += 1 }
        if isMessage { try target.growing { () throws(OutOfMemory) in try found.set(UInt64(row.number(0)), 1) } }
      }
      return index
    }
    return nil
  }

  /// Indexes speak of rows that may be lost: of messages by account, path, rank and key; of accounts by name and key.
  private func takeFromIndex(_ row: StoredRow) throws(StoreError) {
    if row.matches("itbi") { try mention(row.number(3)) }
    if row.matches("ti"), rules.isName(row.bytes(0)), row.number(1) > 0 {
      var rows = try target.rows("INSERT OR IGNORE INTO temp.named VALUES (?2, ?1)")
      try bindAndRun(row, &rows.statement)
    }
  }

  private func mention(_ message: Int64) throws(StoreError) {
    if message <= 0 { return }
    try target.growing { () throws(OutOfMemory) in try mentioned.set(UInt64(message), 1) }
  }

  // MARK: - Saving

  /// - Returns: whether it is new.
  private func insert(_ row: StoredRow, _ table: Int) throws(StoreError) -> Bool {
    if progress[table].insert == nil { progress[table].insert = try prepareInsert(tables[table]) }
    guard let prepared = progress[table].insert else { return false }
    var statement = Statement(prepared)
    defer { statement.finish() }
    return try bindAndRun(row, &statement) > 0
  }

  @discardableResult
  private func bindAndRun(_ row: StoredRow, _ statement: inout Statement) throws(StoreError) -> Int {
    for index in 0..<row.values.count {
      let value = row.values[index]
      let place = Int32(index) + 1
      switch value.kind {
      case StoredValue.integer: statement.bind(place, value.number)
      case StoredValue.text: statement.bind(place, text: value.bytes)
      default: statement.bind(place, blob: value.bytes)
      }
    }
    return try target.finish(statement)
  }

  private func prepareInsert(_ table: StoredTable) throws(StoreError) -> OpaquePointer {
    var text = ByteBuffer()
    try target.growing { () throws(OutOfMemory) in
      try text.append("INSERT OR IGNORE INTO ")
      try text.append(table.salvaged ?? table.name)
      try text.append(" VALUES (?1")
      for column in 1..<table.columns.utf8CodeUnitCount {
        try text.append(", ?")
        try text.append(decimal: Int64(column) + 1)
      }
      try text.append(")")
    }
    return try target.prepare(text.bytes)
  }

  // MARK: - What is missing

  private func count() throws(StoreError) {
    report.pages = UInt64(file.pages)
    report.damagedPages += UInt64(file.pages - file.readable)
    for index in 0..<tables.count {
      let rows = progress[index].rows
      switch tables[index].role {
      case .account: report.accounts = rows
      case .badge: report.badges = rows
      case .feed: report.feeds = rows
      case .message: report.messages = rows
      case .other: break
      }
    }
    var cursor = 0
    report.messages.lost = 0
    while let (key, _) = mentioned.entry(from: &cursor) {
      if found.value(key) == nil { report.messages.lost += 1 }
    }
  }

  /// Makes accounts and feeds for rows whose own are lost; and where anything is, has the feeds ask for all of it.
  private func complete() throws(StoreError) {
    // Keys that were given out once are not given out again.
    try target.execute(
      """
      UPDATE sqlite_sequence SET seq =
        MAX(seq, (SELECT MAX(t.seq) FROM temp.sequence t WHERE t.name = sqlite_sequence.name))
      WHERE name IN (SELECT name FROM temp.sequence);
      INSERT INTO sqlite_sequence SELECT name, MAX(seq) FROM temp.sequence
      WHERE name IN ('account', 'feed', 'message') AND name NOT IN (SELECT name FROM sqlite_sequence) GROUP BY name
      """)
    try target.execute(
      """
      INSERT INTO feed(id, account, name, url, prefix)
      SELECT feed, MIN(account), 'recovered-' || feed, 'recovered', 'root' FROM message
      WHERE feed NOT IN (SELECT id FROM feed) GROUP BY feed
      """)
    report.feeds.lost = UInt64(sqlite3_changes(target.database))
    try target.execute(
      """
      UPDATE message SET account = (SELECT account FROM feed WHERE id = message.feed)
      WHERE account <> (SELECT account FROM feed WHERE id = message.feed);
      INSERT INTO account(id, name, aggregation, feeding, revision)
      SELECT id, CASE WHEN name IN (SELECT name FROM account) THEN name || '-' || hex(randomblob(4)) ELSE name END,
        1, 1, 0
      FROM (
        SELECT x.account AS id, COALESCE(n.name, 'recovered-' || x.account) AS name
        FROM (
          SELECT account FROM badge UNION SELECT account FROM feed UNION SELECT account FROM source
          UNION SELECT account FROM batch) x
        LEFT JOIN temp.named n ON n.id = x.account)
      WHERE id NOT IN (SELECT id FROM account)
      """)
    report.accounts.lost = UInt64(sqlite3_changes(target.database))
    try target.execute(
      """
      DELETE FROM placed WHERE (account, feed) NOT IN (SELECT account, id FROM feed);
      DELETE FROM mark WHERE (account, feed) NOT IN (SELECT account, id FROM feed);
      DELETE FROM forgotten WHERE (account, feed) NOT IN (SELECT account, id FROM feed);
      DELETE FROM outbox WHERE (account, feed) NOT IN (SELECT account, id FROM feed);
      """)
    let lost = report.badges.lost + report.messages.lost + report.feeds.lost + report.accounts.lost
    if lost + report.damagedPages + report.doubtful == 0 { return }
    try target.execute("UPDATE feed SET cursor = '', epoch = '', etag = '', last_modified = '', last_success = 0")
  }
}

import CSQLite
import TallyFailure
import TallyMemory

/// The rows of a damaged file that were saved.
public struct SalvageReport {
  public struct Rows: BitwiseCopyable {
    public var saved: UInt64 = 0
    /// As far as the file mentions them.
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
  /// The rows of all other tables.
  public var others = Rows()
  /// More rows may be lost than these numbers say: a page that may have contained rows says nothing about them.
  public var isUncertain = false
}

/// Takes rows from a damaged file, page by page, and inserts them into a new one.
///
/// A row is recognised by the kinds of its columns, not by the table that leads to it. So it depends only on its own
/// pages. Sound pages come first, and contradictions in damaged pages do not count.
final class Salvage {
  let file: DamagedFile
  private let reader: PageReader
  let target: Store
  /// Links that were salvaged, and that no tree takes.
  var impossibleLinks: UInt64 = 0
  private let rules: StoreRules
  let tables = StoredTable.all
  /// The progress of each table, at its place.
  var progress = List<Progress>()
  /// The messages that a row mentions, and those that were saved.
  var mentioned = IntegerMap()
  var found = IntegerMap()
  private var hasFound = false
  /// The place of the table of each tree, by its top page; `indexOfMessages` and `otherIndex`: it is an index. Known
  /// from the rows on sound pages.
  private var owners = IntegerMap()
  private static let indexOfMessages: Int64 = -1
  private static let otherIndex: Int64 = -2
  /// Messages whose keys come from damaged pages. They count if the index cannot say which messages there were.
  var guessed = IntegerMap()
  private(set) var hasDamagedIndex = false
  private var hasDamagedMessages = false
  var report = SalvageReport()

  struct Progress: BitwiseCopyable {
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

  /// - Returns: whether there was any data of this library.
  func run() throws(Failure) -> Bool {
    try growing { () throws(OutOfMemory) in
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
    if file.readable < file.pages || hasDamagedIndex && hasDamagedMessages { report.isUncertain = true }
    try complete()
    count()
    try askAgain()
    try target.execute("COMMIT; DROP TABLE temp.named; DROP TABLE temp.sequence;")
    return true
  }

  // MARK: - Pages and rows

  private func readPages(_ state: PageState) throws(Failure) {
    for number in 1..<(file.readable + 1) {
      let kind = file.kind(of: number)
      let cells = reader.open(number)
      if state == .wrong, reader.state == .empty, kind == .tree { report.isUncertain = true }
      if reader.state != state { continue }
      if state == .wrong { report.damagedPages += 1 }
      if kind == .free || kind == .other { continue }
      let top = file.top(of: number)
      // The rows of the schema are not data, and the new file has its own.
      if top == 1 && state == .wrong { continue }
      let owner = top.flatMap { owners.value(UInt64($0)) }
      if state == .wrong { noteDamage(owner) }
      try readCells(cells, top, owner)
    }
  }

  /// A damaged page that does not begin as one of a tree says nothing about its rows. Messages are also in an index.
  private func noteDamage(_ owner: Int64?) {
    if owner == Self.indexOfMessages || owner == nil { hasDamagedIndex = true }
    if isTableOfMessages(owner) { hasDamagedMessages = true }
    let isKnown = owner == Self.indexOfMessages || owner == Self.otherIndex || isTableOfMessages(owner)
    if !isKnown && !reader.isTree { report.isUncertain = true }
  }

  private func isTableOfMessages(_ owner: Int64?) -> Bool {
    guard let owner, owner >= 0 else { return false }
    return tables[Int(clamping: owner)].role == .message
  }

  /// - Parameter owner: of the page's tree, if a sound page has shown it.
  private func readCells(_ cells: Int, _ top: UInt32?, _ owner: Int64?) throws(Failure) {
    var failed: UInt64 = 0
    var last: Int64?
    for cell in 0..<cells {
      let isRead: Bool
      do throws(OutOfMemory) { isRead = try reader.read(cell) } catch { throw Failure.noMemory }
      let found = isRead ? try take() : nil
      // On a damaged page, a row that fits no table says nothing about the others.
      if let found, reader.state == .right || found >= 0 { last = found }
      let isStrange = reader.state == .wrong && (owner ?? -1) >= 0 && (found ?? -1) < 0
      if !isRead || isStrange {
        failed += 1
        if isTableOfMessages(owner ?? last) && !reader.isKeyed { try mention(reader.rowNumber) }
      }
    }
    if let top, let last, reader.state == .right {
      try growing { () throws(OutOfMemory) in try owners.set(UInt64(top), last) }
    }
    // An unreadable row counts for the table of its tree, or of the rows beside it. An index has no rows of its own.
    if failed == 0 { return }
    guard let owner = owner ?? last else {
      report.isUncertain = true
      return
    }
    if owner >= 0 { progress[Int(clamping: owner)].rows.lost += failed }
  }

  /// - Returns: the place of the row's table, or its kind of index; nil: none matches.
  private func take() throws(Failure) -> Int64? {
    let row = reader.row
    if reader.isKeyed, try takeFromIndex(row) { return Self.indexOfMessages }
    for index in 0..<tables.count where (tables[index].keyed > 0) == reader.isKeyed {
      if !row.matchesKinds(tables[index].columns) { continue }
      let isFeed = tables[index].role == .feed
      let isMended = isFeed && blankTexts(row)
      let isMessage = tables[index].role == .message
      if isMessage { try mention(row.number(0)) }
      if !row.hasTexts(tables[index].columns) || !tables[index].allows(row, rules) {
        progress[index].rows.lost += 1
        return Int64(index)
      }
      hasFound = true
      if try insert(row, index) {
        progress[index].rows.saved += 1
        if reader.isDoubtful || isMended { report.doubtful += 1 }
        if isMessage { try growing { () throws(OutOfMemory) in try found.set(UInt64(row.number(0)), 1) } }
      }
      return Int64(index)
    }
    return reader.isKeyed ? Self.otherIndex : nil
  }

  /// Clears invalid texts of a feed's server. They may come again, and a feed without them is better than none.
  /// - Returns: whether a text was invalid.
  private func blankTexts(_ row: StoredRow) -> Bool {
    var isMended = false
    for column in StoredTable.feedTexts where !isText(row.bytes(column)) {
      row.values[column].bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      isMended = true
    }
    return isMended
  }

  /// Indexes mention rows that may be lost: messages by account, path, rank and key; accounts by name and key.
  /// - Returns: whether the row belongs to the index of messages.
  private func takeFromIndex(_ row: StoredRow) throws(Failure) -> Bool {
    if row.matches([.id("account"), .text("path"), .blob("rank"), .id("key")]) {
      try mention(row.number(3))
      return true
    }
    if row.matches([.text("name"), .id("id")]), rules.isName(row.bytes(0)), row.number(1) > 0 {
      var rows = try target.rows("INSERT OR IGNORE INTO temp.named VALUES (?2, ?1)")
      try bindAndRun(row, &rows.statement)
    }
    return false
  }

  private func mention(_ message: Int64) throws(Failure) {
    if message <= 0 { return }
    let isGuessed = reader.state == .wrong
    try growing { () throws(OutOfMemory) in
      if isGuessed { try guessed.set(UInt64(message), 1) } else { try mentioned.set(UInt64(message), 1) }
    }
  }

  // MARK: - Saving

  /// - Returns: whether the row is new.
  private func insert(_ row: StoredRow, _ table: Int) throws(Failure) -> Bool {
    if progress[table].insert == nil { progress[table].insert = try prepareInsert(tables[table]) }
    guard let prepared = progress[table].insert else { return false }
    var statement = Statement(prepared)
    return try bindAndRun(row, &statement) > 0
  }

  @discardableResult
  private func bindAndRun(_ row: StoredRow, _ statement: inout Statement) throws(Failure) -> Int {
    for index in 0..<row.values.count { statement.bind(Int32(index) + 1, row.values[index]) }
    return try target.finish(statement)
  }

  private func prepareInsert(_ table: StoredTable) throws(Failure) -> OpaquePointer {
    var text = ByteBuffer()
    try growing { () throws(OutOfMemory) in
      try text.append("INSERT OR IGNORE INTO ")
      try table.appendValues(into: table.salvaged ?? table.name, to: &text)
    }
    return try target.prepare(text.bytes)
  }
}

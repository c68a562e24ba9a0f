import CChecksum
import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

/// The file with all stored data, or a database in memory: one connection with every statement prepared once.
///
/// Invariants:
/// - One thread at a time uses a store. The engine holds its lock around every call, and the store itself takes no
///   lock. So the class is `@unchecked Sendable`.
/// - While a store with a file is open it holds the lock on `<file>-lock`. The file is written only under it.
/// - Outside a call no statement is in progress, and nothing is bound to one.
/// - Bytes passed in are borrowed during the call. Bytes passed to a visitor are borrowed during the visit. A visitor
///   must not call the store's functions for messages and feeds, because their deltas and rows share buffers.
///   `saveBadge` is allowed.
/// - Deltas are reported after the change was made. If a visitor throws, the change stands. The caller, who holds a
///   transaction, rolls back.
public final class Store: @unchecked Sendable {
  var database: OpaquePointer?
  /// The prepared statements, indexed by the place of their query; nil: not prepared yet.
  var statements = RawBlock()
  /// Writes the text of an archive's statement; nil: none was needed yet. See `archiveStatement`.
  var writeArchive: ((ArchiveQuery, inout ByteBuffer) throws(OutOfMemory) -> Void)?
  var lock: FileLock?
  /// The file name for messages.
  var name = ByteBuffer()
  let schema: Schema
  var isOpening = true
  /// While opening: there was no log beside the file, so a log that is there now was made by this store.
  var hadNoLog = false
  /// Whether the file existed when it was opened.
  var hadFile = false
  /// The identities of the database and its log at opening; see `refuseMoved`.
  var identities: (file: ctally_file_identity, log: ctally_file_identity)?
  /// The log may have been restarted since its first page was written; see `beginLog`.
  private var isLogBegun = false
  /// The damage of the file that was set aside, and its new name; empty: none was.
  public internal(set) var damage = ByteBuffer()
  /// The epoch of revisions. It changes when the store is created again, and is never 0.
  public internal(set) var epoch: UInt64 = 0
  /// The latest time of the logs in the file, when it was opened; 0: there is none.
  public internal(set) var logTime: Int64 = 0

  /// A commit has failed, and nothing was committed since. Its data may lie behind the end of the log, complete, and
  /// would count as committed if the process ended now. The next commit overwrites it.
  public private(set) var hasDisowned = false
  /// The number of failed reads at the last check.
  private var failedReads = ctally_checksum_failed_reads()
  /// A transaction was abandoned and could not be rolled back.
  private var isHalfDone = false
  /// Whether the temporary table for retention exists; see `countKept`. A transaction that is rolled back may have
  /// made it.
  var isCountingKept = false
  /// Whether the table of threads exists, and the accounts whose threads it has; see `Store+Threads.swift`.
  var hasHeadTable = false
  var heads: ListedThreads?
  /// The accounts whose messages are recorded, and what was recorded; see `Store+Journal.swift`.
  var followed = IntegerMap()
  var journal = MessageJournal()
  /// All accounts are followed.
  public var followsAll = false
  /// Whether the triggers of the journal exist.
  var isJournaling = false
  /// Whether there may be messages with further paths: see `Store+Sharing.swift`.
  var isSharing = false
  /// Whether that began in the current transaction.
  var isSharingTentative = false
  /// Whether there may be snoozed messages: see `Store+Snoozes.swift`. The same for the transaction.
  var isSnoozing = false
  var isSnoozingTentative = false
  /// Whether there may be flags: see `Store+Flags.swift`.
  var mayHaveFlags = false
  /// The accounts that exchange choices, and which: see `Store+Choices.swift`.
  var exchangedChoices = IntegerMap()
  /// The time of the choices that are stored, in milliseconds since 1970.
  public var choiceTime: Int64 = 0
  /// All paths of a message, while it is changed.
  var sharedPaths = ByteBuffer()
  /// Orders what was recorded; nil: nothing was ever followed.
  var closeJournal: ((Store) throws(Failure) -> Void)?
  /// The transaction has made tables or triggers for the journal and for threads, or changed their rows.
  var isTentative = false
  public var bounds = StoreBounds()
  /// The number of groups seen since the excess rows were last removed.
  var groupsSeen: Int64 = 0
  /// The places of the identifiers of items; see `Store+Logs.swift`.
  var itemIndex = ItemIndex()
  /// Hashes identifiers. Publishers choose them, so the key is the engine's seed.
  var itemHash = SipHash(0, 0)
  var keptGroupsSeen: Int64 = 64
  /// How many marks a feed has at most. Dropped when they may be more.
  var markCounts = IntegerMap()
  /// The same for its forgotten messages.
  var forgottenCounts = IntegerMap()
  /// How accounts count, and how many rules they have: see `Store+Rules.swift`. Dropped when they may be others.
  var ruleStates = IntegerMap()
  /// The number of outbox rows that failed since the excess rows were last removed; nil: none in this run.
  var failedRows: Int64?
  /// Called after each commit.
  public var onCommit: (() -> Void)?

  var deltas = DeltaList()
  /// The last encoded rank. Callers use the results of `encodeRank` and similar functions.
  var rankBuffer = ByteBuffer()
  /// A feed without marks, so its messages need no query; 0: none known. Dropped with each transaction.
  var unmarkedFeed: Int64 = 0

  /// Cannot fail. `open` does everything that can.
  init(schema: Schema) {
    self.schema = schema
  }

  deinit {
    closeDatabase()
    lock = nil
  }

  /// Writes the log into the file and closes it. A second call is allowed.
  /// - Throws: why the log could not be written. The store is closed anyway. The next opening reads the log, so nothing
  ///   is lost.
  public func close() throws(Failure) {
    guard database != nil else { return }
    var refused: Failure?
    do throws(Failure) { try checkpoint() } catch { refused = error }
    closeDatabase()
    lock = nil
    if let refused { throw refused }
  }

  func closeDatabase() {
    if let slots = statements.base?.assumingMemoryBound(to: OpaquePointer?.self) {
      for index in 0..<Query.places {
        sqlite3_finalize(slots[index])
        slots[index] = nil
      }
    }
    if isOpening && hadNoLog, let log = logName { ctally_file_remove_if_empty(log) }
    sqlite3_close_v2(database)
    database = nil
  }

  /// Borrowed until the database is closed; nil: there is no file.
  var logName: UnsafePointer<CChar>? {
    guard !name.isEmpty, database != nil, let file = sqlite3_db_filename(database, "main") else { return nil }
    return sqlite3_filename_wal(file)
  }
}

// MARK: - The file

extension Store {
  /// The bytes of the file and of its log, or 0. Any thread, also while another one uses the store.
  public func measure() -> (file: Int64, log: Int64) {
    guard let file = lock?.file else { return (0, 0) }
    return (Store.size(of: file, ""), Store.size(of: file, "-wal"))
  }

  private static func size(of file: UnsafeRawBufferPointer, _ suffix: StaticString) -> Int64 {
    var path = ByteBuffer()
    var size: Int64 = 0
    do throws(OutOfMemory) {
      try path.append(file)
      try path.append(suffix)
      try path.withCString { _ = ctally_file_kind($0, &size) }
    } catch {}
    return size
  }
}

// MARK: - Transactions

extension Store {
  /// Whether a transaction is open. After a failed `commit` this says what is left.
  public var isInTransaction: Bool {
    database != nil && sqlite3_get_autocommit(database) == 0
  }

  public func begin() throws(Failure) {
    try settle()
    unmarkedFeed = 0
    try run(.transaction(.begin))
    try beginLog()
  }

  /// Writes the first page with the first transaction of each log. If another program then writes the log of a crash
  /// into the file, the first page loses its seal too. That shows that other pages may have none.
  private func beginLog() throws(Failure) {
    if name.isEmpty { return }
    if ctally_checksum_take_written(database) != 0 { isLogBegun = false }
    if !isLogBegun { try setVersion(schema.version) }
  }

  /// After an error the transaction may still be open, and may be committed again or rolled back, or SQLite has rolled
  /// it back: see `isInTransaction`. `hasDisowned` is then true.
  public func commit() throws(Failure) {
    try refuseMoved()
    if let error = changedLogError() { throw error }
    do throws(Failure) {
      try run(.transaction(.commit))
    } catch {
      hasDisowned = true
      throw error
    }
    hasDisowned = false
    isLogBegun = true
    (isTentative, isSharingTentative, isSnoozingTentative) = (false, false, false)
    onCommit?()
  }

  /// Begins a part of the transaction that can be rolled back alone. Parts do not nest.
  public func beginPart() throws(Failure) {
    unmarkedFeed = 0
    journal.beginPart()
    try run(.transaction(.beginPart))
  }

  public func endPart() throws(Failure) {
    journal.endPart()
    try run(.transaction(.endPart))
  }

  /// Rolls back the last part. If this throws, the caller must roll back the whole transaction.
  public func abandonPart() throws(Failure) {
    journal.abandonPart()
    undoTables()
    unmarkedFeed = 0
    markCounts = IntegerMap()
    forgottenCounts = IntegerMap()
    ruleStates = IntegerMap()
    try run(.transaction(.abandonPart))
    try run(.transaction(.endPart))
    // It began in this part, or before it in the same transaction.
    if isSharingTentative { isSharing = try step(try statement(.sharing(.tableExists))) }
    if isSnoozingTentative { isSnoozing = try step(try statement(.snooze(.hasTrigger))) }
  }

  /// Writes within a transaction without a change; see `hasDisowned`. SQLite does not write equal values, so the value
  /// is changed and changed back.
  public func touch() throws(Failure) {
    try run(.transaction(.touch))
    try run(.transaction(.untouch))
  }

  /// Rolls back the open transaction. If SQLite has already done so after an error, this is not an error.
  /// - Throws: if the rollback failed. `settle` will try again.
  public func rollback() throws(Failure) {
    journal.removeAll()
    undoTables()
    if isSharingTentative { (isSharing, isSharingTentative) = (false, false) }
    if isSnoozingTentative { (isSnoozing, isSnoozingTentative) = (false, false) }
    isCountingKept = false
    markCounts = IntegerMap()
    forgottenCounts = IntegerMap()
    ruleStates = IntegerMap()
    itemIndex.removeAll()
    isHalfDone = isInTransaction
    if isHalfDone { try run(.transaction(.rollback)) }
    isHalfDone = false
  }

  /// Forgets tables and triggers that are rolled back.
  private func undoTables() {
    if !isTentative { return }
    (isJournaling, hasHeadTable, isTentative) = (false, false, false)
    heads = nil
  }

  /// Repeats a rollback that failed, so that nobody reads or extends the transaction.
  public func settle() throws(Failure) {
    if isHalfDone { try rollback() }
  }
}

// MARK: - Statements

extension Store {
  /// Prepares the statements that must not fail for lack of memory, so that nothing is left half done.
  func prepareTransactions() throws(Failure) {
    _ = try statement(.transaction(.begin))
    _ = try statement(.transaction(.commit))
    _ = try statement(.transaction(.rollback))
    _ = try statement(.transaction(.abandonPart))
    _ = try statement(.transaction(.endPart))
  }

  /// The statement of a query, prepared at its first use.
  func statement(_ query: Query) throws(Failure) -> Statement {
    guard let database, let base = statements.base else { throw closedError() }
    let slots = base.assumingMemoryBound(to: OpaquePointer?.self)
    let place = query.place
    #if TALLY_PLAIN
      // Rolling back must not need memory.
      if case .transaction = query, let prepared = slots[place] { return Statement(prepared) }
      sqlite3_finalize(slots[place])
      slots[place] = nil
    #else
      if let prepared = slots[place] { return Statement(prepared) }
    #endif
    var prepared: OpaquePointer?
    var text = ByteBuffer()
    try growing { () throws(OutOfMemory) in
      if case .archive(let query) = query { try writeArchive?(query, &text) } else { try query.write(to: &text) }
    }
    let result = sqlite3_prepare_v3(
      database, text.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: text.count),
      UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw preparationError(result) }
    slots[place] = prepared
    return Statement(prepared)
  }

  /// The same with the first parameters bound.
  @inline(never)
  func statement(_ query: Query, _ first: Int64, _ second: Int64? = nil) throws(Failure) -> Statement {
    var statement = try statement(query)
    statement.bind(1, first)
    if let second { statement.bind(2, second) }
    return statement
  }

  @inline(never)
  func statement(_ query: Query, _ first: Int64, text: UnsafeRawBufferPointer) throws(Failure) -> Statement {
    var statement = try statement(query, first)
    statement.bind(2, text: text)
    return statement
  }

  /// One step. true: there is a row.
  func step(_ statement: borrowing Statement) throws(Failure) -> Bool {
    if statement.failure != SQLITE_OK { throw failure(statement.failure) }
    let result = sqlite3_step(statement.pointer)
    if result == SQLITE_DONE { return false }
    if result == SQLITE_ROW { return true }
    throw failure(result)
  }

  /// Runs to the end and returns the number of changed rows.
  @discardableResult
  func finish(_ statement: borrowing Statement) throws(Failure) -> Int {
    while try step(statement) {}
    return Int(sqlite3_changes(database))
  }

  func run(_ query: Query) throws(Failure) { try finish(try statement(query)) }

  /// The same with numbers. Numbers behind the query's last parameter are ignored.
  @discardableResult
  func run(
    _ query: Query, _ first: Int64, _ second: Int64 = 0, _ third: Int64 = 0, _ fourth: Int64 = 0
  ) throws(Failure) -> Int {
    var statement = try statement(query)
    let wanted = sqlite3_bind_parameter_count(statement.pointer)
    statement.bind(1, first)
    if wanted > 1 { statement.bind(2, second) }
    if wanted > 2 { statement.bind(3, third) }
    if wanted > 3 { statement.bind(4, fourth) }
    return try finish(statement)
  }

  /// The same with a number and a text.
  @discardableResult
  func run(_ query: Query, _ first: Int64, text: UnsafeRawBufferPointer) throws(Failure) -> Int {
    try finish(try statement(query, first, text: text))
  }

  /// Runs statements that are needed only once.
  func execute(_ script: StaticString) throws(Failure) {
    let result = run(script)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// The same without a change of the thread's message.
  @discardableResult
  func run(_ script: StaticString) -> Int32 {
    sqlite3_exec(database, UnsafeRawPointer(script.utf8Start).assumingMemoryBound(to: CChar.self), nil, nil, nil)
  }
}

// MARK: - Errors

extension Store {
  /// The failure for a result code, with "<file>: <SQLite's message>" as the thread's message.
  func failure(_ code: Int32) -> Failure {
    if let error = changedLogError() { return error }
    if code == ctally_sqlite_ioerr_data { return checksumError(Int64(ctally_checksum_wrong_page(database))) }
    if hasFailedToRead(), isVerdict(code) { return unreadableError() }
    let isOfFile = code & 0xFF == SQLITE_IOERR || code & 0xFF == SQLITE_CANTOPEN
    let systemError = database == nil || !isOfFile ? 0 : ctally_sqlite_last_errno(database)
    let meaning = Status.meaning(of: code, systemError: systemError, isOpening: isOpening)
    beginWords()
    // A value that is too large never reached the connection, whose message would be that of an earlier call.
    Words.add(
      cString: database != nil && sqlite3_extended_errcode(database) == code
        ? sqlite3_errmsg(database) : sqlite3_errstr(code))
    if systemError != 0 {
      Words.add(": ")
      Words.add(cString: ctally_file_error_words(systemError))
    }
    Words.add(" (SQLite ")
    Words.add(number: Int64(code))
    Words.add(")")
    return Failure(keepingMessage: meaning, code: code)
  }

  /// If a page of the log was found changed: nothing more is stored, because it would lie behind the damage.
  func changedLogError() -> Failure? {
    guard database != nil else { return nil }
    let frame = ctally_checksum_wrong_frame(database)
    return frame == 0 ? nil : changedLogError(frame)
  }

  /// Whether a read has failed since the last check, in this store or, as rarely, in another one.
  func hasFailedToRead() -> Bool {
    let count = ctally_checksum_failed_reads()
    defer { failedReads = count }
    return count != failedReads
  }

  /// Whether the code concerns the content of the file.
  private func isVerdict(_ code: Int32) -> Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA].contains(code & 0xFF)
  }

  /// After a failed read, SQLite may treat the unreadable part as empty.
  func unreadableError() -> Failure {
    refusal(.io, "the file, or its log, cannot be read: the system reports an input or output error")
  }

  /// The statements are correct. So if one cannot be prepared, a table of this version is missing.
  func preparationError(_ code: Int32) -> Failure {
    let error = failure(code)
    return code == SQLITE_ERROR && error.status != .io ? Failure(keepingMessage: .corrupt, code: code) : error
  }

  func checksumError(_ page: Int64) -> Failure {
    beginWords()
    Words.add("the file is damaged: the checksum of page ")
    Words.add(number: page)
    Words.add(" is wrong (it was damaged, or another program wrote it)")
    return Failure(keepingMessage: .corrupt, code: ctally_sqlite_ioerr_data)
  }

  /// Begins the thread's message with the file's name.
  func beginWords() {
    Words.begin()
    if name.isEmpty {
      Words.add("store in memory: ")
    } else {
      Words.add(name.bytes)
      Words.add(": ")
    }
  }

  func refusal(_ code: Status, _ words: StaticString) -> Failure {
    beginWords()
    Words.add(words)
    return Failure(keepingMessage: code)
  }

  func refusal(
    _ code: Status, _ words: StaticString, quoting name: UnsafeRawBufferPointer, _ rest: StaticString = ""
  ) -> Failure {
    beginWords()
    Words.add(words)
    Words.quote(name)
    Words.add(rest)
    return Failure(keepingMessage: code)
  }

  func closedError() -> Failure {
    refusal(.internalError, "the store was closed")
  }
}

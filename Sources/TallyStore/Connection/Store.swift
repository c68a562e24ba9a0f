import CChecksum
import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

/// The file that everything is stored in, or a database in memory: one connection, with every statement prepared
/// once.
///
/// Invariants:
/// - One thread at a time uses a store. The engine holds its lock around every call; nothing here locks. That is
///   why the class is `@unchecked Sendable`.
/// - While a store with a file is open it holds the lock on `<file>-lock`; the file is written only under it.
/// - Outside a call no statement is under way, and nothing is bound to one.
/// - Bytes passed in are borrowed during the call; bytes passed to a visitor, during the visit. A visitor must not
///   call the store's functions for messages and feeds (their deltas and rows share buffers); `saveBadge` is fine.
/// - Deltas are told after the change was made. If a visitor throws, the change stands: the caller, who holds a
///   transaction, rolls back.
public final class Store: @unchecked Sendable {
  var database: OpaquePointer?
  /// The prepared statements, by the raw value of their query; nil: not prepared yet.
  var statements = RawBlock()
  var lock: FileLock?
  /// The file, as messages name it.
  var name = ByteBuffer()
  let schema: Schema
  var isOpening = true
  /// While opening: there was no log beside the file, so one that is there now is of our making.
  var hadNoLog = false
  /// Whether there was a file when it was opened.
  var hadFile = false
  /// Which files the database and its log were when they were opened; see `refuseMoved`.
  var identities: (file: ctally_file_identity, log: ctally_file_identity)?
  /// The log may have been restarted since its first page was written; see `beginLog`.
  private var isLogBegun = false
  /// What was wrong with the file that was set aside, and its new name; empty: none was.
  public internal(set) var damage = ByteBuffer()
  /// Of the revisions: another one when the store is created anew. Never 0.
  public internal(set) var epoch: UInt64 = 0

  /// A commit has failed, and nothing was committed since. What it wrote may lie behind the end of the log, whole, and
  /// would be taken for good if the process ended now: the next commit writes over it.
  public private(set) var hasDisowned = false
  /// How many reads had failed at the last check.
  private var failedReads = ctally_checksum_failed_reads()
  /// A transaction was given up, and could not be rolled back.
  private var isHalfDone = false
  /// Whether the tables are there that know what retention may remove, and the groups of accounts; see `countKept` and
  /// `listThreads`. A transaction that is rolled back may have made them.
  var isCountingKept = false
  var isListingThreads = false
  /// How many accounts' groups were listed, and how many arrivals were noted; see `Store+Threads.swift`.
  var listedAccounts = 0
  var changedThreads = 0
  public var bounds = StoreBounds()
  /// How many groups were seen since those that are too many were last removed.
  var groupsSeen: Int64 = 0
  var keptGroupsSeen: Int64 = 64
  /// How many rows of the outbox have failed since those that are too many were last removed; nil: not in this run.
  var failedRows: Int64?
  /// Called after each commit.
  public var onCommit: (() -> Void)?
  /// Called whenever something of a transaction is taken back.
  public var onUndo: (() -> Void)?
  /// Told what becomes of unseen messages, while it happens; see `watchGroups`.
  public var onUnseen: ((UnseenChange) -> Void)?

  var deltas = DeltaList()
  /// The bytes of the rank that was encoded last; reached through what `encodeRank` and its like return.
  var rankBuffer = ByteBuffer()
  /// Whether it is noted which paths' messages change; see `watchMessages`.
  public internal(set) var isWatched = false
  /// A feed that has no marks, so that each of its messages need not ask; 0: none is known. Forgotten with each
  /// transaction.
  var unmarkedFeed: Int64 = 0

  /// Cannot fail; what can is in `open`.
  init(schema: Schema) {
    self.schema = schema
  }

  deinit {
    closeDatabase()
    lock = nil
  }

  /// Writes what is in the log into the file and closes it. A store that was closed may be closed again.
  /// - Throws: what kept the log from being written; it is closed all the same, and the log is read at the next
  ///   opening, so nothing is lost.
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
      for index in 0..<Query.allCases.count {
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
    guard !name.isEmpty, let file = sqlite3_db_filename(database, "main") else { return nil }
    return sqlite3_filename_wal(file)
  }
}

// MARK: - The file

extension Store {
  /// The bytes of the file and of its log; 0 where there is none. Any thread, also while another one uses the store.
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
  /// Whether a transaction is open; also the answer to what a failed `commit` left behind.
  public var isInTransaction: Bool {
    database != nil && sqlite3_get_autocommit(database) == 0
  }

  public func begin() throws(Failure) {
    try settle()
    unmarkedFeed = 0
    try run(.begin)
    try beginLog()
  }

  /// Writes the first page with the first transaction of each log. So, if another program writes the log of a crash
  /// into the file, the first page loses its seal with the others, which says that the others may have none.
  private func beginLog() throws(Failure) {
    if name.isEmpty { return }
    if ctally_checksum_take_written(database) != 0 { isLogBegun = false }
    if !isLogBegun { try setVersion(schema.version) }
  }

  /// On an error the transaction may be open still, and may be committed again or rolled back, or SQLite has rolled
  /// it back: `isInTransaction` tells. Then `hasDisowned` is true.
  public func commit() throws(Failure) {
    try refuseMoved()
    do throws(Failure) {
      try run(.commit)
    } catch {
      hasDisowned = true
      throw error
    }
    hasDisowned = false
    isLogBegun = true
    onCommit?()
  }

  /// Begins a part of the transaction that can be taken back alone; parts do not nest.
  public func beginPart() throws(Failure) {
    unmarkedFeed = 0
    try run(.beginPart)
  }

  public func endPart() throws(Failure) { try run(.endPart) }

  /// Takes the part back that was begun last. Where this throws, the transaction is to be rolled back as a whole.
  public func abandonPart() throws(Failure) {
    onUndo?()
    unmarkedFeed = 0
    try run(.abandonPart)
    try run(.endPart)
  }

  /// Writes something that changes nothing, within a transaction; see `hasDisowned`. SQLite does not write what it
  /// finds to be the same already, so it is changed, and changed back.
  public func touch() throws(Failure) {
    try run(.touch)
    try run(.untouch)
  }

  /// Rolls back what is open. Where SQLite has done so already, after an error, this is no error.
  /// - Throws: where it could not be done, which `settle` will try again.
  public func rollback() throws(Failure) {
    onUndo?()
    (isCountingKept, isListingThreads) = (false, false)
    isHalfDone = isInTransaction
    if isHalfDone { try run(.rollback) }
    isHalfDone = false
  }

  /// Rolls back what could not be rolled back before, so that nobody reads it, or adds to it.
  public func settle() throws(Failure) {
    if isHalfDone { try rollback() }
  }
}

// MARK: - Statements

extension Store {
  /// What must not want for memory when it is needed, so that nothing is ever left half done.
  func prepareTransactions() throws(Failure) {
    _ = try statement(.begin)
    _ = try statement(.commit)
    _ = try statement(.rollback)
    _ = try statement(.abandonPart)
    _ = try statement(.endPart)
  }

  /// The statement of a query, prepared at its first use. The caller calls `finish` on it in any case.
  func statement(_ query: Query) throws(Failure) -> Statement {
    guard let database, let base = statements.base else { throw closedError() }
    let slots = base.assumingMemoryBound(to: OpaquePointer?.self)
    if let prepared = slots[query.rawValue] { return Statement(prepared) }
    var prepared: OpaquePointer?
    var text = ByteBuffer()
    try growing { () throws(OutOfMemory) in try query.write(to: &text) }
    let result = sqlite3_prepare_v3(
      database, text.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: text.count),
      UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw preparationError(result) }
    slots[query.rawValue] = prepared
    return Statement(prepared)
  }

  /// One step: true where there is a row.
  func step(_ statement: Statement) throws(Failure) -> Bool {
    if statement.failure != SQLITE_OK { throw failure(statement.failure) }
    let result = sqlite3_step(statement.pointer)
    if result == SQLITE_DONE { return false }
    if result == SQLITE_ROW { return true }
    throw failure(result)
  }

  /// Runs to the end, and tells how many rows it changed.
  @discardableResult
  func finish(_ statement: Statement) throws(Failure) -> Int {
    while try step(statement) {}
    return Int(sqlite3_changes(database))
  }

  func run(_ query: Query) throws(Failure) {
    let statement = try statement(query)
    defer { statement.finish() }
    try finish(statement)
  }

  /// The same with numbers: those behind the last one that the query has are not looked at.
  @discardableResult
  func run(
    _ query: Query, _ first: Int64, _ second: Int64 = 0, _ third: Int64 = 0, _ fourth: Int64 = 0
  ) throws(Failure) -> Int {
    var statement = try statement(query)
    defer { statement.finish() }
    let wanted = sqlite3_bind_parameter_count(statement.pointer)
    statement.bind(1, first)
    if wanted > 1 { statement.bind(2, second) }
    if wanted > 2 { statement.bind(3, third) }
    if wanted > 3 { statement.bind(4, fourth) }
    return try finish(statement)
  }

  /// Runs statements that are needed once.
  func execute(_ script: StaticString) throws(Failure) {
    let result = run(script)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// The same, leaving the thread's message alone.
  @discardableResult
  func run(_ script: StaticString) -> Int32 {
    sqlite3_exec(database, UnsafeRawPointer(script.utf8Start).assumingMemoryBound(to: CChar.self), nil, nil, nil)
  }
}

// MARK: - Errors

extension Store {
  /// The error for a result code, with "<file>: <SQLite's words>" as the thread's message.
  func failure(_ code: Int32) -> Failure {
    if code == ctally_sqlite_ioerr_data { return checksumError(Int64(ctally_checksum_wrong_page(database))) }
    if hasFailedToRead(), isVerdict(code) { return unreadableError() }
    let isOfFile = code & 0xFF == SQLITE_IOERR || code & 0xFF == SQLITE_CANTOPEN
    let systemError = database == nil || !isOfFile ? 0 : ctally_sqlite_last_errno(database)
    let meaning = Status.meaning(of: code, systemError: systemError, isOpening: isOpening)
    beginWords()
    // What is bound too large never reached the connection, whose message would be that of an earlier call.
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

  /// Whether the system has refused a read since the last check: of this store, or, which is as rare, of another.
  func hasFailedToRead() -> Bool {
    let count = ctally_checksum_failed_reads()
    defer { failedReads = count }
    return count != failedReads
  }

  /// Whether SQLite says something of what is in the file.
  private func isVerdict(_ code: Int32) -> Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA].contains(code & 0xFF)
  }

  /// Behind a read that has failed, SQLite may take for empty what it could not read.
  func unreadableError() -> Failure {
    refusal(.io, "the file, or its log, cannot be read: the system reports an input or output error")
  }

  /// The statements are right, so where one cannot be prepared, a table that the version promises is not there.
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

import CChecksum
import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

extension Store {
  /// Opens a file, creating it where there is none, or a store in memory (`file` is nil).
  ///
  /// What is not a store of ours, is newer, damaged, or open elsewhere, is refused before the first write, and left
  /// as it was, byte for byte.
  /// - Parameters:
  ///   - seed, now: what the epoch of a new store is made of.
  ///   - setsAside: the checksum of each page is compared. If one is wrong, the file is set aside, and a new one is
  ///     begun (`damage` says so then).
  ///   - isRewritten: the file is written anew (`vacuum`).
  public static func open(
    file: UnsafePointer<CChar>?, seed: UInt64, now: Int64, setsAside: Bool = false, isRewritten: Bool = false
  ) throws(Failure) -> Store {
    let store = try open(file: file, seed: seed, now: now, setsAside: setsAside, schema: .current)
    if isRewritten { try store.vacuum() }
    return store
  }

  static func open(
    file: UnsafePointer<CChar>?, seed: UInt64, now: Int64, setsAside: Bool = false, schema: Schema
  ) throws(Failure) -> Store {
    let store = Store(schema: schema)
    do {
      try store.statements.replaceWithZeros(Query.allCases.count * MemoryLayout<OpaquePointer?>.stride)
    } catch {
      throw Failure.noMemory
    }
    // Whatever is thrown from here on, the store's deinit closes and unlocks.
    if let file {
      try store.openFile(file, seed: seed, now: now, setsAside)
    } else {
      try store.connectToMemory()
      try store.create(seed: seed, now: now)
    }
    try store.readEpoch()
    // What was read or unread here, and the moment of it; see `Store+Reading.swift`.
    try store.execute(
      """
      PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE pending(key INTEGER PRIMARY KEY, feed INTEGER NOT NULL, since INTEGER NOT NULL);
      CREATE INDEX temp.pending_feed ON pending(feed, since);
      CREATE TEMP TRIGGER pending_end AFTER DELETE ON message BEGIN DELETE FROM pending WHERE key = old.key; END;
      """)
    try store.prepareTransactions()
    try store.noteIdentities()
    store.isOpening = false
    return store
  }

  private func openFile(
    _ file: UnsafePointer<CChar>, seed: UInt64, now: Int64, _ setsAside: Bool
  ) throws(Failure) {
    try appendName(file)
    try refuseByKind(file)
    try connectFile(file)
    ctally_sqlite_set_checkpoint_on_close(database, 0)
    try takeLock()
    do throws(Failure) {
      try openLocked(seed: seed, now: now, setsAside)
    } catch {
      if !setsAside || !error.isWrongChecksum { throw error }
      try setAside()
      try connectFile(file)
      ctally_sqlite_set_checkpoint_on_close(database, 0)
      try openLocked(seed: seed, now: now, false)
    }
  }

  private func openLocked(seed: UInt64, now: Int64, _ setsAside: Bool) throws(Failure) {
    if sqlite3_db_readonly(database, "main") == 1 { throw refusal(.readOnly, "the file is read-only") }
    let hasNoise = try refuseOthersBeside()
    let isNew = try examineHeader()
    if hasNoise { try setNoiseAside() }
    var logSize: Int64 = 0
    if let log = logName { hadNoLog = Int(ctally_file_kind(log, &logSize)) == CTALLY_FILE_NONE }
    // Before the first read, so that the log's index is in memory and no other process comes in.
    try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON;")
    if !isNew { try examineIdentity(setsAside) }
    // It reads the tables' definitions, so it comes behind.
    try execute("PRAGMA synchronous = FULL")
    if isNew {
      // The rollback journal first: written through the log, the identity would not be in the file itself, and after
      // a crash the file would look like another program's.
      try create(seed: seed, now: now)
    } else {
      try refuseOtherSchema()
      try readEpoch()
    }
    ctally_sqlite_set_checkpoint_on_close(database, 1)
    try execute("PRAGMA journal_mode = WAL;")
    try limitLog()
    if isNew { return }
    try migrate()
    sealPages()
  }

  /// What was opened, by its own names.
  func noteIdentities() throws(Failure) {
    guard let file = fileName, let log = logName else { return }
    var found = (file: ctally_file_identity(), log: ctally_file_identity())
    var result = ctally_file_identify(file, &found.file)
    if result == 0 { result = ctally_file_identify(log, &found.log) }
    if result != 0 { throw systemFailure(-result, "the file, or its log, is not there: ") }
    identities = found
  }

  /// Data written into a file that has lost its name is lost when the file is closed. Called before each commit.
  func refuseMoved() throws(Failure) {
    guard let identities, let file = fileName, let log = logName else { return }
    try refuseMoved(file, identities.file, "the file was removed, renamed or replaced while it was open")
    try refuseMoved(log, identities.log, "the file's log was removed, renamed or replaced while it was open")
  }

  private func refuseMoved(
    _ name: UnsafePointer<CChar>, _ opened: ctally_file_identity, _ words: StaticString
  ) throws(Failure) {
    var found = ctally_file_identity()
    let result = ctally_file_identify(name, &found)
    if result == 0 && found.device == opened.device && found.number == opened.number { return }
    if result == 0 || result == -ctally_errno_enoent || result == -ctally_errno_enotdir { throw refusal(.io, words) }
    throw systemFailure(-result, "the file, or its log, cannot be found: ")
  }

  func appendName(_ file: UnsafePointer<CChar>) throws(Failure) {
    do {
      try name.append(UnsafeRawBufferPointer(start: file, count: ctally_text_length(file)))
    } catch {
      throw Failure.noMemory
    }
    if name.isEmpty {
      Words.begin()
      Words.add("the name of the file is empty")
      throw Failure(keepingMessage: .argument)
    }
  }

  /// Says what SQLite would say less clearly, or not at all: it takes a device of no length for a new database.
  func refuseByKind(_ file: UnsafePointer<CChar>) throws(Failure) {
    var size: Int64 = 0
    let kind = ctally_file_kind(file, &size)
    hadFile = Int(kind) == CTALLY_FILE_REGULAR
    if Int(kind) == CTALLY_FILE_DIRECTORY { throw refusal(.notAStore, "is a directory") }
    if Int(kind) == CTALLY_FILE_OTHER { throw refusal(.notAStore, "is not a regular file") }
    // SQLite takes a file of one byte for an empty one, and would write over it.
    if size == 1 { throw refusal(.notAStore, "file is not a database") }
    if kind < 0 { throw systemFailure(-kind, "") }
  }

  func systemFailure(_ error: Int32, _ words: StaticString) -> Failure {
    beginWords()
    Words.add(words)
    Words.add(cString: ctally_file_error_words(error))
    return Failure(keepingMessage: Status.meaning(ofSystemError: error) ?? .io)
  }

  // MARK: - Connecting

  /// A name is a name: SQLite may be built to take "file:…" for a URI and ":…:" for something in memory.
  private func connectFile(_ file: UnsafePointer<CChar>) throws(Failure) {
    let isSpecial = file[0] == 0x3A || (length5(file) && file[4] == 0x3A)
    guard let vfs = ctally_checksum_vfs() else { throw Failure.noMemory }
    if !isSpecial { return try connect(file, vfs: vfs) }
    var prefixed = ByteBuffer()
    var result: Failure?
    do throws(OutOfMemory) {
      try prefixed.append("./")
      try prefixed.append(name.bytes)
      try prefixed.append(byte: 0)
    } catch {
      result = Failure.noMemory
    }
    if let result { throw result }
    guard let base = prefixed.bytes.baseAddress else { return }
    try connect(base.assumingMemoryBound(to: CChar.self), vfs: vfs)
  }

  func connectToMemory() throws(Failure) {
    let name: StaticString = ":memory:"
    try connect(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), vfs: nil)
  }

  private func length5(_ file: UnsafePointer<CChar>) -> Bool {
    for index in 0..<5 where file[index] == 0 { return false }
    return true
  }

  private func connect(_ file: UnsafePointer<CChar>, vfs: UnsafePointer<CChar>?) throws(Failure) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let result = sqlite3_open_v2(file, &database, flags, vfs)
    if result != SQLITE_OK {
      let extended = database == nil ? result : sqlite3_extended_errcode(database)
      if sqlite3_system_errno(database) == ctally_errno_enoent && database != nil {
        if Int32(ctally_file_judge_beside(file)) == -ctally_errno_einval {
          throw refusal(.io, "it is a symbolic link to where no file can be")
        }
        // SQLite's last attempt is to read what it could not make, so its error says nothing of the first.
        if hasDirectory { throw refusal(.readOnly, "it does not exist, and its directory is read-only") }
        throw refusal(.io, "the directory does not exist")
      }
      throw failure(extended)
    }
    sqlite3_extended_result_codes(database, 1)
    sqlite3_busy_timeout(database, 0)
    ctally_sqlite_harden(database)
  }

  private var hasDirectory: Bool {
    var end = name.count
    while end > 0, name.bytes[end - 1] != 0x2F { end -= 1 }
    if end == 0 { return true }
    var directory = ByteBuffer()
    var size: Int64 = 0
    do throws(OutOfMemory) {
      try directory.append(UnsafeRawBufferPointer(rebasing: name.bytes[0..<end]))
      try directory.append(byte: 0)
    } catch {
      return false
    }
    guard let base = directory.bytes.baseAddress else { return false }
    return Int(ctally_file_kind(base.assumingMemoryBound(to: CChar.self), &size)) == CTALLY_FILE_DIRECTORY
  }

  // MARK: - The lock

  /// Takes the lock, by the name that SQLite made of it.
  private func takeLock() throws(Failure) {
    guard let resolved = sqlite3_db_filename(database, "main") else { throw Failure.noMemory }
    try takeLock(resolved)
  }

  func takeLock(_ resolved: UnsafePointer<CChar>) throws(Failure) {
    let taken = FileLock()
    var holder: Int64 = 0
    let result = taken.take(resolved, &holder)
    if result == 1 { throw lockedError(by: holder) }
    if result == -ctally_errno_einval {
      throw refusal(.notAStore, "what has the name of its lock file is something else")
    }
    if result < 0 { throw systemFailure(-result, "the lock file beside it cannot be made: ") }
    lock = taken
  }

  func lockedError(by holder: Int64) -> Failure {
    beginWords()
    if holder == ctally_lock_process_id() {
      Words.add("another engine of this process has it open (process ")
      Words.add(number: holder)
      Words.add(")")
    } else if holder > 0 {
      Words.add("process ")
      Words.add(number: holder)
      Words.add(" has it open")
    } else {
      Words.add("another process has it open")
    }
    return Failure(keepingMessage: .locked)
  }

  // MARK: - Whose file is it?

  /// The names of the log and the journal. Borrowed while the database is open.
  private var besides: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) {
    guard let file = sqlite3_db_filename(database, "main") else { return (nil, nil) }
    return (sqlite3_filename_wal(file), sqlite3_filename_journal(file))
  }

  /// What has the name of the log or the journal is SQLite's to write and to remove, whatever it is.
  /// - Returns: whether one of them is noise.
  private func refuseOthersBeside() throws(Failure) -> Bool {
    var hasNoise = false
    for name in [besides.0, besides.1] {
      guard let name else { continue }
      let result = ctally_file_judge_beside(name)
      if Int(result) == CTALLY_BESIDE_NOISE {
        hasNoise = true
        continue
      }
      if result == -ctally_errno_einval {
        throw refusal(.notAStore, "what has the name of its log or journal is no regular file")
      }
      if result < 0 { throw systemFailure(-result, "its log or journal cannot be read: ") }
      if result > 0 {
        try refuseWrongPagesOfFile()
        throw noLogError()
      }
    }
    return hasNoise
  }

  /// Beside a file of ours, or an empty one, it was its log or its journal, in which nothing was promised yet. Where
  /// there was no file it may be somebody's, unless it consists of sectors, as the journal of one that was never
  /// written.
  private func setNoiseAside() throws(Failure) {
    for name in [besides.0, besides.1] {
      guard let name, Int(ctally_file_judge_beside(name)) == CTALLY_BESIDE_NOISE else { continue }
      var size: Int64 = 0
      _ = ctally_file_kind(name, &size)
      if !hadFile && size % 512 != 0 { throw noLogError() }
      let result = ctally_file_set_aside_beside(name)
      if result < 0 { throw systemFailure(-result, "what has the name of its log or journal cannot be set aside: ") }
    }
  }

  private func noLogError() -> Failure {
    refusal(.corrupt, "the file is damaged: what has the name of its log or journal is none, or is damaged")
  }

  /// Looks at the first page, without SQLite reading anything: another program's log is not to be replayed.
  /// - Returns: whether the file is to be created.
  private func examineHeader() throws(Failure) -> Bool {
    var size: Int64 = 0
    let header = UnsafeMutableRawBufferPointer(start: statements.base, count: 100)
    // The table of statements is larger than a header, and empty until the first one is prepared.
    guard let base = header.baseAddress, statements.byteCapacity >= 100 else {
      throw Failure.noMemory
    }
    let result = ctally_sqlite_read_header(database, base.assumingMemoryBound(to: UInt8.self), &size)
    var found = FileHeader(UnsafeRawPointer(base))
    // What a crash cut short counts as it was before.
    defer { header.initializeMemory(as: UInt8.self, repeating: 0) }
    if result != SQLITE_OK { throw failure(result) }
    let journal = try readJournal(header)
    var isElsewhere = journal == CTALLY_JOURNAL_HAS_BEGINNING
    if !isElsewhere && !found.isDatabase { isElsewhere = try readLog(header) }
    if isElsewhere { found = FileHeader(UnsafeRawPointer(base)) }
    if size == 0 || (journal == CTALLY_JOURNAL_BEGAN_EMPTY && !found.isAnothers) { return true }
    if journal == CTALLY_JOURNAL_NONE && !hasLog { try refuseDamagedBeginning(found, size: size) }
    if !found.isDatabase { throw refusal(.notAStore, "file is not a database") }
    if found.identity != Schema.identity { throw foreignError(found.identity) }
    if Int64(found.version) > schema.version { throw newerError(Int64(found.version)) }
    let expected = Int64(found.pages) * Int64(found.pageSize)
    if journal == CTALLY_JOURNAL_NONE && !hasLog { try refuseTruncated(size: size, expected: expected) }
    return false
  }

  /// A crash while a file was created, or before its log was, leaves it half written, or with noise in it, beside a
  /// journal that says how it was, and of which SQLite will make it that again.
  private func readJournal(_ header: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    guard let journal = besides.1 else { return CTALLY_JOURNAL_NONE }
    let result = ctally_journal_read(journal, header.baseAddress, header.count)
    if result < 0 { throw systemFailure(-result, "its journal cannot be read: ") }
    return Int(result)
  }

  /// A checkpoint that was cut short leaves the first page half written, or noise, but whole in the log.
  private func readLog(_ header: UnsafeMutableRawBufferPointer) throws(Failure) -> Bool {
    guard let log = besides.0 else { return false }
    let result = ctally_log_read(log, header.baseAddress, header.count)
    if result < 0 { throw systemFailure(-result, "its log cannot be read: ") }
    return result > 0
  }

  /// One changed bit must not make a file of ours another program's, or a newer one, or one without checksums. For
  /// files without a log or a journal: with one, the first page may have been half written, and will be again.
  private func refuseDamagedBeginning(_ header: FileHeader, size: Int64) throws(Failure) {
    if size < Int64(header.pageSize) { return }
    var page = RawBlock()
    do throws(OutOfMemory) { try page.replaceWithZeros(header.pageSize) } catch { throw Failure.noMemory }
    guard let base = page.base else { return }
    let result = ctally_checksum_read_page(database, base, Int32(header.pageSize), 1)
    if result != SQLITE_OK && result != ctally_sqlite_ioerr_data { throw failure(result) }
    let isOurs = header.isDatabase && header.identity == Schema.identity
    if isOurs && header.reserved == 0 { return }
    let isRight = result == SQLITE_OK
    if isRight && header.reserved == CTALLY_CHECKSUM_BYTES { return }
    if isRight && isOurs { throw refusal(.corrupt, "the file is damaged: its header is none that this library writes") }
    // Where the first page says of itself that it is the first page, it is one of ours, whatever else it says.
    let seal = base.loadUnaligned(fromByteOffset: header.pageSize - CTALLY_CHECKSUM_BYTES, as: UInt32.self)
    if isOurs || UInt32(bigEndian: seal) == 1 { throw checksumError(1) }
  }

  /// Whether there is something in a log beside the file.
  private var hasLog: Bool {
    guard let log = logName else { return false }
    var size: Int64 = 0
    return Int(ctally_file_kind(log, &size)) == CTALLY_FILE_REGULAR && size > 0
  }

  /// Without a log or a journal, the file is as long as it says. With one, a checkpoint may have been cut short.
  private func refuseTruncated(size: Int64, expected: Int64) throws(Failure) {
    if size >= expected { return }
    try refuseWrongPagesOfFile()
    beginWords()
    Words.add("the file is damaged: it has ")
    Words.add(number: size)
    Words.add(" bytes and should have ")
    Words.add(number: expected)
    throw Failure(keepingMessage: .corrupt)
  }

  /// The same once more, and more, as SQLite reads it, through the log.
  private func examineIdentity(_ setsAside: Bool) throws(Failure) {
    let identity = try readNumber("PRAGMA application_id")
    if identity != Int64(Schema.identity) {
      throw foreignError(UInt32(truncatingIfNeeded: identity))
    }
    let version = try readNumber("PRAGMA user_version")
    if version > schema.version { throw newerError(version) }
    if version < 1 { throw refusal(.corrupt, "the file is damaged: it has no version") }
    if setsAside { try refuseWrongPages() }
  }

  func foreignError(_ identity: UInt32) -> Failure {
    beginWords()
    Words.add("file is not a database of Tally (application id ")
    Words.add(hexadecimal: identity)
    Words.add(")")
    return Failure(keepingMessage: .notAStore)
  }

  func newerError(_ version: Int64) -> Failure {
    beginWords()
    Words.add("written by a newer version (schema ")
    Words.add(number: version)
    Words.add(", this one knows ")
    Words.add(number: schema.version)
    Words.add(")")
    return Failure(keepingMessage: .newer)
  }
}

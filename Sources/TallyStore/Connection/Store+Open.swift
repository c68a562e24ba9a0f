import CChecksum
import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

extension Store {
  /// Opens a file and creates it if it does not exist, or opens a store in memory (`file` is nil).
  ///
  /// A file that is foreign, newer, damaged, or open elsewhere is rejected before the first write, and stays unchanged
  /// byte for byte.
  /// - Parameters:
  ///   - seed, now: the source of a new store's epoch; the seed is also that of its hashes.
  ///   - setsAside: compares the checksum of each page. If one is wrong, the file is set aside and a new one is begun.
  ///     `damage` then describes it.
  public static func open(
    file: UnsafePointer<CChar>?, seed: UInt64, now: Int64, setsAside: Bool = false
  ) throws(Failure) -> Store {
    try open(file: file, seed: seed, now: now, setsAside: setsAside, schema: .current)
  }

  /// Rewrites a file that nobody has open.
  public static func vacuum(_ file: UnsafePointer<CChar>, seed: UInt64, now: Int64) throws(Failure) {
    let names = Store(schema: .current)
    try names.appendName(file)
    var size: Int64 = 0
    // Opening would create it, except behind a symbolic link.
    if Int(ctally_file_kind(file, &size)) == CTALLY_FILE_NONE, ctally_file_is_link(file) == 0 {
      throw names.systemFailure(ctally_errno_enoent, "")
    }
    let store = try open(file: file, seed: seed, now: now)
    try store.vacuum()
    try store.close()
  }

  static func open(
    file: UnsafePointer<CChar>?, seed: UInt64, now: Int64, setsAside: Bool = false, schema: Schema
  ) throws(Failure) -> Store {
    let store = Store(schema: schema)
    store.itemHash = SipHash(SplitMix.mix(seed), SplitMix.mix(~seed))
    do {
      try store.statements.replaceWithZeros(Query.places * MemoryLayout<OpaquePointer?>.stride)
    } catch {
      throw Failure.noMemory
    }
    // If anything throws from here on, the store's deinit closes and unlocks.
    do throws(Failure) {
      try store.openAll(file: file, seed: seed, now: now, setsAside)
    } catch {
      // The next opening finds a new file, so this is the only message that says where the damaged one is.
      if !store.damage.isEmpty {
        Words.add("; before: ")
        Words.add(store.damage.bytes)
      }
      throw error
    }
    store.isOpening = false
    return store
  }

  private func openAll(
    file: UnsafePointer<CChar>?, seed: UInt64, now: Int64, _ setsAside: Bool
  ) throws(Failure) {
    if let file {
      try openFile(file, seed: seed, now: now, setsAside)
    } else {
      try connectToMemory()
      try create(seed: seed, now: now)
    }
    try readEpoch()
    // The messages that were read or unread here, and when; see `Store+Reading.swift`.
    try execute(
      """
      PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE pending(key INTEGER PRIMARY KEY, feed INTEGER NOT NULL, since INTEGER NOT NULL,
        is_mark INTEGER NOT NULL);
      CREATE INDEX temp.pending_feed ON pending(feed, since);
      CREATE TEMP TRIGGER pending_end AFTER DELETE ON message BEGIN DELETE FROM pending WHERE key = old.key; END;
      """)
    try prepareTransactions()
    do throws(Failure) {
      try resumeSharing()
      try resumeSnoozing()
      try resumeFlags()
    } catch {
      // They read the file, so they may reject it.
      ctally_sqlite_set_checkpoint_on_close(database, 0)
      throw error
    }
    try noteIdentities()
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
    try refuseDamagedLog()
    ctally_checksum_keep_mark(database, lock?.descriptor ?? -1)
    let hasNoise = try refuseOthersBeside()
    let isNew = try examineHeader()
    if hasNoise { try setNoiseAside() }
    var logSize: Int64 = 0
    if let log = logName { hadNoLog = Int(ctally_file_kind(log, &logSize)) == CTALLY_FILE_NONE }
    // Before the first read, so that the log's index is in memory and no other process gets in.
    try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON;")
    if !isNew { try examineIdentity(setsAside) }
    // It reads the tables' definitions, so it comes later.
    try execute("PRAGMA synchronous = FULL")
    if isNew {
      // The rollback journal comes first. Written through the log, the identity would not be in the file itself. After
      // a crash the file would look like another program's.
      try create(seed: seed, now: now)
    } else {
      try refuseOtherSchema()
      try readEpoch()
      try refuseWithoutRoom()
    }
    // Everything that may reject the file comes before, because closing then changes it.
    ctally_sqlite_set_checkpoint_on_close(database, 1)
    try execute("PRAGMA journal_mode = WAL;")
    try limitLog()
    if isNew { return }
    try migrate()
    sealPages()
  }

  /// Notes the identities of the opened files.
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

  /// Rejects files by kind, with clearer errors than SQLite's. SQLite takes a device of no length for a new database.
  func refuseByKind(_ file: UnsafePointer<CChar>) throws(Failure) {
    var size: Int64 = 0
    let kind = ctally_file_kind(file, &size)
    hadFile = Int(kind) == CTALLY_FILE_REGULAR
    if Int(kind) == CTALLY_FILE_DIRECTORY { throw refusal(.notAStore, "is a directory") }
    if Int(kind) == CTALLY_FILE_OTHER { throw refusal(.notAStore, "is not a regular file") }
    // SQLite takes a file of one byte for an empty one and would overwrite it.
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

  /// SQLite may be built to interpret "file:…" as a URI and ":…:" as memory. A file name must stay a file name.
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
        // SQLite's last attempt is to read the file that it could not create. Its error does not describe the first
        // attempt.
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

  /// Takes the lock by the name that SQLite resolved.
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
      throw refusal(.notAStore, "its lock file belongs to something else")
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

  // MARK: - The owner of the file

  /// The names of the log and the journal. Borrowed while the database is open.
  private var besides: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) {
    guard let file = sqlite3_db_filename(database, "main") else { return (nil, nil) }
    return (sqlite3_filename_wal(file), sqlite3_filename_journal(file))
  }

  /// SQLite writes and removes any file that has the name of the log or the journal.
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
        throw refusal(.notAStore, "its log or journal is not a regular file")
      }
      if result < 0 { throw systemFailure(-result, "its log or journal cannot be read: ") }
      if result > 0 {
        try refuseWrongPagesOfFile()
        throw noLogError()
      }
    }
    return hasNoise
  }

  /// Beside a file of this library, or an empty one, noise was its log or its journal, in which nothing was committed
  /// yet. Without a file it may belong to another program, unless it consists of sectors, like a journal that was never
  /// written.
  private func setNoiseAside() throws(Failure) {
    for name in [besides.0, besides.1] {
      guard let name, Int(ctally_file_judge_beside(name)) == CTALLY_BESIDE_NOISE else { continue }
      var size: Int64 = 0
      _ = ctally_file_kind(name, &size)
      if !hadFile && size % 512 != 0 { throw noLogError() }
      let result = ctally_file_set_aside_beside(name)
      if result < 0 { throw systemFailure(-result, "its log or journal cannot be set aside: ") }
    }
  }

  /// SQLite takes an invalid frame for the end of a log, and forgets what follows. A crash leaves such an end, but
  /// never before what was on the disk.
  func refuseDamagedLog() throws(Failure) {
    guard let log = besides.0, let lock else { return }
    var frame: UInt32 = 0
    let result = ctally_log_examine(log, lock.descriptor, &frame)
    if result == -ctally_errno_enomem { throw .noMemory }
    // Links and other kinds of files are rejected by `refuseOthersBeside`.
    if result < 0 { return }
    if result > 0 { throw changedLogError(frame) }
  }

  func changedLogError(_ frame: UInt32) -> Failure {
    beginWords()
    Words.add("the file is damaged: its log was changed, at frame ")
    Words.add(number: Int64(frame))
    return Failure(keepingMessage: .corrupt)
  }

  private func noLogError() -> Failure {
    refusal(.corrupt, "the file is damaged: its log or journal is invalid")
  }

  /// Examines the first page before SQLite reads anything, because another program's log must not be replayed.
  /// - Returns: whether to create the file.
  private func examineHeader() throws(Failure) -> Bool {
    var size: Int64 = 0
    let header = UnsafeMutableRawBufferPointer(start: statements.base, count: 100)
    // The table of statements is larger than a header, and empty until the first one is prepared.
    guard let base = header.baseAddress, statements.byteCapacity >= 100 else {
      throw Failure.noMemory
    }
    let result = ctally_sqlite_read_header(database, base.assumingMemoryBound(to: UInt8.self), &size)
    var found = FileHeader(UnsafeRawPointer(base))
    // After a crash, the state before it counts.
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

  /// A crash while a file or its log was created leaves the file half written, or with noise in it. The journal beside
  /// it has the former content, which SQLite will restore.
  private func readJournal(_ header: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    guard let journal = besides.1 else { return CTALLY_JOURNAL_NONE }
    let result = ctally_journal_read(journal, header.baseAddress, header.count)
    if result < 0 { throw systemFailure(-result, "its journal cannot be read: ") }
    return Int(result)
  }

  /// An interrupted checkpoint may leave the first page half written, or as noise. The log has the complete page.
  private func readLog(_ header: UnsafeMutableRawBufferPointer) throws(Failure) -> Bool {
    guard let log = besides.0 else { return false }
    let result = ctally_log_read(log, header.baseAddress, header.count)
    if result < 0 { throw systemFailure(-result, "its log cannot be read: ") }
    return result > 0
  }

  /// One changed bit must not make a file of this library another program's, or a newer one, or one without checksums.
  /// This is for files without a log or a journal. With one, the first page may have been half written, and will be
  /// written again.
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
    if isRight && isOurs { throw refusal(.corrupt, "the file is damaged: its header is invalid") }
    // If the first page's seal says that it is the first page, the file is this library's, whatever the rest says.
    let seal = base.loadUnaligned(fromByteOffset: header.pageSize - CTALLY_CHECKSUM_BYTES, as: UInt32.self)
    if isOurs || UInt32(bigEndian: seal) == 1 { throw checksumError(1) }
  }

  /// Whether there is a log beside the file that is not empty.
  private var hasLog: Bool {
    guard let log = logName else { return false }
    var size: Int64 = 0
    return Int(ctally_file_kind(log, &size)) == CTALLY_FILE_REGULAR && size > 0
  }

  /// Without a log or a journal, the file has the length that it states. With one, a checkpoint may have been
  /// interrupted.
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

  /// Checks the identity again, and more, as SQLite reads it through the log.
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

import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

/// A running copy of a store's file. SQLite's backup copies one piece at a time, and the store is used between the
/// pieces. Changes through the store's connection go into the copy too. So the copy is of the moment of its last piece,
/// and no thread waits for more than a piece. (VACUUM INTO would hold the store until everything is copied.)
///
/// Invariants: until `finishCopy` has succeeded, the copy has another file name. From `open` to `close` the locks of
/// both names are held, so no engine opens either. The user of the store's connection calls `step`, `finishCopy` and
/// `close`, one at a time.
public final class Backup {
  /// About a megabyte.
  private static let pagesAStep: Int32 = 256
  private static let stepsASync = 8

  private let store: Store
  private var target = ByteBuffer()
  private var partial = ByteBuffer()
  private var journal = ByteBuffer()
  private var targetLock: FileLock?
  private var partialLock: FileLock?
  private let replaces: Bool
  private var copy: OpaquePointer?
  private var backup: OpaquePointer?
  /// The descriptor of the copy; -1: none.
  private var descriptor: Int32 = -1
  private var steps = 0

  private init(of store: Store, replaces: Bool) {
    self.store = store
    self.replaces = replaces
  }

  /// Begins a copy.
  /// - Parameter replaces: replaces an existing file at the end. Otherwise an existing file is an error.
  public static func open(
    _ store: Store, to file: UnsafeRawBufferPointer, replaces: Bool
  ) throws(Failure) -> Backup {
    let backup = Backup(of: store, replaces: replaces)
    do throws(OutOfMemory) {
      // SQLite may be built to interpret "file:…" as a URI. A file name must stay a file name.
      let directory: StaticString = file.first == 0x2F ? "" : "./"
      try backup.target.append(name: file, "")
      try backup.partial.append(directory)
      try backup.partial.append(name: file, "-partial")
      try backup.journal.append(name: file, "-partial-journal")
    } catch {
      throw Failure.noMemory
    }
    do throws(Failure) {
      try backup.checkTarget()
      backup.targetLock = try backup.lock(backup.target)
      backup.partialLock = try backup.lock(backup.partial)
      try backup.checkLogs(file)
      try backup.connect()
    } catch {
      backup.close()
      throw error
    }
    return backup
  }

  private func checkTarget() throws(Failure) {
    if let own = store.fileName, ctally_file_belongs_to(target.cString, own) != 0 {
      throw refusal(.argument, "is the store's own file")
    }
    if ctally_file_is_link(target.cString) != 0 { throw refusal(.exists, "exists already, as a symbolic link") }
    var size: Int64 = 0
    let kind = Int(ctally_file_kind(target.cString, &size))
    if kind < 0 { throw failure(Int32(-kind)) }
    if kind == CTALLY_FILE_NONE || (replaces && kind == CTALLY_FILE_REGULAR) { return }
    throw refusal(.exists, "exists already")
  }

  private func lock(_ name: borrowing ByteBuffer) throws(Failure) -> FileLock {
    guard let file = name.cString else { throw Failure.noMemory }
    let lock = FileLock()
    var holder: Int64 = 0
    let result = lock.take(file, &holder)
    if result > 0 { throw refusal(.locked, "an engine, or another backup, has it open") }
    if result == -ctally_errno_einval { throw refusal(.exists, "its lock file belongs to something else") }
    if result < 0 { throw failure(-result) }
    return lock
  }

  /// SQLite would take the log of a file that was not closed for the new file's log.
  private func checkLogs(_ file: UnsafeRawBufferPointer) throws(Failure) {
    for suffix in ["-wal", "-journal"] as [StaticString] {
      var name = ByteBuffer()
      var size: Int64 = 0
      do throws(OutOfMemory) { try name.append(name: file, suffix) } catch { throw Failure.noMemory }
      if Int(ctally_file_kind(name.cString, &size)) == CTALLY_FILE_REGULAR, size > 0 {
        throw refusal(.conflict, "was not closed, and is not replaced: a log lies beside it")
      }
    }
  }

  private func connect() throws(Failure) {
    // An interrupted backup may have left files. They are no beginning of this one.
    let removal = removePartial()
    if removal != 0 { throw failure(-removal) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let result = sqlite3_open_v2(partial.cString, &copy, flags, ctally_sqlite_vfs_name(store.database))
    if result != SQLITE_OK { throw failure(result, of: copy) }
    sqlite3_extended_result_codes(copy, 1)
    descriptor = ctally_file_adopt(partial.cString, store.fileName)
    backup = sqlite3_backup_init(copy, "main", store.database, "main")
    if backup == nil { throw failure(sqlite3_extended_errcode(copy), of: copy) }
  }

  /// Copies the next piece.
  /// - Returns: whether that was the last one.
  public func step() throws(Failure) -> Bool {
    let result = sqlite3_backup_step(backup, Backup.pagesAStep)
    if result == SQLITE_OK { return false }
    if result == SQLITE_DONE { return true }
    throw failure(result, of: copy)
  }

  /// Call it after a step while others use the store. It writes to the disk, so that the last step, which waits for the
  /// disk, does not find the whole copy unwritten.
  public func settle() {
    steps += 1
    if steps % Backup.stepsASync == 0, descriptor >= 0 { ctally_file_sync(descriptor) }
  }

  /// Ends the copying and releases the store. An unfinished copy is removed.
  public func close() {
    _ = endCopy()
    if partialLock != nil { _ = removePartial() }
    partialLock = nil
    targetLock = nil
  }

  /// Ends the copying. The copy is then on the disk, and the store is no longer needed.
  public func finishCopy() throws(Failure) {
    let result = endCopy()
    if result != SQLITE_OK { throw failure(result, of: nil) }
  }

  /// Gives the copy its name. Call it after `finishCopy`, without the store.
  public func publish() throws(Failure) {
    let result = ctally_file_publish(partial.cString, target.cString, replaces ? 1 : 0)
    if result == -ctally_errno_eexist { throw refusal(.exists, "exists already") }
    if result != 0 { throw failure(-result) }
    let syncing = ctally_file_sync_directory(target.cString)
    if syncing == 0 { return }
    // A copy that replaced another one stays: that one is gone.
    if !replaces { _ = ctally_file_remove(target.cString) }
    throw failure(-syncing)
  }

  private func endCopy() -> Int32 {
    var result = sqlite3_backup_finish(backup)
    backup = nil
    let closing = sqlite3_close(copy)
    copy = nil
    if descriptor >= 0 { ctally_file_close(descriptor) }
    descriptor = -1
    if result == SQLITE_OK { result = closing }
    return result
  }

  /// - Returns: 0 or a negative errno.
  private func removePartial() -> Int32 {
    let result = ctally_file_remove(partial.cString)
    let ofJournal = ctally_file_remove(journal.cString)
    return result != 0 ? result : ofJournal
  }

  // MARK: Errors

  private func beginWords() {
    Words.begin()
    Words.add("backup ")
    Words.add(UnsafeRawBufferPointer(rebasing: target.bytes[0..<(target.count - 1)]))
    Words.add(": ")
  }

  private func refusal(_ code: Status, _ words: StaticString) -> Failure {
    beginWords()
    Words.add(words)
    return Failure(keepingMessage: code)
  }

  /// A failure of the system.
  private func failure(_ error: Int32) -> Failure {
    beginWords()
    Words.add(cString: ctally_file_error_words(error))
    return Failure(keepingMessage: Status.meaning(ofSystemError: error) ?? .io)
  }

  /// A failure of SQLite. Its message has more detail if the copy is the cause.
  private func failure(_ code: Int32, of database: OpaquePointer?) -> Failure {
    let systemError = database == nil ? 0 : sqlite3_system_errno(database)
    beginWords()
    Words.add(cString: sqlite3_errstr(code))
    if systemError != 0 {
      Words.add(": ")
      Words.add(cString: ctally_file_error_words(systemError))
    }
    return Failure(
      keepingMessage: Status.meaning(of: code, systemError: systemError, isOpening: false), code: code)
  }
}

extension ByteBuffer {
  /// Appends a name with a suffix and a NUL.
  fileprivate mutating func append(
    name: UnsafeRawBufferPointer, _ suffix: StaticString
  ) throws(OutOfMemory) {
    try append(name)
    try append(suffix)
    try append(byte: 0)
  }

  /// For bytes that end with NUL.
  fileprivate var cString: UnsafePointer<CChar>? { bytes.baseAddress?.assumingMemoryBound(to: CChar.self) }
}

extension Store {
  /// The file's absolute name without symbolic links. nil: the store is in memory. Borrowed while the store is open.
  var fileName: UnsafePointer<CChar>? {
    name.isEmpty ? nil : UnsafePointer(sqlite3_db_filename(database, "main"))
  }
}

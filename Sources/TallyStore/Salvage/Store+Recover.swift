import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

// A damaged file is only read. The salvaged data goes into a new file, which appears when it is complete.

extension Store {
  /// Salvages the readable data of a file.
  /// - Parameters:
  ///   - damaged: any file that nobody has open; its name ends with NUL.
  ///   - fresh: a name without a file, which also ends with NUL.
  ///   - seed, now: the source of the new store's epoch.
  public static func recover(
    _ damaged: UnsafePointer<CChar>, into fresh: UnsafePointer<CChar>, _ rules: StoreRules, seed: UInt64, now: Int64
  ) throws(Failure) -> SalvageReport {
    let names = Store(schema: .current)
    try names.appendName(damaged)
    try names.refuseByKind(damaged)
    let resolved = try names.resolve(damaged)
    guard let source = resolved.base?.assumingMemoryBound(to: CChar.self) else { throw Failure.noMemory }
    try names.lockDamaged(source)
    let file = try names.examine(source)
    try refuseExisting(fresh)
    try refuseLogs(beside: fresh)
    let draft = try name(fresh, ".recovering")
    guard let draftName = draft.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      throw Failure.noMemory
    }
    try refuseExisting(draftName)
    do throws(Failure) {
      let report = try fill(draftName, from: file, rules, seed: seed, now: now, named: names)
      let result = ctally_file_move(draftName, fresh)
      if result != 0 { throw names.systemFailure(-result, "the recovered file cannot be renamed: ") }
      let syncing = ctally_file_sync_directory(fresh)
      if syncing != 0 {
        _ = ctally_file_remove(fresh)
        throw names.systemFailure(-syncing, "the recovered file's directory cannot be written to the disk: ")
      }
      return report
    } catch {
      ctally_file_remove_database(draftName)
      throw error
    }
  }

  private static func fill(
    _ draft: UnsafePointer<CChar>, from file: DamagedFile, _ rules: StoreRules, seed: UInt64, now: Int64,
    named names: Store
  ) throws(Failure) -> SalvageReport {
    let target = try Store.open(file: draft, seed: seed, now: now)
    let reader: PageReader
    do throws(OutOfMemory) { reader = try PageReader.make(file) } catch { throw Failure.noMemory }
    let salvage = Salvage(file, reader, into: target, rules)
    if try !salvage.run() {
      if let error = file.pageError { throw names.systemFailure(error, "") }
      throw file.hasChecksums
        ? names.refusal(.corrupt, "the file is damaged: nothing in it can be read")
        : names.refusal(.notAStore, "file is not a database of Tally")
    }
    let report = salvage.report
    if try target.verify(rules, report: { _ in }) > 0 {
      throw names.refusal(.internalError, "the recovered data is invalid")
    }
    try target.close()
    return report
  }

  private static func name(
    _ file: UnsafePointer<CChar>, _ suffix: StaticString
  ) throws(Failure) -> ByteBuffer {
    var name = ByteBuffer()
    do throws(OutOfMemory) {
      try name.append(UnsafeRawBufferPointer(start: file, count: ctally_text_length(file)))
      try name.append(suffix)
      try name.append(byte: 0)
    } catch {
      throw Failure.noMemory
    }
    return name
  }

  private static func refuseExisting(_ file: UnsafePointer<CChar>) throws(Failure) {
    var size: Int64 = 0
    let store = Store(schema: .current)
    try store.appendName(file)
    let kind = ctally_file_kind(file, &size)
    if Int(kind) == CTALLY_FILE_NONE { return }
    if kind < 0 { throw store.systemFailure(-kind, "") }
    throw store.refusal(.exists, "exists already")
  }

  /// Logs of a former file of this name: the next opening would write them into the new one.
  private static func refuseLogs(beside file: UnsafePointer<CChar>) throws(Failure) {
    for suffix in ["-wal", "-journal"] as [StaticString] {
      let beside = try name(file, suffix)
      guard let base = beside.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        throw Failure.noMemory
      }
      var size: Int64 = 0
      let kind = ctally_file_kind(base, &size)
      let isNothing = Int(kind) == CTALLY_FILE_NONE || (Int(kind) == CTALLY_FILE_REGULAR && size == 0)
      if isNothing && ctally_file_is_link(base) == 0 { continue }
      let store = Store(schema: .current)
      try store.appendName(base)
      if kind < 0 { throw store.systemFailure(-kind, "") }
      throw store.refusal(.conflict, "is the log of a file that was not closed, and would be written into the new one")
    }
  }

  /// The name without symbolic links. The log and the lock lie beside it.
  private func resolve(_ file: UnsafePointer<CChar>) throws(Failure) -> RawBlock {
    var resolved = RawBlock()
    do throws(OutOfMemory) { try resolved.reserve(Int(CTALLY_PATH_MAX)) } catch { throw Failure.noMemory }
    let result = ctally_file_resolve(file, resolved.base?.assumingMemoryBound(to: CChar.self))
    if result != 0 { throw systemFailure(-result, "") }
    return resolved
  }

  /// A reader cannot lock in a folder that nobody may write to. Then nobody writes there either.
  private func lockDamaged(_ file: UnsafePointer<CChar>) throws(Failure) {
    do throws(Failure) { try takeLock(file) } catch { if error.status == .locked { throw error } }
  }

  private func examine(_ damaged: UnsafePointer<CChar>) throws(Failure) -> DamagedFile {
    let log = try Store.name(damaged, "-wal")
    guard let logName = log.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      throw Failure.noMemory
    }
    let file = DamagedFile()
    if let error = file.open(damaged, log: logName) { throw systemFailure(error, "") }
    var isRight = false
    try growing { () throws(OutOfMemory) in isRight = try file.examine() }
    if let error = file.logError { throw systemFailure(error, "its log cannot be read: ") }
    let header = file.header
    if !file.hasChecksums && header.isDatabase && header.identity != Schema.identity {
      throw foreignError(header.identity)
    }
    if isRight && Int64(header.version) > schema.version { throw newerError(Int64(header.version)) }
    return file
  }
}

import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// How far a log has been applied, as bytes. docs/account-export-format.md has the same for implementers elsewhere.
//
//     header    magic (4 bytes), version (1), flags (1, all zero)
//     log       name, epoch, position, time, the greatest key that a message of this file has had
//     items     identifier, time                                             in the log's order
//     checksum  as in the export of an account

extension AccountExportFormat {
  static let logMagic: StaticString = "TLYL"
  static let logHeaderSize = 6
}

extension Engine {
  /// Writes an account with the epoch of its revisions and the keys of its messages, in place of the contents of
  /// `output`.
  public func exportAccount(_ name: UnsafeRawBufferPointer, into output: inout ByteBuffer) throws(Failure) {
    try openAccount(name, mayCreate: false, resumes: false).export(into: &output, withKeys: true)
  }

  /// Writes how far a log has been applied, with the identifiers of its last items, in place of the contents of
  /// `output`.
  public func exportLog(_ source: UnsafeRawBufferPointer, into output: inout ByteBuffer) throws(Failure) {
    try Failure.checkName(source, "the name of a source")
    var whole = ByteBuffer()
    try withStore { (storeHold) throws(Failure) in
      guard let log = try store.findLog(source) else { throw Failure.unknownLog(source) }
      let lastKey = try store.lastKey()
      try growing { () throws(OutOfMemory) in
        try whole.append(AccountExportFormat.logMagic)
        try whole.append(byte: AccountExportFormat.version)
        try whole.append(byte: 0)
        try whole.append(text: source)
        try whole.append(varint: log.state.epoch)
        try whole.append(varint: log.state.position)
        try whole.append(varint: log.time)
        try whole.append(varint: lastKey)
      }
      try store.listItems(of: log) { (id, time) throws(Failure) in
        do throws(OutOfMemory) {
          try whole.append(byte: AccountExportFormat.another)
          try whole.append(text: id)
          try whole.append(varint: time)
        } catch { throw .noMemory }
      }
    }
    try growing { () throws(OutOfMemory) in
      try whole.append(byte: AccountExportFormat.end)
      try whole.appendChecksum()
    }
    swap(&whole, &output)
  }

  /// The time of a log ends badges in all accounts, and never goes back. So it must not come from the future.
  private func checkTime(_ time: Int64) throws(Failure) {
    if time <= saturatingSum(clock.wall, Engine.greatestLead) { return }
    throw Failure(.range, "a time of the source is more than a day ahead of the clock")
  }

  /// Others apply batches of the source after this one. They need greater numbers.
  private func checkRoom(_ state: SourceState) throws(Failure) {
    if max(state.epoch, state.position) <= StoredRange.restoredSource { return }
    throw Failure(.range, "the epoch or the position of the source is above 2^62")
  }

  /// A day in milliseconds: how far the clocks of two machines may be apart.
  private static var greatestLead: Int64 { 86_400_000 }

  /// Restores how far a log has been applied. Within a transaction.
  func restoreLog(
    _ hold: borrowing LockHold, from bytes: UnsafeRawBufferPointer, _ isReplacing: Bool, _ work: inout ItemWork
  ) throws(Failure) {
    var parser = try AccountExportParser(
      bytes, magic: AccountExportFormat.logMagic, "not the export of a source",
      headerSize: AccountExportFormat.logHeaderSize, flags: 0)
    let name = try parser.name()
    let state = SourceState(epoch: try parser.number(), position: try parser.number())
    try checkRoom(state)
    let time = try parser.point()
    let lastKey = try parser.number(in: 0...StoredRange.restoredKey.upperBound)
    try checkTime(time)
    var log: LogState
    if let former = try store.findLog(name) {
      if !isReplacing { throw Failure(.exists, "there is a source ", quoting: name, " already") }
      log = former
      try store.forgetItems(of: &log)
    } else {
      log = try store.newLog(state)
    }
    log.state = state
    log.time = time
    while try parser.another() {
      let id = try parser.name()
      let start = parser.start
      let moment = try parser.point()
      try checkTime(moment)
      if try !store.restoreItem(of: &log, id: id, time: moment) {
        throw Failure.malformed("an item comes twice", at: start)
      }
    }
    try parser.checkEnd()
    try store.saveLog(name, log)
    // The messages of the other file with greater keys get other ones here.
    if lastKey <= StoredRange.keptKey.upperBound { try store.raiseKeys(to: lastKey) }
    if time >= work.log?.time ?? 0 { work.log = log }
  }
}

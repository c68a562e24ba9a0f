import TallyCalendar
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyTree
import TallyWire

extension Engine {
  /// Creates an account from an export, under a name that does not exist. The bytes may come from any source. All or
  /// nothing.
  public func importAccount(
    _ name: UnsafeRawBufferPointer, from bytes: UnsafeRawBufferPointer
  ) throws(Failure) {
    try Failure.checkName(name, "the name of an account")
    var parser = try AccountExportParser(bytes)
    try withStore { (storeHold) throws(Failure) in
      try changeRows(storeHold) { () throws(Failure) in
        if (try store.findAccount(name: name)) != nil { throw Failure.accountExists(name) }
        try restoreAccount(storeHold, name, &parser)
      }
    }
  }

  /// Restores an account under a name that is not stored. Within a transaction.
  /// - Parameter former: the account of that name until now.
  func restoreAccount(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ parser: inout AccountExportParser,
    after former: AccountRow? = nil
  ) throws(Failure) {
    let row = try createAccount(name, &parser, former)
    try restoreBadges(of: row.id, &parser)
    try store.restore(account: row.id, from: &parser, restoreRules)
    try parser.checkEnd()
    if try store.hasReminders() {
      // Log-ins look for reminders from now on.
      beginReminders(lock.lock())
    }
    // An account with too many nodes could not be read again, so it must not be stored.
    let tree = try readRestored(storeHold, row)
    if tree.count > limits[.nodes] { throw Failure(.limit, "the account has more nodes than the engine's limit") }
  }

  private func readRestored(_ storeHold: borrowing StoreHold, _ row: AccountRow) throws(Failure) -> Tree {
    do throws(Failure) {
      return try readTree(storeHold, of: Account(engine: self, row: row, name: []))
    } catch {
      if error.status != .corrupt { throw error }
      throw Failure(.malformed, "the links of the account close a circle")
    }
  }

  private func createAccount(
    _ name: UnsafeRawBufferPointer, _ parser: inout AccountExportParser, _ former: AccountRow?
  ) throws(Failure) -> AccountRow {
    let aggregation = try parser.choice(at: 6)
    let feeding = try parser.choice(at: 7)
    var revision = UInt64(try parser.number(in: StoredRange.revision))
    var row = try store.findOrCreateAccount(name: name, aggregation: aggregation, feeding: feeding)
    if parser.hasKeys {
      let epoch = UInt64(try parser.number(in: StoredRange.epoch))
      if parser.keepsKeys { row.epoch = epoch }
    }
    if !StoredRange.keptRevision.contains(Int64(revision)) {
      revision = 1
      row.epoch = newEpoch(after: row.epoch)
    }
    // A revision that a host has seen must not come again with other badges.
    if let former, former.revision > revision, epoch(of: former) == epoch(of: row) { revision = former.revision + 1 }
    row.revision = revision
    try store.saveRevision(account: row.id, revision: revision)
    if row.epoch != 0 { try store.saveEpoch(account: row.id, epoch: row.epoch) }
    return row
  }

  /// An epoch that no revision of the account has had.
  private func newEpoch(after former: UInt64) -> UInt64 {
    let hold = lock.lock()
    defer { hold.keep() }
    let range = UInt64(StoredRange.epoch.upperBound)
    while true {
      let epoch = random.next() & range
      if epoch != 0, epoch != former, epoch != self.epoch { return epoch }
    }
  }

  /// The epoch of an account's revisions.
  private func epoch(of row: AccountRow) -> UInt64 { row.epoch == 0 ? epoch : row.epoch }

  private func restoreBadges(of account: Int64, _ parser: inout AccountExportParser) throws(Failure) {
    let snapshot = try parser.blob()
    let offset = parser.position - snapshot.count
    var refused: Failure?
    var path = ByteBuffer()
    var parsed = Path()
    // A path that a server has set stands in full in the rest of the bytes.
    try SnapshotReader(snapshot, of: parser.bytes.count, from: offset).forEach { relative, own in
      if refused == nil { refused = self.restore(own, at: relative, of: account, offset, &path, &parsed) }
    }
    if let refused { throw refused }
  }

  private func restore(
    _ own: OwnState, at relative: UnsafeRawBufferPointer, of account: Int64, _ offset: Int,
    _ path: inout ByteBuffer, _ parsed: inout Path
  ) -> Failure? {
    do throws(Failure) {
      if own.expires < 0 || own.muteUntil < 0 || own.snooze < 0 {
        throw Failure.malformed("an end before 1970 in the badges", at: offset)
      }
      path.removeAll()
      try growing { () throws(OutOfMemory) in
        try path.append("root")
        if !relative.isEmpty { try path.append(byte: 0x2E) }
        try path.append(relative)
      }
      try parsed.parse(path.bytes, limits: configuration.paths)
      try store.saveBadge(account: account, path: path.bytes, own)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Rules

  private var restoreRules: RestoreRules {
    RestoreRules(paths: configuration.paths, isURL: isURL, isLanguage: isLanguage, isPlannable: isPlannable)
  }
}

/// A feed without a URL has only its scheme.
private func isURL(_ url: UnsafeRawBufferPointer) throws(Failure) -> Bool {
  if isEqual(UnsafeRawBufferPointer(rebasing: url.prefix(6)), bytes(of: "local:")) { return true }
  switch HTTPClient.checkURL(url) {
  case .none: return true
  case .outOfMemory: throw .noMemory
  default: return false
  }
}

/// Whether the terms make a schedule and the zone's name is valid. The zone need not be available here.
private func isPlannable(_ record: borrowing ReminderRecord) -> Bool {
  if !record.zone.isEmpty, (try? ZoneTable.check(name: record.zone.bytes)) == nil { return false }
  return (try? Account.schedule(record)) != nil
}

extension Failure {
  static func accountExists(_ name: UnsafeRawBufferPointer) -> Failure {
    Failure(.exists, "there is an account ", quoting: name, " already")
  }
}

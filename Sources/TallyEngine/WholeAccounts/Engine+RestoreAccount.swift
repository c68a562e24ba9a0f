import TallyCalendar
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Engine {
  /// Creates an account from a snapshot, under a name that does not exist. The bytes may come from any source. All or
  /// nothing.
  public func importAccount(
    _ name: UnsafeRawBufferPointer, from bytes: UnsafeRawBufferPointer
  ) throws(Failure) {
    try Failure.checkName(name, "the name of an account")
    var parser = try AccountSnapshotParser(bytes)
    try withStore { () throws(Failure) in
      try changeRows { () throws(Failure) in
        if (try store.findAccount(name: name)) != nil { throw Failure.accountExists(name) }
        try restoreAccount(name, &parser)
      }
    }
  }

  /// Restores an account under a name that is not stored. Within a transaction, under `storeLock` alone.
  /// - Parameter former: the account of that name until now.
  func restoreAccount(
    _ name: UnsafeRawBufferPointer, _ parser: inout AccountSnapshotParser, after former: AccountRow? = nil
  ) throws(Failure) {
    let row = try createAccount(name, &parser, former)
    try restoreBadges(of: row.id, &parser)
    try restoreSources(of: row.id, &parser)
    try restoreBatches(of: row.id, &parser)
    try restoreFeeds(of: row.id, &parser)
    try restoreGroups(of: row.id, &parser)
    try restoreReminders(of: row.id, &parser)
    try parser.checkEnd()
    // An account with too many nodes could not be read again, so it must not be stored.
    _ = try readTree(of: Account(engine: self, row: row, name: []))
  }

  private func createAccount(
    _ name: UnsafeRawBufferPointer, _ parser: inout AccountSnapshotParser, _ former: AccountRow?
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
    lock.lock()
    defer { lock.unlock() }
    let range = UInt64(StoredRange.epoch.upperBound)
    while true {
      let epoch = random.next() & range
      if epoch != 0, epoch != former, epoch != self.epoch { return epoch }
    }
  }

  /// The epoch of an account's revisions.
  private func epoch(of row: AccountRow) -> UInt64 { row.epoch == 0 ? epoch : row.epoch }

  private func restoreBadges(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
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
      if own.expires < 0 || own.muteUntil < 0 {
        throw Failure.malformed("an end before 1970 in the badges", at: offset)
      }
      path.removeAll()
      try growing { () throws(OutOfMemory) in
        try path.append("root")
        if !relative.isEmpty { try path.append(byte: 0x2E) }
        try path.append(relative)
      }
      try parsed.parse(path.bytes, limits: options.paths)
      try store.saveBadge(account: account, path: path.bytes, own)
      return nil
    } catch {
      return error
    }
  }

  private func restoreSources(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    while try parser.another() {
      let name = try parser.name()
      try parser.checkOrder(&former, name)
      let state = SourceState(epoch: try parser.number(), position: try parser.number())
      try store.saveSource(account: account, source: name, state)
    }
  }

  private func restoreBatches(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    while try parser.another() {
      let id = try parser.name()
      let start = parser.start
      let time = try parser.time()
      do throws(Failure) {
        try store.appendBatch(account: account, id: id, time: time)
      } catch {
        if error.isConstraint { throw Failure.malformed("a batch comes twice", at: start) }
        throw error
      }
    }
  }

  private func restoreFeeds(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    var path = Path()
    while try parser.another() {
      let name = try parser.name()
      try parser.checkOrder(&former, name)
      let url = try parser.text()
      // A feed without a URL has only its scheme.
      let isLocal = isEqual(UnsafeRawBufferPointer(rebasing: url.prefix(6)), bytes(of: "local:"))
      switch isLocal ? .none : HTTPClient.checkURL(url) {
      case .none: break
      case .outOfMemory: throw .noMemory
      default: throw parser.malformed("a URL is malformed")
      }
      let prefix = try parser.path(&path, options.paths)
      let state = try feedState(&parser)
      let memo = try parser.text()
      if memo.count > Store.memoBytes { throw parser.malformed("a feed's memo is too long") }
      let feed = try store.findOrCreateFeed(account: account, name: name, url: url, prefix: prefix).id
      try store.saveFeedState(feed: feed, state)
      try store.saveMemo(account: account, feed: feed, memo)
      try restoreMessages(of: account, feed, &parser, &path)
      for kind in [FeedEntry.Kind.placed, .mark, .forgotten] {
        try restoreEntries(kind, of: account, feed, &parser, &path)
      }
      try restoreOutbox(of: account, feed, &parser, &path)
    }
  }

  private func restoreOutbox(
    of account: Int64, _ feed: Int64, _ parser: inout AccountSnapshotParser, _ path: inout Path
  ) throws(Failure) {
    while try parser.another() {
      var entry = OutboxEntry()
      entry.kind = Int64(try parser.number(upTo: 3))
      let isMark = entry.kind == OutboxRow.Kind.mark.rawValue
      let isReminder = entry.kind == OutboxRow.Kind.reminder.rawValue
      entry.entity = isMark ? try parser.path(&path, options.paths) : try parser.identifier(mayBeEmpty: false)
      entry.key = try parser.identifier(mayBeEmpty: false)
      let start = parser.start
      entry.revision = try parser.identifier(mayBeEmpty: true)
      entry.value = try parser.point()
      entry.sequence = try parser.identifier(mayBeEmpty: !isMark)
      entry.body = try parser.text()
      entry.attempts = try parser.number(in: StoredRange.attempts)
      entry.next = try parser.point()
      entry.version = try parser.readVersion()
      let values = isReminder ? ReminderNumber.revision.range : 0...1
      let isFitting = isMark ? entry.revision.isEmpty : entry.sequence.isEmpty && values.contains(entry.value)
      let mayBeEmpty = entry.attempts == 0 && !isReminder
      let hasVersion = entry.version != -1
      if entry.kind == 0 || entry.key.count != 32 || !isFitting || entry.body.isEmpty != mayBeEmpty
        || (hasVersion && (isMark || isReminder || entry.version < 0))
      {
        throw Failure.malformed("a row of the outbox has invalid values", at: start)
      }
      try store.insertOutbox(account: account, feed: feed, entry)
    }
  }

  /// Armed notifications belong to the machine where they were armed.
  private func restoreReminders(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    var path = Path()
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    while try parser.another() {
      var record = ReminderRecord()
      let name = try parser.name()
      try parser.checkOrder(&former, name)
      let (title, body) = (try parser.text(), try parser.text())
      let place = try parser.blob()
      if !place.isEmpty {
        try path.parse(place, limits: options.paths)
      }
      let isCanonical = place.isEmpty || isEqual(place, path.bytes.bytes)
      let zone = try parser.text()
      try growing { () throws(OutOfMemory) in
        try record.name.append(name)
        try record.title.append(title)
        try record.body.append(body)
        try record.path.append(place)
        try record.zone.append(zone)
      }
      for number in ReminderNumber.allCases { record[number] = try parser.number(in: number.range) }
      if !isCanonical || !isPlannable(record) { throw parser.malformed("a reminder has invalid values") }
      try store.saveReminder(account: account, &record)
      noteReminders()
    }
    while try parser.another() {
      guard let kind = ReminderNote(rawValue: try parser.time()) else {
        throw parser.malformed("the log has an unknown kind of entry")
      }
      let time = try parser.time()
      let name = try parser.nameOrNone()
      let revision = try parser.number(in: StoredRange.count)
      let instant = try parser.number(in: StoredRange.seconds)
      try store.note(kind, account: account, time: time, name: name, revision: revision, instant: instant)
    }
  }

  /// Makes log-ins look for reminders. Under `storeLock` alone.
  private func noteReminders() {
    lock.lock()
    beginReminders()
    lock.unlock()
  }

  /// Whether the terms make a schedule and the zone's name is valid. The zone need not be available here.
  private func isPlannable(_ record: borrowing ReminderRecord) -> Bool {
    if !record.zone.isEmpty, (try? ZoneTable.check(name: record.zone.bytes)) == nil { return false }
    return (try? Account.schedule(record)) != nil
  }

  private func restoreEntries(
    _ kind: FeedEntry.Kind, of account: Int64, _ feed: Int64, _ parser: inout AccountSnapshotParser, _ path: inout Path
  ) throws(Failure) {
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    var step = FeedEntry(name: former)
    while try parser.another() {
      let hasPath = kind != .forgotten
      var entry = FeedEntry(
        name: hasPath ? try parser.path(&path, options.paths) : try parser.identifier(mayBeEmpty: false))
      let start = parser.start
      let isFurther = kind == .mark && !former.isEmpty && isEqual(former, entry.name)
      if !isFurther { try parser.checkOrder(&former, entry.name) }
      entry.revision = try parser.identifier(mayBeEmpty: true)
      entry.sequence = try parser.identifier(mayBeEmpty: kind == .placed)
      entry.number = try parser.point()
      entry.until = try parser.point()
      // If a path has two marks, the one that ends first must have the greater version. Otherwise it would have no
      // effect.
      if isFurther, step.number <= entry.number || !isShorterOrBefore(step.sequence, entry.sequence) {
        throw parser.malformed("the marks of a path are not in order")
      }
      step = entry
      let isFitting =
        switch kind {
        case .placed:
          entry.revision.count <= maximumIconBytes && entry.sequence.isEmpty
            && StoredRange.count.contains(entry.number)
        case .mark: entry.revision.isEmpty && entry.until == 0
        case .forgotten: entry.number == 0 && entry.until == 0
        }
      if !isFitting { throw parser.malformed("a feed's badge, mark or removed message has invalid values") }
      var hasBadge = true
      do throws(Failure) {
        if kind == .placed, !entry.revision.isEmpty {
          hasBadge = try store.hasBadge(account: account, path: entry.name)
        }
        try store.insertEntry(kind, account: account, feed: feed, entry)
      } catch {
        if error.isConstraint { throw Failure.malformed("two feeds have set the same badge", at: start) }
        throw error
      }
      if !hasBadge { throw Failure.malformed("an icon has no badge", at: start) }
    }
  }

  private func feedState(_ parser: inout AccountSnapshotParser) throws(Failure) -> FeedState {
    var state = FeedState()
    state.cursor = try parser.text()
    state.epoch = try parser.text()
    state.etag = try parser.text()
    state.lastModified = try parser.text()
    state.title = try parser.text()
    state.lastSuccess = try parser.point()
    state.poll = try parser.number(in: StoredRange.poll)
    return state
  }

  private func restoreMessages(
    of account: Int64, _ feed: Int64, _ parser: inout AccountSnapshotParser, _ path: inout Path
  ) throws(Failure) {
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    while try parser.another() {
      var item = MessageItem()
      item.id = try parser.identifier(mayBeEmpty: false)
      try parser.checkOrder(&former, item.id)
      item.revision = try parser.identifier(mayBeEmpty: true)
      item.sequence = try parser.identifier(mayBeEmpty: false)
      item.path = try parser.path(&path, options.paths)
      for text in MessageText.allCases { item[text] = try parser.text() }
      for number in MessageNumber.allCases { item[number] = try parser.number(in: StoredRange.of(number)) }
      let state = Int32(try parser.number(upTo: 4))
      let version = try parser.readVersion()
      let key = try parser.key()
      do throws(Failure) {
        try store.insertMessage(account: account, feed: feed, item: item, state: state, version: version, key: key)
      } catch {
        if !error.isConstraint || key == 0 { throw error }
        throw Failure(.conflict, "another message has the key of the message ", quoting: item.id)
      }
    }
  }
}

extension Failure {
  static func accountExists(_ name: UnsafeRawBufferPointer) -> Failure {
    Failure(.exists, "there is an account ", quoting: name, " already")
  }
}

import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Account {
  /// Writes all data of the account, as of one moment, in place of the contents of `output`. Other threads may change
  /// badges meanwhile, also in this account. Calls that need the store wait.
  /// - Parameter withKeys: also the epoch of the revisions and the keys of messages.
  public func snapshot(into output: inout ByteBuffer, withKeys: Bool = false) throws(Failure) {
    try engine.withStore { () throws(Failure) in
      try load()
      var badges = ByteBuffer()
      let revision = try snapshotBadges(into: &badges)
      output.removeAll()
      try growing { () throws(OutOfMemory) in
        try output.append(AccountSnapshotFormat.magic)
        try output.append(byte: AccountSnapshotFormat.version)
        try output.append(byte: withKeys ? AccountSnapshotFormat.withKeys : 0)
        try output.append(byte: aggregation.rawValue)
        try output.append(byte: UInt8(truncatingIfNeeded: feeding.rawValue))
        try output.append(varint: revision)
        if withKeys { try output.append(varint: epoch) }
        try output.append(text: badges.bytes)
      }
      try appendStored(to: &output, withKeys)
      try growing { () throws(OutOfMemory) in try output.appendChecksum() }
    }
  }

  /// Under `storeLock` alone, so what messages feed the tree cannot change.
  /// - Returns: the revision of the badges.
  private func snapshotBadges(into badges: inout ByteBuffer) throws(Failure) -> UInt64 {
    try enter()
    defer { unlock() }
    var output = ByteOutput()
    try tree.encodeSnapshot(at: .root, into: &output)
    badges = output.take()
    return tree.revision
  }

  private func appendStored(to output: inout ByteBuffer, _ withKeys: Bool) throws(Failure) {
    let store = engine.store
    var writer = Writer(withKeys: withKeys)
    swap(&writer.output, &output)
    defer { swap(&writer.output, &output) }
    try store.listSources(account: id) { (name, state) throws(Failure) in
      try writer.append { (output) throws(OutOfMemory) in
        try output.append(text: name)
        try output.append(varint: state.epoch)
        try output.append(varint: state.position)
      }
    }
    try writer.end()
    try store.listBatches(account: id) { (id, time) throws(Failure) in
      try writer.append { (output) throws(OutOfMemory) in
        try output.append(text: id)
        try output.append(varint: time)
      }
    }
    try writer.end()
    try store.listFeeds(account: id) { (feed) throws(Failure) in
      try writer.append(feed)
      try store.listMessages(feed: feed.id) { (item, state, version, key) throws(Failure) in
        try writer.append(item, state, version, key)
      }
      try writer.end()
      for kind in [FeedEntry.Kind.placed, .mark, .forgotten] {
        try store.listEntries(kind, account: id, feed: feed.id) { (stored) throws(Failure) in
          var entry = stored
          if kind == .placed, !entry.revision.isEmpty, !self.hasIcon(at: entry.name) {
            entry.revision = UnsafeRawBufferPointer(start: nil, count: 0)
          }
          try writer.append(entry)
        }
        try writer.end()
      }
      try store.listOutbox(account: id, feed: feed.id) { (entry) throws(Failure) in try writer.append(entry) }
      try writer.end()
    }
    try writer.end()
    try appendGroups(to: &writer)
    try store.listReminders(account: id) { (record) throws(Failure) in try writer.append(record) }
    try writer.end()
    var refused: Failure?
    _ = try store.listReminderNotes(account: id, after: 0, limit: Int.max - 1) { row in
      do throws(Failure) { try writer.append(row) } catch { refused = error }
    }
    if let refused { throw refused }
    try writer.end()
  }

  /// Whether a feed's badge still exists with its icon. Under `storeLock`; takes `lock`.
  private func hasIcon(at path: UnsafeRawBufferPointer) -> Bool {
    lock()
    defer { unlock() }
    return tree.hasIcon(at: path)
  }

  private func appendGroups(to writer: inout Writer) throws(Failure) {
    let store = engine.store
    var isSaid = false
    let row = try store.readGrouping(account: id) { (language) throws(Failure) in
      isSaid = true
      try growing { () throws(OutOfMemory) in try writer.language.append(language) }
    }
    try growing { () throws(OutOfMemory) in
      try writer.output.append(varint: isSaid ? Int64(row.mode) : 0)
      try writer.output.append(text: writer.language.bytes)
    }
    try store.listCategories(account: id) { (id, summary, hidden) throws(Failure) in
      try writer.append(id, summary, hidden)
    }
    try writer.end()
    try store.listTranslations(account: id) { (key, language, format) throws(Failure) in
      try writer.append(key, language, format)
    }
    try writer.end()
    let withKeys = writer.withKeys
    try store.listGroupSeen(account: id) { (thread, key, rank) throws(Failure) in
      try writer.append { (output) throws(OutOfMemory) in
        try output.append(text: thread)
        try output.append(text: rank)
        if withKeys { try output.append(varint: max(key, 1)) }
      }
    }
    try writer.end()
  }
}

/// Appends elements of lists.
private struct Writer: ~Copyable {
  var output = ByteBuffer()
  let withKeys: Bool
  /// The account's language.
  var language = ByteBuffer()

  init(withKeys: Bool) { self.withKeys = withKeys }

  mutating func append(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ third: UnsafeRawBufferPointer
  ) throws(Failure) {
    try append { (output) throws(OutOfMemory) in
      try output.append(text: first)
      try output.append(text: second)
      try output.append(text: third)
    }
  }

  mutating func append(_ body: (inout ByteBuffer) throws(OutOfMemory) -> Void) throws(Failure) {
    do throws(OutOfMemory) {
      try output.append(byte: AccountSnapshotFormat.another)
      try body(&output)
    } catch {
      throw Failure.noMemory
    }
  }

  mutating func end() throws(Failure) {
    do throws(OutOfMemory) { try output.append(byte: AccountSnapshotFormat.end) } catch {
      throw Failure.noMemory
    }
  }

  mutating func append(_ feed: StoredFeed) throws(Failure) {
    try append { (output) throws(OutOfMemory) in
      try output.append(text: feed.name)
      try output.append(text: feed.url)
      try output.append(text: feed.prefix)
      try output.append(text: feed.state.cursor)
      try output.append(text: feed.state.epoch)
      try output.append(text: feed.state.etag)
      try output.append(text: feed.state.lastModified)
      try output.append(text: feed.state.title)
      try output.append(varint: feed.state.lastSuccess)
      try output.append(varint: feed.state.poll)
      try output.append(text: feed.memo)
    }
  }

  mutating func append(_ entry: FeedEntry) throws(Failure) {
    try append { (output) throws(OutOfMemory) in
      try output.append(text: entry.name)
      try output.append(text: entry.revision)
      try output.append(text: entry.sequence)
      try output.append(varint: entry.number)
      try output.append(varint: entry.until)
    }
  }

  mutating func append(_ record: borrowing ReminderRecord) throws(Failure) {
    do throws(OutOfMemory) {
      try output.append(byte: AccountSnapshotFormat.another)
      try output.append(text: record.name.bytes)
      try output.append(text: record.title.bytes)
      try output.append(text: record.body.bytes)
      try output.append(text: record.path.bytes)
      try output.append(text: record.zone.bytes)
      for number in ReminderNumber.allCases { try output.append(varint: record[number]) }
    } catch { throw Failure.noMemory }
  }

  mutating func append(_ row: ReminderLogRow) throws(Failure) {
    try append { (output) throws(OutOfMemory) in
      try output.append(varint: row.kind)
      try output.append(varint: row.time)
      try output.append(text: row.name)
      try output.append(varint: row.revision)
      try output.append(varint: row.instant)
    }
  }

  mutating func append(_ entry: OutboxEntry) throws(Failure) {
    try append { (output) throws(OutOfMemory) in
      try output.append(varint: entry.kind)
      try output.append(text: entry.entity)
      try output.append(text: entry.key)
      try output.append(text: entry.revision)
      try output.append(varint: entry.value)
      try output.append(text: entry.sequence)
      try output.append(text: entry.body)
      try output.append(varint: entry.attempts)
      try output.append(varint: entry.next)
      try output.append(readVersion: entry.version)
    }
  }

  mutating func append(_ item: MessageItem, _ state: Int32, _ version: Int64, _ key: Int64) throws(Failure) {
    let withKeys = withKeys
    try append { (output) throws(OutOfMemory) in
      try output.append(text: item.id)
      try output.append(text: item.revision)
      try output.append(text: item.sequence)
      try output.append(text: item.path)
      for text in MessageText.allCases { try output.append(text: item[text]) }
      for number in MessageNumber.allCases { try output.append(varint: item[number]) }
      try output.append(varint: UInt64(UInt32(bitPattern: state)))
      try output.append(readVersion: version)
      if withKeys { try output.append(varint: key) }
    }
  }
}

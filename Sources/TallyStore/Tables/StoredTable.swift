import TallyMemory
import TallyTree
import TallyWire

/// The one description of a table. Verifying, salvaging, restoring, reading and dropping an account use it. The text in
/// `Schema.swift` must have the same columns, which a test compares.
struct StoredTable: Sendable {
  var name: StaticString
  /// In the order of the table. No other table or index has columns of the same kinds, so they identify a salvaged row.
  var columns: [Column]
  /// The number of key columns of a table WITHOUT ROWID, whose rows lie in pages like those of an index; otherwise 0.
  var keyed = 0
  /// The place of its rows in the bytes of an account; nil: they are not in them, or not as a list.
  var archive: Archive?
  /// The table that takes salvaged rows; nil: the table of this name.
  var salvaged: StaticString?
  /// How the report counts its rows.
  var role = Role.other
  /// Checks the columns of a row together. Each single column is already valid.
  var fits: (@Sendable (StoredRow, StoreRules) -> Bool)?

  /// `own`: it holds no data of the host.
  enum Role { case account, badge, feed, message, other, own }

  /// The owner of its rows: a feed of an account, an account, or nothing.
  var owner: Column.Reference {
    var owner = Column.Reference.none
    for column in columns where column.reference.rawValue > owner.rawValue { owner = column.reference }
    return owner
  }

  func allows(_ row: StoredRow, _ rules: StoreRules) -> Bool {
    for index in 0..<columns.count where !columns[index].allows(row.values[index], rules) { return false }
    return fits.map { $0(row, rules) } ?? true
  }

  /// The condition for a row without an owner.
  var isOrphan: StaticString {
    owner == .feed
      ? " WHERE (account, feed) NOT IN (SELECT account, id FROM feed)"
      : " WHERE account NOT IN (SELECT id FROM account)"
  }

  /// Appends "name VALUES (?1, …)", with a parameter for each column.
  func appendValues(into table: StaticString, to text: inout ByteBuffer) throws(OutOfMemory) {
    try text.append(table)
    for index in 1...columns.count {
      try text.append(index == 1 ? " VALUES (?" : ", ?")
      try text.append(decimal: Int64(index))
    }
    try text.append(")")
  }

  static let all = [
    meta, account, badge, choice, rule, link, feed, feedOption, message, source, batch, log, logItem, placed, covered,
    mark, forgotten, note, drift, outbox, setting, category, translation, groupSeen, task, armed, notificationLog,
    feedWait, placedIcon,
    sequence,
  ]
}

extension StoredTable {
  private static var positive: ClosedRange<Int64> { 1...Int64.max }
  private static var keyOrNone: ClosedRange<Int64> { 0...StoredRange.row.upperBound }
  /// Days are numbers like 20260131.
  private static var day: ClosedRange<Int64> { 10_101...99_991_231 }
  private static var dayOrNone: ClosedRange<Int64> { 0...day.upperBound }
  private static var repetition: ClosedRange<Int64> { 0...1_000_000 }

  static var meta: StoredTable {
    StoredTable(name: "meta", columns: [.row("id"), .number("epoch", positive)], role: .own)
  }

  static var account: StoredTable {
    StoredTable(
      name: "account",
      columns: [
        .row("id"), .text("name", .name), .number("aggregation", 1...2), .number("feeding", StoredRange.feeding),
        .number("revision", StoredRange.revision), .number("epoch", 0...StoredRange.epoch.upperBound),
        .number("logged_in", 0...1),
      ], role: .account)
  }

  static var badge: StoredTable {
    StoredTable(
      name: "badge",
      columns: [
        .account, .text("path", .path), .number("kind", 0...2), .number("count", StoredRange.count),
        .number("expires", StoredRange.moment), .number("mute", 0...6), .number("mute_until", StoredRange.moment),
        .number("snooze", StoredRange.moment),
      ], keyed: 2, role: .badge,
      fits: { row, _ in
        let (kind, mute) = (row.number(2), row.number(5))
        if Mute(rawValue: UInt8(truncatingIfNeeded: mute)) == nil { return false }
        // A missing badge or mute has no end.
        if (kind == 0 && row.number(4) != 0) || (mute == 0 && row.number(6) != 0) { return false }
        return (kind != 0 || mute != 0 || row.number(7) != 0) && (kind == 2) == (row.number(3) > 0)
      })
  }

  static var choice: StoredTable {
    StoredTable(
      name: "choice",
      columns: [
        .account, .number("kind", 1...3), .text("path", .path), .number("value", 0...Int64.max),
        .number("version", 0...ReadRegister.maximumVersion),
      ], keyed: 3, archive: Archive(members: [1, 2, 3, 4], order: [1, 2]),
      fits: { row, _ in
        guard let kind = Choice.Kind(rawValue: row.number(1)) else { return false }
        return Choice.isValid(kind, row.number(3)) && (row.number(4) > 0 || row.number(3) > 0)
      })
  }

  static var rule: StoredTable {
    StoredTable(
      name: "rule",
      columns: [
        .row("id"), .account, .text("path", .path), .number("feeding", 0...StoredRange.feeding.upperBound),
        .number("counting", 0...1),
      ],
      archive: Archive(members: [2, 3, 4], order: [2]),
      fits: { row, _ in row.number(3) != 0 || row.number(4) != 0 })
  }

  static var link: StoredTable {
    StoredTable(
      name: "link", columns: [.row("id"), .account, .text("path", .path), .text("target", .path)],
      archive: Archive(members: [2, 3], order: [2, 3]))
  }

  static var feed: StoredTable {
    StoredTable(
      name: "feed",
      columns: [
        .row("id"), .account, .text("name", .name), .text("url", .url, bytes: positive), .text("prefix", .path),
        .text("cursor"), .text("epoch"), .text("etag"), .text("last_modified"), .text("title"),
        .number("last_success", StoredRange.moment), .number("poll", StoredRange.poll),
        .number("credential", 0...1), .number("contradicted", 0...1),
      ],
      archive: Archive(
        members: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], order: [2]),
      role: .feed)
  }

  static var feedOption: StoredTable {
    let duration = FeedOptionRow.intervals
    return StoredTable(
      name: "feed_option",
      columns: [
        .account, .feed, .number("flags", FeedOptionRow.knownFlags),
        .number("initial_delay", positive), .number("interval", duration), .number("visible_interval", duration),
        .number("tolerance", 0...Int64.max), .number("away_time", 0...Int64.max), .number("request_timeout", duration),
        .number("idle_timeout", duration), .number("max_age", 0...Int64.max), .number("max_messages", 0...Int64.max),
        .number("page_limit", 1...10_000), .text("preset"), .text("mapping"), .text("title"),
      ], keyed: 2)
  }

  /// The columns of a feed with its server's texts, from the cursor to the title.
  static let feedTexts = 5...9

  static let message = StoredTable(
    name: "message",
    columns: [
      .row("key", .key), .account, .feed, .text("id", .identifier), .text("rev", .identifierOrNone),
      .blob("rank", .sequence),
      .number("ts", holding: .time),
      .text("path", .path),
      .text("kind", holding: .kind),
      .text("title", holding: .title),
      .text("body", holding: .body),
      .number("count", StoredRange.count, holding: .count),
      .text("thread", holding: .thread),
      .text("category", holding: .category),
      .text("arg", holding: .argument),
      .number("arg_count", StoredRange.count, holding: .argumentCount),
      .number("state", 0...4), .number("snapshot"), .number("version", form: .version),
      .number("threshold", -2...2),
      .text("link", .printable, bytes: 0...Int64(maximumLinkBytes), holding: .link),
      .text("icon", .nameOrNone, bytes: 0...Int64(maximumIconBytes), holding: .icon),
      .text("subtitle", holding: .subtitle),
      .text("also", .furtherPaths, holding: .also), .number("level", -1...2, holding: .level),
      .number("snooze", -Int64.max...Int64.max),
      .data("data", bytes: 0...Int64(maximumDataBytes)),
    ],
    archive: Archive(
      members: [3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 20, 21, 22, 23, 26, 6, 11, 15, 24, 16, 25, 18, 0], order: [3]),
    role: .message,
    fits: { row, _ in
      // A snoozed message is seen, and its threshold is negative.
      let (state, threshold, isSnoozed) = (row.number(16), row.number(19), row.number(25) > 0)
      if threshold == 0 || isSnoozed != (threshold < 0) || (isSnoozed && state != 1) { return false }
      return isRank(row.bytes(5), of: row.bytes(3)) && !contains(row.bytes(23), row.bytes(7))
    })

  static var source: StoredTable {
    StoredTable(
      name: "source", columns: [.account, .text("name", .name), .number("epoch"), .number("position")], keyed: 2,
      archive: Archive(members: [1, 2, 3], order: [1]))
  }

  static var batch: StoredTable {
    StoredTable(
      name: "batch", columns: [.account, .id("ordinal"), .text("id", .name), .number("time")], keyed: 2,
      archive: Archive(members: [2, 3], order: [1]))
  }

  static var log: StoredTable {
    StoredTable(
      name: "log",
      columns: [
        .text("name", .name), .id("number"), .number("epoch"), .number("position"),
        .number("time", StoredRange.moment),
      ], keyed: 1)
  }

  static var logItem: StoredTable {
    StoredTable(
      name: "log_item",
      columns: [.id("log"), .id("ordinal"), .number("time", StoredRange.moment), .blob("id", .name)], keyed: 2)
  }

  static var placed: StoredTable {
    StoredTable(
      name: "placed",
      columns: [
        .account, .text("path", .path), .feed, .number("count", StoredRange.count),
        .number("until", StoredRange.moment), .number("snapshot"), .number("place", StoredRange.nextRow),
        .text("rev", .identifierOrNone), .number("dismissed", 0...1),
        .text("icon", .identifierOrNone, bytes: 0...Int64(maximumIconBytes)),
      ], keyed: 3, archive: Archive(members: [1, 9, 7, 3, 4, 6, 8], order: [1]),
      // Only a claim with a revision is remembered.
      fits: { row, _ in row.number(8) == 0 || !row.bytes(7).isEmpty })
  }

  static var covered: StoredTable {
    StoredTable(
      name: "covered",
      columns: [
        .row("id"), .account, .text("path", .path), .number("count", StoredRange.count),
        .number("until", StoredRange.moment), .number("place", StoredRange.nextRow),
      ], archive: Archive(members: [2, 3, 4, 5], order: [2]))
  }

  static var mark: StoredTable {
    StoredTable(
      name: "mark",
      columns: [
        .account, .feed, .text("path", .path), .number("version", Store.seenVersion...Int64.max), .blob("upto", .bound),
      ], keyed: 4, archive: Archive(members: [2, Archive.nothing, 4, 3, Archive.nothing], order: [2, 4]))
  }

  static var forgotten: StoredTable {
    StoredTable(
      name: "forgotten",
      columns: [
        .account, .feed, .text("id", .identifier), .text("rev", .identifierOrNone), .blob("rank", .sequence),
        .number("seen", 0...2),
      ], keyed: 3, archive: Archive(members: [2, 3, 4, 5, Archive.nothing], order: [2]),
      fits: { row, _ in isRank(row.bytes(4), of: row.bytes(2)) })
  }

  static var outbox: StoredTable {
    StoredTable(
      name: "outbox",
      columns: [
        .row("sequence"), .account, .feed, .number("kind", 1...OutboxRow.Kind.dismissal.rawValue),
        .text("entity", .subject),
        .text("idempotency", .identifier, bytes: 32...32),
        .text("revision", .identifierOrNone), .number("value", 0...Int64.max), .blob("upto", .boundOfMark),
        .text("body"),
        .number("attempts", StoredRange.attempts), .number("next", StoredRange.moment),
        .number("lease", StoredRange.moment), .number("version", form: .serverVersion),
      ], archive: Archive(members: [3, 4, 5, 6, 7, 8, 9, 10, 11, 13], order: [0]),
      fits: { row, rules in
        let entity = row.bytes(4)
        guard let kind = OutboxRow.Kind(rawValue: row.number(3)) else { return false }
        if kind.isMark { return rules.isPath(entity) && isBound(row.bytes(8)) }
        if !row.bytes(8).isEmpty || !kind.values.contains(row.number(7)) { return false }
        if kind.isChoice { return rules.isPath(entity) && row.number(13) > 0 }
        if kind == .dismissal { return rules.isPath(entity) && !row.bytes(6).isEmpty }
        let isText = !entity.isEmpty && entity.count <= maximumIdentifierBytes
        return isText && (kind != .reminder || !row.bytes(9).isEmpty)
      })
  }

  // Planning checks the numbers of a task together. Here each number must only be in its range. The shelf life is in
  // days, months or years, up to the last year of the calendar.
  static let task = StoredTable(
    name: "task",
    columns: [
      .row("id"), .account, .text("name", .name), .text("title"), .text("body"), .text("path", .pathOrNone),
      .text("zone"), .number("revision", 1...Int64(UInt32.max)), .number("state", ReminderRecord.states),
      .number("produced", day), .number("shelf_life", 1...Int64(Int32.max)), .number("shelf_unit", 3...7),
      .number("time", 0...86_399), .number("entered", day), .number("smart", 0...2), .number("repeat_unit", 0...7),
      .number("repeat_every", repetition), .number("start", dayOrNone), .number("until", dayOrNone),
      .number("overdue_unit", 0...7), .number("overdue_every", repetition), .number("overdue_limit", repetition),
      .number("stamp"), .number("told", StoredRange.seconds), .number("due", StoredRange.seconds),
      .number("due_index", (-2 - ReminderRecord.formerIndex)...ReminderRecord.formerIndex),
      .number("snoozed", StoredRange.seconds),
      .number("snoozed_index", -1...(ReminderRecord.formerIndex - 1)),
    ],
    archive: Archive(
      members: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
      order: [2]))

  static var armed: StoredTable {
    StoredTable(
      name: "armed",
      columns: [
        .account, .id("task"), .number("revision", 1...Int64(UInt32.max)),
        .number("number", 0...ReminderRecord.formerIndex), .number("instant", StoredRange.seconds),
        .number("id", positive),
      ], keyed: 4)
  }

  static var notificationLog: StoredTable {
    StoredTable(
      name: "notification_log",
      columns: [
        .account, .id("number"), .number("time"), .number("kind", 1...ReminderNote.deleted.rawValue),
        .text("name", .nameOrNone), .number("revision", StoredRange.count), .number("instant", StoredRange.seconds),
      ], keyed: 2, archive: Archive(members: [3, 2, 4, 5, 6], order: [1]))
  }

  static var placedIcon: StoredTable {
    StoredTable(
      name: "placed_icon",
      columns: [
        .account, .text("path", .path), .text("icon", .identifier, bytes: 1...Int64(maximumIconBytes)),
      ], keyed: 2,
      archive: Archive(members: [1, 2], order: [1]))
  }

  static var feedWait: StoredTable {
    StoredTable(
      name: "feed_wait", columns: [.account, .feed, .number("until", positive), .text("url", bytes: positive)],
      keyed: 2)
  }

  static var note: StoredTable {
    StoredTable(
      name: "note",
      columns: [
        .account, .feed, .number("number", positive), .number("time", 0...Int64.max), .text("reason"),
        .blob("body"),
      ], keyed: 3)
  }

  static var drift: StoredTable {
    StoredTable(
      name: "drift",
      columns: [
        .account, .feed, .text("path", .path), .number("difference"), .number("highlights"),
        .number("ours", 0...Int64.max), .number("theirs", 0...Int64.max), .number("our_highlights", 0...Int64.max),
        .number("their_highlights", 0...Int64.max), .number("asked", 0...Int64.max), .number("current", 0...1),
      ], keyed: 5,
      fits: { row, _ in
        (row.number(3) != 0 || row.number(4) != 0) && row.number(6) - row.number(5) == row.number(3)
          && row.number(8) - row.number(7) == row.number(4)
      })
  }

  static var setting: StoredTable {
    StoredTable(
      name: "setting",
      columns: [
        .row("account", reference: .account), .number("grouping", StoredRange.grouping), .text("language", .language),
        .number("outbox", StoredRange.outbox), .text("outbox_url", .url), .number("request_timeout", 0...Int64.max),
        .number("idle_timeout", 0...Int64.max), .text("push_path", .pathOrNone),
        .number("outbox_credential", 0...1), .number("outbox_kinds", StoredRange.outboxKinds),
      ],
      fits: { row, _ in
        // An outbox that the library sends has a URL, and a language comes with a grouping.
        if row.number(3) == Int64(OutboxMode.sent.rawValue) && row.bytes(4).isEmpty { return false }
        if row.number(1) == 0 && !row.bytes(2).isEmpty { return false }
        return StoredRange.isTimeout(row.number(5)) && StoredRange.isTimeout(row.number(6))
      })
  }

  static var category: StoredTable {
    StoredTable(
      name: "category", columns: [.account, .text("id", .name), .text("summary"), .text("hidden")], keyed: 2,
      archive: Archive(members: [1, 2, 3], order: [1]))
  }

  static var translation: StoredTable {
    StoredTable(
      name: "translation",
      columns: [
        .account, .text("key", bytes: 1...Int64(Store.maximumFormatBytes)), .text("language", .language, bytes: 0...12),
        .blob("format"),
      ], keyed: 3, archive: Archive(members: [1, 2, 3], order: [1, 2]))
  }

  static var groupSeen: StoredTable {
    StoredTable(
      name: "group_seen",
      columns: [.account, .text("thread"), .number("key", keyOrNone, form: .key), .blob("rank", .rank)], keyed: 2,
      archive: Archive(members: [1, 3, 2], order: [1]))
  }

  /// SQLite's own table: the greatest key that each table has used.
  static var sequence: StoredTable {
    StoredTable(
      name: "sqlite_sequence", columns: [.text("name"), .number("seq", keyOrNone)], salvaged: "temp.sequence",
      role: .own)
  }

  /// Whether it is the rank of a message.
  static func isRank(_ rank: UnsafeRawBufferPointer) -> Bool {
    if rank.count < 4 { return false }
    let sequence = Int(rank[0]) << 8 | Int(rank[1])
    return sequence + 4 < rank.count && isRank(rank, of: UnsafeRawBufferPointer(rebasing: rank[(4 + sequence)...]))
  }

  /// Whether it is a list of further paths, at most eight, sorted by their bytes, each once and behind a line feed.
  static func areFurtherPaths(
    _ text: UnsafeRawBufferPointer, _ isPath: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    if text.isEmpty { return true }
    if text[0] != PlaceList.separator { return false }
    var places = PlaceList(text)
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    var (count, size) = (0, 0)
    while let path = places.next() {
      if !(isOrderedBefore(former, path) && isPath(path)) { return false }
      former = path
      count += 1
      size += 1 + path.count
    }
    return count <= MessageItem.maximumFurtherPaths && size == text.count
  }

  /// Whether further paths contain a path.
  static func contains(_ text: UnsafeRawBufferPointer, _ path: UnsafeRawBufferPointer) -> Bool {
    var places = PlaceList(text)
    while let next = places.next() {
      if isEqual(next, path) { return true }
    }
    return false
  }

  /// Whether it is the first rank behind those of a sequence.
  static func isBound(_ upTo: UnsafeRawBufferPointer) -> Bool {
    upTo.count >= 4 && upTo.count == 4 + (Int(upTo[0]) << 8 | Int(upTo[1]))
      && upTo.count <= 4 + maximumIdentifierBytes && hasText(upTo, count: upTo.count - 4)
  }

  /// Whether a sequence is text, as it is in the bytes of an account.
  private static func hasText(_ rank: UnsafeRawBufferPointer, count: Int) -> Bool {
    isText(UnsafeRawBufferPointer(rebasing: rank[2..<(2 + count)]))
  }

  /// Whether it is the rank of a message with this id: the length of the sequence in two bytes, the sequence, the
  /// length of the id, the id.
  private static func isRank(_ rank: UnsafeRawBufferPointer, of id: UnsafeRawBufferPointer) -> Bool {
    if id.isEmpty || id.count > maximumIdentifierBytes || rank.count < 2 { return false }
    let sequence = Int(rank[0]) << 8 | Int(rank[1])
    guard sequence <= maximumIdentifierBytes, rank.count == 4 + sequence + id.count else { return false }
    guard Int(rank[2 + sequence]) << 8 | Int(rank[3 + sequence]) == id.count else { return false }
    return isEqual(UnsafeRawBufferPointer(rebasing: rank[(4 + sequence)...]), id) && hasText(rank, count: sequence)
  }
}

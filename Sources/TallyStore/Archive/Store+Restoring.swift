import CSQLite
import TallyFailure
import TallyMemory
import TallyTree
import TallyWire

// Restoring an account from bytes. They may be anything, so each value is checked against the form and the range of its
// column.

/// Rules for such values that the store itself does not know.
public struct RestoreRules {
  public var paths: PathLimits
  public var isURL: (UnsafeRawBufferPointer) throws(Failure) -> Bool
  public var isLanguage: (UnsafeRawBufferPointer) throws(Failure) -> Bool
  /// Whether the terms of a reminder make a schedule.
  public var isPlannable: (borrowing ReminderRecord) -> Bool

  public init(
    paths: PathLimits, isURL: @escaping (UnsafeRawBufferPointer) throws(Failure) -> Bool,
    isLanguage: @escaping (UnsafeRawBufferPointer) throws(Failure) -> Bool,
    isPlannable: @escaping (borrowing ReminderRecord) -> Bool
  ) {
    self.paths = paths
    self.isURL = isURL
    self.isLanguage = isLanguage
    self.isPlannable = isPlannable
  }
}

extension Store {
  /// Restores the lists of an account that has nothing in them. Within a transaction. An error leaves some rows.
  public func restore(
    account: Int64, from parser: inout AccountExportParser, _ rules: RestoreRules
  ) throws(Failure) {
    var reader = ArchiveReader(self, account, rules, parser)
    for list in ArchivedList.first { try reader.read(list, feed: 0) }
    try reader.readGrouping()
    for list in ArchivedList.last { try reader.read(list, feed: 0) }
    parser = reader.parser
  }
}

private struct ArchiveReader: ~Copyable {
  let store: Store
  let account: Int64
  let rules: RestoreRules
  var parser: AccountExportParser
  var path = Path()
  /// An element and the one before it, and those of a list in an element.
  let outer = (StoredRow(), StoredRow())
  let inner = (StoredRow(), StoredRow())

  init(_ store: Store, _ account: Int64, _ rules: RestoreRules, _ parser: AccountExportParser) {
    self.store = store
    self.account = account
    self.rules = rules
    self.parser = parser
  }

  mutating func read(_ list: ArchivedList, feed: Int64) throws(Failure) {
    let table = list.table
    var (row, former) = feed == 0 ? outer : inner
    var count: Int64 = 0
    while try parser.another() {
      swap(&row, &former)
      count += 1
      let start = parser.position
      try begin(row, table, feed, count)
      try readMembers(of: table, into: row, behind: count == 1 ? nil : former)
      try check(list, row, behind: count == 1 ? nil : former)
      do throws(Failure) { try insert(row, list, table) } catch {
        if !error.isConstraint { throw error }
        switch list {
        case .batch: throw .malformed("a batch comes twice", at: start)
        case .message where row.number(0) > 0:
          throw Failure(.conflict, "another message has the key of the message ", quoting: row.bytes(3))
        default: throw error
        }
      }
      try complete(list, row, feed, start)
    }
    if list == .rule { try store.checkRules(account) }
    if list == .notificationLog { try store.run(.reminder(.trimNotes), account, store.bounds.reminderLog) }
  }

  /// Fills a row with the values of the columns that are not in the bytes: its owner, its number, and 0.
  private func begin(_ row: StoredRow, _ table: StoredTable, _ feed: Int64, _ count: Int64) throws(Failure) {
    row.values.removeAll()
    for place in 0..<table.columns.count {
      let column = table.columns[place]
      var value = StoredValue()
      value.kind = column.kind
      switch column.reference {
      case .account: value.number = account
      case .feed: value.number = feed
      case .none: value.number = Int(table.archive?.order[0] ?? 0) == place ? count : 0
      }
      try append(value, to: row)
    }
    try append(StoredValue(), to: row)
  }

  private func append(_ value: StoredValue, to row: StoredRow) throws(Failure) {
    do throws(OutOfMemory) { try row.values.append(value) } catch { throw .noMemory }
  }

  /// - Parameter former: the element before it, which must be less by the columns of the order; nil: there is none.
  private mutating func readMembers(
    of table: StoredTable, into row: StoredRow, behind former: StoredRow?
  ) throws(Failure) {
    guard let archive = table.archive else { return }
    var isBehind = former == nil
    for member in archive.members {
      let place = Int(member)
      if place < 0 {
        if try parser.number() != 0 { throw unfit() }
        continue
      }
      let column = table.columns[place]
      row.values[place] = try read(column, of: row)
      guard !isBehind, let former, archive.order.contains(member) else { continue }
      if column.isNumber {
        isBehind = former.number(place) < row.number(place)
        if !isBehind, member == archive.order.last || former.number(place) != row.number(place) { throw inDisorder() }
        continue
      }
      let (before, value) = (former.bytes(place), row.bytes(place))
      isBehind = column.form == .bound ? isShorterOrBefore(before, value) : isOrderedBefore(before, value)
      if !isBehind, member == archive.order.last || !isEqual(before, value) {
        throw column.form == .bound ? marksInDisorder() : inDisorder()
      }
    }
  }

  private func unfit() -> Failure { parser.malformed("an element of a list has invalid values") }
  private func inDisorder() -> Failure { parser.malformed("a list is not in order") }
  private func marksInDisorder() -> Failure { parser.malformed("the marks of a path are not in order") }

  // MARK: Values

  private mutating func read(_ column: Column, of row: StoredRow) throws(Failure) -> StoredValue {
    var value = StoredValue()
    value.kind = column.kind
    switch column.form {
    case .key:
      value.number = try parser.key()
      // A new message gets a new key. A group whose key is unknown was seen up to the last message.
      if column.kind == StoredValue.null {
        if value.number > 0 { value.kind = StoredValue.integer }
      } else if value.number == 0 {
        value.number = try store.lastMessage()
      }
    case .version, .serverVersion: value.number = try parser.readVersion()
    case _ where column.isNumber: value.number = try parser.number(in: column.range)
    default:
      value.bytes = try parser.blob()
      try check(value.bytes, column.form, of: row)
      if !column.range.contains(Int64(value.bytes.count)) { throw unfit() }
    }
    return value
  }

  private mutating func check(
    _ bytes: UnsafeRawBufferPointer, _ form: Column.Form, of row: StoredRow
  ) throws(Failure) {
    switch form {
    case .name: try parser.checkName(bytes)
    case .nameOrNone: if !bytes.isEmpty { try parser.checkName(bytes) }
    case .path: try checkPath(bytes)
    case .pathOrNone: if !bytes.isEmpty { try checkPath(bytes) }
    case .rank: if !StoredTable.isRank(bytes) { throw parser.malformed("no place of a message") }
    case .identifier, .sequence, .bound: try checkIdentifier(bytes, mayBeEmpty: false)
    case .identifierOrNone: try checkIdentifier(bytes, mayBeEmpty: true)
    case .subject:
      if kind(of: row)?.isOfPath ?? false {
        try checkPath(bytes)
      } else {
        try checkIdentifier(bytes, mayBeEmpty: false)
      }
    case .boundOfMark: try checkIdentifier(bytes, mayBeEmpty: !(kind(of: row)?.isMark ?? false))
    case .bytes: break
    case .furtherPaths:
      let areFurther = StoredTable.areFurtherPaths(bytes) { !$0.isEmpty }
      if !areFurther { throw parser.malformed("the further paths of a message are not in their form") }
      var places = PlaceList(bytes)
      while let place = places.next() { try checkPath(place) }
    default:
      if !isText(bytes) { throw parser.malformed("a text is not UTF-8, or contains NUL") }
      if form == .printable, !MessageItem.isLink(bytes) { throw parser.malformed("a link has control characters") }
      if form == .url, try !rules.isURL(bytes) { throw parser.malformed("a URL is malformed") }
      if form == .language, try !rules.isLanguage(bytes) {
        throw parser.malformed("a language is not in its canonical form")
      }
    }
  }

  /// The kind of a row of the outbox.
  private func kind(of row: StoredRow) -> OutboxRow.Kind? { OutboxRow.Kind(rawValue: row.number(3)) }

  /// A server's id, revision or sequence.
  private func checkIdentifier(_ bytes: UnsafeRawBufferPointer, mayBeEmpty: Bool) throws(Failure) {
    if !isText(bytes) { throw parser.malformed("a text is not UTF-8, or contains NUL") }
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      throw parser.malformed("an identifier has control characters")
    }
    if bytes.count > maximumIdentifierBytes || (bytes.isEmpty && !mayBeEmpty) {
      throw parser.malformed("an identifier is empty, or too long")
    }
  }

  /// A path in its canonical form, within the limits.
  private mutating func checkPath(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try path.parse(bytes, limits: rules.paths)
    if !isEqual(bytes, path.bytes.bytes) { throw parser.malformed("a path is not in its canonical form") }
  }

  // MARK: Rows

  /// Checks the values of a row together.
  private mutating func check(_ list: ArchivedList, _ row: StoredRow, behind former: StoredRow?) throws(Failure) {
    switch list {
    case .rule: if row.number(3) == 0 && row.number(4) == 0 { throw unfit() }
    case .placed: if row.number(8) == 1 && row.bytes(7).isEmpty { throw unfit() }
    case .message:
      if StoredTable.contains(further(of: row), row.bytes(Int(MessageColumn.path.rawValue))) { throw unfit() }
      if isSnoozed(row), row.number(Int(MessageColumn.state.rawValue)) != 1 { throw unfit() }
    case .mark:
      // If a path has two marks, the one that ends first must have the greater version. Otherwise it would have no
      // effect.
      if let former, isEqual(former.bytes(2), row.bytes(2)), former.number(3) <= row.number(3) {
        throw marksInDisorder()
      }
    case .outbox:
      guard let kind = kind(of: row) else { throw unfit() }
      let isFit =
        kind.isMark ? row.bytes(6).isEmpty : row.bytes(8).isEmpty && kind.values.contains(row.number(7))
      let mayBeEmpty = row.number(10) == 0 && kind != .reminder
      let version = row.number(13)
      let isVersionFit = kind.isChoice ? version > 0 : version == -1 || (version >= 0 && kind == .message)
      if kind == .dismissal, row.bytes(6).isEmpty { throw unfit() }
      if !isFit || row.bytes(9).isEmpty != mayBeEmpty || !isVersionFit { throw unfit() }
    case .choice:
      let kind = Choice.Kind(rawValue: row.number(1))
      guard let kind, Choice.isValid(kind, row.number(3)), row.number(3) > 0 || row.number(4) > 0 else { throw unfit() }
    default: break
    }
  }

  private func further(of message: StoredRow) -> UnsafeRawBufferPointer {
    message.bytes(Int(MessageColumn.also.rawValue))
  }

  private func isSnoozed(_ message: StoredRow) -> Bool { message.number(Int(MessageColumn.snooze.rawValue)) > 0 }

  private func insert(_ row: StoredRow, _ list: ArchivedList, _ table: StoredTable) throws(Failure) {
    if list == .message {
      let threshold = Int(MessageColumn.threshold.rawValue)
      let rule = Int64(try store.threshold(account, row.bytes(Int(MessageColumn.path.rawValue))))
      row.values[threshold].number = isSnoozed(row) ? -rule : rule
      if row.number(Int(MessageColumn.level.rawValue)) != 0 { try store.noteLevel(account) }
    }
    var statement = try store.archiveStatement(.insert(list))
    for place in 0..<table.columns.count {
      var value = row.values[place]
      switch table.columns[place].form {
      case .sequence: value.bytes = try store.encodeRank(sequence: value.bytes, id: row.bytes(table.archivedId))
      case .bound: value.bytes = try store.encodeRankBound(value.bytes)
      case .boundOfMark: if !value.bytes.isEmpty { value.bytes = try store.encodeRankBound(value.bytes) }
      default: break
      }
      statement.bind(Int32(place) + 1, value)
    }
    try store.finish(statement)
  }

  /// Does the rest for a row that was inserted.
  private mutating func complete(_ list: ArchivedList, _ row: StoredRow, _ feed: Int64, _ start: Int) throws(Failure) {
    let id = sqlite3_last_insert_rowid(store.database)
    switch list {
    case .feed:
      store.unmarkedFeed = 0
      store.markCounts.remove(UInt64(bitPattern: id))
      store.forgottenCounts.remove(UInt64(bitPattern: id))
      for inner in ArchivedList.ofFeed { try read(inner, feed: id) }
    case .choice: store.mayHaveFlags = true
    case .message:
      if isSnoozed(row) { try store.beginSnoozing() }
      if further(of: row).isEmpty { return }
      let rank = try store.encodeRank(sequence: row.bytes(Int(MessageColumn.rank.rawValue)), id: row.bytes(3))
      try store.share(account, id, further(of: row), at: rank)
    case .placed: try store.noteClaim(account)
    case .icon:
      if try !store.hasBadge(account: account, path: row.bytes(1)) {
        throw .malformed("an icon has no badge", at: start)
      }
    case .task:
      var record = ReminderRecord()
      if try !store.readReminder(id, into: &record) || !rules.isPlannable(record) {
        throw parser.malformed("a reminder has invalid values")
      }
    default: break
    }
  }

  /// Restores how messages are grouped, and the language of summaries.
  mutating func readGrouping() throws(Failure) {
    let grouping = Int32(try parser.number(in: StoredRange.grouping))
    let language = try parser.blob()
    try check(language, .language, of: outer.0)
    if grouping > 0 {
      var settings = AccountSettings()
      settings.grouping = grouping
      settings.language = language
      try store.saveSettings(account: account, settings)
    } else if !language.isEmpty {
      throw parser.malformed("the groups have a language but no configuration")
    }
  }
}

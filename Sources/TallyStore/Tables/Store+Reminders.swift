import CSQLite
import TallyFailure
import TallyMemory

// Reminders: tasks, the notifications that the host's system has (`armed`), and their history (`notification_log`,
// which keeps the latest rows). Dates are numbers like 20260131; 0: none.

/// The numbers of a task, in the order of the table's columns (`StoredTable.task`), which they end. Instants are
/// seconds since 1970.
public enum ReminderNumber: Int32, CaseIterable {
  case revision, state, produced, shelfLife, shelfUnit, time, entered, smart, repeatUnit, repeatEvery, start, end,
    overdueUnit, overdueEvery, overdueLimit
  /// The time of the last change, in milliseconds since 1970.
  case stamp
  /// Everything that fired until then, or at it, was reported.
  case told
  /// The occurrence that lights the badge, and the index up to which all have fired. After an acknowledgement, the
  /// index is -2 less the former one; -1: none has fired. In a task that is done: what lights the badge when the task
  /// is no longer done.
  case due, dueIndex
  /// The snoozed occurrence and its index; -1: none.
  case snoozed, snoozedIndex

  /// Its place in the table.
  var column: Int32 { 7 + rawValue }

  /// Whether a host or a file gives it.
  var isTerm: Bool { rawValue >= ReminderNumber.produced.rawValue && rawValue <= ReminderNumber.overdueLimit.rawValue }
}

/// A stored task. `id` is 0 until it is stored.
public struct ReminderRecord: ~Copyable {
  public var id: Int64 = 0
  public var name = ByteBuffer()
  public var title = ByteBuffer()
  public var body = ByteBuffer()
  /// The badge's path; empty: none.
  public var path = ByteBuffer()
  /// The zone's name; empty: the device's.
  public var zone = ByteBuffer()
  private var numbers = InlineArray<21, Int64>(repeating: 0)
  /// Whether its terms have changed since it was read. Who changes a text or the state sets it.
  public var isChanged = false

  public init() {
    self[.dueIndex] = -1
    self[.snoozedIndex] = -1
  }

  /// Frees the texts in one place.
  @inline(never)
  deinit {}

  public subscript(number: ReminderNumber) -> Int64 {
    get { numbers[Int(number.rawValue)] }
    set {
      if number.isTerm && newValue != numbers[Int(number.rawValue)] { isChanged = true }
      numbers[Int(number.rawValue)] = newValue
    }
  }

  /// The states of an active task and of one that is done. If the user had seen or read the message that lit the badge
  /// of a task when it was done, the state is 1 or 2 more, so that the message returns unchanged.
  public static let active: Int64 = 1
  public static let done: Int64 = 2
  public static let states: ClosedRange<Int64> = 1...4

  public var isDone: Bool { self[.state] != Self.active }

  /// When the occurrence that lights its badge was due; nil: none does.
  public var litSince: Int64? { isDone || self[.dueIndex] < 0 ? nil : self[.due] }

  /// No schedule has this index. It is for an occurrence that lights the badge and is of an earlier schedule, or was
  /// snoozed before all others.
  public static let formerIndex: Int64 = 1 << 41

  /// The newest occurrence that has fired; -1: none of this schedule.
  public var toldIndex: Int64 {
    let index = self[.dueIndex] < 0 ? -2 - self[.dueIndex] : self[.dueIndex]
    return index < Self.formerIndex ? index : -1
  }

  mutating func take(_ row: borrowing Statement, _ number: Int64) throws(Failure) {
    id = number
    for number in ReminderNumber.allCases { self[number] = row.number(number.column) }
    isChanged = false
    do throws(OutOfMemory) {
      try name.replace(with: row.bytes(2))
      try title.replace(with: row.bytes(3))
      try body.replace(with: row.bytes(4))
      try path.replace(with: row.bytes(5))
      try zone.replace(with: row.bytes(6))
    } catch { throw Failure.noMemory }
    if wrongNumber == nil { return }
    // Planning and listing compute with these numbers.
    Words.begin()
    Words.add("the file is damaged: table task, row ")
    Words.add(number: id)
    Words.add(", holds what cannot be")
    throw Failure(keepingMessage: .corrupt)
  }
}

extension ByteBuffer {
  public mutating func replace(with bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
    removeAll()
    try append(bytes)
  }
}

/// The events of a task. The numbers are stored and never change.
public enum ReminderNote: Int64 {
  case created = 1
  case edited, planned, armed, fired, missed, snoozed, acknowledged, cancelled, suspended, resumed, uploaded
  case uploadFailed, done, undone, deleted
}

/// A row of the log. The name is borrowed during the visit.
public struct ReminderLogRow {
  public var id: Int64
  /// Milliseconds since 1970.
  public var time: Int64
  public var kind: Int64
  public var name: UnsafeRawBufferPointer
  public var revision: Int64
  /// The occurrence, in seconds since 1970; 0: none.
  public var instant: Int64
}

/// A notification that the host's system has.
public struct ArmedRow {
  public var reminder: Int64
  public var revision: Int64
  public var index: Int64
  public var instant: Int64
  /// Its identifier in the host's system.
  public var id: Int64

  public init(reminder: Int64, revision: Int64, index: Int64, instant: Int64, id: Int64) {
    self.reminder = reminder
    self.revision = revision
    self.index = index
    self.instant = instant
    self.id = id
  }
}

extension Store {
  /// Whether any account has a task or an armed notification.
  public func hasReminders() throws(Failure) -> Bool {
    let statement = try statement(.reminder(.hasAny))
    return try step(statement) && statement.number(0) != 0
  }

  /// Reads a task by its name. - Returns: false: there is none.
  public func findReminder(
    account: Int64, name: UnsafeRawBufferPointer, into record: inout ReminderRecord
  ) throws(Failure) -> Bool {
    let statement = try statement(.reminder(.find), account, text: name)
    guard try step(statement) else { return false }
    try record.take(statement, identifier(statement, 0))
    return true
  }

  /// Reads a task by its number. - Returns: false: there is none.
  public func readReminder(_ id: Int64, into record: inout ReminderRecord) throws(Failure) -> Bool {
    let statement = try statement(.reminder(.read), id)
    guard try step(statement) else { return false }
    try record.take(statement, identifier(statement, 0))
    return true
  }

  /// Visits the tasks of an account after a name (no bytes: from the first), sorted by the bytes of their names.
  /// - Returns: whether there are more.
  @discardableResult
  public func listReminders(
    account: Int64, after name: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    limit: Int = Int.max - 1, visit: (borrowing ReminderRecord) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var record = ReminderRecord()
    var statement = try statement(.reminder(.list), account, text: name)
    statement.bind(3, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      try record.take(statement, identifier(statement, 0))
      try visit(record)
    }
    return try step(statement)
  }

  /// Writes a task in place of the one with its number. A new task gets a number.
  public func saveReminder(account: Int64, _ record: inout ReminderRecord) throws(Failure) {
    var statement = try statement(.reminder(.save))
    if record.id != 0 { statement.bind(1, record.id) }
    statement.bind(2, account)
    statement.bind(3, text: record.name.bytes)
    statement.bind(4, text: record.title.bytes)
    statement.bind(5, text: record.body.bytes)
    statement.bind(6, text: record.path.bytes)
    statement.bind(7, text: record.zone.bytes)
    for number in ReminderNumber.allCases { statement.bind(number.column + 1, record[number]) }
    try finish(statement)
    if record.id == 0 { record.id = sqlite3_last_insert_rowid(database) }
  }

  public func removeReminder(_ id: Int64) throws(Failure) { try run(.reminder(.remove), id) }

  /// Sends a task to the server, in place of a row that was never leased. Within its transaction.
  /// - Parameter isDeleted: it will be deleted.
  public func sendReminder(account: Int64, feed: Int64, id: Int64, isDeleted: Bool) throws(Failure) {
    try run(.reminder(.unsend), account, feed, id)
    var statement = try statement(.reminder(.send), account, feed)
    statement.bind(3, id)
    statement.bind(4, isDeleted ? 1 : 0)
    try finish(statement)
  }

  /// Marks occurrences that were reported after a time as not reported, as if they had come at another time.
  /// - Returns: whether there were any.
  public func untellReminders(account: Int64, now: Int64, latest: Int64) throws(Failure) -> Bool {
    try run(.reminder(.untell), account, now, latest, ReminderRecord.formerIndex) > 0
  }

  // MARK: - Armed notifications

  public func listArmed(account: Int64, visit: (ArmedRow) throws(Failure) -> Void) throws(Failure) {
    let statement = try statement(.reminder(.listArmed), account)
    while try step(statement) {
      try visit(
        ArmedRow(
          reminder: statement.number(0), revision: statement.number(1), index: statement.number(2),
          instant: statement.number(3), id: statement.number(4)))
    }
  }

  public func forgetArmed(account: Int64) throws(Failure) { try run(.reminder(.forgetArmed), account) }

  public func arm(account: Int64, _ row: ArmedRow) throws(Failure) {
    var statement = try statement(.reminder(.arm), account, row.reminder)
    statement.bind(3, row.revision)
    statement.bind(4, row.index)
    statement.bind(5, row.instant)
    statement.bind(6, row.id)
    try finish(statement)
  }

  // MARK: - The log

  /// Appends to the log. Within the transaction of the event.
  public func note(
    _ kind: ReminderNote, account: Int64, time: Int64, name: UnsafeRawBufferPointer, revision: Int64, instant: Int64
  ) throws(Failure) {
    var insert = try statement(.reminder(.insertNote), account, time)
    insert.bind(3, kind.rawValue)
    insert.bind(4, text: name)
    insert.bind(5, revision)
    insert.bind(6, instant)
    try finish(insert)
    try run(.reminder(.trimNotes), account, bounds.reminderLog)
  }

  /// Visits at most `limit` rows of the log, the oldest first.
  /// - Returns: whether there are more.
  public func listReminderNotes(
    account: Int64, after: Int64, limit: Int, visit: (ReminderLogRow) -> Void
  ) throws(Failure) -> Bool {
    var list = try statement(.reminder(.listNotes), account, after)
    list.bind(3, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(list) { return false }
      visit(
        ReminderLogRow(
          id: list.number(0), time: list.number(1), kind: list.number(2), name: list.bytes(3),
          revision: list.number(4), instant: list.number(5)))
    }
    return try step(list)
  }
}

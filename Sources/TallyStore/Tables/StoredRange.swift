import TallyMemory

/// The ranges of the numbers that the library itself stores. Verifying, salvaging, restoring and reading reject all
/// others, so later code never gets a number that it cannot compute with.
public enum StoredRange {
  public static var count: ClosedRange<Int64> { 0...Int64(UInt32.max) }

  /// The number of a row. The next row of its kind gets the next number, so there must be room behind the greatest one.
  public static var row: ClosedRange<Int64> { 1...1 << 61 }

  /// The same while the file is open.
  static var nextRow: ClosedRange<Int64> { 1...1 << 62 }

  /// The greatest epoch and position of a source in the bytes of a source. Batches may have greater ones: the program
  /// that applies them chooses the numbers. Bytes from elsewhere must not take all the room.
  public static var restoredSource: UInt64 { 1 << 62 }

  /// Milliseconds since 1970; 0: none.
  public static var moment: ClosedRange<Int64> { 0...Int64.max }

  /// Seconds since 1970, whatever the clock says: the range of milliseconds divided by 1,000.
  public static var seconds: ClosedRange<Int64> { Int64.min / 1000...Int64.max / 1000 }

  /// The interval that a server requests, in milliseconds.
  public static var poll: ClosedRange<Int64> { 0...1_000_000_000_000_000 }

  /// The number of leases of a row.
  public static var attempts: ClosedRange<Int64> { 0...1 << 53 }

  /// Messages with a lesser state feed the badge at their path: 1, the unseen; 2, the unread.
  static var feeding: ClosedRange<Int64> { 1...2 }

  /// How an account's messages are grouped; 0: nobody has set it.
  static var grouping: ClosedRange<Int64> { 0...3 }

  static var outbox: ClosedRange<Int64> { Int64(OutboxMode.off.rawValue)...Int64(OutboxMode.sent.rawValue) }

  /// The kinds of changes that an outbox sends.
  static var outboxKinds: ClosedRange<Int64> { 1...Int64(OutboxKinds.all.rawValue) }

  /// The timeout of a request, in milliseconds.
  public static var timeout: ClosedRange<Int64> { 100...Int64.max }

  /// The same in the settings of an account; 0: nobody has set it.
  static func isTimeout(_ number: Int64) -> Bool { number == 0 || timeout.contains(number) }

  /// The revision of an account, which increases by one with each change. No program reaches the limit.
  public static var revision: ClosedRange<Int64> { 0...1 << 62 }

  /// A restored account counts on from a revision in this range. Behind a greater one there would soon be no room, so
  /// such an account begins a new series.
  public static var keptRevision: ClosedRange<Int64> { 0...1 << 52 }

  /// The key of a message in the bytes of an account.
  public static var restoredKey: ClosedRange<Int64> { 1...1 << 62 }

  /// A restored message keeps a key in this range. All later messages of the file get greater ones, so a greater key
  /// would take the room of every account. Such a message gets another key.
  public static var keptKey: ClosedRange<Int64> { 1...1 << 48 }

  /// When an item of a log happened, until the end of the year 9999; 0: not given.
  public static var itemTime: ClosedRange<Int64> { 0...253_402_300_799_999 }

  /// The epoch of a restored account.
  public static var epoch: ClosedRange<Int64> { 1...Int64.max }
}

extension ReminderNumber {
  public var range: ClosedRange<Int64> { StoredTable.task.columns[Int(column)].range }
}

extension ReminderRecord {
  /// The first of its numbers that is out of range; nil: none.
  public var wrongNumber: ReminderNumber? {
    for number in ReminderNumber.allCases where !number.range.contains(self[number]) { return number }
    return nil
  }
}

/// The end of the parent of the path that ends at `end`; 0: the path is the root. A dot behind an odd number of
/// backslashes belongs to a component.
func lengthOfParent(_ path: UnsafeRawBufferPointer, _ end: Int) -> Int {
  var dot = end - 1
  while dot > 0 {
    if path[dot] == 0x2E {
      var backslashes = 0
      while dot > backslashes, path[dot - 1 - backslashes] == 0x5C { backslashes += 1 }
      if backslashes % 2 == 0 { return dot }
    }
    dot -= 1
  }
  return 0
}

import TallyMemory
import TallyWire

/// The ranges of stored numbers: those that the library itself writes. Verifying, salvaging, restoring and reading all
/// reject the rest, so that later code never gets a number that it cannot compute with.
public enum StoredRange {
  public static var count: ClosedRange<Int64> { 0...Int64(UInt32.max) }

  /// Milliseconds since 1970; 0: none.
  public static var moment: ClosedRange<Int64> { 0...Int64.max }

  /// Seconds since 1970, whatever the clock says: what is left of milliseconds.
  public static var seconds: ClosedRange<Int64> { Int64.min / 1000...Int64.max / 1000 }

  /// The interval that a server asks for, in milliseconds.
  public static var poll: ClosedRange<Int64> { 0...1_000_000_000_000_000 }

  /// How often a row was given out.
  public static var attempts: ClosedRange<Int64> { 0...1 << 53 }

  /// Of an account, which goes up by one with each change: no program comes so far in its life.
  public static var revision: ClosedRange<Int64> { 0...Int64.max }

  /// The same of what is restored, and goes up from there.
  public static var restoredRevision: ClosedRange<Int64> { 0...1 << 53 }

  /// Of the column that holds a number of a message.
  public static func of(_ number: MessageNumber) -> ClosedRange<Int64> {
    for column in StoredTable.message.columns {
      if case .number(number) = column.content { return column.range }
    }
    return count
  }

  /// Whether bytes are the place of some message among others.
  public static func isRank(_ rank: UnsafeRawBufferPointer) -> Bool { StoredTable.isRank(rank) }
}

extension ReminderNumber {
  public var range: ClosedRange<Int64> { StoredTable.task.columns[Int(column)].range }
}

extension ReminderRecord {
  /// The first of its numbers that is not within its range; nil: all are.
  public var wrongNumber: ReminderNumber? {
    for number in ReminderNumber.allCases where !number.range.contains(self[number]) { return number }
    return nil
  }
}

/// Limits for the rows of tables that grow with use, independent of the host's data. A table of marks, of forgotten
/// messages or of failed rows may exceed its limit by a quarter, so that removing the oldest costs little.
public struct StoreBounds: Equatable, Sendable {
  /// Messages of a feed that retention has removed. They are recognised when they come again.
  public var forgotten: Int64 = 4096
  /// Marks of a feed.
  public var marks: Int64 = 10_000
  /// Rows of the outbox that have failed for good, of all accounts.
  public var failedRows: Int64 = 10_000
  /// Rejected items of a feed.
  public var rejected: Int64 = 100
  /// Rows in the log of an account's reminders.
  public var reminderLog: Int64 = 10_000

  public init() {}

  static func withSlack(_ bound: Int64) -> Int64 { bound + bound / 4 }
}

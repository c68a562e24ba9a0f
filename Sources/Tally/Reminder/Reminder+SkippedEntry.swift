extension Reminder {
  /// An entry of an iCalendar file that was not imported.
  public struct SkippedEntry: Hashable, Sendable, CustomStringConvertible {
    /// The line where the entry, or the property that cannot be used, begins. The first one is 1.
    public let line: Int
    /// Its UID; empty if it has none, or was not read as far as that.
    public let uid: String
    /// The reason.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
  }
}

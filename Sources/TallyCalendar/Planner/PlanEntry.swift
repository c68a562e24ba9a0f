/// A notification that fires once.
public struct PlanEntry: Equatable, BitwiseCopyable, Sendable {
  public let reminder: UInt64
  public let revision: UInt32
  public let occurrence: Occurrence

  public init(reminder: UInt64, revision: UInt32, occurrence: Occurrence) {
    self.reminder = reminder
    self.revision = revision
    self.occurrence = occurrence
  }

  /// Made of the reminder, its revision and the occurrence's index alone: the same on each machine and in each run, and
  /// when the occurrence is moved. Between 1 and 2⁶³ - 1.
  public var id: UInt64 {
    var mixed = Self.mix(reminder)
    mixed = Self.mix(mixed ^ UInt64(revision))
    mixed = Self.mix(mixed ^ UInt64(bitPattern: occurrence.index)) & UInt64(Int64.max)
    return max(mixed, 1)
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The order of a plan.
  func isBefore(_ other: PlanEntry) -> Bool {
    if occurrence.instant != other.occurrence.instant { return occurrence.instant < other.occurrence.instant }
    if reminder != other.reminder { return reminder < other.reminder }
    if occurrence.index != other.occurrence.index { return occurrence.index < other.occurrence.index }
    return revision < other.revision
  }
}

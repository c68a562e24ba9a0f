import TallyMemory

/// A notification that fires once.
public struct PlanEntry: Equatable, BitwiseCopyable, Sendable {
  public let reminder: UInt64
  public let revision: UInt32
  public let occurrence: Occurrence

  /// Between 1 and 2⁶³ - 1. docs/plan-identifiers.md defines it. The definition never changes.
  public let id: UInt64

  /// Whether both are the same occurrence at the same time. The identifiers may differ.
  public static func == (a: PlanEntry, b: PlanEntry) -> Bool {
    a.reminder == b.reminder && a.revision == b.revision && a.occurrence == b.occurrence
  }

  /// Whether both are the same notification at the same time. After a journey the indexes of occurrences may differ.
  func isSameNotification(as other: PlanEntry) -> Bool {
    id == other.id && occurrence.instant == other.occurrence.instant && reminder == other.reminder
      && revision == other.revision
  }

  public init(reminder: UInt64, revision: UInt32, occurrence: Occurrence, id: UInt64) {
    self.reminder = reminder
    self.revision = revision
    self.occurrence = occurrence
    self.id = id
  }

  /// The number for a reminder in identifiers: the same on each machine.
  public static func key(account: [UInt8], reminder: UnsafeRawBufferPointer) -> UInt64 {
    var key: UInt64 = 14_695_981_039_346_656_037
    for byte in account { key = (key ^ UInt64(byte)) &* 1_099_511_628_211 }
    key = key &* 1_099_511_628_211
    for byte in reminder { key = (key ^ UInt64(byte)) &* 1_099_511_628_211 }
    return key
  }

  /// - Parameter place: the number for the occurrence: ``ReminderSchedule/place(of:in:)``.
  public static func id(key: UInt64, revision: UInt32, place: Int64) -> UInt64 {
    var mixed = SplitMix.mix(key)
    mixed = SplitMix.mix(mixed ^ UInt64(revision))
    mixed = SplitMix.mix(mixed ^ UInt64(bitPattern: place)) & UInt64(Int64.max)
    return max(mixed, 1)
  }

  /// The order of a plan.
  func isBefore(_ other: PlanEntry) -> Bool {
    if occurrence.instant != other.occurrence.instant { return occurrence.instant < other.occurrence.instant }
    if reminder != other.reminder { return reminder < other.reminder }
    if occurrence.index != other.occurrence.index { return occurrence.index < other.occurrence.index }
    return revision < other.revision
  }
}

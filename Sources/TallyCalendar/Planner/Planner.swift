import TallyMemory

/// Decides which notifications to give to a system that fires them while the program is closed. Of all active reminders
/// it takes a limited number of the soonest notifications, but each reminder's next one first.
///
/// It keeps the reminders and when each fires next. So after an edit it computes only that one, in O(log n), and a plan
/// takes as many steps as it has entries. A call that runs out of memory changes nothing.
///
/// Invariants, once reminders are as of ``now``:
/// - A slot's `next` is the reminder's first occurrence after `now`. `left` counts it and all after it.
/// - `queue` is a heap of the slots that have a next one, the soonest first. `position` is a slot's place in it.
/// - `left` is the sum over the slots. `slotOf` maps each reminder to its slot.
/// - `armed` and `entries` are in the order of ``PlanEntry/isBefore(_:)``.
public struct Planner: ~Copyable {
  struct Slot: BitwiseCopyable {
    var reminder: Reminder
    var next: Occurrence
    /// The identifier of `next`.
    var nextID: UInt64 = 0
    var left: Int64
    /// Negative: not in the queue.
    var position: Int
  }

  /// The next occurrence of a planned reminder behind those that are planned.
  struct Ahead: BitwiseCopyable {
    var slot: Int
    var entry: PlanEntry
  }

  /// The most entries of a plan.
  public static let mostEntries = 4096

  var slots = List<Slot>()
  var queue = List<Int>()
  var slotOf = IntegerMap()
  var left: Int64 = 0
  // While a plan is made: positions in the queue that may be the soonest, and the next occurrences behind the planned
  // ones.
  var front = List<Int>()
  var ahead = List<Ahead>()
  /// The time until which everything has fired.
  public internal(set) var now = Int64.min

  /// The most entries of a plan. The host subtracts its own needs from the system's limit.
  public private(set) var capacity: Int

  /// The last plan.
  public internal(set) var entries = List<PlanEntry>()
  /// The entries to disarm and then to arm, to get from the armed ones to the plan. Fired entries are not disarmed.
  public internal(set) var disarms = List<PlanEntry>()
  public internal(set) var arms = List<PlanEntry>()
  /// The time of the first entry that was left out. Everything before it is in the plan. `Int64.max`: nothing was left
  /// out.
  public internal(set) var reach = Int64.max
  /// The number of entries that were left out.
  public internal(set) var leftOut: Int64 = 0
  /// The entries that the system will fire, as far as the host reported.
  var armed = List<PlanEntry>()

  /// - Parameters:
  ///   - limit: the number of notifications that the system accepts.
  ///   - reserve: the part of them that the host needs for other purposes.
  public init(limit: Int = 64, reserve: Int = 0) {
    capacity = Self.capacity(limit, reserve)
  }

  /// Changes the limit of the next plan.
  public mutating func limit(to limit: Int, reserve: Int) { capacity = Self.capacity(limit, reserve) }

  private static func capacity(_ limit: Int, _ reserve: Int) -> Int {
    max(0, max(0, min(limit, mostEntries)) - max(0, min(reserve, mostEntries)))
  }

  /// Advances to a time step by step. Each call returns a reminder that is due until then, each one once.
  /// - Returns: nil: nothing more is due, and the state is as after ``advance(to:_:)``.
  public mutating func popDue(at time: Int64, _ zones: borrowing ZoneTable) -> UInt64? {
    if time < now { advance(to: time, zones) }
    now = time
    guard !queue.isEmpty, at(queue[0]).pointee.next.instant <= now else { return nil }
    let id = at(queue[0]).pointee.reminder.id
    update(queue[0], zones)
    return id
  }

  /// The number of reminders.
  public var count: Int { slots.count }

  // Fits 32 bits: it is less than `count`.
  private func slot(of id: UInt64) -> Int? { slotOf.value(id).map { Int($0) } }

  /// Records the occurrences of a reminder that have fired. Only later ones are planned.
  public mutating func tell(_ id: UInt64, until instant: Int64, index: Int64) {
    guard let slot = slot(of: id) else { return }
    at(slot).pointee.reminder.told = instant
    at(slot).pointee.reminder.toldIndex = index
  }

  /// The next time that anything fires. The engine sets its timer by it.
  public var next: PlanEntry? { queue.isEmpty ? nil : nextEntry(queue[0]) }

  /// A reminder by its id.
  public func reminder(_ id: UInt64) -> Reminder? {
    guard let slot = slot(of: id) else { return nil }
    return slots[slot].reminder
  }

  /// Adds a reminder, or replaces the one with the same id. ``plan(at:_:)`` plans it.
  /// - Precondition: its id is not 0, and its zone is in the table.
  public mutating func put(_ reminder: Reminder, _ zones: borrowing ZoneTable) throws(OutOfMemory) {
    if let slot = slot(of: reminder.id) {
      at(slot).pointee.reminder = reminder
      update(slot, zones)
      return
    }
    try slots.reserve(slots.count + 1)
    try queue.reserve(slots.count + 1)
    try slotOf.set(reminder.id, Int64(slots.count))
    slots.appendWithinCapacity(
      Slot(reminder: reminder, next: Occurrence(instant: Int64.max, index: 0), left: 0, position: -1))
    update(slots.count - 1, zones)
  }

  /// Removes a reminder that is done or deleted. The id may be unknown.
  public mutating func remove(_ id: UInt64) {
    guard let slot = slot(of: id) else { return }
    left -= at(slot).pointee.left
    leaveQueue(slot)
    slotOf.remove(id)
    // The last one takes its place.
    guard let last = slots.popLast(), slot < slots.count else { return }
    slots[slot] = last
    if last.position >= 0 { queue[last.position] = slot }
    // The key exists, so this needs no memory.
    try? slotOf.set(last.reminder.id, Int64(slot))
  }

  /// Removes all, for a log-out. The next plan disarms everything.
  public mutating func removeAll() {
    slots.removeAll()
    queue.removeAll()
    slotOf = IntegerMap()
    left = 0
  }

  /// Computes the reminders of a zone again, after the zone changed or, for number 0, the device moved. O(n).
  public mutating func refresh(zone: UInt32, _ zones: borrowing ZoneTable) {
    for slot in 0..<slots.count where at(slot).pointee.reminder.zone == zone { update(slot, zones) }
  }

  /// Advances to a time. Everything that was due until then has fired. If the clock went back, all is computed again.
  public mutating func advance(to time: Int64, _ zones: borrowing ZoneTable) {
    let isBack = time < now
    now = time
    if isBack {
      for slot in 0..<slots.count { update(slot, zones) }
    }
    while !queue.isEmpty, at(queue[0]).pointee.next.instant <= now { update(queue[0], zones) }
  }

  /// The entry for a slot's next occurrence.
  @inline(never)
  func nextEntry(_ slot: Int) -> PlanEntry {
    let planned = at(slot)
    return PlanEntry(
      reminder: planned.pointee.reminder.id, revision: planned.pointee.reminder.revision,
      occurrence: planned.pointee.next, id: planned.pointee.nextID)
  }
}

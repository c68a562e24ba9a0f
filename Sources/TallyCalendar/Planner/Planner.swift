import TallyMemory

/// Which notifications to give to a system that fires them while the program is closed: of all active reminders at most
/// so many, the soonest ones, but each reminder's next one first.
///
/// It keeps the reminders and when each fires next, so that after an edit only that one is computed: O(log n), and a
/// plan is as many steps as it has entries. Nothing is changed by what fails for want of memory.
///
/// Invariants, once reminders are as of ``now``:
/// - A slot's `next` is the reminder's first occurrence after `now`, and `left` counts it and all after it.
/// - `queue` is a heap of the slots that have a next one, the soonest first; `position` says where a slot is in it.
/// - `left` is the sum of the slots'. `slotOf` maps each reminder to its slot.
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

  /// The occurrence of a planned reminder that comes after those that are planned.
  struct Ahead: BitwiseCopyable {
    var slot: Int
    var entry: PlanEntry
  }

  /// What a plan may have at most.
  public static let mostEntries = 4096

  var slots = List<Slot>()
  var queue = List<Int>()
  var slotOf = IntegerMap()
  var left: Int64 = 0
  // While a plan is made: positions in the queue that may be the soonest, and what comes after what is planned.
  var front = List<Int>()
  var ahead = List<Ahead>()
  /// The time until which everything has fired.
  public internal(set) var now = Int64.min

  /// How many entries a plan has at most. The host takes from what its system allows what it needs itself.
  public private(set) var capacity: Int

  /// The plan that was made last.
  public internal(set) var entries = List<PlanEntry>()
  /// What to disarm, and then what to arm, to come to it from what is armed. What has fired is not disarmed.
  public internal(set) var disarms = List<PlanEntry>()
  public internal(set) var arms = List<PlanEntry>()
  /// When the first one is that was left out: all before it is in the plan. `Int64.max`: nothing was.
  public internal(set) var reach = Int64.max
  /// How many were left out.
  public internal(set) var leftOut: Int64 = 0
  /// What the system is to fire, as far as was said.
  var armed = List<PlanEntry>()

  /// - Parameters:
  ///   - limit: how many notifications the system takes.
  ///   - reserve: how many of them the host needs for other things.
  public init(limit: Int = 64, reserve: Int = 0) {
    capacity = Self.capacity(limit, reserve)
  }

  /// Changes what the next plan may have.
  public mutating func limit(to limit: Int, reserve: Int) { capacity = Self.capacity(limit, reserve) }

  private static func capacity(_ limit: Int, _ reserve: Int) -> Int {
    max(0, max(0, min(limit, mostEntries)) - max(0, min(reserve, mostEntries)))
  }

  /// Says that nothing is armed any more.
  public mutating func forgetArmed() { armed.removeAll() }

  /// Goes to a time step by step: what is due until then, one reminder after the other, each once.
  /// - Returns: nil: nothing is due any more, and it is as after ``advance(to:_:)``.
  public mutating func popDue(at time: Int64, _ zones: borrowing ZoneTable) -> UInt64? {
    if time < now { advance(to: time, zones) }
    now = time
    guard !queue.isEmpty, at(queue[0]).pointee.next.instant <= now else { return nil }
    let id = at(queue[0]).pointee.reminder.id
    update(queue[0], zones)
    return id
  }

  /// How many reminders there are.
  public var count: Int { slots.count }

  // Fits 32 bits: it is less than `count`.
  private func slot(of id: UInt64) -> Int? { slotOf.value(id).map { Int($0) } }

  /// Says what has fired of a reminder that is there. What is planned of it comes later.
  public mutating func tell(_ id: UInt64, until instant: Int64, index: Int64) {
    guard let slot = slot(of: id) else { return }
    at(slot).pointee.reminder.told = instant
    at(slot).pointee.reminder.toldIndex = index
  }

  /// The next time that anything fires, by which the engine sets its timer.
  public var next: PlanEntry? { queue.isEmpty ? nil : nextEntry(queue[0]) }

  /// A reminder by its id.
  public func reminder(_ id: UInt64) -> Reminder? {
    guard let slot = slot(of: id) else { return nil }
    return slots[slot].reminder
  }

  /// Adds a reminder, or takes it for the one of the same id. Its plan is made by ``plan(at:_:)``.
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

  /// One that is done or deleted. None of that id is fine.
  public mutating func remove(_ id: UInt64) {
    guard let slot = slot(of: id) else { return }
    left -= at(slot).pointee.left
    leaveQueue(slot)
    slotOf.remove(id)
    // The last one takes its place.
    guard let last = slots.popLast(), slot < slots.count else { return }
    slots[slot] = last
    if last.position >= 0 { queue[last.position] = slot }
    // The key is there, so no memory is asked for.
    try? slotOf.set(last.reminder.id, Int64(slot))
  }

  /// As at a log-out. The next plan disarms all.
  public mutating func removeAll() {
    slots.removeAll()
    queue.removeAll()
    slotOf = IntegerMap()
    left = 0
  }

  /// Computes anew what goes by a zone: it has changed, or, of number 0, the device has moved. O(n).
  public mutating func refresh(zone: UInt32, _ zones: borrowing ZoneTable) {
    for slot in 0..<slots.count where at(slot).pointee.reminder.zone == zone { update(slot, zones) }
  }

  /// Goes to a time: what was due until then has fired. When the clock has gone back, all is computed anew.
  public mutating func advance(to time: Int64, _ zones: borrowing ZoneTable) {
    let isBack = time < now
    now = time
    if isBack {
      for slot in 0..<slots.count { update(slot, zones) }
    }
    while !queue.isEmpty, at(queue[0]).pointee.next.instant <= now { update(queue[0], zones) }
  }

  /// What is planned of a slot's next occurrence.
  @inline(never)
  func nextEntry(_ slot: Int) -> PlanEntry {
    let planned = at(slot)
    return PlanEntry(
      reminder: planned.pointee.reminder.id, revision: planned.pointee.reminder.revision,
      occurrence: planned.pointee.next, id: planned.pointee.nextID)
  }
}

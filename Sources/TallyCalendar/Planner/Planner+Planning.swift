import TallyMemory

extension Planner {
  /// Makes the plan for a time: ``entries``, ``disarms``, ``arms``, ``reach`` and ``leftOut``. ``commit()`` changes the
  /// armed entries, after the difference is stored. Until then each plan reports the difference again. Occurrences at
  /// the time itself have fired. An error leaves the former plan.
  /// - Parameter isFromScratch: the difference is that to an empty system. The armed entries stay as they are.
  public mutating func plan(
    at time: Int64, isFromScratch: Bool = false, _ zones: borrowing ZoneTable
  ) throws(OutOfMemory) {
    try entries.reserve(capacity)
    try arms.reserve(capacity)
    try disarms.reserve(armed.count)
    try front.reserve(2 * capacity + 2)
    try ahead.reserve(capacity + 1)
    try armed.reserve(capacity)
    advance(to: time, zones)
    entries.removeAll()
    reach = Int64.max
    takeNext(zones)
    takeFurther(zones)
    leftOut = left - Int64(entries.count)
    compare(at: time, isFromScratch: isFromScratch)
  }

  /// Takes a former plan in place of the last one, with its difference as ``plan(at:isFromScratch:_:)`` found it.
  /// - Precondition: the armed entries are those of that time.
  public mutating func restore(
    plan: borrowing List<PlanEntry>, at time: Int64, isFromScratch: Bool
  ) throws(OutOfMemory) {
    try entries.reserve(plan.count)
    try arms.reserve(plan.count)
    try disarms.reserve(armed.count)
    try armed.reserve(plan.count)
    entries.removeAll()
    for index in 0..<plan.count { entries.appendWithinCapacity(plan[index]) }
    compare(at: time, isFromScratch: isFromScratch)
  }

  /// The reported entries are armed.
  /// - Precondition: there is a plan that was not committed.
  public mutating func commit() {
    armed.removeAll()
    for index in 0..<entries.count { armed.appendWithinCapacity(entries[index]) }
    disarms.removeAll()
    arms.removeAll()
  }

  /// Marks an entry as armed, for example when stored entries are read again.
  public mutating func restore(_ entry: PlanEntry) throws(OutOfMemory) {
    try armed.reserve(armed.count + 1)
    Self.insert(entry, into: &armed)
  }

  /// Takes each reminder's next occurrence, the soonest first. It goes from the top of the queue downwards, where no
  /// entry comes before its parent.
  private mutating func takeNext(_ zones: borrowing ZoneTable) {
    front.removeAll()
    ahead.removeAll()
    if !queue.isEmpty { front.appendWithinCapacity(0) }
    while entries.count < capacity, let soonest = popSoonest() {
      let slot = queue[soonest]
      Self.insert(nextEntry(slot), into: &entries)
      lookAhead(slot, after: at(slot).pointee.next.instant, zones)
      for child in (2 * soonest + 1)..<(2 * soonest + 3) where child < queue.count {
        front.appendWithinCapacity(child)
      }
    }
    if let first = popSoonest() { reach = min(reach, at(queue[first]).pointee.next.instant) }
  }

  /// If there is room behind the next ones, takes those after them, the soonest of all.
  private mutating func takeFurther(_ zones: borrowing ZoneTable) {
    var soonest = 0
    while entries.count < capacity, !ahead.isEmpty {
      soonest = 0
      for index in 1..<max(ahead.count, 1) where ahead[index].entry.isBefore(ahead[soonest].entry) { soonest = index }
      let taken = ahead[soonest]
      if let last = ahead.popLast(), soonest < ahead.count { ahead[soonest] = last }
      Self.insert(taken.entry, into: &entries)
      lookAhead(taken.slot, after: taken.entry.occurrence.instant, zones)
    }
    for index in 0..<ahead.count { reach = min(reach, ahead[index].entry.occurrence.instant) }
  }

  @inline(never)
  private mutating func lookAhead(_ slot: Int, after instant: Int64, _ zones: borrowing ZoneTable) {
    let reminder = at(slot).pointee.reminder
    let zone = zones[reminder.zone]
    guard let next = reminder.next(after: instant, in: zone) else { return }
    let entry = PlanEntry(
      reminder: reminder.id, revision: reminder.revision, occurrence: next, id: reminder.identifier(of: next, in: zone))
    ahead.appendWithinCapacity(Ahead(slot: slot, entry: entry))
  }

  @inline(never)
  private mutating func popSoonest() -> Int? {
    if front.isEmpty { return nil }
    var soonest = 0
    for index in 1..<front.count where isSooner(queue[front[index]], queue[front[soonest]]) { soonest = index }
    let position = front[soonest]
    if let last = front.popLast(), soonest < front.count { front[soonest] = last }
    return position
  }

  /// Both lists have the same order, so one pass finds the entries that are in only one.
  private mutating func compare(at time: Int64, isFromScratch: Bool) {
    disarms.removeAll()
    arms.removeAll()
    var former = isFromScratch ? armed.count : 0
    var fresh = 0
    while former < armed.count || fresh < entries.count {
      if former < armed.count, fresh < entries.count, armed[former].isSameNotification(as: entries[fresh]) {
        former += 1
        fresh += 1
      } else if fresh == entries.count || former < armed.count && armed[former].isBefore(entries[fresh]) {
        if armed[former].occurrence.instant > time { disarms.appendWithinCapacity(armed[former]) }
        former += 1
      } else {
        arms.appendWithinCapacity(entries[fresh])
        fresh += 1
      }
    }
  }

  /// Inserts into a sorted list with room. A new entry is mostly later than the others.
  @inline(never)
  private static func insert(_ entry: PlanEntry, into list: inout List<PlanEntry>) {
    list.appendWithinCapacity(entry)
    var index = list.count - 1
    while index > 0, entry.isBefore(list[index - 1]) {
      list[index] = list[index - 1]
      index -= 1
    }
    list[index] = entry
  }
}

import TallyMemory

extension Planner {
  /// Computes when a slot's reminder fires next, and puts it where it belongs in the queue, which has room for it.
  mutating func update(_ slot: Int, _ zones: borrowing ZoneTable) {
    let reminder = slots[slot].reminder
    let zone = zones[reminder.zone]
    left -= slots[slot].left
    slots[slot].left = reminder.count(after: now, through: Int64.max, in: zone)
    left += slots[slot].left
    guard let next = reminder.next(after: now, in: zone) else { return leaveQueue(slot) }
    slots[slot].next = next
    if slots[slot].position < 0 {
      queue.appendWithinCapacity(slot)
      slots[slot].position = queue.count - 1
    }
    settle(slots[slot].position)
  }

  mutating func leaveQueue(_ slot: Int) {
    let position = slots[slot].position
    if position < 0 { return }
    slots[slot].position = -1
    guard let last = queue.popLast(), position < queue.count else { return }
    place(last, at: position)
    settle(position)
  }

  private mutating func place(_ slot: Int, at position: Int) {
    queue[position] = slot
    slots[slot].position = position
  }

  /// By instant, and of one instant by reminder.
  func isSooner(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (slots[a].next.instant, slots[b].next.instant)
    return first == second ? slots[a].reminder.id < slots[b].reminder.id : first < second
  }

  /// Moves one that may be out of order to its place.
  private mutating func settle(_ start: Int) {
    let slot = queue[start]
    var position = start
    while position > 0, isSooner(slot, queue[(position - 1) / 2]) {
      place(queue[(position - 1) / 2], at: position)
      position = (position - 1) / 2
    }
    while let child = soonerChild(position), isSooner(queue[child], slot) {
      place(queue[child], at: position)
      position = child
    }
    place(slot, at: position)
  }

  private func soonerChild(_ position: Int) -> Int? {
    let child = 2 * position + 1
    if child >= queue.count { return nil }
    return child + 1 < queue.count && isSooner(queue[child + 1], queue[child]) ? child + 1 : child
  }
}

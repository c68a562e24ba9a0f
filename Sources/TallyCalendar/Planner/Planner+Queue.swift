import TallyMemory

extension Planner {
  /// A slot in place, because it is too large to copy for one of its fields. Borrowed until slots are added.
  func at(_ slot: Int) -> UnsafeMutablePointer<Slot> {
    precondition(slot >= 0 && slot < slots.count)
    return slots.pointer + slot
  }

  /// Computes when a slot's reminder fires next, and moves the slot to its place in the queue, which has room for it.
  @inline(never)
  mutating func update(_ slot: Int, _ zones: borrowing ZoneTable) {
    let updated = at(slot)
    let zone = zones[updated.pointee.reminder.zone]
    let count = updated.pointee.reminder.count(after: now, through: Int64.max, in: zone)
    left += count - updated.pointee.left
    updated.pointee.left = count
    guard let next = updated.pointee.reminder.next(after: now, in: zone) else { return leaveQueue(slot) }
    updated.pointee.next = next
    updated.pointee.nextID = updated.pointee.reminder.identifier(of: next, in: zone)
    if updated.pointee.position < 0 {
      queue.appendWithinCapacity(slot)
      updated.pointee.position = queue.count - 1
    }
    settle(updated.pointee.position)
  }

  @inline(never)
  mutating func leaveQueue(_ slot: Int) {
    let position = at(slot).pointee.position
    if position < 0 { return }
    at(slot).pointee.position = -1
    guard let last = queue.popLast(), position < queue.count else { return }
    place(last, at: position)
    settle(position)
  }

  @inline(never)
  private mutating func place(_ slot: Int, at position: Int) {
    queue[position] = slot
    at(slot).pointee.position = position
  }

  /// Orders by instant, and at the same instant by reminder.
  @inline(never)
  func isSooner(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (at(a), at(b))
    let (first, second) = (a.pointee.next.instant, b.pointee.next.instant)
    return first == second ? a.pointee.reminder.id < b.pointee.reminder.id : first < second
  }

  /// Moves a slot that may be out of order to its place.
  @inline(never)
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

  @inline(never)
  private func soonerChild(_ position: Int) -> Int? {
    let child = 2 * position + 1
    if child >= queue.count { return nil }
    return child + 1 < queue.count && isSooner(queue[child + 1], queue[child]) ? child + 1 : child
  }
}

import TallyMemory
import TallyPolicy

/// When outboxes have something to send, by their accounts' slots, and whose request is to be broken off. Times are of
/// the elapsed clock. Nothing here locks or sends.
struct Outboxes: ~Copyable {
  private var wakes = Timetable()
  private var cancellations: [UInt64] = []

  /// Makes room for the accounts in the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) { try wakes.reserve(keys: count) }

  /// Has an outbox looked after, unless that is planned for an earlier time. There is room.
  /// - Returns: whether the plan is new.
  mutating func plan(_ slot: UInt32, at time: Int64) -> Bool {
    wakes.time(of: slot) > time && wakes.plan(slot, at: time)
  }

  /// An outbox needs nothing until it is planned again.
  mutating func cancel(_ slot: UInt32) { wakes.cancel(slot) }

  /// A request is to be broken off.
  mutating func breakOff(request: UInt64) { cancellations.append(request) }

  mutating func takeCancellation() -> UInt64? { cancellations.popLast() }

  /// An outbox that is due. Then it is not planned any more.
  mutating func popDue(by now: Int64) -> UInt32? { wakes.popDue(by: now) }

  /// When there is something to do next.
  mutating func next() -> Int64 { cancellations.isEmpty ? wakes.next() : Int64.min }
}

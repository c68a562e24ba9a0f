import TallyMemory
import TallyPolicy

/// When outboxes have something to send, by their accounts' slots, and which requests to cancel. Times are of the
/// elapsed clock. It neither locks nor sends.
struct Outboxes: ~Copyable {
  private var wakes = Timetable()
  private var cancellations = List<UInt64>()

  /// Makes room for the accounts in the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) { try wakes.reserve(keys: count) }

  /// Makes room for cancelling the request of an account that logs in.
  mutating func reserveCancellation() throws(OutOfMemory) { try cancellations.reserve(cancellations.count + 1) }

  /// Plans an outbox, unless an earlier time is planned. There is room.
  /// - Returns: whether the plan is new.
  mutating func plan(_ slot: UInt32, at time: Int64) -> Bool {
    wakes.time(of: slot) > time && wakes.plan(slot, at: time)
  }

  /// An outbox needs nothing until it is planned again.
  mutating func cancel(_ slot: UInt32) { wakes.cancel(slot) }

  /// Notes a request of an outbox to cancel. Each outbox has at most one. There is room.
  mutating func breakOff(request: UInt64) {
    for position in 0..<cancellations.count where cancellations[position] == request { return }
    cancellations.appendWithinCapacity(request)
  }

  mutating func takeCancellation() -> UInt64? { cancellations.popLast() }

  /// Removes and returns an outbox that is due.
  mutating func popDue(by now: Int64) -> UInt32? { wakes.popDue(by: now) }

  /// When the next work is due.
  mutating func next() -> Int64 { cancellations.isEmpty ? wakes.next() : Int64.min }
}

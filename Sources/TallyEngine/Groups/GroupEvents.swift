import TallyMemory
import TallySummary

/// The threads whose events are in the queue, by the numbers that they have there: an event is described without the
/// store's lock, so the queue cannot look them up.
///
/// Invariant: while events are pending, no number changes its thread.
struct GroupEvents: ~Copyable {
  private var names = TextTable()
  private(set) var pending = 0

  /// One more than the greatest number.
  var count: Int { names.count }

  /// The thread of a number. Borrowed until one is added.
  subscript(number: UInt32) -> UnsafeRawBufferPointer { names[Int32(truncatingIfNeeded: number)] }

  /// Before threads are added for a transaction: where no event is pending, nobody needs the former ones.
  mutating func begin() {
    if pending == 0 { names.removeAll() }
  }

  /// The number of all threads for which there is no room.
  static let nameless = UInt32.max

  /// Gives a thread a number, unless it has one, or `limit` others have.
  @discardableResult
  mutating func add(_ thread: UnsafeRawBufferPointer, limit: Int = Int.max) throws(OutOfMemory) -> UInt32 {
    if names.count >= limit { return names.number(of: thread).map { UInt32(truncatingIfNeeded: $0) } ?? Self.nameless }
    return UInt32(truncatingIfNeeded: try names.add(thread))
  }

  /// An event came into the queue.
  mutating func noteEvent() { pending += 1 }

  /// An event left the queue.
  mutating func forgetEvent() { pending -= 1 }
}

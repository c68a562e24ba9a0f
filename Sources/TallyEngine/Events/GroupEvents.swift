import TallyMemory
import TallySummary

/// The threads with events in the queue, by their numbers there. An event is described without the store's lock, so the
/// queue cannot look threads up.
///
/// Invariant: while events are pending, no number changes its thread.
struct GroupEvents: ~Copyable {
  private var names = TextTable()
  private(set) var pending = 0

  /// One more than the greatest number.
  var count: Int { names.count }

  /// The thread of a number. Borrowed until one is added.
  subscript(number: UInt32) -> UnsafeRawBufferPointer { names[Int32(truncatingIfNeeded: number)] }

  /// Call it before threads are added for a transaction. If no event is pending, the former threads are dropped.
  mutating func begin() {
    if pending == 0 { names.removeAll() }
  }

  /// The number of all threads for which there is no room.
  static let nameless = UInt32.max

  /// Numbers a thread, unless it has a number, or `limit` others have one.
  @discardableResult
  mutating func add(_ thread: UnsafeRawBufferPointer, limit: Int = Int.max) throws(OutOfMemory) -> UInt32 {
    if names.count >= limit { return names.number(of: thread).map { UInt32(truncatingIfNeeded: $0) } ?? Self.nameless }
    return UInt32(truncatingIfNeeded: try names.add(thread))
  }

  /// An event was added to the queue.
  mutating func noteEvent() { pending += 1 }

  /// An event left the queue.
  mutating func forgetEvent() { pending -= 1 }
}

import NATS

/// Checks that nothing is missing between the entries that a reader of a log gets.
///
/// A log is a stream of its own, so its entries are numbered without gaps. A consumer numbers its deliveries without
/// gaps, too. Both are checked, because each finds another loss:
/// - A gap in the deliveries: messages were lost on the way. Another consumer delivers them again.
/// - A gap in the entries: the log was cut behind the reader's position, while the reader or its connection stood
///   still, or before its consumer existed. The consumer then goes on at the new beginning, and its deliveries have no
///   gap. Only another file has what is missing.
struct LogSequence {
  enum Step: Equatable {
    /// The next entry.
    case next
    /// It was read before.
    case again
    /// Deliveries are missing.
    case lost
    /// Entries are missing.
    case missing(ClosedRange<UInt64>)
  }

  /// The number of the next delivery.
  private var delivery: UInt64 = 1

  /// The step that a message means for a reader that has all entries up to a position.
  /// - Parameter place: nil: it is not a message of a consumer.
  mutating func step(_ place: Place?, after position: UInt64) -> Step {
    guard let place, place.delivery == delivery else { return .lost }
    delivery += 1
    if place.stream <= position { return .again }
    return place.stream == position + 1 ? .next : .missing(position + 1...place.stream - 1)
  }
}

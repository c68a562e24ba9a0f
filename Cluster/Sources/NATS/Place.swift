/// The place of a message in its stream and in the deliveries of its consumer.
public struct Place: Hashable, Sendable {
  /// From 1: the message's number in its stream.
  public let stream: UInt64
  /// From 1, without gaps: the delivery's number for its consumer.
  public let delivery: UInt64
  /// When the server stored it, in nanoseconds since 1970.
  public let time: Int64
  /// The messages behind it that the consumer has not delivered.
  public let pending: UInt64

  /// Reads a reply subject: `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.DELIVERY.TIME.PENDING`, or with domain and
  /// account in front of the stream.
  init?(reply: String) {
    let parts = reply.split(separator: ".", omittingEmptySubsequences: false)
    let start = parts.count == 9 ? 5 : 7
    guard parts.count >= start + 4, parts[0] == "$JS", parts[1] == "ACK", let stream = UInt64(parts[start]),
      let delivery = UInt64(parts[start + 1]), let time = Int64(parts[start + 2]),
      let pending = UInt64(parts[start + 3])
    else { return nil }
    self.stream = stream
    self.delivery = delivery
    self.time = time
    self.pending = pending
  }
}

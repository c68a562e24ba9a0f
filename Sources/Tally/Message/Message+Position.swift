internal import TallyFailure
internal import TallyStore

extension Message {
  /// The place of a message in lists of messages. It remains when the message is removed.
  struct Position: Hashable, Sendable {
    let key: Int64
    let sequence: String
    let id: String

    init(_ message: Message) { (key, sequence, id) = (message.key.rawValue, message.sequence, message.serverID) }

    init(_ place: ListPlace) {
      key = place.number
      sequence = String(decoding: place.sequence, as: UTF8.self)
      id = String(decoding: place.id, as: UTF8.self)
    }
  }
}

/// Lends the place of a message, or none, to a list.
func withPlace<Result>(
  of position: Message.Position?, _ body: (ListPlace?) throws(Failure) -> Result
) throws(Failure) -> Result {
  guard let position else { return try body(nil) }
  return try withBytes([UInt8](position.sequence.utf8)) { (sequence) throws(Failure) in
    try withBytes([UInt8](position.id.utf8)) { (id) throws(Failure) in
      var place = ListPlace(number: position.key)
      (place.sequence, place.id) = (sequence, id)
      return try body(place)
    }
  }
}

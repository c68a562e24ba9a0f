import Foundation
import NATS
import Synchronization
import Tally

/// A message of the log that could not be applied.
struct DeadLetter: Sendable {
  let position: UInt64
  let message: Message
  let status: String
  let reason: String

  init(_ position: UInt64, _ message: Message, _ status: String, _ reason: String) {
    self.position = position
    self.message = message
    self.status = status
    self.reason = reason
  }
}

/// The dead letters of a partition. Each node that follows the partition notes them; only the owner publishes them. So
/// a new owner publishes those that the former one may have left. The server drops those that it has: the identifier of
/// a dead letter depends only on its place.
final class DeadLetters: Sendable {
  /// The latest are kept, also after they were published, within these limits.
  private static let maximumKept = 10_000
  private static let maximumBytes = 64 << 20

  private struct State {
    var letters: [DeadLetter] = []
    /// How many of them this node has published.
    var published = 0
    var bytes = 0
  }

  private let state = Mutex(State())

  /// Nothing waits to be published.
  var isEmpty: Bool { state.withLock { $0.published == $0.letters.count } }

  func add(_ letters: [DeadLetter]) {
    if letters.isEmpty { return }
    state.withLock { state in
      state.letters += letters
      state.bytes += letters.reduce(0) { $0 + $1.message.count }
      var surplus = 0
      // If nobody can publish, the oldest are lost; the log has them.
      while state.letters.count - surplus > DeadLetters.maximumKept || state.bytes > DeadLetters.maximumBytes {
        state.bytes -= state.letters[surplus].message.count
        surplus += 1
      }
      state.letters.removeFirst(surplus)
      state.published = max(0, state.published - surplus)
    }
  }

  /// Publishes those that were not, and stops at the first failure: the next call tries it again.
  func publish(_ names: Names, _ partition: Int, _ js: JetStream) throws {
    while true {
      let next = state.withLock { $0.published < $0.letters.count ? $0.letters[$0.published] : nil }
      guard let next else { return }
      let id = "\(names.log(partition))-\(next.position)"
      try js.publish(
        DeadLetters.message(next, names.deadSubject(partition), js.connection.maximumPayload), id: id)
      state.withLock { if $0.published < $0.letters.count { $0.published += 1 } }
    }
  }

  /// A message that is as large as a message may be has no room for headers: its bytes are then left out.
  static func message(_ letter: DeadLetter, _ subject: String, _ maximumPayload: Int) throws(NATSError) -> Message {
    let isLarge = letter.message.count > maximumPayload - 4096
    var headers = [
      ("Tally-Position", "\(letter.position)"), ("Tally-Status", letter.status),
      ("Tally-Reason", headerText(letter.reason)),
    ]
    if isLarge { headers.append(("Tally-Left-Out", "\(letter.message.count)")) }
    return try Message(subject, isLarge ? [] : letter.message.bytes, headers: headers)
  }

  /// A header is one line. A reason may quote what a stranger has sent.
  static func headerText(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(500).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

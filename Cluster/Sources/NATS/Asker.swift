import Foundation
import Synchronization

/// Sends requests, and passes each answer to a closure. No thread waits: while the servers elect a leader, a thousand
/// requests wait as cheaply as one.
///
/// Each closure is called exactly once: with the answer, or with the reason why there is none. It is called on a
/// delivery thread, or on the thread that calls ``expire(at:)``.
public final class Asker: Sendable {
  private struct Pending {
    var deadline: Duration
    var subject: String
    var body: @Sendable (Result<Message, NATSError>) -> Void
  }

  private struct State {
    var last: UInt64 = 0
    var pending: [UInt64: Pending] = [:]
  }

  private let connection: Connection
  private let inbox: String
  private let state: Shared
  private let subscription: Subscription

  /// The subscription's closure refers to this alone, not to the asker.
  private final class Shared: Sendable {
    let state = Mutex(State())

    func answer(_ message: Message) {
      guard let number = message.subject.split(separator: ".").last.flatMap({ UInt64($0) }),
        let pending = state.withLock({ $0.pending.removeValue(forKey: number) })
      else { return }
      if message.isNoResponders {
        pending.body(.failure(.noResponders("a request to \(pending.subject)")))
      } else {
        pending.body(.success(message))
      }
    }
  }

  public init(_ connection: Connection) throws(NATSError) {
    self.connection = connection
    let inbox = try connection.newInbox()
    let shared = Shared()
    self.inbox = inbox
    state = shared
    subscription = try Subscription(connection, inbox + ".*") { shared.answer($0) }
  }

  /// Sends a request.
  /// - Parameter deadline: by the clock of ``expire(at:)``.
  public func ask(
    _ subject: String, _ bytes: [UInt8], headers: [(name: String, value: String)] = [], deadline: Duration,
    _ body: @escaping @Sendable (Result<Message, NATSError>) -> Void
  ) {
    let number = state.state.withLock { state in
      state.last += 1
      state.pending[state.last] = Pending(deadline: deadline, subject: subject, body: body)
      return state.last
    }
    do throws(NATSError) {
      try connection.publish(Message(subject, bytes, headers: headers, reply: "\(inbox).\(number)"))
    } catch {
      let pending = state.state.withLock { $0.pending.removeValue(forKey: number) }
      pending?.body(.failure(error))
    }
  }

  /// Ends the requests whose time is over.
  public func expire(at now: Duration) {
    let late = state.state.withLock { state in
      let late = state.pending.filter { $0.value.deadline <= now }
      for number in late.keys { state.pending[number] = nil }
      return late.values
    }
    for pending in late { pending.body(.failure(.timeout("a request to \(pending.subject)"))) }
  }

  /// Ends the subscription, and all requests.
  public func end() {
    subscription.cancel()
    expire(at: .seconds(Int64.max))
  }
}

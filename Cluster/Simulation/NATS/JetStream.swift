import Foundation
public import SimulatedThreads
import TallyWire

/// JetStream over a connection: the functions of Sources/NATS, all of them by requests to the simulated servers.
public final class JetStream: @unchecked Sendable {
  public let connection: Connection
  public let timeout: Int64
  private let acknowledged: (@Sendable (Message?, Outcome) -> Void)?

  public enum Outcome: Sendable {
    case stored(position: UInt64, isDuplicate: Bool)
    case failed(String)
  }

  public init(
    _ connection: Connection, timeout: Int64 = 5000, maxPending: Int = 4096,
    acknowledged: (@Sendable (Message?, Outcome) -> Void)? = nil
  ) throws(NATSError) {
    self.connection = connection
    self.timeout = timeout
    self.acknowledged = acknowledged
  }

  // MARK: - Publishing

  @discardableResult
  public func publish(_ message: Message, id: String? = nil) throws(NATSError) -> UInt64 {
    let headers = message.headers + (id.map { [("Nats-Msg-Id", $0)] } ?? [])
    let answer = try connection.request(message.subject, message.bytes, headers: headers, timeout: timeout)
    let document = try JetStream.document(answer, "publishing to \(message.subject)")
    return document["seq"] ?? 0
  }

  /// The clients of the simulation publish one message after the other.
  public func publishWithoutWaiting(_ message: Message) throws(NATSError) {
    do throws(NATSError) {
      acknowledged?(message, .stored(position: try publish(message), isDuplicate: false))
    } catch { acknowledged?(message, .failed("\(error)")) }
  }

  public func waitForPublishes(timeout milliseconds: Int64) throws(NATSError) {}

  // MARK: - The API in JSON

  @discardableResult
  public func call(_ name: String, _ body: String = "") throws(NATSError) -> Message {
    let answer = try connection.request("$JS.API." + name, Array(body.utf8), timeout: timeout)
    _ = try JetStream.document(answer, "JetStream \(name)")
    return answer
  }

  /// The numbers of a response, and of its member `state`, by their names.
  static func document(_ answer: Message, _ what: String) throws(NATSError) -> [String: UInt64] {
    let (numbers, failure) = answer.withBytes { bytes -> ([String: UInt64], (Int, String)?) in
      guard let document = JSONElement(bytes), document.kind == .object else { return ([:], (0, "no JSON")) }
      if let error = document.member("error") {
        let code = error.member("err_code")?.integer(in: 0...99_999) ?? 0
        return ([:], (Int(code), error.member("description")?.text ?? ""))
      }
      var numbers: [String: UInt64] = [:]
      for element in [document, document.member("state")] {
        element?.forEachMember { name, value in numbers[name] = value.integer(in: 0...Int64.max).map(UInt64.init) }
      }
      return (numbers, nil)
    }
    if let failure { throw NATSError(.other, code: failure.0, what, reason: failure.1) }
    return numbers
  }

  // MARK: - Streams

  public struct StreamState: Hashable, Sendable {
    public let first, last: UInt64
    public let messages, bytes: UInt64
    public let leader: String
  }

  public func state(ofStream name: String) throws(NATSError) -> StreamState {
    let answer = try JetStream.document(call("STREAM.INFO.\(name)"), "the stream \(name)")
    return StreamState(
      first: answer["first_seq"] ?? 0, last: answer["last_seq"] ?? 0, messages: answer["messages"] ?? 0, bytes: 0,
      leader: "")
  }

  public func ensureStream(_ name: String, _ configuration: String) throws(NATSError) {
    do throws(NATSError) {
      try call("STREAM.CREATE.\(name)", configuration)
    } catch { if error.code != 10058 { throw error } }
  }

  public func purge(stream name: String, before position: UInt64) throws(NATSError) {
    try call("STREAM.PURGE.\(name)", #"{"seq": \#(position)}"#)
  }

  /// No node reads a message by its position, only the command that shows dead letters.
  public func message(at position: UInt64, ofStream name: String) throws(NATSError) -> Message? { nil }
}

/// A key-value bucket, as Sources/NATS has it.
public final class Bucket: @unchecked Sendable {
  private let js: JetStream
  public let name: String

  public struct Entry: Hashable, Sendable {
    public let key: String
    public let value: [UInt8]
    public let revision: UInt64
  }

  public init(_ js: JetStream, _ name: String, timeToLive: Int64 = 0, replicas: Int) throws(NATSError) {
    self.js = js
    self.name = name
    try js.ensureStream(
      "KV_\(name)",
      """
      {"name": "KV_\(name)", "subjects": ["$KV.\(name).>"], "max_msgs_per_subject": 1, \
      "max_age": \(timeToLive * 1_000_000), "duplicate_window": 120000000000}
      """)
  }

  public init?(_ js: JetStream, existing name: String) throws(NATSError) {
    self.js = js
    self.name = name
  }

  public func create(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
    try update(key, value, revision: 0)
  }

  public func update(_ key: String, _ value: [UInt8], revision: UInt64) throws(NATSError) -> UInt64 {
    let headers = [("Nats-Expected-Last-Subject-Sequence", "\(revision)")]
    return try js.publish(Message("$KV.\(name).\(key)", value, headers: headers))
  }

  @discardableResult
  public func put(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
    try js.publish(Message("$KV.\(name).\(key)", value))
  }

  public func get(_ key: String) throws(NATSError) -> Entry? {
    let answer: Message
    do throws(NATSError) {
      answer = try js.call("STREAM.MSG.GET.KV_\(name)", #"{"last_by_subj": "$KV.\#(name).\#(key)"}"#)
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
    return answer.withBytes { bytes in
      guard let message = JSONElement(bytes)?.member("message"),
        let revision = message.member("seq")?.integer(in: 1...Int64.max)
      else { return nil }
      let headers = Data(base64Encoded: message.member("hdrs")?.text ?? "") ?? Data()
      if String(decoding: headers, as: UTF8.self).contains("KV-Operation:") { return nil }
      let value = Data(base64Encoded: message.member("data")?.text ?? "") ?? Data()
      return Entry(key: key, value: [UInt8](value), revision: UInt64(revision))
    }
  }

  public func delete(_ key: String) throws(NATSError) {
    try js.publish(Message("$KV.\(name).\(key)", [], headers: [("KV-Operation", "DEL")]))
  }

  public func keys() throws(NATSError) -> [String] {
    let prefix = "$KV.\(name)."
    let answer = try js.call("STREAM.INFO.KV_\(name)", #"{"subjects_filter": "\#(prefix)>"}"#)
    return answer.withBytes { bytes in
      var keys: [String] = []
      JSONElement(bytes)?.member("state")?.member("subjects")?.forEachMember { subject, _ in
        if subject.hasPrefix(prefix) { keys.append(String(subject.dropFirst(prefix.count))) }
      }
      return keys
    }
  }
}

/// Reads a stream from a position, as Sources/NATS has it. A message that comes too late for its fetch comes with the
/// next one.
public final class PullConsumer {
  private let js: JetStream
  private let stream: String
  private let subject: String
  private let inbox: String
  private let subscription: Subscription
  private let arrived = Box<[Message]>([])
  private let change = ConditionLock()
  private var fetches = 0

  public init(_ js: JetStream, stream: String, from position: UInt64) throws(NATSError) {
    self.js = js
    self.stream = stream
    let answer = try JetStream.document(
      js.call("CONSUMER.CREATE.\(stream)", #"{"from": \#(max(position, 1))}"#), "a consumer of \(stream)")
    subject = "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(answer["consumer"] ?? 0)"
    inbox = try js.connection.newInbox()
    let (arrived, change) = (arrived, change)
    subscription = try Subscription(js.connection, inbox) { message in
      arrived.value.append(message)
      change.signal()
    }
  }

  deinit { subscription.cancel() }

  public func fetch(_ count: Int, maximumBytes: Int) throws(NATSError) -> [Message] {
    try pull(count, wait: 0, timeout: .seconds(2))
  }

  public func next(timeout milliseconds: Int64) throws(NATSError) -> Message? {
    try pull(1, wait: milliseconds, timeout: .milliseconds(milliseconds)).first
  }

  private func pull(_ count: Int, wait: Int64, timeout: Duration) throws(NATSError) -> [Message] {
    guard js.connection.isConnected else {
      Worker.sleep(.milliseconds(20))
      throw NATSError(.disconnected, "fetching from \(stream)")
    }
    fetches += 1
    let request = #"{"batch": \#(count), "wait": \#(wait), "fetch": \#(fetches)}"#
    try js.connection.publish(Message(subject, Array(request.utf8), reply: inbox))
    let deadline = Scheduler.shared.now + timeout
    var found: [Message] = []
    while found.count < count {
      guard change.wait(until: deadline - Scheduler.shared.now, { !arrived.value.isEmpty }) else { break }
      let message = arrived.value.removeFirst()
      if message.isNoResponders { throw .noResponders("fetching from \(stream)") }
      if message.status != 0 {
        // The end of an earlier fetch came after that fetch had given up.
        if message.bytes == Array("\(fetches)".utf8) { break }
        continue
      }
      found.append(message)
    }
    return found
  }
}

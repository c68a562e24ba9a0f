import Foundation
import Logging
import NATS
import Synchronization
import Tally
import TallyWire

/// That of NATS: `Tally` has a class of this name, too.
public typealias Subscription = NATS.Subscription

/// Lets a program publish batches, send requests to owners, and watch changes. It learns the number of partitions from
/// the cluster. Any thread may use it.
public final class ClusterClient: Sendable {
  public let names: Names
  public let partitions: Int
  private let connection: Connection
  private let js: JetStream
  private let publishes = Publishes()
  private let check: BatchCheck

  /// How long a command waits for a bucket while its servers elect a leader.
  private static let patience = Duration.seconds(5)

  /// Connects. It fails within seconds if no server responds: a person waits for the command.
  public init(_ configuration: NodeConfiguration, name: String) throws {
    try configuration.checkForConnecting()
    var options = ConnectionOptions(servers: configuration.servers, name: name)
    options.credentials = configuration.credentials
    options.certificateAuthorities = configuration.certificateAuthorities
    options.inboxPrefix = configuration.inboxPrefix
    let patience = Patience(
      Logger(label: "tally-node") { _ in SwiftLogNoOpLogHandler() }, time: ClusterClient.patience)
    connection = try Connection(options)
    names = Names(prefix: configuration.prefix)
    let publishes = publishes
    js = try JetStream(connection, maxPending: 4096) { message, outcome in
      publishes.note(message, outcome)
    }
    let entry = try patience.trying { [js, names] in try Bucket(js, existing: names.cluster)?.get("cluster") }
    let number = entry?.value.withUnsafeBytes { JSONElement($0)?.member("partitions")?.integer(in: 1...65_536) }
    guard let number else {
      throw NodeError.mismatch("there is no cluster '\(configuration.prefix)' yet: its first node creates it")
    }
    partitions = Int(number)
    check = BatchCheck(partitions: partitions, maximumBytes: configuration.maximumBatchBytes)
  }

  // MARK: - Publishing

  /// Publishes a batch, and waits until the log has it. A batch that each node would reject is not sent. Another
  /// failure may mean that it was stored all the same: only the same batch with the same id may be sent again.
  /// - Returns: its position, for `at_least`.
  public func publish(_ batch: [UInt8]) throws -> (partition: Int, position: UInt64) {
    let (partition, id) = try check.read(batch)
    let position = try js.publish(Message(names.logSubject(partition), batch), id: id)
    return (partition, position)
  }

  /// Publishes a batch, and sends it again until the log has it: ``finish(timeout:)`` waits for that.
  public func publishWithoutWaiting(_ batch: [UInt8]) throws {
    let (partition, id) = try check.read(batch)
    publishes.state.withLock { $0.sent += 1 }
    try send(try Message(names.logSubject(partition), batch, headers: id.map { [("Nats-Msg-Id", $0)] } ?? []))
    for message in publishes.takeRefused() { try send(message) }
  }

  /// Sends a message. While a stream has no leader, the server refuses it immediately. So there is a pause before the
  /// next attempt.
  private func send(_ message: Message) throws {
    for attempt in 0... {
      do throws(NATSError) {
        return try js.publishWithoutWaiting(message)
      } catch {
        if attempt == 600 || !error.isTransient { throw error }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }

  /// Waits until the log has everything.
  /// - Returns: how many batches it has, and how many of them it had before.
  public func finish(timeout: Duration) throws -> (stored: Int, duplicates: Int) {
    let deadline = ContinuousClock.now + timeout
    while true {
      let (sent, stored, duplicates) = publishes.state.withLock { ($0.sent, $0.stored, $0.duplicates) }
      if stored >= sent { return (stored, duplicates) }
      if ContinuousClock.now > deadline {
        throw NodeError.mismatch("\(sent - stored) of \(sent) batches were not acknowledged in time")
      }
      try? js.waitForPublishes(timeout: 100)
      let refused = publishes.takeRefused()
      if !refused.isEmpty { Thread.sleep(forTimeInterval: 0.05) }
      for message in refused { try send(message) }
    }
  }

  // MARK: - Asking and watching

  /// Asks the owner of a partition. While there is none, it tries again until the time is over.
  /// - Returns: the answer, a JSON object.
  public func ask(_ verb: String, partition: Int, _ request: [UInt8], timeout: Duration) throws -> [UInt8] {
    let deadline = ContinuousClock.now + timeout
    while true {
      do throws(NATSError) {
        return try connection.request(names.request(partition, verb), request, timeout: 7000).bytes
      } catch {
        if !error.isTransient { throw error }
        if ContinuousClock.now > deadline {
          if !error.isNoResponders { throw error }
          throw NodeError.mismatch(
            "partition \(partition) has no owner: no node responded to \(names.request(partition, verb)) for "
              + "\(timeout / .seconds(1)) s")
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  public func partition(of account: String) throws -> Int {
    Int(try Account.partition(of: account, among: UInt32(partitions)))
  }

  /// The error of a response, as a sentence; nil: it has a result.
  public static func error(in answer: [UInt8]) -> String? {
    answer.withUnsafeBytes { bytes in
      guard let document = JSONElement(bytes), document.kind == .object else { return "the response is not JSON" }
      guard let error = document.member("error") else { return nil }
      let words = [error.member("status")?.text, error.member("message")?.text].compactMap { $0 }
      return words.isEmpty ? "an error without a description" : words.joined(separator: ": ")
    }
  }

  // MARK: - Dead letters

  /// The dead letters behind a number, in their order.
  /// - Parameter partition: nil: of all partitions.
  public func deadLetters(after number: UInt64, limit: Int, partition: Int? = nil) throws -> [StoredDeadLetter] {
    let subject = partition.map(names.deadSubject) ?? names.deadSubjects
    var found: [StoredDeadLetter] = []
    var next = number + 1
    while found.count < limit, let letter = try deadLetter(next, subject) {
      found.append(letter)
      next = letter.number + 1
    }
    return found
  }

  /// The dead letter with a number; nil: there is none.
  public func deadLetter(_ number: UInt64) throws -> StoredDeadLetter? {
    guard let letter = try deadLetter(number, names.deadSubjects), letter.number == number else { return nil }
    return letter
  }

  /// The first dead letter from a number on.
  private func deadLetter(_ number: UInt64, _ subject: String) throws -> StoredDeadLetter? {
    let body = #"{"seq": \#(number), "next_by_subj": "\#(subject)"}"#
    let answer: Message
    do throws(NATSError) {
      answer = try js.call("STREAM.MSG.GET.\(names.dead)", body)
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
    return answer.withBytes { StoredDeadLetter($0) }
  }

  /// Calls a closure with each message about changes of an account; nil: of all accounts.
  public func watch(_ account: String?, _ body: @escaping @Sendable ([UInt8]) -> Void) throws -> Subscription {
    let subject = account.map(names.changed) ?? "\(names.prefix).changed.*"
    let subscription = try Subscription(connection, subject) { body($0.bytes) }
    try connection.flush()
    return subscription
  }

  /// Asks all nodes for their statistics, and waits a while for the answers.
  public func statistics(wait: Duration) throws -> [[UInt8]] {
    let answers = Mutex<[[UInt8]]>([])
    let inbox = try connection.newInbox()
    let subscription = try Subscription(connection, inbox) { message in answers.withLock { $0.append(message.bytes) } }
    defer { subscription.cancel() }
    try connection.publish(try Message("$SRV.STATS.\(NodeService.name)", [], reply: inbox))
    Thread.sleep(forTimeInterval: wait / .seconds(1))
    return answers.withLock { $0 }
  }
}

/// The results of asynchronous publishes.
private final class Publishes: Sendable {
  struct State {
    var sent = 0
    var stored = 0
    var duplicates = 0
    var refused: [Message] = []
  }

  let state = Mutex(State())

  func note(_ message: Message?, _ outcome: JetStream.Outcome) {
    state.withLock { state in
      switch outcome {
      case .stored(_, let isDuplicate):
        state.stored += 1
        if isDuplicate { state.duplicates += 1 }
      case .failed: if let message { state.refused.append(message) }
      }
    }
  }

  func takeRefused() -> [Message] {
    state.withLock { state in
      defer { state.refused = [] }
      return state.refused
    }
  }
}

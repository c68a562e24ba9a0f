import Foundation
public import SimulatedThreads
import TallyWire

/// A stream with its replicas. A stored message is on most servers, and is never lost. A replica may lag behind.
public final class Stream: @unchecked Sendable {
  public struct Entry {
    public let sequence: UInt64
    public let message: Message
    let time: Duration
    /// Milliseconds since 1970.
    let wall: Int64
  }

  /// The result of storing a message.
  enum Stored {
    case at(UInt64, isDuplicate: Bool)
    case wrongSequence(UInt64)
  }

  public let name: String
  private let patterns: [Pattern]
  private let isLastPerSubject: Bool
  private let maximumAge: Duration
  private let window: Duration
  public private(set) var entries: [Entry] = []
  public private(set) var first: UInt64 = 1
  public private(set) var last: UInt64 = 0
  private var identifiers: [String: (sequence: UInt64, time: Duration)] = [:]
  /// The server that leads it; nil: the servers elect one.
  public internal(set) var leader: Int?
  /// How far each server has it.
  var replicas: [UInt64]
  /// Since when its leader lacks most servers.
  var lonely: Duration?
  var isElecting = false

  init(_ name: String, _ configuration: JSONElement, servers: Int, leader: Int?) {
    self.name = name
    self.leader = leader
    replicas = [UInt64](repeating: 0, count: servers)
    patterns = configuration.member("subjects")?.elements.compactMap { $0.text.map { Pattern($0) } } ?? []
    isLastPerSubject = configuration.member("max_msgs_per_subject")?.integer(in: 1...1) == 1
    func time(_ member: String) -> Duration {
      .nanoseconds(configuration.member(member)?.integer(in: 0...Int64.max) ?? 0)
    }
    maximumAge = time("max_age")
    window = time("duplicate_window")
  }

  func matches(_ subject: String) -> Bool { patterns.contains { $0.matches(subject) } }

  // MARK: - Storing

  func store(_ message: Message) -> Stored {
    expire()
    let now = Scheduler.shared.now
    if let id = message.header("Nats-Msg-Id"), let known = identifiers[id], now - known.time < window {
      return .at(known.sequence, isDuplicate: true)
    }
    if let expected = message.header("Nats-Expected-Last-Subject-Sequence") {
      let found = lastEntry(of: message.subject)?.sequence ?? 0
      if expected != "\(found)" { return .wrongSequence(found) }
    }
    last += 1
    if isLastPerSubject { remove { $0.message.subject == message.subject } }
    entries.append(Entry(sequence: last, message: message, time: now, wall: Clock.wall))
    if entries.count == 1 { first = last }
    if let id = message.header("Nats-Msg-Id") { identifiers[id] = (last, now) }
    return .at(last, isDuplicate: false)
  }

  /// Removes what is older than the stream keeps.
  func expire() {
    guard maximumAge > .zero, let oldest = entries.first else { return }
    let now = Scheduler.shared.now
    if now - oldest.time >= maximumAge { remove { now - $0.time >= maximumAge } }
  }

  func remove(_ isGone: (Entry) -> Bool) {
    entries.removeAll(where: isGone)
    first = max(first, entries.first?.sequence ?? last + 1)
  }

  /// Removes the entries before a position.
  func purge(before position: UInt64) {
    remove { $0.sequence < position }
    first = max(first, min(position, last + 1))
  }

  // MARK: - Reading

  func lastEntry(of subject: String) -> Entry? { entries.last { $0.message.subject == subject } }

  /// The index of the first entry from a position.
  private func index(from position: UInt64) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first entry from a position that a server has.
  func next(from position: UInt64, server: Int) -> Entry? {
    let found = index(from: position)
    guard found < entries.count, entries[found].sequence <= replicas[server] else { return nil }
    return entries[found]
  }

  func pending(after position: UInt64, server: Int) -> UInt64 {
    UInt64(max(0, index(from: replicas[server] + 1) - index(from: position + 1)))
  }

  /// The response to `STREAM.INFO`.
  func info(_ filter: String?) -> String {
    expire()
    var subjects = ""
    if let filter {
      let pattern = Pattern(filter)
      let found = Set(entries.map(\.message.subject).filter { pattern.matches($0) })
      subjects = #", "subjects": {"# + found.sorted().map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
    }
    return #"{"state": {"first_seq": \#(first), "last_seq": \#(last), "messages": \#(entries.count)\#(subjects)}}"#
  }

  /// The response to `STREAM.MSG.GET`.
  func get(_ request: JSONElement) -> String {
    expire()
    let found: Entry?
    if let subject = request.member("last_by_subj")?.text {
      found = lastEntry(of: subject)
    } else {
      let position = UInt64(request.member("seq")?.integer(in: 0...Int64.max) ?? 0)
      found = entries.first { $0.sequence >= position }
    }
    guard let found else { return Network.failure(10037, "no message found") }
    var headers = ""
    if !found.message.headers.isEmpty {
      let lines = found.message.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
      headers = #", "hdrs": "\#(Data("NATS/1.0\r\n\(lines)\r\n".utf8).base64EncodedString())""#
    }
    let data = Data(found.message.bytes).base64EncodedString()
    return #"{"message": {"subject": "\#(found.message.subject)", "seq": \#(found.sequence), "data": "\#(data)""#
      + headers + "}}"
  }
}

/// A consumer in the memory of one server.
final class Consumer: @unchecked Sendable {
  let number: Int
  let stream: Stream
  let server: Int
  /// It delivers nothing, although it should: servers have had such defects.
  var isSilent = false
  private var next: UInt64
  private var deliveries: UInt64 = 0
  private(set) var used: Duration
  private var waiting: [(count: Int, deadline: Duration, inbox: String, fetch: Int64)] = []

  init(_ number: Int, _ stream: Stream, from position: UInt64, server: Int) {
    self.number = number
    self.stream = stream
    self.server = server
    next = position
    used = Scheduler.shared.now
  }

  func pull(_ count: Int, wait: Duration, inbox: String, fetch: Int64) {
    used = Scheduler.shared.now
    waiting.append((count, used + wait, inbox, fetch))
    deliver()
    if wait == .zero { return end(before: .seconds(Int64.max)) }
    Scheduler.shared.after(wait) { [weak self] in self?.end(before: Scheduler.shared.now) }
  }

  /// Delivers what its server has to those that wait.
  func deliver() {
    if isSilent { return }
    while !waiting.isEmpty, let entry = stream.next(from: next, server: server) {
      let inbox = waiting[0].inbox
      waiting[0].count -= 1
      if waiting[0].count == 0 { waiting.removeFirst() }
      next = entry.sequence + 1
      deliveries += 1
      let pending = stream.pending(after: entry.sequence, server: server)
      let place = "\(entry.sequence).\(deliveries).\(entry.wall * 1_000_000).\(pending)"
      // A delivery may be lost: nothing acknowledges it.
      if Network.shared.loses(.delivery) { continue }
      Network.shared.route(
        Message(entry, reply: "$JS.ACK.\(stream.name).c\(number).1.\(place)"), to: inbox, at: server)
    }
  }

  private func end(before time: Duration) {
    let over = waiting.filter { $0.deadline <= time }
    waiting.removeAll { $0.deadline <= time }
    for request in over {
      Network.shared.route(Message(request.inbox, "\(request.fetch)", status: 404), to: request.inbox, at: server)
    }
  }
}

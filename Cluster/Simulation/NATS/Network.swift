public import SimulatedThreads
import TallyWire

/// The servers, the lines between the machines, and the streams. Server `n` runs on machine `n`; other machines have
/// clients alone, and their lines are never cut.
public final class Network: @unchecked Sendable {
  public struct Server {
    public internal(set) var isUp = true
  }

  /// A message that may be lost although no line is cut.
  public enum Loss: Hashable, Sendable { case delivery, acknowledgement }

  public static let shared = Network()

  public internal(set) var servers = [Server](repeating: Server(), count: 3)
  private var cuts: Set<[Int]> = []
  public internal(set) var streams: [Stream] = []
  var consumers: [Consumer] = []
  public internal(set) var connections: [Connection] = []
  private var connectionCount = 0
  private var consumerCount = 0
  /// The chance of each loss.
  public var losses: [Loss: Double] = [:]
  /// The chance that a packet is late by up to half a second.
  public var lateness = 0.0
  /// Is called for each message that a client sends.
  public var sends: ((Connection, Message) -> Void)?
  /// Is called for each message that was stored.
  public var stores: ((Stream, Stream.Entry) -> Void)?

  var scheduler: Scheduler { .shared }

  func nextConnection() -> Int {
    connectionCount += 1
    return connectionCount
  }

  func nextConsumer() -> Int {
    consumerCount += 1
    return consumerCount
  }

  // MARK: - Lines

  func latency() -> Duration {
    if scheduler.dice.happens(lateness) { return scheduler.dice.time(.milliseconds(5), .milliseconds(500)) }
    return scheduler.dice.time(.microseconds(100), .microseconds(1500))
  }

  func loses(_ loss: Loss) -> Bool {
    guard let chance = losses[loss] else { return false }
    return scheduler.dice.happens(chance)
  }

  /// Whether two machines have a line.
  func reaches(_ one: Int, _ other: Int) -> Bool { one == other || !cuts.contains([one, other].sorted()) }

  func connects(_ one: Int, _ other: Int) -> Bool { servers[one].isUp && servers[other].isUp && reaches(one, other) }

  /// A server that a client on a machine can reach.
  func server(for machine: Int) -> Int? {
    let found = servers.indices.filter { servers[$0].isUp && reaches(machine, $0) }
    return found.isEmpty ? nil : scheduler.dice.pick(found)
  }

  func hasQuorum(_ server: Int) -> Bool {
    servers[server].isUp && servers.indices.count { connects(server, $0) } > servers.count / 2
  }

  // MARK: - Faults

  public func start() { watch() }

  public func kill(_ server: Int) {
    servers[server].isUp = false
    consumers.removeAll { $0.server == server }
    for stream in streams where stream.leader == server { stream.leader = nil }
    for connection in connections where connection.home == server { connection.lose() }
  }

  public func restart(_ server: Int) { servers[server].isUp = true }

  public func cut(_ one: Int, _ other: Int) {
    cuts.insert([one, other].sorted())
    for connection in connections {
      // Clients notice it when pings have no answer.
      let life = connection.life
      scheduler.after(scheduler.dice.time(.seconds(1), .seconds(3)), process: connection.process) { [weak self] in
        guard let self, let home = connection.home, life == connection.life, !reaches(connection.machine, home) else {
          return
        }
        connection.lose()
      }
    }
  }

  public func heal() { cuts = [] }

  /// Another server shall lead a stream.
  public func stepDown(_ stream: Stream) { stream.leader = nil }

  /// A consumer of a stream delivers nothing more.
  public func silence(_ stream: Stream) {
    let found = consumers.filter { $0.stream === stream }
    if !found.isEmpty { scheduler.dice.pick(found).isSilent = true }
  }

  /// A process was killed: the servers close its connections.
  public func drop(_ process: SimulatedProcess) { connections.removeAll { $0.process === process } }

  // MARK: - Elections and replicas

  /// Twice a second: leaders that lack most servers step down, streams without one elect one, replicas catch up.
  private func watch() {
    for stream in streams {
      if let leader = stream.leader, !hasQuorum(leader) {
        let since = stream.lonely ?? scheduler.now
        stream.lonely = since
        if scheduler.now - since > .seconds(2) { stream.leader = nil }
      } else {
        stream.lonely = nil
      }
      if stream.leader == nil { elect(stream) }
      if let leader = stream.leader {
        for server in servers.indices where connects(leader, server) { replicate(stream, stream.last, to: server) }
      }
    }
    scheduler.after(.milliseconds(500)) { self.watch() }
  }

  private func elect(_ stream: Stream) {
    if stream.isElecting { return }
    stream.isElecting = true
    let most = scheduler.dice.happens(0.2) ? Duration.seconds(7) : .seconds(1)
    scheduler.after(scheduler.dice.time(.milliseconds(100), most)) { [self] in
      stream.isElecting = false
      let candidates = servers.indices.filter { hasQuorum($0) }
      guard stream.leader == nil, !candidates.isEmpty else { return }
      let leader = scheduler.dice.pick(candidates)
      stream.leader = leader
      stream.replicas[leader] = stream.last
    }
  }

  private func replicate(_ stream: Stream, _ position: UInt64, to server: Int) {
    guard stream.replicas[server] < position else { return }
    stream.replicas[server] = position
    for consumer in consumers where consumer.stream === stream && consumer.server == server { consumer.deliver() }
  }

  // MARK: - Messages

  /// Delivers a message that a server has got: to subscribers, to a stream, or to the API.
  func route(_ message: Message, to subject: String, at server: Int) {
    if subject.hasPrefix("$JS.API.") { return request(message, String(subject.dropFirst(8)), at: server) }
    var hasInterest = false
    for connection in connections {
      guard let home = connection.home, connects(server, home) else { continue }
      for listener in connection.listeners where listener.pattern.matches(subject) {
        hasInterest = true
        connection.deliver(message, to: listener)
      }
    }
    for stream in streams where stream.matches(subject) {
      guard let leader = stream.leader, connects(server, leader) else { continue }
      hasInterest = true
      scheduler.after(latency()) { [self] in store(message, in: stream, leader) }
    }
    if !hasInterest { respond(to: message, "", status: 503, from: server) }
  }

  func respond(to message: Message, _ body: String, status: Int = 0, from server: Int) {
    guard let reply = message.reply, !reply.hasPrefix("$JS.ACK") else { return }
    route(Message(reply, body, status: status), to: reply, at: server)
  }

  private func store(_ message: Message, in stream: Stream, _ leader: Int) {
    guard stream.leader == leader, hasQuorum(leader) else { return }
    let body: String
    switch stream.store(message) {
    case .at(let sequence, let isDuplicate):
      body = #"{"stream": "\#(stream.name)", "seq": \#(sequence)\#(isDuplicate ? #", "duplicate": true"# : "")}"#
      if !isDuplicate, let entry = stream.entries.last {
        stores?(stream, entry)
        replicate(stream, sequence, to: leader)
        for server in servers.indices where server != leader && connects(leader, server) {
          scheduler.after(latency()) { [self] in
            if connects(leader, server) { replicate(stream, sequence, to: server) }
          }
        }
      }
    case .wrongSequence(let found): body = Network.failure(10071, "wrong last sequence: \(found)")
    }
    if loses(.acknowledgement) { return }
    scheduler.after(latency()) { [self] in if servers[leader].isUp { respond(to: message, body, from: leader) } }
  }

  static func failure(_ code: Int, _ words: String) -> String {
    #"{"error": {"code": 400, "err_code": \#(code), "description": "\#(words)"}}"#
  }
}

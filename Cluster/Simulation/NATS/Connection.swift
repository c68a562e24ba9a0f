public import SimulatedThreads

/// How to reach the servers. The only address is `sim://MACHINE`: the machine on which the client runs.
public struct ConnectionOptions: Hashable, Sendable {
  public var servers: [String]
  public var name: String
  public var credentials: String?
  public var certificateAuthorities: String?
  public var inboxPrefix = "_INBOX"
  public var mustConnect = true

  public init(servers: [String], name: String) {
    self.servers = servers
    self.name = name
  }
}

/// A connection to one of the servers, which finds another one when it loses its own.
public final class Connection: @unchecked Sendable {
  public let name: String
  public let machine: Int
  let process: SimulatedProcess
  private let number: Int
  private let inboxPrefix: String
  private var inboxes = 0
  /// The server that it uses; nil: it looks for one.
  private(set) var home: Int?
  /// Counts the times that it found a server. Packets of an earlier time are lost.
  private(set) var life = 0
  var listeners: [Listener] = []
  /// Kept while it looks for a server, as libnats keeps them.
  private var waiting: [Message] = []
  /// Packets on their way keep their order in each direction: whichever timer comes first takes the first packet.
  private var outgoing: [(message: Message, home: Int, life: Int)] = []
  private var incoming: [(message: Message, listener: Listener, life: Int)] = []
  private var sent = Duration.zero
  private var received = Duration.zero

  private var network: Network { .shared }
  private var scheduler: Scheduler { .shared }

  public static func setDeliveryThreads(_ count: Int) {}

  public init(_ given: ConnectionOptions) throws(NATSError) {
    guard let process = Scheduler.shared.process, let machine = given.servers.first.flatMap({ Int($0.dropFirst(6)) })
    else { throw NATSError(.other, "connecting", reason: "the address must be sim://MACHINE") }
    name = given.name
    self.machine = machine
    self.process = process
    inboxPrefix = given.inboxPrefix
    number = Network.shared.nextConnection()
    guard let home = network.server(for: machine) else {
      throw NATSError(.disconnected, "connecting", reason: "no server is reachable")
    }
    self.home = home
    network.connections.append(self)
  }

  // MARK: - The state of the connection

  public var isConnected: Bool { home != nil }
  public var maximumPayload: Int { 1 << 20 }
  public var server: String { home.map { "sim://\($0)" } ?? "" }

  /// The server is gone: it looks for another one.
  func lose() {
    guard home != nil else { return }
    home = nil
    life += 1
    seek()
  }

  private func seek() {
    scheduler.after(scheduler.dice.time(.milliseconds(50), .milliseconds(300)), process: process) { [self] in
      guard home == nil else { return }
      guard let found = network.server(for: machine) else { return seek() }
      home = found
      let kept = waiting
      waiting = []
      for message in kept { send(message) }
    }
  }

  // MARK: - Packets

  /// Sends a message to the server; it may be lost on the way.
  func send(_ message: Message) {
    guard let home else { return waiting.append(message) }
    network.sends?(self, message)
    guard network.reaches(machine, home) else { return }
    sent = max(sent, scheduler.now + network.latency())
    outgoing.append((message, home, life))
    scheduler.at(sent, process: nil) { [self] in
      let (message, home, life) = outgoing.removeFirst()
      // A packet that was on its way when the connection broke may have arrived or not.
      guard network.servers[home].isUp, life == self.life || scheduler.dice.happens(0.5) else { return }
      network.route(message, to: message.subject, at: home)
    }
  }

  /// Delivers a message of the server to a listener.
  func deliver(_ message: Message, to listener: Listener) {
    guard let home, network.reaches(machine, home) else { return }
    received = max(received, scheduler.now + network.latency())
    incoming.append((message, listener, life))
    scheduler.at(received, process: process) { [self] in
      let (message, listener, life) = incoming.removeFirst()
      guard life == self.life, !listener.isCancelled else { return }
      listener.body(message)
    }
  }

  // MARK: - The functions of the module

  public func publish(_ subject: String, _ body: [UInt8]) throws(NATSError) { send(try Message(subject, body)) }

  public func publish(_ message: Message) throws(NATSError) { send(message) }

  public func flush(timeout milliseconds: Int64 = 5000) throws(NATSError) {
    guard let home, network.reaches(machine, home) else {
      Worker.sleep(.milliseconds(milliseconds))
      throw NATSError(.timeout, "flushing the connection")
    }
    Worker.sleep(network.latency() + network.latency())
  }

  public func request(_ subject: String, _ body: [UInt8], timeout milliseconds: Int64) throws(NATSError) -> Message {
    try request(subject, body, headers: [], timeout: milliseconds)
  }

  public func request(
    _ subject: String, _ body: [UInt8], headers: [(name: String, value: String)], timeout milliseconds: Int64
  ) throws(NATSError) -> Message {
    let inbox = try newInbox()
    let answer = Box<Message?>(nil)
    let change = ConditionLock()
    let subscription = try Subscription(self, inbox) { message in
      answer.value = answer.value ?? message
      change.signal()
    }
    defer { subscription.cancel() }
    try publish(Message(subject, body, headers: headers, reply: inbox))
    change.wait(until: .milliseconds(milliseconds)) { answer.value != nil }
    guard let message = answer.value else { throw .timeout("a request to \(subject)") }
    if message.isNoResponders { throw .noResponders("a request to \(subject)") }
    return message
  }

  public func newInbox() throws(NATSError) -> String {
    inboxes += 1
    return "\(inboxPrefix).c\(number)-\(inboxes)"
  }
}

/// A variable that closures share. One thread of the simulation runs at a time.
final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// The part of a subscription that its connection knows.
final class Listener: @unchecked Sendable {
  let pattern: Pattern
  let body: @Sendable (Message) -> Void
  var isCancelled = false

  init(_ subject: String, _ body: @escaping @Sendable (Message) -> Void) {
    pattern = Pattern(subject)
    self.body = body
  }
}

/// A subscription, as Sources/NATS has it: releasing it cancels it.
public final class Subscription: @unchecked Sendable {
  private let listener: Listener
  private let connection: Connection

  public init(
    _ connection: Connection, _ subject: String, queue: String? = nil, _ body: @escaping @Sendable (Message) -> Void
  ) throws(NATSError) {
    listener = Listener(subject, body)
    self.connection = connection
    connection.listeners.append(listener)
  }

  deinit { cancel() }

  public func cancel() {
    listener.isCancelled = true
    connection.listeners.removeAll { $0 === listener }
  }

  public func setPendingLimits(messages: Int, bytes: Int) {}
}

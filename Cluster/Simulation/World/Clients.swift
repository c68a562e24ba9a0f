import NATS
import Threads
import TallyWire

/// The members of a response of a node that a reader compares.
struct Response {
  var epoch: UInt64
  var position: UInt64
  /// nil: an error.
  var count: Int?
  var status: String?

  init?(_ message: NATS.Message) {
    let found: Response? = message.withBytes { bytes in
      guard let document = JSONElement(bytes), document.kind == .object, document.member("node") != nil,
        let epoch = document.member("epoch")?.integer(in: 0...Int64.max),
        let position = document.member("position")?.integer(in: 0...Int64.max)
      else { return nil }
      return Response(
        epoch: UInt64(epoch), position: UInt64(position),
        count: document.member("result")?.member("count")?.integer(in: 0...Int64.max).map { Int($0) },
        status: document.member("error")?.member("status")?.text)
    }
    guard let found else { return nil }
    self = found
  }

  private init(epoch: UInt64, position: UInt64, count: Int?, status: String?) {
    self.epoch = epoch
    self.position = position
    self.count = count
    self.status = status
  }
}

// Clients run on machine 9, whose lines are never cut. Their servers die, though.
extension World {
  private func connect(_ name: String) -> Connection {
    while true {
      if let connection = try? Connection(ConnectionOptions(servers: ["sim://9"], name: name)) { return connection }
      Worker.sleep(.milliseconds(200))
    }
  }

  func startClients() {
    publishersLeft = scenario.publishers
    for number in 0..<scenario.publishers {
      Worker.start("publisher \(number)", in: process) { [self] in
        let connection = connect("publisher \(number)")
        while !isEnding { publish(connection) }
        publishersLeft -= 1
      }
    }
    Worker.start("reader", in: process) { [self] in
      let connection = connect("reader")
      var epochs: [Int: UInt64] = [:]
      while !isEnding { read(connection, &epochs) }
    }
    Worker.start("observer", in: process) { [self] in
      let connection = connect("observer")
      let subscription = try? Subscription(connection, "tally.changed.*") { [self] in observe($0) }
      while true {
        Worker.sleep(.seconds(1000))
        withExtendedLifetime(subscription) {}
      }
    }
  }

  /// Publishes a batch until it is acknowledged.
  private func publish(_ connection: Connection) {
    let number = oracle.draw()
    let batch = oracle.batches[number]
    let subject = names.logSubject(batch.partition)
    let id = [("Nats-Msg-Id", "b\(number)"), (Oracle.header, "\(number)")]
    while true {
      if let position = send(connection, subject, oracle.body(number), id) {
        oracle.acknowledge(number, at: position)
        break
      }
      Worker.sleep(Scheduler.shared.dice.time(.milliseconds(50), .seconds(1)))
    }
    // A sender that has lost its memory sends a batch again: the servers know no id of it, the node does.
    if Scheduler.shared.dice.happens(0.05) {
      let earlier = Scheduler.shared.dice.below(number + 1)
      let copy = oracle.batches[earlier]
      if oracle.isCounted(earlier) {
        _ = send(
          connection, names.logSubject(copy.partition), oracle.body(earlier), [(Oracle.header, "\(earlier)")])
      }
    }
    Worker.sleep(Scheduler.shared.dice.time(.milliseconds(1), scenario.pause))
  }

  private func send(
    _ connection: Connection, _ subject: String, _ body: [UInt8], _ headers: [(name: String, value: String)]
  ) -> UInt64? {
    guard let answer = try? connection.request(subject, body, headers: headers, timeout: 2000) else { return nil }
    return answer.withBytes { JSONElement($0)?.member("seq")?.integer(in: 1...Int64.max) }.map { UInt64($0) }
  }

  /// Requests a badge, and holds the response against the log.
  private func read(_ connection: Connection, _ epochs: inout [Int: UInt64]) {
    let account = Scheduler.shared.dice.pick(scenario.accounts)
    let path = Scheduler.shared.dice.pick(Oracle.paths + [""])
    let least = Scheduler.shared.dice.happens(0.5) ? oracle.positions[account.partition] ?? 0 : 0
    let member = path.isEmpty ? "" : #""path": "\#(path)", "#
    let body = #"{"account": "\#(account.name)", \#(member)"at_least": \#(least), "wait": 1500}"#
    defer { Worker.sleep(Scheduler.shared.dice.time(.milliseconds(5), .milliseconds(200))) }
    guard
      let message = try? connection.request(
        names.request(account.partition, "get"), Array(body.utf8), timeout: 2000)
    else { return }
    guard let response = Response(message) else {
      return fail("a response is malformed: \(String(decoding: message.bytes.prefix(200), as: UTF8.self))")
    }
    // As clients must do.
    if response.epoch < epochs[account.partition] ?? 0 { return }
    epochs[account.partition] = response.epoch
    if let status = response.status, status != "TALLY_ERROR_NOT_FOUND" {
      return log("a response has the status \(status)")
    }
    responses += 1
    let count = response.count ?? 0
    let what = "\(account.name) '\(path)' with epoch \(response.epoch) at \(response.position)"
    if response.position < least { fail("\(what): the request was for \(least)") }
    if !oracle.mayShow(count, account.name, path, from: response.position) {
      fail("\(what) is \(count), which it is at no position from there on")
    }
  }

  /// An event of changes may be lost, but is never wrong.
  private func observe(_ message: NATS.Message) {
    events += 1
    message.withBytes { bytes in
      guard let document = JSONElement(bytes), let account = document.member("account")?.text,
        let position = document.member("position")?.integer(in: 0...Int64.max)
      else { return fail("an event is malformed") }
      guard let changes = document.member("changes")?.elements else { return fail("an event has no changes") }
      for change in changes {
        guard let path = change.member("path")?.text, let count = change.member("count")?.integer(in: 0...Int64.max)
        else { return fail("a change is malformed") }
        let plain = path == "root" ? "" : String(path.dropFirst(5))
        guard plain.isEmpty || Oracle.paths.contains(plain) else { continue }
        if !oracle.mayShow(Int(count), account, plain, from: UInt64(position)) {
          fail("an event at \(position) says that \(account) '\(plain)' is \(count), which it never is")
        }
      }
    }
  }
}

import SimulatedThreads
import TallyWire

// The part of JetStream's API that nodes call.
extension Network {
  /// A call that arrived at a server. It goes on to the leader of its stream; without one nobody responds.
  func request(_ message: Message, _ call: String, at server: Int) {
    let words = call.split(separator: ".").map(String.init)
    if words.starts(with: ["STREAM", "CREATE"]) {
      guard hasQuorum(server) else { return }
      scheduler.after(latency()) { [self] in respond(to: message, create(words[2], message), from: server) }
      return
    }
    let name = words[words[1] == "MSG" ? 3 : 2]
    guard let stream = streams.first(where: { $0.name == name }) else {
      return respond(to: message, Network.failure(10059, "stream not found"), from: server)
    }
    if words.starts(with: ["CONSUMER", "MSG"]) { return pull(message, words, at: server) }
    guard let leader = stream.leader, connects(server, leader) else {
      // Some servers say that there is no leader, others are silent.
      if scheduler.dice.happens(0.3) { respond(to: message, Network.failure(10008, "no leader"), from: server) }
      return
    }
    scheduler.after(latency()) { [self] in
      guard stream.leader == leader, hasQuorum(leader) else { return }
      let body = message.withBytes { answer(words, JSONElement($0), stream) }
      scheduler.after(latency()) { [self] in if servers[leader].isUp { respond(to: message, body, from: leader) } }
    }
  }

  private func create(_ name: String, _ message: Message) -> String {
    if streams.contains(where: { $0.name == name }) { return Network.failure(10058, "stream name already in use") }
    let leader = scheduler.dice.pick(servers.indices.filter { hasQuorum($0) })
    message.withBytes { bytes in
      guard let configuration = JSONElement(bytes) else { return }
      streams.append(Stream(name, configuration, servers: servers.count, leader: leader))
    }
    return "{}"
  }

  private func answer(_ words: [String], _ request: JSONElement?, _ stream: Stream) -> String {
    switch words.prefix(2) {
    case ["STREAM", "INFO"]: return stream.info(request?.member("subjects_filter")?.text)
    case ["STREAM", "MSG"]: return request.map { stream.get($0) } ?? Network.failure(10025, "bad request")
    case ["STREAM", "PURGE"]:
      if let filter = request?.member("filter")?.text {
        let pattern = Pattern(filter)
        stream.remove { pattern.matches($0.message.subject) }
      } else if let position = request?.member("seq")?.integer(in: 0...Int64.max) {
        stream.purge(before: UInt64(position))
      }
      return #"{"success": true}"#
    case ["CONSUMER", "CREATE"]:
      let position = UInt64(request?.member("from")?.integer(in: 1...Int64.max) ?? 1)
      let home = scheduler.dice.pick(servers.indices.filter { servers[$0].isUp })
      let consumer = Consumer(nextConsumer(), stream, from: position, server: home)
      consumers.append(consumer)
      return #"{"consumer": \#(consumer.number)}"#
    default: return Network.failure(10025, "unknown call \(words)")
    }
  }

  private func pull(_ message: Message, _ words: [String], at server: Int) {
    // A server removes a consumer that nobody has used for 30 seconds.
    consumers.removeAll { scheduler.now - $0.used > .seconds(30) }
    guard let consumer = consumers.first(where: { "\($0.number)" == words.last }), connects(server, consumer.server),
      let inbox = message.reply
    else { return respond(to: message, "", status: 503, from: server) }
    let (count, wait, fetch) = message.withBytes { bytes in
      let request = JSONElement(bytes)
      func number(_ member: String) -> Int64 { request?.member(member)?.integer(in: 0...Int64.max) ?? 0 }
      return (number("batch"), number("wait"), number("fetch"))
    }
    scheduler.after(latency()) {
      consumer.pull(Int(count), wait: .milliseconds(wait), inbox: inbox, fetch: fetch)
    }
  }
}

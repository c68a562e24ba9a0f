import Foundation
import NATS
import Tally
import TallyWire

/// A request that waits until the log is applied up to a position.
struct WaitingRequest {
  let message: Message
  let position: UInt64
  /// By the node's steady clock.
  let deadline: Duration
}

// Requests. Answers are made on the delivery threads of the connection, and on the node's queue for those that had to
// wait. Reading an engine is safe on any thread.
extension PartitionService {
  static let defaultWait: Int64 = 5000
  static let maximumWait: Int64 = 60_000
  static let maximumWaiting = 10_000
  /// A request is one account and a few members.
  static let maximumBytes = 65_536

  /// Answers a request, or lets it wait for its position.
  func take(_ message: Message) {
    guard partition.node.canRespond(to: message) else { return }
    do throws(Rejection) {
      if message.count > PartitionService.maximumBytes {
        throw Rejection(.tooLarge, "a request has at most \(PartitionService.maximumBytes) bytes")
      }
      let (position, wait) = try message.withBytes { (bytes) throws(Rejection) in
        if bytes.isEmpty { return (Int64(0), PartitionService.defaultWait) }
        let members = Members(try BatchReader.object(bytes))
        return (
          try members.integer("at_least", in: 0...(1 << 53)) ?? 0,
          try members.integer("wait", in: 0...PartitionService.maximumWait) ?? PartitionService.defaultWait
        )
      }
      if UInt64(position) <= partition.applied { return answer(message) }
      let deadline = partition.node.now() + .milliseconds(wait)
      let hasRoom = waiting.withLock { waiting in
        if waiting.count >= PartitionService.maximumWaiting { return false }
        waiting.append(WaitingRequest(message: message, position: UInt64(position), deadline: deadline))
        return true
      }
      if !hasRoom { throw Rejection(.limit, "too many requests wait for a position") }
    } catch {
      respond(to: message, .failure(error))
    }
  }

  /// Answers those whose position is applied, or whose time is over. On the partition's thread, after each transaction.
  func answerWaiting() {
    let applied = partition.applied
    let now = partition.node.now()
    let (ready, late) = waiting.withLock { waiting in
      if waiting.isEmpty { return ([WaitingRequest](), [WaitingRequest]()) }
      let ready = waiting.filter { $0.position <= applied }
      let late = waiting.filter { $0.position > applied && $0.deadline <= now }
      waiting.removeAll { $0.position <= applied || $0.deadline <= now }
      return (ready, late)
    }
    for request in ready { partition.node.requests.async { self.answer(request.message) } }
    for request in late {
      let reason = "position \(request.position) was not applied in time: it is at \(applied)"
      respond(to: request.message, .failure(Rejection(.timeout, reason)))
    }
  }

  /// Makes an answer now.
  private func answer(_ message: Message) {
    let verb = message.subject.split(separator: ".").last.map(String.init) ?? ""
    if verb == "total" { return answerTotal(message) }
    let start = partition.node.now()
    // Before the engine is read: the answer has at least this position.
    let position = partition.applied
    respond(to: message, at: position, result { try self.read(verb, message) })
    let time = (partition.node.now() - start) / .nanoseconds(1)
    partition.counters.queryNanoseconds.add(UInt64(max(time, 0)), ordering: .relaxed)
  }

  /// Reads all accounts: one such request at a time, on a thread that nobody else waits for.
  private func answerTotal(_ message: Message) {
    if isCounting.exchange(true, ordering: .acquiring) {
      return respond(to: message, .failure(Rejection(.limit, "another request counts the accounts")))
    }
    partition.node.slowRequests.async {
      defer { self.isCounting.store(false, ordering: .releasing) }
      let position = self.partition.applied
      self.respond(to: message, at: position, self.result { try self.total() })
    }
  }

  private func result(_ body: () throws -> [UInt8]) -> Result<[UInt8], Rejection> {
    do {
      return .success(try body())
    } catch let error as Rejection {
      return .failure(error)
    } catch let error as TallyError {
      return .failure(partition.rejection(error))
    } catch {
      partition.logger.error("a request failed", metadata: ["error": "\(error)"])
      return .failure(Rejection(.internalError, TallyError.Code.internalError.message))
    }
  }

  private func read(_ verb: String, _ message: Message) throws -> [UInt8] {
    guard let engine = partition.engine.withLock({ $0 }) else {
      throw Rejection(.closed, "the partition's file is not open")
    }
    return try message.withBytes { bytes in
      let request = Request(
        members: Members(try BatchReader.object(bytes)), engine: engine, partition: partition.number,
        partitions: partition.node.configuration.partitions, epoch: epoch)
      return try request.answer(verb)
    }
  }

  private func total() throws -> [UInt8] {
    guard let engine = partition.engine.withLock({ $0 }) else {
      throw Rejection(.closed, "the partition's file is not open")
    }
    var count = 0
    var accounts = 0
    for name in try engine.accountNames() {
      if partition.service.withLock({ $0 !== self }) { throw NodeError.stopping }
      count += try engine.openAccount(name, mayCreate: false).badge().count
      accounts += 1
    }
    var text = JSONText()
    text.object {
      $0.put("count", count)
      $0.put("accounts", accounts)
    }
    return text.bytes
  }

  /// Sends an answer, unless the right to answer has ended meanwhile, or the file was closed under the request: nothing
  /// is said then, and the client asks again.
  private func respond(to message: Message, at position: UInt64? = nil, _ result: Result<[UInt8], Rejection>) {
    let node = partition.node
    var text = JSONText()
    text.object {
      $0.put("epoch", epoch)
      $0.put("position", position ?? partition.applied)
      $0.put("node", node.configuration.node)
      switch result {
      case .success(let bytes): $0.put("result", json: bytes)
      case .failure(let error):
        $0.putObject("error") {
          $0.put("status", error.code.name)
          $0.put("message", error.reason)
        }
      }
    }
    let counters = partition.counters
    guard node.ownership.right(to: partition.number) == epoch, !result.isOfClosedFile else {
      counters.refusedQueries.add(1, ordering: .relaxed)
      return
    }
    counters.queries.add(1, ordering: .relaxed)
    try? node.respond(to: message, text.bytes)
  }
}

extension Result where Success == [UInt8], Failure == Rejection {
  /// Another node may have the file open, or this one soon.
  fileprivate var isOfClosedFile: Bool {
    if case .failure(let rejection) = self { return rejection.code == .closed }
    return false
  }
}

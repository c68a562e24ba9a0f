import NATS
import Threads
import Tally

@testable import TallyNode

// The end of a run: every node's sums, the owner's and those of each standby, are compared with the oracle.
extension World {
  /// The nodes with their partitions, for messages.
  var state: String {
    let nodes = machines.map { machine in
      let held = machine.node?.partitions.map { partition in
        let right = machine.node?.ownership.right(to: partition.number).map { " epoch \($0)" } ?? ""
        return "p\(partition.number) at \(partition.applied)\(right)"
      }
      return "\(machine.name): \(held?.joined(separator: ", ") ?? "down")"
    }
    let logs = (0..<scenario.partitions).map { "the log of p\($0) ends at \(end(of: $0))" }
    return (nodes + logs).joined(separator: "; ")
  }

  private func end(of number: Int) -> UInt64 {
    Network.shared.streams.first { $0.name == names.log(number) }?.last ?? 0
  }

  /// Each partition has one owner and its standbys, and all have the whole log.
  var isLevel: Bool {
    guard machines.allSatisfy({ $0.node != nil && !$0.isStarting }) else { return false }
    return (0..<scenario.partitions).allSatisfy { number in
      let holders = machines.compactMap { $0.node?.partition(number) }
      let owners = machines.count { $0.node?.ownership.right(to: number) != nil }
      return owners == 1 && holders.count == min(1 + scenario.standbys, machines.count)
        && holders.allSatisfy { $0.applied == end(of: number) && $0.state.withLock { $0.failure == nil } }
    }
  }

  func compare() {
    for words in oracle.checkLog() { fail(words) }
    for machine in machines {
      for partition in machine.node?.partitions ?? [] { compare(machine, partition) }
    }
    compareDeadLetters()
  }

  private func compare(_ machine: Machine, _ partition: Partition) {
    let role = machine.node?.ownership.right(to: partition.number) == nil ? "a standby" : "the owner"
    let who = "\(machine.name), \(role) of partition \(partition.number)"
    guard let engine = partition.engine.withLock({ $0 }) else { return fail("\(who) has no open file") }
    do {
      try engine.verify()
      var compared = 0
      for account in scenario.accounts where account.partition == partition.number {
        for path in Oracle.paths + [""] {
          let expected = oracle.count(of: account.name, path)
          let found = try count(engine, account.name, path)
          compared += 1
          if found != expected { fail("\(who): \(account.name) '\(path)' is \(found), expected \(expected)") }
        }
      }
      log("\(who): \(compared) badges are as expected at \(partition.applied)")
    } catch { fail("\(who): \(error)") }
  }

  private func count(_ engine: Engine, _ account: String, _ path: String) throws -> Int {
    do throws(TallyError) {
      let account = try engine.openAccount(account, mayCreate: false)
      return path.isEmpty ? try account.badge().count : try account.badge(at: path).count
    } catch {
      if error.code == .notFound { return 0 }
      throw error
    }
  }

  /// A dead letter is a copy of a bad batch, and there is one of each position at most.
  private func compareDeadLetters() {
    var seen: Set<String> = []
    for entry in Network.shared.streams.first(where: { $0.name == names.dead })?.entries ?? [] {
      let place = "\(entry.message.subject) \(entry.message.header("Tally-Position") ?? "?")"
      if !seen.insert(place).inserted { fail("a dead letter comes twice: \(place)") }
      let partition = entry.message.subject.split(separator: ".").last.flatMap { Int($0) } ?? -1
      let position = entry.message.header("Tally-Position").flatMap { UInt64($0) } ?? 0
      if oracle.badPositions[partition]?.contains(position) != true {
        fail("a dead letter is of a batch that is not bad: \(place)")
      }
    }
    log("\(seen.count) dead letters of \(oracle.badPositions.values.reduce(0) { $0 + $1.count }) bad batches")
  }
}

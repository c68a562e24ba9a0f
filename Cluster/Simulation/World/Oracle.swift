import NATS
import Threads
import TallyWire

/// Counts what publishers were acknowledged, and what each account shows at each position of the log.
///
/// It learns of the log what the servers store, and knows each batch by its number, which the publisher has put in a
/// header. So it needs neither the node's reader of batches, nor the engine, nor its identifiers.
final class Oracle: @unchecked Sendable {
  enum Kind: CaseIterable { case add, set, clear }

  struct Operation {
    var kind: Kind
    var path: String
    var number: Int
  }

  struct Batch {
    var account: String
    var partition: Int
    var operations: [Operation]
    /// Nodes must reject it.
    var isBad = false
  }

  /// The header that names a batch.
  static let header = "Sim-Batch"
  static let paths = ["chat.ann", "chat.bo", "mail", "promo"]

  let scenario: Scenario
  private(set) var batches: [Batch] = []
  /// Numbers of batches that count, with the position at which they were stored first.
  private var counted: [Int: UInt64] = [:]
  /// The sums of what was acknowledged, of accounts that are only added to.
  private var acknowledged: [String: [String: Int]] = [:]
  private(set) var acknowledgedBatches = 0
  /// The greatest acknowledged position of each partition.
  private(set) var positions: [Int: UInt64] = [:]
  /// The count that an account's path shows from each position on.
  private var history: [String: [String: [(position: UInt64, count: Int)]]] = [:]
  private(set) var badPositions: [Int: Set<UInt64>] = [:]
  /// The position of each take-over in the log of its partition, by its epoch.
  private var takeOvers: [Int: [UInt64: UInt64]] = [:]

  init(_ scenario: Scenario) { self.scenario = scenario }

  // MARK: - Publishers

  /// A batch of a publisher.
  func draw() -> Int {
    let index = Scheduler.shared.dice.below(scenario.accounts.count)
    let account = scenario.accounts[index]
    let count = Scheduler.shared.dice.happens(0.2) ? 4 : 1
    let operations = (0..<count).map { _ in
      let kind: Kind = isSum(account) ? .add : Scheduler.shared.dice.pick(Kind.allCases)
      return Operation(
        kind: kind, path: Scheduler.shared.dice.pick(Oracle.paths), number: 1 + Scheduler.shared.dice.below(5))
    }
    batches.append(
      Batch(
        account: account.name, partition: account.partition, operations: operations,
        isBad: Scheduler.shared.dice.happens(0.03)))
    return batches.count - 1
  }

  /// Half of the accounts are only added to: their sums follow from what was acknowledged alone.
  private func isSum(_ account: Scenario.Account) -> Bool { account.name.utf8.last.map { $0 % 2 == 0 } ?? false }

  func body(_ number: Int) -> [UInt8] {
    let batch = batches[number]
    let operations = batch.operations.map { operation in
      switch operation.kind {
      case .add: #"{"op": "add", "path": "\#(operation.path)", "n": \#(operation.number)}"#
      case .set: #"{"op": "set", "path": "\#(operation.path)", "n": \#(operation.number)}"#
      case .clear: #"{"op": "clear", "path": "\#(operation.path)"}"#
      }
    }
    let list = batch.isBad ? #"{"op": "no such operation"}"# : operations.joined(separator: ", ")
    return Array(#"{"account": "\#(batch.account)", "id": "b\#(number)", "ops": [\#(list)]}"#.utf8)
  }

  func acknowledge(_ number: Int, at position: UInt64) {
    let batch = batches[number]
    acknowledgedBatches += 1
    positions[batch.partition] = max(positions[batch.partition] ?? 0, position)
    if batch.isBad { return }
    for operation in batch.operations where operation.kind == .add {
      acknowledged[batch.account, default: [:]][operation.path, default: 0] += operation.number
    }
  }

  // MARK: - The log

  /// The servers have stored a take-over. It may be sent again.
  func storedTakeOver(_ entry: NATS.Stream.Entry, epoch: UInt64) {
    guard let partition = entry.message.subject.split(separator: ".").last.flatMap({ Int($0) }) else { return }
    if takeOvers[partition]?[epoch] == nil { takeOvers[partition, default: [:]][epoch] = entry.sequence }
  }

  /// Whether an owner with this epoch had applied its take-over at a position. Only then it may respond.
  func ownsAt(_ position: UInt64, epoch: UInt64, of partition: Int) -> Bool {
    takeOvers[partition]?[epoch].map { $0 <= position } ?? false
  }

  /// The servers have stored a message of a log.
  func stored(_ entry: NATS.Stream.Entry) {
    guard let number = entry.message.header(Oracle.header).flatMap({ Int($0) }) else { return }
    let batch = batches[number]
    if batch.isBad {
      badPositions[batch.partition, default: []].insert(entry.sequence)
      return
    }
    guard counted.updateValue(entry.sequence, forKey: number) == nil else { return }
    for operation in batch.operations {
      let before = count(of: batch.account, operation.path)
      let after =
        switch operation.kind {
        case .add: before + operation.number
        case .set: operation.number
        case .clear: 0
        }
      history[batch.account, default: [:]][operation.path, default: []].append((entry.sequence, after))
    }
    let root = Oracle.paths.reduce(0) { $0 + count(of: batch.account, $1) }
    history[batch.account, default: [:]]["", default: []].append((entry.sequence, root))
  }

  /// The count of a path at the end of the log.
  func count(of account: String, _ path: String) -> Int { history[account]?[path]?.last?.count ?? 0 }

  /// Whether a path shows a count at a position or at a later one.
  func mayShow(_ count: Int, _ account: String, _ path: String, from position: UInt64) -> Bool {
    let steps = history[account]?[path] ?? []
    let before = steps.lastIndex { $0.position <= position }
    if before == nil, count == 0 { return true }
    return steps[(before ?? 0)...].contains { $0.count == count }
  }

  /// Whether the log has a batch.
  func isCounted(_ number: Int) -> Bool { counted[number] != nil }

  /// Compares the log with what was acknowledged: the servers must have lost nothing.
  func checkLog() -> [String] {
    var wrong: [String] = []
    for account in scenario.accounts where isSum(account) {
      for path in Oracle.paths {
        let expected = acknowledged[account.name]?[path] ?? 0
        let found = count(of: account.name, path)
        if expected != found {
          wrong.append("\(account.name) \(path): the log has \(found), acknowledged were \(expected)")
        }
      }
    }
    return wrong
  }
}

import CMemory
import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

// Allocation failures are process-wide, and tests of other targets run in the same process. So tests with failures run
// in a process of their own.

/// A host's day: every kind of allocation, with growth of every container.
private struct Workload {
  let host: Host
  private(set) var refusals = 0

  init(_ aggregation: Aggregation) throws { host = try Host(aggregation, seed: 3) }

  static let operations: [[TallyTreeTests.Operation]] = {
    var all: [[TallyTreeTests.Operation]] = []
    for number in 0..<30 { all.append([.set("root.a\(number % 3).b\(number)", Int64(number), expires: 0)]) }
    all.append([
      .set("root.a1", 5, expires: 90), .dot("root.a0", expires: 80), .mute("root.a2.b2", .all, until: 70),
    ])
    all.append((0..<40).map { .dot("root.c\($0)", expires: Int64(100 + $0)) })
    all.append([.page(["root.a1.b1": [1, 2], "root.d.e.f": [0]])])
    all.append((0..<12).map { .clear("root.a0.b\($0 * 3)") })
    all.append([.add("root.a1.b4", 3), .mute("root.a1", .number, until: 0)])
    all.append([.force("root.a1")])
    all.append([.expire(120)])
    all.append([.page(["root.d.e.f": []])])
    all.append([.force("root")])
    return all
  }()

  private func shown() throws -> [String: Visible] {
    var all: [String: Visible] = [:]
    for index in 0..<host.tree.count {
      let at = NodeIndex(UInt32(index))
      let visible = host.tree.visible(at)
      if visible.shows { all[text(host.tree.path(of: at))] = visible }
    }
    return all
  }

  /// Repeats an operation until it has memory. A failure must change nothing.
  private mutating func insist(_ operations: [TallyTreeTests.Operation]) throws {
    while true {
      let before = try shown()
      let revision = host.tree.revision
      let isSingle = operations.count == 1
      let statuses = try isSingle ? [host.run(operations[0])] : host.batch(operations)
      guard case .failed(let error)? = statuses.last else { return }
      ctally_memory_fail_after(-1)
      refusals += 1
      #expect(error == .noMemory)
      #expect(try shown() == before)
      #expect(host.tree.revision == revision)
      #expect(host.told == [])
      #expect(try host.tree.verify() == nil)
    }
  }

  private mutating func insistObserving(_ path: String, subtree: Bool) throws {
    while true {
      do {
        _ = try host.observe(path, subtree: subtree)
        return
      } catch let error as Failure where error == .noMemory {
        ctally_memory_fail_after(-1)
        refusals += 1
        #expect(try host.tree.verify() == nil)
      }
    }
  }

  mutating func run() throws -> [String] {
    var log: [String] = []
    for (number, operations) in Workload.operations.enumerated() {
      if number % 4 == 1 { try insistObserving("root.a\(number % 3)", subtree: number % 8 == 1) }
      host.usesSingle = number % 2 == 0
      try insist(operations)
      let all = try shown().sorted { $0.key < $1.key }
      log.append("\(host.told) \(host.tree.revision) \(host.tree.nextDeadline ?? 0) \(all)")
    }
    return log
  }
}

private func failEveryAllocation(_ aggregation: Aggregation) throws {
  var undisturbed = try Workload(aggregation)
  ctally_memory_fail_after(-1)
  let expected = try undisturbed.run()
  let allocations = Int(ctally_memory_fail_after(-1))
  #expect(undisturbed.refusals == 0)
  var failures = 0
  for successes in Int64(0)..<100_000 {
    var workload = try Workload(aggregation)
    ctally_memory_fail_after(successes)
    let log = try workload.run()
    ctally_memory_fail_after(-1)
    #expect(log == expected, "after \(successes) allocations")
    #expect(try workload.host.tree.verify() == nil)
    failures += workload.refusals
    if workload.refusals == 0 {
      #expect(failures == allocations && failures > 20)
      return
    }
  }
  Issue.record("it never succeeded")
}

/// Runs a call on a fresh host for every number of successful allocations, until the call succeeds. Missing reserved
/// room traps.
private func exhaust(_ prepare: () throws -> Host, _ body: (Host) throws -> Status) throws {
  for successes in Int64(0)..<1000 {
    let host = try prepare()
    let revision = host.tree.revision
    ctally_memory_fail_after(successes)
    let status = try body(host)
    ctally_memory_fail_after(-1)
    #expect(try host.tree.verify() == nil)
    if status == .ok {
      #expect(successes > 0)
      return
    }
    #expect(status == .failed(.noMemory))
    #expect(host.tree.revision == revision)
    #expect(host.told == [])
  }
  Issue.record("it never succeeded")
}

/// A host whose logs have not grown yet: its operations were single, and stored immediately.
private func makeHost(_ paths: [String], observing: [String] = []) throws -> Host {
  let host = try Host()
  for path in paths {
    try host.dot(path)
    host.tree.drainDirty { _, _, _ in }
  }
  for path in observing { _ = try host.observe(path, subtree: true) }
  return host
}

private let chain = (1...64).map { depth in (0..<depth).map { "n\($0)" }.joined(separator: ".") }
private let fan = (0..<300).map { "a\($0 % 9).b\($0)" }

@Suite struct ReservationTests {
  @Test(arguments: [true, false])
  func clearingAChain(single: Bool) async {
    await #expect(processExitsWith: .success) { [single] in
      try exhaust {
        let host = try makeHost(chain, observing: ["root", "n0", "n0.n1"])
        host.usesSingle = single
        return host
      } _: {
        try $0.clear(chain[63])
      }
    }
  }

  @Test(arguments: [true, false], [true, false])
  func forcingAFan(single: Bool, observed: Bool) async {
    await #expect(processExitsWith: .success) { [single, observed] in
      try exhaust {
        let host = try makeHost(fan, observing: observed ? ["root", "a1"] : [])
        host.usesSingle = single
        return host
      } _: {
        try $0.force("root")
      }
    }
  }

  @Test func aPageThatClearsMuch() async {
    await #expect(processExitsWith: .success) {
      try exhaust {
        let host = try makeHost(chain + fan, observing: ["root"])
        try host.page(Dictionary(uniqueKeysWithValues: fan.map { ($0 + ".m", [1]) }))
        host.tree.drainDirty { _, _, _ in }
        return host
      } _: {
        try $0.page(Dictionary(uniqueKeysWithValues: fan.map { ($0 + ".m", []) }))
      }
    }
  }

  @Test func aPageThatBringsMuch() async {
    await #expect(processExitsWith: .success) {
      try exhaust {
        try makeHost(fan, observing: ["root"])
      } _: {
        try $0.page(Dictionary(uniqueKeysWithValues: (fan + ["c"]).map { ($0 + ".m", [1]) }))
      }
    }
  }

  /// Notices that nobody takes do no harm.
  @Test func noticesGather() async {
    await #expect(processExitsWith: .success) {
      let tree = try Tree.make()
      let at = try withBytes("a.b") { try tree.findOrCreate($0) }
      _ = try tree.observe(.root, subtree: true)
      var refusals = 0
      for number in 0..<400 {
        for successes in Int64(0)..<10 {
          tree.begin(.single)
          ctally_memory_fail_after(successes)
          do {
            let badge: OwnBadge = number % 2 == 1 ? .none : .dot
            if number % 50 == 49 { try tree.clearTree(.root) } else { try tree.setOwnBadge(at, badge) }
            tree.commit()
            ctally_memory_fail_after(-1)
            break
          } catch {
            tree.rollback()
            ctally_memory_fail_after(-1)
            refusals += 1
          }
        }
        #expect(try tree.verify() == nil)
      }
      #expect(refusals > 0)
      #expect(tree.revision == 400)
    }
  }
}

@Suite struct MemoryTests {
  @Test func everyAllocationMayFailUnderChildren() async {
    await #expect(processExitsWith: .success) { try failEveryAllocation(.children) }
  }

  @Test func everyAllocationMayFailUnderSum() async {
    await #expect(processExitsWith: .success) { try failEveryAllocation(.sum) }
  }

  @Test func makingATreeMayFail() async {
    await #expect(processExitsWith: .success) {
      var failures = 0
      for successes in Int64(0)..<20 {
        ctally_memory_fail_after(successes)
        do {
          let tree = try Tree.make()
          ctally_memory_fail_after(-1)
          #expect(try tree.verify() == nil)
          #expect(failures > 2)
          return
        } catch let error as Failure where error == .noMemory {
          failures += 1
        }
      }
      Issue.record("it never succeeded")
    }
  }

  /// A badge that could not be expired stays due.
  @Test func expiryMayFail() async {
    await #expect(processExitsWith: .success) {
      let host = try Host()
      for number in 0..<100 { try host.dot("root.a\(number)", until: Int64(10 + number)) }
      host.tree.drainDirty { _, _, _ in }
      var failures = 0
      for successes in Int64(0)..<100 {
        ctally_memory_fail_after(successes)
        let status = try host.run(.expire(200))
        ctally_memory_fail_after(-1)
        #expect(try host.tree.verify() == nil)
        if status == .ok {
          #expect(failures > 0)
          #expect(host.tree.nextDeadline == nil)
          try host.expect("root", false, 0)
          return
        }
        failures += 1
        #expect(host.tree.nextDeadline == 10)
        try host.expect("root.a0", true, 0)
      }
      Issue.record("it never succeeded")
    }
  }

  /// The memory of the nodes, their paths and the table. The blocks grow by doubling, so up to twice the used memory is
  /// requested. `used` is the part that was ever written.
  @Test func bytesANode() throws {
    let tree = try Tree.make(seed: 1)
    var total = 0
    var written: [UInt8] = []
    for number in 0..<900_000 {
      var rest = number
      written.removeAll(keepingCapacity: true)
      written.append(contentsOf: "root".utf8)
      for level in 0..<6 {
        let divisor = [100_000, 10_000, 1000, 100, 10, 1][level]
        written.append(contentsOf: [0x2E, UInt8(0x61 + level), UInt8(0x30 + rest / divisor)])
        rest %= divisor
      }
      _ = try written.withUnsafeBytes { (raw) throws in try tree.findOrCreate(raw) }
    }
    total = tree.count
    let asked = Double(tree.memory) / Double(total)
    let nodes = total * (MemoryLayout<Node>.stride + MemoryLayout<Links>.stride)
    let branches = tree.branchCount * (MemoryLayout<Branch>.stride + MemoryLayout<BranchLinks>.stride)
    let used = Double(nodes + branches + tree.arenaUsed + tree.slotBlock.byteCapacity) / Double(total)
    print("nodes \(total), bytes a node: asked for \(asked), used \(used)")
    #expect(total == 999_991 + 9)
    #expect(MemoryLayout<Node>.stride == 16)
    #expect(used <= 110)
  }
}

import CMemory
import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// A reason with its path; the comparison is of all of it.
private struct Explained: Equatable {
  var path: String
  var badge = OwnBadge.none
  var fed: [UInt32]?
  var overridden = false
  var contributed: UInt64 = 0
  var lights = false
  var heldBack = false
  var mute = Mute.none
  var kept: UInt64 = 0
}

extension Host {
  fileprivate func explain(_ path: String) throws -> [Explained] {
    var found = List<NodeIndex>()
    guard let at = try find(path) else { return [] }
    try tree.collectReasons(at, into: &found)
    return try (0..<found.count).map { position in
      let reason = try #require(tree.reason(of: found[position], for: at))
      let path = text(tree.path(of: reason.node))
      #expect(reason.fedCount == (messages[path] ?? []).reduce(UInt64(0)) { $0 + UInt64($1) }, "\(path)")
      return Explained(
        path: path, badge: reason.own, fed: reason.isFed ? messages[path] : nil,
        overridden: reason.isOverridden, contributed: reason.contributed, lights: reason.lights,
        heldBack: reason.isMuted, mute: reason.mute, kept: reason.keptCount)
    }
  }
}

/// The contributions that reach a node: the numbers with their sources, and the sources of badges.
private struct Arrived {
  var counts: [String: UInt64] = [:]
  var badges: Set<String> = []

  var total: UInt64 { counts.values.reduce(0, +) }
}

/// The explanation by definition: carries each node's contributions upward, one level at a time.
private struct Recount {
  let aggregation: Aggregation
  let own: [String: OwnState]
  let messages: [String: [UInt32]]

  private func isChild(_ path: String, of parent: String) -> Bool {
    path.hasPrefix(parent + ".")
      && !path.dropFirst(parent.count + 1).replacing("\\\\", with: "").replacing("\\.", with: "").contains(".")
  }

  /// A node's badge and its sources.
  func arrived(at path: String) -> Arrived {
    var all = Arrived()
    for child in confusingPaths where isChild(child, of: path) {
      let passed = passed(from: child)
      all.counts.merge(passed.counts) { $0 + $1 }
      all.badges.formUnion(passed.badges)
    }
    let fed = messages[path] ?? []
    let fedCount = fed.reduce(UInt64(0)) { $0 + UInt64($1) }
    if fedCount > 0 { all.counts[path] = fedCount }
    if case .count(let number) = own[path]?.badge, aggregation == .sum || all.total == 0 {
      all.counts[path, default: 0] += UInt64(number)
    }
    if !fed.isEmpty || own[path]?.badge ?? .none != .none { all.badges.insert(path) }
    return all
  }

  private func passed(from path: String) -> Arrived {
    let shown = arrived(at: path)
    switch own[path]?.mute ?? .none {
    case .none: return shown
    case .number: return Arrived(counts: [:], badges: shown.badges)
    default: return Arrived()
    }
  }

  func explain(_ top: String) -> [Explained] {
    let arrived = arrived(at: top)
    return confusingPaths.filter { isWithin($0, top) }.compactMap { path in
      var reason = Explained(path: path, badge: own[path]?.badge ?? .none, fed: messages[path])
      let here = self.arrived(at: path)
      let isReason = reason.badge != .none || reason.fed != nil
      reason.contributed = arrived.counts[path] ?? 0
      reason.lights = arrived.badges.contains(path)
      reason.heldBack = isReason && (!reason.lights || reason.contributed < here.counts[path] ?? 0)
      if case .count(let number) = reason.badge {
        let fed = (reason.fed ?? []).reduce(UInt64(0)) { $0 + UInt64($1) }
        reason.overridden = here.counts[path] ?? 0 == fed && number > 0
      }
      let passed = self.passed(from: path)
      if path != top, passed.total != here.total || passed.badges.isEmpty != here.badges.isEmpty {
        reason.mute = own[path]?.mute ?? .none
        reason.kept = here.total - passed.total
      }
      return isReason || reason.mute != .none ? reason : nil
    }.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
  }
}

@Suite struct ExplainTests {
  @Test(arguments: [Aggregation.children, .sum]) func itAddsUp(aggregation: Aggregation) throws {
    var kinds = Set<String>()
    for seed in UInt64(0)..<40 {
      var maker = RandomOperations(seed: seed)
      let host = try Host(aggregation, seed: seed)
      for step in 0..<30 {
        try maker.step(host)
        let own = Dictionary(
          uniqueKeysWithValues: try confusingPaths.map {
            ($0, try host.find($0).map(host.tree.ownState) ?? OwnState())
          })
        let recount = Recount(aggregation: aggregation, own: own, messages: host.messages)
        for path in confusingPaths {
          let reasons = try host.explain(path)
          let place = "seed \(seed), step \(step), \(path)"
          #expect(reasons == recount.explain(path), "\(place)")
          let shown = try host.get(path)
          #expect(reasons.reduce(UInt64(0)) { $0 + $1.contributed } == shown.count, "\(place)")
          #expect(reasons.contains { $0.lights } == shown.shows, "\(place)")
          for reason in reasons {
            kinds.insert("\(reason.lights) \(reason.heldBack) \(reason.overridden) \(reason.mute) \(reason.fed != nil)")
          }
        }
      }
    }
    // Otherwise the test has covered too little.
    #expect(kinds.count >= (aggregation == .sum ? 12 : 18), "\(kinds.sorted())")
  }

  @Test func aCountGivesWayToItsChildren() throws {
    let host = try Host()
    try host.set("root.a", 2)
    try host.set("root.a.x", 5)
    let overridden = Explained(path: "root.a", badge: .count(2), overridden: true, lights: true)
    let child = Explained(path: "root.a.x", badge: .count(5), contributed: 5, lights: true)
    #expect(try host.explain("root") == [overridden, child])
    #expect(try host.explain("root.a") == [overridden, child])
    #expect(try host.explain("root.nothing").isEmpty)
  }

  @Test func mutesAreNamed() throws {
    let host = try Host()
    try host.set("root.chat.loud", 9)
    try host.dot("root.chat.loud.x")
    try host.mute("root.chat.loud", .number)
    try host.mute("root.chat.idle", .all)
    try host.mute("root", .all)
    #expect(
      try host.explain("root") == [
        Explained(path: "root.chat.loud", badge: .count(9), lights: true, heldBack: true, mute: .number, kept: 9),
        Explained(path: "root.chat.loud.x", badge: .dot, lights: true),
      ])
    try host.mute("root.chat", .all)
    #expect(
      try host.explain("root") == [
        Explained(path: "root.chat", mute: .all),
        Explained(path: "root.chat.loud", badge: .count(9), heldBack: true, mute: .number, kept: 9),
        Explained(path: "root.chat.loud.x", badge: .dot, heldBack: true),
      ])
    // A node's own mute does not hide its own badge.
    #expect(
      try host.explain("root.chat.loud") == [
        Explained(path: "root.chat.loud", badge: .count(9), contributed: 9, lights: true),
        Explained(path: "root.chat.loud.x", badge: .dot, lights: true),
      ])
  }

  @Test func outOfMemoryChangesNothing() async {
    await #expect(processExitsWith: .success) {
      let host = try Host()
      for number in 0..<300 { try host.set("root.a\(number % 9).b\(number)", 1) }
      var failures = 0
      var reasons = List<NodeIndex>()
      for successes in Int64(0)..<1000 {
        reasons.removeAll(keepingCapacity: false)
        ctally_memory_fail_after(successes)
        do throws(Failure) { try host.tree.collectReasons(.root, into: &reasons) } catch {
          ctally_memory_fail_after(-1)
          #expect(error == .noMemory)
          failures += 1
          continue
        }
        ctally_memory_fail_after(-1)
        #expect(reasons.count == 300 && failures > 3)
        #expect(try host.tree.verify() == nil)
        return
      }
      Issue.record("it never succeeded")
    }
  }
}

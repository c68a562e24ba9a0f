import Foundation
import TallyFailure
import TallyStore
import TestSupport
import Testing

/// A device's or server's state of two messages and their path's marks.
private struct Replica: Hashable {
  struct Mark: Hashable {
    var upTo: Int
    var version: Int64
  }

  var versions: [Int64] = [0, 0]
  var read = [false, false]
  var marks: [Mark] = []
}

private enum Act: Int, CaseIterable { case read1, unread1, unread2, readUpTo1, readUpTo2 }

/// Applies acts and joins with the store itself, each pair once. From then on a replica is a number.
private final class Rule {
  private let f: Fixture
  private(set) var replicas: [Replica] = []
  private(set) var unread: [[String]] = []
  private var numbers: [Replica: Int] = [:]
  private var acts: [Int: Int] = [:]
  private var joins: [Int: Int] = [:]

  init() throws {
    f = try Fixture(feeding: 2)
    f.readAct.sends = true
  }

  func number(_ replica: Replica) throws -> Int {
    if let known = numbers[replica] { return known }
    try f.store.begin()
    try load(replica)
    unread.append(try f.ids(unread: true))
    try f.store.rollback()
    numbers[replica] = replicas.count
    replicas.append(replica)
    return replicas.count - 1
  }

  func act(_ replica: Int, _ act: Act) throws -> Int {
    let pair = replica << 8 | act.rawValue
    if let known = acts[pair] { return known }
    let result = try changed(replica) {
      let keys = Dictionary(uniqueKeysWithValues: try f.list().rows.map { ($0.id, $0.key) })
      let (first, second) = (try #require(keys["1"]), try #require(keys["2"]))
      switch act {
      case .read1: _ = try f.mark(keys: [first])
      case .unread1: _ = try f.mark(keys: [first], read: false)
      case .unread2: _ = try f.mark(keys: [second], read: false)
      case .readUpTo1, .readUpTo2:
        _ = try f.store.markReadAt(
          account: f.account, feeding: 2, path: raw("root.in"), subtree: true,
          last: act == .readUpTo1 ? first : 0, act: f.readAct
        ) { path, count, badges throws(Failure) in f.take(path, count, badges) }
      }
    }
    acts[pair] = result
    return result
  }

  /// - Parameter other: the incoming state, as in a page.
  func join(_ replica: Int, _ other: Int) throws -> Int {
    if replica == other { return replica }
    let pair = replica << 24 | other
    if let known = joins[pair] { return known }
    let result = try changed(replica) { try say(replicas[other]) }
    joins[pair] = result
    return result
  }

  private func changed(_ replica: Int, _ body: () throws -> Void) throws -> Int {
    try f.store.begin()
    try load(replicas[replica])
    try body()
    let result = try look()
    try f.store.rollback()
    f.sums = [:]
    return try number(result)
  }

  private func load(_ replica: Replica) throws {
    f.sums = [:]
    try say(replica)
  }

  private func say(_ replica: Replica) throws {
    for index in 0..<2 {
      try f.put("\(index + 1)", rev: "1", read: replica.read[index], version: replica.versions[index])
    }
    for mark in replica.marks { try f.mark("root.in", "\(mark.upTo)", mark.version) }
  }

  private func look() throws -> Replica {
    var replica = Replica()
    try f.store.listMessages(feed: f.feed) { item, state, version, _ throws(Failure) in
      let index = text(item.id) == "1" ? 0 : 1
      replica.versions[index] = version
      replica.read[index] = state == 2
    }
    try f.store.listEntries(.mark, account: f.account, feed: f.feed) { entry throws(Failure) in
      replica.marks.append(Replica.Mark(upTo: text(entry.sequence) == "1" ? 1 : 2, version: entry.number))
    }
    return replica
  }
}

/// Three devices and a server, with exchanges in flight: the receiver (3: the server), and the state when they were
/// sent. They may be lost, repeated, or come after later ones.
private struct World: Hashable {
  var devices: [Int]
  var server: Int
  var net: [[Int]] = []
  var left: Int
}

private final class Walk {
  let rule: Rule
  var seen: Set<World> = []
  var wrong: World?

  init() throws { rule = try Rule() }

  func go(_ world: World) throws {
    if wrong != nil || !seen.insert(world).inserted { return }
    if try !endsEqual(world) {
      wrong = world
      return
    }
    if world.left == 0 { return }
    var next = world
    next.left -= 1
    for device in 0..<3 {
      for act in Act.allCases {
        var acted = next
        acted.devices[device] = try rule.act(world.devices[device], act)
        try go(acted)
      }
      if world.net.count == 2 { continue }
      try send([3, world.devices[device]], next)
      try send([device, world.server], next)
    }
    for (index, message) in world.net.enumerated() {
      var delivered = try deliver(message, next)
      // It may come again.
      try go(delivered)
      delivered.net.remove(at: index)
      try go(delivered)
    }
  }

  private func send(_ message: [Int], _ world: World) throws {
    if world.net.contains(message) { return }
    var sent = world
    sent.net = (world.net + [message]).sorted { $0.lexicographicallyPrecedes($1) }
    try go(sent)
  }

  private func deliver(_ message: [Int], _ world: World) throws -> World {
    var world = world
    if message[0] == 3 {
      world.server = try rule.join(world.server, message[1])
    } else {
      world.devices[message[0]] = try rule.join(world.devices[message[0]], message[1])
    }
    return world
  }

  /// After everything is delivered, and all have sent their state and polled once more.
  private func endsEqual(_ world: World) throws -> Bool {
    var world = world
    for message in world.net { world = try deliver(message, world) }
    for device in 0..<3 { world = try deliver([3, world.devices[device]], world) }
    for device in 0..<3 { world = try deliver([device, world.server], world) }
    return world.devices.allSatisfy { $0 == world.server && rule.unread[$0] == rule.unread[world.server] }
  }
}

/// The rule of reads, walked through with the store that applies it.
@Suite struct ReadMergeTests {
  @Test func allInterleavingsEndEqual() throws {
    let isLong = ProcessInfo.processInfo.environment["TALLY_SOAK"] == "1"
    let walk = try Walk()
    let start = try walk.rule.number(Replica())
    try walk.go(World(devices: [start, start, start], server: start, left: isLong ? 6 : 4))
    let wrong = walk.wrong.map { world in world.devices.map { walk.rule.replicas[$0] } }
    #expect(wrong == nil)
    #expect(walk.seen.count > (isLong ? 50_000 : 3000))
  }

  /// Joins of two registers are symmetric, joins of three are associative, and a join with itself changes nothing.
  @Test func registersAreALattice() {
    var all: [ReadRegister] = []
    for version in [0, 1, 2, Int64.max] {
      for isRead in [false, true] { all.append(ReadRegister(stored: version, isRead: isRead)) }
    }
    func join(_ a: ReadRegister, _ b: ReadRegister) -> ReadRegister {
      var joined = a
      joined.join(b)
      return joined
    }
    for a in all {
      #expect(join(a, a) == a)
      for b in all {
        #expect(join(a, b) == join(b, a))
        for c in all { #expect(join(join(a, b), c) == join(a, join(b, c))) }
      }
    }
  }

  /// Any marks in any order give the same staircase, which agrees with the marks at each rank.
  @Test func staircasesAreALattice() throws {
    for run in 0..<200 {
      let seed = UInt64(run + 1)
      var random = Generator(state: seed)
      var marks: [(String, Int64)] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        marks.append(("\(Int.random(in: 1...9, using: &random))", Int64.random(in: 0...9, using: &random)))
      }
      var stairs = Staircase()
      for mark in marks.shuffled(using: &random) { try stairs.add(end: raw(mark.0), version: mark.1) }
      _ = try stairs.settle()
      for rank in 0...9 {
        let expected = marks.filter { $0.0 > "\(rank)" }.map(\.1).max() ?? -1
        #expect(stairs.version(at: raw("\(rank)")) == expected, "seed \(seed), rank \(rank)")
      }
    }
  }
}

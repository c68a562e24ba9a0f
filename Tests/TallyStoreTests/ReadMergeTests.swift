import Foundation
import TallyFailure
@testable import TallyStore
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

extension Fixture {
  fileprivate func perform(_ act: Act) throws {
    let keys = Dictionary(uniqueKeysWithValues: try list().rows.map { ($0.id, $0.key) })
    let (first, second) = (try #require(keys["1"]), try #require(keys["2"]))
    switch act {
    case .read1: _ = try mark(keys: [first])
    case .unread1: _ = try mark(keys: [first], read: false)
    case .unread2: _ = try mark(keys: [second], read: false)
    case .readUpTo1, .readUpTo2:
      _ = try store.markReadAt(
        account: account, path: raw("root.in"), subtree: true,
        last: act == .readUpTo1 ? first : 0, act: readAct
      ) { path, change throws(Failure) in self.take(path, change) }
    }
  }
}

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
    let result = try changed(replica) { try f.perform(act) }
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
    try f.store.visit(.message, account: f.account, feed: f.feed) { message in
      let index = text(message.bytes(.id)) == "1" ? 0 : 1
      replica.versions[index] = message.number(.version)
      replica.read[index] = message.number(.state) == 2
    }
    try f.store.visit(.mark, account: f.account, feed: f.feed) { mark in
      let upTo = text(Store.sequence(ofRank: mark.bytes(4))) == "1" ? 1 : 2
      replica.marks.append(Replica.Mark(upTo: upTo, version: mark.number(3)))
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

/// A server with two messages, which may be restored from a backup. Then everything begins again in a new epoch.
private struct Server {
  struct Mark {
    var upTo: Int
    var version: Int64
  }

  var epoch = 0
  var versions: [Int64] = [0, 0]
  var read = [false, false]
  var marks: [Mark] = []

  func marks(at index: Int) -> Int64 { marks.filter { $0.upTo > index }.map(\.version).max() ?? -1 }
  func isRead(_ index: Int) -> Bool { read[index] || marks(at: index) >= versions[index] }
  var unread: [String] { (0..<2).filter { !isRead($0) }.map { "\($0 + 1)" } }

  mutating func act(_ index: Int, read isRead: Bool) {
    versions[index] = max(versions[index], marks(at: index)) + 1
    read[index] = isRead
  }

  mutating func join(_ index: Int, _ version: Int64, read isRead: Bool) {
    if version < versions[index] { return }
    read[index] = isRead || (version == versions[index] && read[index])
    versions[index] = version
  }

  mutating func restore() { self = Server(epoch: epoch + 1) }
}

/// A device and its server, while other devices act at the server.
private final class Phone {
  enum Event: CaseIterable {
    case read, unread, readPath, readElsewhere, unreadElsewhere, restore, poll, ask, answer, send, sendSilently
  }

  private let f: Fixture
  private var server = Server()
  private var epoch = 0
  private var moment: Int64 = 1
  /// A request in flight: what the server said, and when it was sent.
  private var flight: (Server, Int64)?

  init(_ f: Fixture) throws {
    self.f = f
    f.sums = [:]
    f.source = nil
    try poll()
  }

  func take(_ event: Event) throws {
    f.readAct.moment = flight == nil ? 0 : nextMoment()
    switch event {
    case .read, .unread: _ = try f.mark(keys: [try key("1")], read: event == .read)
    case .readPath: _ = try f.read("root.in", subtree: true)
    case .readElsewhere: server.act(0, read: true)
    case .unreadElsewhere: server.act(0, read: false)
    case .restore: server.restore()
    case .poll: try poll()
    case .ask: flight = (server, moment)
    case .answer: try answer()
    case .send: _ = try send(isSilent: false)
    case .sendSilently: _ = try send(isSilent: true)
    }
  }

  /// Everything is sent, and polled once more.
  func endsLikeServer() throws -> Bool {
    try answer()
    while try send(isSilent: true) {}
    try poll()
    return try f.ids(unread: true).sorted() == server.unread
  }

  private func nextMoment() -> Int64 {
    moment += 1
    return moment
  }

  private func key(_ id: String) throws -> Int64 {
    try #require(try f.list().rows.first { $0.id == id }).key
  }

  private func poll() throws { try apply(server, asked: moment) }

  private func answer() throws {
    guard let (said, asked) = flight else { return }
    flight = nil
    // A response of a former epoch is one that the server gave before another one was applied: it is not accepted.
    if said.epoch >= epoch { try apply(said, asked: asked) }
  }

  private func apply(_ said: Server, asked: Int64) throws {
    let isRenumbered = said.epoch != epoch
    if isRenumbered { try f.store.beginEpoch(account: f.account, feed: f.feed) }
    epoch = said.epoch
    f.source = .response(asked: asked, isRenumbered: isRenumbered)
    for index in 0..<2 { try put(said, index) }
    try mark(said)
    try f.store.unmask(feed: f.feed, asked: asked)
    f.source = nil
  }

  private func put(_ said: Server, _ index: Int) throws {
    try f.put("\(index + 1)", rev: "1", seq: "\(index + 1)", read: said.read[index], version: said.versions[index])
  }

  private func mark(_ said: Server) throws {
    for mark in said.marks { try f.mark("root.in", "\(mark.upTo)", mark.version) }
  }

  /// - Returns: whether there was anything to send.
  private func send(isSilent: Bool) throws -> Bool {
    var found: (sequence: Int64, isMark: Bool, body: String)?
    try f.store.leaseOutbox(account: f.account, now: 0, until: 0, limit: 1) { row throws(Failure) in
      found = (row.id, row.kind == 2, text(row.body))
    }
    guard let found else { return false }
    let body = try #require(try JSONSerialization.jsonObject(with: Data(found.body.utf8)) as? [String: Any])
    if found.isMark {
      let mark = try #require((body["marks"] as? [String: [String: Any]])?["root.in"])
      let upTo = try #require((mark["upto"] as? String).flatMap { Int($0) })
      server.marks.append(Server.Mark(upTo: upTo, version: try #require(mark["ver"] as? Int64)))
    } else {
      let item = try #require((body["items"] as? [[String: Any]])?.first)
      let isRead = try #require(item["read"] as? Bool)
      if let version = item["ver"] as? Int64 {
        server.join(0, version, read: isRead)
      } else {
        server.act(0, read: isRead)
      }
    }
    _ = try f.store.acknowledge(
      account: f.account, id: found.sequence, moment: flight == nil ? 0 : nextMoment())
    if isSilent { return true }
    f.source = .acknowledgement
    try mark(server)
    if !found.isMark { try put(server, 0) }
    f.source = nil
    return true
  }
}

/// A server that began again, with its own idea of what was read, and a device that still has to send its acts.
private struct NewEpoch {
  /// When the server takes what the device sends, and when the device learns that: before it applies the snapshot of
  /// the new epoch, or after. What a server took before it was restored, it has lost.
  enum Order: CaseIterable { case lost, inSnapshot, acknowledgedFirst, afterwards }

  var server: Replica
  /// The revision of the first message; it is 2 on the device.
  var revision: String
  var acts: [Act]
  var order: Order

  /// - Returns: whether the device ends with what the server has, and so with what any other device has.
  func endsEqual(_ f: Fixture) throws -> Bool {
    f.sums = [:]
    f.source = nil
    for id in ["1", "2"] { try f.put(id, rev: "2", version: 0) }
    for act in acts { try f.perform(act) }
    var server = server
    var sent = server
    switch order {
    case .lost: try acknowledge(f, moment: 4)
    case .inSnapshot:
      try take(f, &server)
      sent = server
    case .acknowledgedFirst:
      try take(f, &server)
      try acknowledge(f, moment: 6)
    case .afterwards: break
    }
    try f.store.beginEpoch(account: f.account, feed: f.feed)
    f.source = .response(asked: 5, isRenumbered: true)
    for index in 0..<2 { try say(f, sent, index, snapshot: 7) }
    for mark in sent.marks { try f.mark("root.in", "\(mark.upTo)", mark.version) }
    try f.store.unmask(feed: f.feed, asked: 5)
    f.source = nil
    if order == .afterwards { try take(f, &server) }
    if order != .lost && order != .acknowledgedFirst { try acknowledge(f, moment: 8) }
    // The next page has what changed since, and nothing else.
    f.source = .response(asked: 9)
    for index in 0..<2
    where server.versions[index] != sent.versions[index] || server.read[index] != sent.read[index] {
      try say(f, server, index, snapshot: 0)
    }
    for mark in server.marks where !sent.marks.contains(mark) { try f.mark("root.in", "\(mark.upTo)", mark.version) }
    return try f.ids(unread: true) == unread(server)
  }

  private func say(_ f: Fixture, _ server: Replica, _ index: Int, snapshot: Int64) throws {
    try f.put(
      "\(index + 1)", rev: index == 0 ? revision : "2", read: server.read[index], version: server.versions[index],
      snapshot: snapshot)
  }

  /// The server merges all rows, unless they are about an older revision.
  private func take(_ f: Fixture, _ server: inout Replica) throws {
    try f.store.visit(.outbox, account: f.account, feed: f.feed) { row in
      let (kind, entity, value) = (row.number(3), text(row.bytes(4)), row.number(7))
      if kind == 2 {
        let upTo = text(Store.sequence(ofRank: row.bytes(8))) == "1" ? 1 : 2
        server.marks.append(Replica.Mark(upTo: upTo, version: value))
      } else {
        let index = entity == "1" ? 0 : 1
        if index == 0, revision > text(row.bytes(6)) { return }
        var register = ReadRegister(stored: server.versions[index], isRead: server.read[index])
        register.join(ReadRegister(stored: max(row.number(13), -1), isRead: value != 0))
        server.versions[index] = register.version
        server.read[index] = register.isRead
      }
    }
  }

  private func acknowledge(_ f: Fixture, moment: Int64) throws {
    while true {
      var rows: [Int64] = []
      try f.store.leaseOutbox(account: f.account, now: 1000, until: 2000, limit: 9) { row in rows.append(row.id) }
      if rows.isEmpty { return }
      for row in rows { _ = try f.store.acknowledge(account: f.account, id: row, moment: moment) }
    }
  }

  private func unread(_ server: Replica) -> [String] {
    [2, 1].filter { seq in
      let marks = server.marks.filter { $0.upTo >= seq }.map(\.version).max() ?? -1
      return !server.read[seq - 1] && marks < server.versions[seq - 1]
    }.map { "\($0)" }
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

  /// A device agrees with its server in the end, in whichever order it acts, sends, asks and is answered, while others
  /// act and the server begins new epochs.
  @Test func newEpochsEndEqual() throws {
    let f = try Fixture(feeding: 2)
    f.readAct.sends = true
    let isLong = ProcessInfo.processInfo.environment["TALLY_SOAK"] == "1"
    var count = 0
    var wrong: [Phone.Event]?
    func go(_ events: [Phone.Event], left: Int) throws {
      if wrong != nil { return }
      try f.store.begin()
      let phone = try Phone(f)
      for event in events { try phone.take(event) }
      if try !phone.endsLikeServer() { wrong = events }
      try f.store.rollback()
      count += 1
      if left == 0 { return }
      for event in Phone.Event.allCases { try go(events + [event], left: left - 1) }
    }
    try go([], left: isLong ? 5 : 4)
    #expect(wrong == nil)
    #expect(count > 16_000)
  }

  /// A message that was read is seen if it is unread again, whether a mark had read it or the user.
  @Test func readIsSeen() throws {
    for isMark in [false, true] {
      for isServer in [false, true] {
        let f = try Fixture()
        try f.put("1", rev: "1", version: 0)
        let key = try #require(try f.list().rows.first).key
        if isMark { try f.mark("root.in", "1", 1) } else { _ = try f.mark(keys: [key]) }
        #expect(f.sums.isEmpty)
        if isServer { try f.put("1", rev: "1", version: 2) } else { _ = try f.mark(keys: [key], read: false) }
        #expect(try f.list().rows.first?.state == 1)
        #expect(f.sums.isEmpty)
        // A higher revision is another message to the user.
        try f.put("1", rev: "2", version: 3)
        #expect(try f.list().rows.first?.state == 0)
      }
    }
  }

  /// A server that was restored has lost acts, has acts that the device does not know, and gets those that the device
  /// still had to send. Whatever comes first, the device ends with what the server has.
  @Test func devicesAgreeInANewEpoch() throws {
    let f = try Fixture(feeding: 2)
    f.readAct.sends = true
    let acts = [[]] + Act.allCases.flatMap { first in [[first]] + Act.allCases.map { [first, $0] } }
    let marks: [[Replica.Mark]] = [[], [Replica.Mark(upTo: 1, version: 1)], [Replica.Mark(upTo: 2, version: 2)]]
    var wrong: [NewEpoch] = []
    var count = 0
    for version: Int64 in [0, 1, 5] {
      for isRead in [false, true] {
        for second: Int64 in [0, 5] {
          for marks in marks {
            let server = Replica(versions: [version, second], read: [isRead, false], marks: marks)
            for acts in acts {
              for revision in ["1", "2", "3"] {
                for order in NewEpoch.Order.allCases {
                  let world = NewEpoch(server: server, revision: revision, acts: acts, order: order)
                  try f.store.begin()
                  if try !world.endsEqual(f) { wrong.append(world) }
                  try f.store.rollback()
                  count += 1
                }
              }
            }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(count), as \(wrong.prefix(2))")
    #expect(count == 36 * 31 * 12)
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
        marks.append(("\(Int.random(in: 1...9, using: &random))", Int64.random(in: -1...9, using: &random)))
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

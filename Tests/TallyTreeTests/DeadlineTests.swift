import TallyMemory
import Testing

@testable import TallyTree

@Suite struct DeadlineTests {
  @Test func agreeWithADictionary() throws {
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed: seed)
      var deadlines = Deadlines()
      var model: [UInt64: Int64] = [:]
      for _ in 0..<random.below(400) {
        let node = UInt32(random.below(random.chance(50) ? 4 : 60))
        let kind: Deadlines.Kind = random.chance(50) ? .badge : .mute
        let key = UInt64(node) << 1 | UInt64(kind.rawValue)
        switch random.below(10) {
        case ..<6:
          try deadlines.prepare()
          let time = Int64(random.below(50)) - 5
          deadlines.set(node, kind, time)
          model[key] = time
        case ..<9:
          deadlines.remove(node, kind)
          model[key] = nil
        default:
          let now = Int64(random.below(50))
          while let due = deadlines.due(now) {
            let dueKey = UInt64(due.node) << 1 | UInt64(due.kind.rawValue)
            #expect(model[dueKey] == model.values.min(), "seed \(seed)")
            #expect(model[dueKey] ?? .max <= now, "seed \(seed)")
            // A time that is not removed stays due.
            if random.chance(20) { break }
            deadlines.remove(due.node, due.kind)
            model[dueKey] = nil
          }
        }
        let (next, time) = (deadlines.next(), deadlines.time(node, kind))
        #expect(next == model.values.min(), "seed \(seed)")
        #expect(time == model[key] ?? 0, "seed \(seed)")
      }
    }
  }

  /// Removed times are restored without `prepare()`, whatever happened to the heap in between.
  @Test func putBackWithoutRoom() throws {
    for others in 0..<300 {
      var deadlines = Deadlines()
      try deadlines.prepare()
      deadlines.set(7, .badge, 1000)
      deadlines.remove(7, .badge)
      for number in 0..<others {
        try deadlines.prepare()
        deadlines.set(8, .mute, Int64(2000 + number))
        if number % 3 == 0 { deadlines.remove(8, .mute) }
      }
      deadlines.remove(8, .mute)
      deadlines.set(7, .badge, 1000)
      let next = deadlines.next()
      #expect(next == 1000, "\(others) others")
    }
  }

  /// A tree ends the same whether time passes in steps or in one jump, also if it was stored and read again.
  @Test(arguments: [Aggregation.children, .sum])
  func itDoesNotMatterHowTimePasses(_ aggregation: Aggregation) throws {
    for seed in UInt64(0)..<150 {
      var random = SplitMix(seed: seed)
      let shape = random.pick(Shape.allCases)
      let end = Int64(1000 + 60)
      let (jumped, stepped, read) = (try Host(aggregation), try Host(aggregation), try Host(aggregation))
      for _ in 0..<(5 + random.below(30)) {
        let operation = random.ending(shape.paths, before: end)
        for host in [jumped, stepped] { try host.run(operation) }
      }
      // Sometimes another engine reads the stored tree and continues from then on.
      let pause = 1001 + Int64(random.below(60))
      for now in 1001...pause { try stepped.run(.expire(now)) }
      try stepped.load(into: read)
      for now in stride(from: pause, through: end, by: 1 + random.below(80)) { try read.run(.expire(now)) }
      for host in [stepped, read, jumped] { try host.run(.expire(end)) }
      for path in shape.paths {
        let expected = (try jumped.get(path), try jumped.own(path))
        #expect(try stepped.get(path) == expected.0, "seed \(seed), \(path)")
        #expect(try stepped.own(path) == expected.1, "seed \(seed), \(path)")
        #expect(try read.get(path) == expected.0, "seed \(seed), \(path), read")
        #expect(try read.own(path) == expected.1, "seed \(seed), \(path), read")
      }
    }
  }

  @Test func aBatchRolledBackKeepsEveryDeadline() throws {
    let host = try Host()
    try host.dot("root.a", until: 5000)
    for count in 1...150 {
      var operations: [TallyTreeTests.Operation] = [.dot("root.a", expires: 0)]
      for number in 0..<count { operations.append(.dot("root.b", expires: Int64(6000 + number))) }
      _ = try host.batch(operations, .rollback)
      #expect(host.tree.nextDeadline == 5000, "\(count)")
    }
    try host.run(.expire(5000))
    try host.expect("root.a", false, 0)
    #expect(host.tree.nextDeadline == nil)
  }
}

extension SplitMix {
  /// A badge or a mute, mostly with an end.
  fileprivate mutating func ending(_ paths: [String], before end: Int64) -> TallyTreeTests.Operation {
    let path = pick(paths)
    let until = chance(75) ? 1001 + Int64(below(Int(end - 1001))) : 0
    switch below(3) {
    case 0: return .set(path, Int64(1 + below(5)), expires: until)
    case 1: return .dot(path, expires: until)
    default: return .mute(path, pick([.none, .number, .all]), until: until)
    }
  }
}

extension Host {
  fileprivate func own(_ path: String) throws -> OwnState {
    guard let at = try find(path) else { return OwnState() }
    return tree.ownState(at)
  }

  /// Loads the stored states into an empty tree, like an engine.
  fileprivate func load(into other: Host) throws {
    other.tree.begin(.single)
    defer { other.tree.commit() }
    var owned: [(String, OwnState)] = []
    tree.drainDirty { path, own, _ in owned.append((text(path), own)) }
    for (path, own) in owned { try other.tree.load(try other.node(path), own) }
  }
}

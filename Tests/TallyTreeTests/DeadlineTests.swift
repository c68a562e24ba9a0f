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
            // What is not taken away stays due.
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

  /// Times that were taken away are put back without `prepare()`, whatever happened to the heap in between.
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

import CMemory
import TallyMemory
import Testing

@testable import TallyPolicy

/// The turns of feeds of many origins.
@Suite struct OriginsTests {
  /// Random calls, compared with lists.
  @Test func holdsAtRandom() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed: seed)
      let (limit, each) = (UInt32(random.upTo(6) + 1), UInt32(random.upTo(3) + 1))
      var origins = Origins(limit: limit, limitPerOrigin: each)
      var (waiting, homes, now) = ([UInt32: Urgency](), [UInt32: UInt64](), Int64(0))
      var flying: [Passage] = []
      try origins.reserve(keys: 20)
      for step in 0..<400 {
        let key = UInt32(random.upTo(19))
        switch random.upTo(9) {
        case 0:
          homes[key] = UInt64(random.upTo(5))
          waiting[key] = nil
          origins.attach(key, to: homes[key] ?? 0)
        case 1 where homes[key] != nil && random.upTo(2) == 0:
          origins.detach(key)
          (homes[key], waiting[key]) = (nil, nil)
        case 2 where homes[key] != nil:
          origins.withdraw(key)
          waiting[key] = nil
        case 3...5 where homes[key] != nil && !flying.contains { $0.key == key }:
          let urgency = Urgency(rawValue: UInt8(random.upTo(2))) ?? .timer
          origins.wait(key, urgency)
          if urgency.rawValue >= waiting[key]?.rawValue ?? 0 { waiting[key] = urgency }
        case 6 where !flying.isEmpty:
          let passage = flying.remove(at: Int(random.upTo(Int64(flying.count - 1))))
          let landing: Landing = random.upTo(2) == 0 ? .reached : random.upTo(4) == 0 ? .cancelled : .unreachable
          origins.land(passage, landing, at: now, random: random.next())
        case 7: if random.upTo(20) == 0 { origins.doubtBreakers() }
        default: now += random.upTo(3) == 0 ? random.upTo(10 * second) : 0
        }
        while random.upTo(1) == 0, let departure = origins.depart(at: now) {
          switch departure {
          case .go(let key, let passage):
            #expect(waiting.removeValue(forKey: key) != nil, "seed \(seed), step \(step)")
            flying.append(passage)
          case .postpone(let key): #expect(waiting.removeValue(forKey: key) == .timer, "seed \(seed), step \(step)")
          }
        }
        let (isSound, count) = (origins.verify(), origins.flying)
        #expect(isSound && Int(count) == flying.count, "seed \(seed), step \(step)")
        for key in homes.keys {
          let isWaiting = origins.isWaiting(key)
          #expect(isWaiting == (waiting[key] != nil), "seed \(seed), step \(step)")
        }
      }
      // In the end all had a turn.
      for _ in 0..<1000 where !waiting.isEmpty {
        now += second
        for passage in flying { origins.land(passage, .reached, at: now, random: random.next()) }
        flying = []
        while let departure = origins.depart(at: now) {
          guard case .go(let key, let passage) = departure else { continue }
          waiting[key] = nil
          flying.append(passage)
        }
      }
      #expect(waiting.isEmpty, "seed \(seed)")
    }
  }

  @Test func theUrgentGoFirst() throws {
    var field = try Field(feeds: 10, limitPerOrigin: 1)
    for key in UInt32(0)..<4 { field.origins.wait(key, .timer) }
    field.origins.wait(4, .prompt)
    field.origins.wait(5, .force)
    field.origins.wait(6, .prompt)
    // It waits already.
    field.origins.wait(3, .force)
    field.origins.wait(3, .timer)
    let order = field.drain()
    #expect(order == [5, 3, 4, 6, 0, 1, 2])
  }

  /// An origin with a free place does not wait for the queue of another.
  @Test func originsTakeTurns() throws {
    var field = try Field(feeds: 1003, limitPerOrigin: 2, origin: { $0 < 1000 ? 7 : UInt64($0) })
    for key in UInt32(0)..<1003 { field.origins.wait(key, .timer) }
    let first = field.depart()
    #expect(Set(first) == [0, 1, 1000, 1001, 1002])
  }

  @Test func limitsHold() throws {
    var field = try Field(feeds: 1000, limit: 30, origin: { UInt64($0 % 50) })
    for key in UInt32(0)..<1000 { field.origins.wait(key, .force) }
    var (most, done) = (0, 0)
    while done < 1000 {
      done += field.depart().count
      most = max(most, field.flying.count)
      let homes = Dictionary(grouping: field.flying, by: \.origin)
      #expect(homes.values.allSatisfy { $0.count <= 6 } && field.flying.count <= 30)
      field.land(0, .reached)
    }
    #expect(most == 30)
  }

  /// Servers that accept connections and never respond take at most half of the places.
  @Test func theDoubtedLeaveHalf() throws {
    var field = try Field(feeds: 1001, limit: 8, origin: { UInt64($0) })
    for _ in 0..<2 {
      for key in UInt32(0)..<1000 { field.origins.wait(key, .timer) }
      while !field.depart().isEmpty { field.landAll(.unreachable) }
    }
    for key in UInt32(0)..<1000 { field.origins.wait(key, .timer) }
    let silent = field.depart()
    #expect(silent.count == 4)
    for _ in 0..<100 {
      field.origins.wait(1000, .timer)
      let departed = field.depart()
      #expect(departed == [1000])
      field.land(4, .reached)
    }
  }

  // MARK: The breaker

  @Test func aDeadOriginIsProbed() throws {
    var field = try Field(feeds: 30)
    field.fail(0..<5)
    let isOut = field.origins.isOut(7)
    #expect(isOut)
    // Timers are postponed. One of them is the probe when it is time.
    for key in UInt32(5)..<10 { field.origins.wait(key, .timer) }
    var departed = field.depart()
    #expect(departed.isEmpty && field.postponed == [5, 6, 7, 8, 9])
    field.now += second
    for key in UInt32(5)..<10 { field.origins.wait(key, .timer) }
    departed = field.depart()
    #expect(departed == [5] && field.postponed == [6, 7, 8, 9])
    // It has failed: a longer wait.
    field.land(0, .unreachable)
    field.now += second - 1
    field.origins.wait(6, .timer)
    departed = field.depart()
    #expect(departed.isEmpty && field.postponed == [6])
    field.now += 2 * second
    field.origins.wait(7, .timer)
    departed = field.depart()
    #expect(departed == [7])
    field.land(0, .reached)
    let isStillOut = field.origins.isOut(7)
    #expect(!isStillOut)
    for key in UInt32(8)..<20 { field.origins.wait(key, .timer) }
    departed = field.depart()
    #expect(departed.count == 6)
  }

  /// An explicit request is not postponed.
  @Test func whoAsksWaitsForAProbeAtMost() throws {
    var field = try Field(feeds: 30)
    field.fail(0..<5)
    field.origins.wait(6, .prompt)
    field.origins.wait(7, .prompt)
    field.origins.wait(8, .force)
    field.origins.wait(9, .timer)
    var departed = field.depart()
    // A force is sent in any case.
    #expect(departed == [8] && field.postponed.isEmpty)
    let opening = field.origins.nextOpening()
    #expect(opening == field.now + second)
    field.now += second
    departed = field.depart()
    #expect(departed == [6] && field.postponed.isEmpty)
    field.land(1, .unreachable)
    departed = field.depart()
    #expect(departed.isEmpty)
    field.now += second
    departed = field.depart()
    #expect(departed == [7] && field.postponed == [9])
    field.land(1, .reached)
  }

  @Test func aLoneFeedAndATroubledOneOpenNothing() throws {
    var field = try Field(feeds: 3)
    for _ in 0..<50 {
      field.fail(0..<1)
      let isOut = field.origins.isOut(0)
      #expect(!isOut)
    }
    for _ in 0..<50 {
      field.fail(0..<2)
      field.succeed(2)
      let isOut = field.origins.isOut(0)
      #expect(!isOut)
    }
  }

  @Test func anotherNetworkIsTriedImmediately() throws {
    var field = try Field(feeds: 30)
    field.fail(0..<5)
    for key in UInt32(5)..<20 {
      field.now += 40 * second
      field.origins.wait(key, .timer)
      _ = field.depart()
      field.landAll(.unreachable)
    }
    field.origins.wait(20, .prompt)
    var departed = field.depart()
    #expect(departed.isEmpty)
    field.origins.doubtBreakers()
    field.origins.wait(21, .timer)
    departed = field.depart()
    #expect(departed == [20] && field.postponed == [21])
  }

  /// A clock that was set back does not close an origin for years.
  @Test func aClockThatIsSetBack() throws {
    var field = try Field(feeds: 30)
    field.now = 10 * year
    field.fail(0..<5)
    field.now = 0
    field.origins.wait(7, .timer)
    let departed = field.depart()
    #expect(departed == [7])
  }

  // MARK: Memory

  @Test func withoutMemoryItStaysAsItWas() async {
    await #expect(processExitsWith: .success) {
      var origins = Origins()
      try origins.reserve(keys: 4)
      for key in UInt32(0)..<4 { origins.attach(key, to: UInt64(key % 2)) }
      var failures = 0
      while true {
        ctally_memory_fail_after(Int64(failures))
        do throws(OutOfMemory) {
          try origins.reserve(keys: 5000)
          ctally_memory_fail_after(-1)
          break
        } catch { failures += 1 }
        for key in UInt32(0)..<4 {
          origins.attach(key, to: UInt64(failures % 3))
          origins.wait(key, .timer)
          if case .go(_, let passage)? = origins.depart(at: 0) { origins.land(passage, .reached, at: 0, random: 1) }
        }
        let isSound = origins.verify()
        #expect(isSound)
        ctally_memory_fail_after(-1)
      }
      #expect(failures > 3)
      // With room, nothing needs memory.
      ctally_memory_fail_after(0)
      for key in UInt32(0)..<5000 { origins.attach(key, to: UInt64(key) + 10) }
      for key in UInt32(0)..<5000 { origins.wait(key, .prompt) }
      var count = 0
      while case .go(_, let passage)? = origins.depart(at: 0) {
        origins.detach(passage.key)
        origins.attach(passage.key, to: 1 << 40 + UInt64(count))
        origins.land(passage, .unreachable, at: 0, random: 1)
        count += 1
      }
      #expect(count == 5000 && ctally_memory_fail_after(-1) == 0)
      let isSound = origins.verify()
      #expect(isSound)
    }
  }
}

/// Origins with feeds, driven by a test.
private struct Field: ~Copyable {
  var origins: Origins
  var flying: [Passage] = []
  var postponed: [UInt32] = []
  var now: Int64 = 0

  init(
    feeds: UInt32, limit: UInt32 = 256, limitPerOrigin: UInt32 = 6, origin: (UInt32) -> UInt64 = { _ in 7 }
  ) throws {
    origins = Origins(limit: limit, limitPerOrigin: limitPerOrigin)
    try origins.reserve(keys: Int(feeds))
    for key in 0..<feeds { origins.attach(key, to: origin(key)) }
  }

  /// - Returns: the requests to send now.
  mutating func depart() -> [UInt32] {
    var keys: [UInt32] = []
    postponed = []
    while let departure = origins.depart(at: now) {
      switch departure {
      case .go(let key, let passage):
        keys.append(key)
        flying.append(passage)
      case .postpone(let key): postponed.append(key)
      }
    }
    return keys
  }

  mutating func land(_ index: Int, _ landing: Landing) {
    origins.land(flying.remove(at: index), landing, at: now, random: 1)
  }

  mutating func landAll(_ landing: Landing) { while !flying.isEmpty { land(0, landing) } }

  /// All waiting requests, one after the other.
  mutating func drain() -> [UInt32] {
    var keys: [UInt32] = []
    while true {
      let departed = depart()
      if departed.isEmpty { return keys }
      keys += departed
      landAll(.reached)
    }
  }

  mutating func fail(_ keys: Range<UInt32>) {
    for key in keys { origins.wait(key, .prompt) }
    _ = depart()
    landAll(.unreachable)
  }

  mutating func succeed(_ key: UInt32) {
    origins.wait(key, .force)
    _ = depart()
    landAll(.reached)
  }
}

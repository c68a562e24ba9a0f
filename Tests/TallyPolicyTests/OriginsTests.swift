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
      var open: [Permit] = []
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
        case 3...5 where homes[key] != nil && !open.contains { $0.key == key }:
          let urgency = Urgency(rawValue: UInt8(random.upTo(2))) ?? .timer
          origins.wait(key, urgency)
          if urgency.rawValue >= waiting[key]?.rawValue ?? 0 { waiting[key] = urgency }
        case 6 where !open.isEmpty:
          let permit = open.remove(at: Int(random.upTo(Int64(open.count - 1))))
          let outcome: RequestOutcome = random.upTo(2) == 0 ? .reached : random.upTo(4) == 0 ? .cancelled : .unreachable
          origins.finish(permit, outcome, at: now, random: random.next())
        case 7: if random.upTo(20) == 0 { origins.doubtBreakers() }
        default: now += random.upTo(3) == 0 ? random.upTo(10 * second) : 0
        }
        while random.upTo(1) == 0, let admission = origins.begin(at: now) {
          switch admission {
          case .begin(let key, let permit):
            #expect(waiting.removeValue(forKey: key) != nil, "seed \(seed), step \(step)")
            open.append(permit)
          case .postpone(let key): #expect(waiting.removeValue(forKey: key) == .timer, "seed \(seed), step \(step)")
          }
        }
        let (isSound, count) = (origins.verify(), origins.requests)
        #expect(isSound && Int(count) == open.count, "seed \(seed), step \(step)")
        for key in homes.keys {
          let isWaiting = origins.isWaiting(key)
          #expect(isWaiting == (waiting[key] != nil), "seed \(seed), step \(step)")
        }
      }
      // In the end all had a turn.
      for _ in 0..<1000 where !waiting.isEmpty {
        now += second
        for permit in open { origins.finish(permit, .reached, at: now, random: random.next()) }
        open = []
        while let admission = origins.begin(at: now) {
          guard case .begin(let key, let permit) = admission else { continue }
          waiting[key] = nil
          open.append(permit)
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
    let first = field.begin()
    #expect(Set(first) == [0, 1, 1000, 1001, 1002])
  }

  @Test func limitsHold() throws {
    var field = try Field(feeds: 1000, limit: 30, origin: { UInt64($0 % 50) })
    for key in UInt32(0)..<1000 { field.origins.wait(key, .force) }
    var (most, done) = (0, 0)
    while done < 1000 {
      done += field.begin().count
      most = max(most, field.open.count)
      let homes = Dictionary(grouping: field.open, by: \.origin)
      #expect(homes.values.allSatisfy { $0.count <= 6 } && field.open.count <= 30)
      field.finish(0, .reached)
    }
    #expect(most == 30)
  }

  /// Servers that accept connections and never respond take at most half of the places.
  @Test func theDoubtedLeaveHalf() throws {
    var field = try Field(feeds: 1001, limit: 8, origin: { UInt64($0) })
    for _ in 0..<2 {
      for key in UInt32(0)..<1000 { field.origins.wait(key, .timer) }
      while !field.begin().isEmpty { field.finishAll(.unreachable) }
    }
    for key in UInt32(0)..<1000 { field.origins.wait(key, .timer) }
    let silent = field.begin()
    #expect(silent.count == 4)
    for _ in 0..<100 {
      field.origins.wait(1000, .timer)
      let begun = field.begin()
      #expect(begun == [1000])
      field.finish(4, .reached)
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
    var begun = field.begin()
    #expect(begun.isEmpty && field.postponed == [5, 6, 7, 8, 9])
    field.now += second
    for key in UInt32(5)..<10 { field.origins.wait(key, .timer) }
    begun = field.begin()
    #expect(begun == [5] && field.postponed == [6, 7, 8, 9])
    // It has failed: a longer wait.
    field.finish(0, .unreachable)
    field.now += second - 1
    field.origins.wait(6, .timer)
    begun = field.begin()
    #expect(begun.isEmpty && field.postponed == [6])
    field.now += 2 * second
    field.origins.wait(7, .timer)
    begun = field.begin()
    #expect(begun == [7])
    field.finish(0, .reached)
    let isStillOut = field.origins.isOut(7)
    #expect(!isStillOut)
    for key in UInt32(8)..<20 { field.origins.wait(key, .timer) }
    begun = field.begin()
    #expect(begun.count == 6)
  }

  /// An explicit request is not postponed.
  @Test func whoAsksWaitsForAProbeAtMost() throws {
    var field = try Field(feeds: 30)
    field.fail(0..<5)
    field.origins.wait(6, .prompt)
    field.origins.wait(7, .prompt)
    field.origins.wait(8, .force)
    field.origins.wait(9, .timer)
    var begun = field.begin()
    // A force is sent in any case.
    #expect(begun == [8] && field.postponed.isEmpty)
    let opening = field.origins.nextOpening()
    #expect(opening == field.now + second)
    field.now += second
    begun = field.begin()
    #expect(begun == [6] && field.postponed.isEmpty)
    field.finish(1, .unreachable)
    begun = field.begin()
    #expect(begun.isEmpty)
    field.now += second
    begun = field.begin()
    #expect(begun == [7] && field.postponed == [9])
    field.finish(1, .reached)
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
      _ = field.begin()
      field.finishAll(.unreachable)
    }
    field.origins.wait(20, .prompt)
    var begun = field.begin()
    #expect(begun.isEmpty)
    field.origins.doubtBreakers()
    field.origins.wait(21, .timer)
    begun = field.begin()
    #expect(begun == [20] && field.postponed == [21])
  }

  /// A clock that was set back does not close an origin for years.
  @Test func aClockThatIsSetBack() throws {
    var field = try Field(feeds: 30)
    field.now = 10 * year
    field.fail(0..<5)
    field.now = 0
    field.origins.wait(7, .timer)
    let begun = field.begin()
    #expect(begun == [7])
  }

  // MARK: Memory

  @Test func limitsChange() throws {
    var f = try Field(feeds: 40, limit: 4, limitPerOrigin: 2) { UInt64($0 % 4 + 1) }
    for key in UInt32(0)..<40 { f.origins.wait(key, .force) }
    #expect(f.begin().count == 4)
    try f.origins.setLimits(limit: 400, limitPerOrigin: 2)
    #expect(f.begin().count == 4)
    try f.origins.setLimits(limit: 400, limitPerOrigin: 5)
    #expect(f.begin().count == 12)
    try f.origins.setLimits(limit: 18, limitPerOrigin: 4)
    #expect(f.begin().isEmpty)
    // Requests beyond a lower limit stay, and none begins before they have ended.
    for left in [UInt32(19), 18] {
      f.finish(0, .reached)
      #expect(f.begin().isEmpty && f.origins.requests == left)
    }
    let isSound = f.origins.verify()
    #expect(isSound)
  }

  @Test func aLowerLimitIsSoundWhileRequestsExceedIt() throws {
    var field = try Field(feeds: 6, limit: 6) { UInt64($0) }
    for key in UInt32(0)..<6 { field.origins.wait(key, .force) }
    #expect(field.begin().count == 6)
    try field.origins.setLimits(limit: 2, limitPerOrigin: 2)
    let (isSound, requests) = (field.origins.verify(), field.origins.requests)
    #expect(isSound && requests == 6)
  }

  /// The busiest origin is found beside places of origins that are gone.
  @Test func theMostRequestsOfAnOrigin() throws {
    var field = try Field(feeds: 5) { $0 == 0 ? 8 : 9 }
    let none = field.origins.mostRequests
    for key in UInt32(1)..<4 { field.origins.wait(key, .force) }
    #expect(field.begin().count == 3)
    field.origins.detach(0)
    let (most, all) = (field.origins.mostRequests, field.origins.requests)
    #expect(none == 0 && most == 3 && all == 3)
  }

  /// The checker of chains finds each way in which one can be broken.
  @Test func brokenChainsAreFound() throws {
    var links = List<Link>()
    try links.append(repeating: Link(), count: 3)
    var chain = Chain()
    for number in UInt32(0)..<3 { links.append(number, to: &chain) }
    let (sound, foreign) = (links.count(chain) { _ in true }, links.count(chain) { $0 != 1 })
    #expect(sound == 3 && foreign == nil)
    chain.last = 1
    let wrongEnd = links.count(chain) { _ in true }
    chain.last = 2
    links[2].previous = 0
    let wrongWayBack = links.count(chain) { _ in true }
    links[2] = Link(previous: 1, next: 0)
    let circle = links.count(chain) { _ in true }
    #expect(wrongEnd == nil && wrongWayBack == nil && circle == nil)
  }

  /// Room for fewer keys is there already, so nobody's turn changes.
  @Test func roomIsOnlyAdded() throws {
    var field = try Field(feeds: 3)
    field.origins.wait(2, .timer)
    try field.origins.reserve(keys: 1)
    #expect(field.begin() == [2])
  }

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
          if case .begin(_, let permit)? = origins.begin(at: 0) { origins.finish(permit, .reached, at: 0, random: 1) }
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
      while case .begin(_, let permit)? = origins.begin(at: 0) {
        origins.detach(permit.key)
        origins.attach(permit.key, to: 1 << 40 + UInt64(count))
        origins.finish(permit, .unreachable, at: 0, random: 1)
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
  var open: [Permit] = []
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
  mutating func begin() -> [UInt32] {
    var keys: [UInt32] = []
    postponed = []
    while let admission = origins.begin(at: now) {
      switch admission {
      case .begin(let key, let permit):
        keys.append(key)
        open.append(permit)
      case .postpone(let key): postponed.append(key)
      }
    }
    return keys
  }

  mutating func finish(_ index: Int, _ outcome: RequestOutcome) {
    origins.finish(open.remove(at: index), outcome, at: now, random: 1)
  }

  mutating func finishAll(_ outcome: RequestOutcome) { while !open.isEmpty { finish(0, outcome) } }

  /// All waiting requests, one after the other.
  mutating func drain() -> [UInt32] {
    var keys: [UInt32] = []
    while true {
      let begun = begin()
      if begun.isEmpty { return keys }
      keys += begun
      finishAll(.reached)
    }
  }

  mutating func fail(_ keys: Range<UInt32>) {
    for key in keys { origins.wait(key, .prompt) }
    _ = begin()
    finishAll(.unreachable)
  }

  mutating func succeed(_ key: UInt32) {
    origins.wait(key, .force)
    _ = begin()
    finishAll(.reached)
  }
}

@Suite struct OriginsVerifyTests {
  /// Two origins with two waiting keys each; the first one has a request in flight.
  private func busyOrigins() throws -> Origins {
    var origins = Origins(limit: 2, limitPerOrigin: 1)
    try origins.reserve(keys: 6)
    for key in UInt32(0)..<6 {
      origins.attach(key, to: UInt64(key / 3 + 1))
      origins.wait(key, .timer)
    }
    _ = origins.begin(at: 0)
    return origins
  }

  /// `verify` finds each wrong value.
  @Test func damageIsFound() throws {
    let damages: [(words: String, make: (inout Origins) throws -> Void)] = [
      (
        "too many requests",
        { origins in
          let slot = origins.rows[0].origin
          origins.origins[slot].requests = 2
        }
      ),
      (
        "a key too many",
        { origins in
          let slot = origins.rows[3].origin
          origins.origins[slot].keys += 1
        }
      ),
      (
        "another name",
        { origins in
          let name = origins.origins[origins.rows[3].origin].name
          try origins.byName.set(name, 77)
        }
      ),
      (
        "a key of another lane",
        { origins in
          let lane = origins.rows[5].lane
          origins.rows[5].lane = (lane + 1) % 3
        }
      ),
      ("an origin that no queue has", { $0.ready = InlineArray(repeating: Chain()) }),
      (
        "an origin that waits for nothing",
        { origins in
          let slot = (origins.rows[0].origin, origins.rows[3].origin)
          let idle = origins.origins[slot.0].requests == 0 ? slot.0 : slot.1
          origins.origins[idle].queue = Origins.noQueue
          origins.ready = InlineArray(repeating: Chain())
        }
      ),
      (
        "a broken chain",
        { origins in
          let first = Int(origins.ready[0].first)
          origins.originLinks[first].previous = 1
        }
      ),
      ("a request of nobody", { $0.requests += 1 }),
    ]
    let sound = try busyOrigins()
    let isSound = sound.verify()
    #expect(isSound)
    for damage in damages {
      var origins = try busyOrigins()
      try damage.make(&origins)
      let isStillSound = origins.verify()
      #expect(!isStillSound, "\(damage.words)")
    }
  }
}

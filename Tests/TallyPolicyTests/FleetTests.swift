import TallyMemory
import Testing

@testable import TallyPolicy

/// Many feeds of one host in virtual time: their policies, their turns, and servers that respond, fail or are silent.
struct FleetTests {
  // MARK: Phases

  /// No hundredth of the interval has more than a twentieth of the feeds, and none is empty for long.
  @Test(arguments: [UInt64(1), 2, 3])
  func feedsFillTheirInterval(seed: UInt64) throws {
    let interval = 10 * minute
    var fleet = try Fleet(feeds: 500, .every(interval), seed: seed)
    fleet.run(until: 6 * interval)
    for round in Int64(2)..<6 {
      let slices = fleet.slices(of: round * interval..<(round + 1) * interval)
      #expect((slices.max() ?? 0) <= 25 && slices.reduce(0, +) == 500)
      #expect(slices.count { $0 == 0 } < 10)
    }
  }

  /// After a night's sleep all are due together, once. From then on they fill their interval again.
  @Test func theyFillItAgainAfterSleep() throws {
    let interval = 10 * minute
    var fleet = try Fleet(feeds: 500, .every(interval))
    fleet.run(until: 2 * interval)
    fleet.now += 8 * hour
    let morning = fleet.now
    fleet.run(until: morning + 4 * interval)
    for round in Int64(2)..<4 {
      let slices = fleet.slices(of: morning + round * interval..<morning + (round + 1) * interval)
      #expect((slices.max() ?? 0) <= 25 && slices.reduce(0, +) == 500)
    }
  }

  @Test func theBeginningIsSpreadOverTheInitialDelay() throws {
    var options = PolicyOptions.every(hour)
    options.initialDelay = 100 * second
    var fleet = try Fleet(feeds: 100_000, options, limitPerOrigin: 256)
    fleet.run(until: 110 * second)
    let slices = fleet.slices(of: 0..<100 * second)
    #expect((slices.max() ?? 0) <= 1200 && (slices.min() ?? 0) >= 800)
  }

  // MARK: Silent and slow servers

  /// A hundred good feeds beside 200 whose servers accept connections and never respond.
  @Test(arguments: [1, 7, 200])
  func silentServersStopNobody(servers: UInt64) throws {
    let interval = minute
    var fleet = try Fleet(feeds: 300, .every(interval)) { $0 < 100 ? 1000 + UInt64($0 % 10) : UInt64($0) % servers }
    fleet.server = { origin, _ in origin >= 1000 ? .good : .silent }
    fleet.run(until: hour)
    let good = fleet.requests.count { $0.feed < 100 }
    #expect(good >= 100 * Int(hour / interval) * 95 / 100)
  }

  /// More of them than there are places.
  @Test func aThousandSilentServersDoNotStopTheOthers() throws {
    var fleet = try Fleet(feeds: 1100, .every(minute)) { UInt64($0 < 100 ? 5000 : $0) }
    fleet.server = { origin, _ in origin == 5000 ? .good : .silent }
    fleet.run(until: 2 * hour)
    let good = fleet.requests.count { $0.feed < 100 && $0.time >= hour }
    #expect(good >= 100 * 60 * 95 / 100)
  }

  // MARK: Outages

  /// In no interval does a feed poll more than 1.1 times on average, and all of them together poll far less.
  @Test(arguments: [Fleet.Server.dead, .silent])
  func anOutageOfManyFeeds(_ mood: Fleet.Server) throws {
    let (interval, feeds) = (10 * minute, 500)
    var fleet = try Fleet(feeds: feeds, .every(interval))
    fleet.server = { _, now in now >= hour && now < 20 * hour ? mood : .good }
    fleet.run(until: day)
    for start in stride(from: hour, to: 20 * hour, by: Int64.Stride(interval)) {
      let asked = fleet.requests.count { $0.time >= start && $0.time < start + interval }
      #expect(asked <= feeds / 5, "\(asked) in the interval after \(start)")
    }
    // It is noticed soon. Then they return evenly, without a rush.
    let back = fleet.requests.first { $0.time >= 20 * hour }?.time ?? 0
    #expect(back < 20 * hour + 35 * second + (mood == .silent ? minute : 0))
    let slices = fleet.slices(of: back..<back + interval)
    #expect((slices.max() ?? 0) <= feeds / 20)
    let all = Set(fleet.requests.filter { $0.time >= back && $0.time < back + interval * 5 / 4 }.map(\.feed))
    #expect(all.count >= feeds * 99 / 100)
    // As before.
    let later = fleet.slices(of: 22 * hour..<22 * hour + interval)
    #expect(later.reduce(0, +) == feeds && (later.max() ?? 0) <= feeds / 20)
  }

  /// A feed that begins while its server is down.
  @Test func aBeginningInAnOutage() throws {
    let (interval, feeds) = (10 * minute, 3000)
    var fleet = try Fleet(feeds: feeds, .every(interval))
    fleet.server = { _, now in now < hour ? .dead : .good }
    fleet.run(until: 2 * hour)
    #expect(fleet.requests.count { $0.time < hour } < feeds / 10)
    let back = fleet.requests.first { $0.time >= hour }?.time ?? 0
    let slices = fleet.slices(of: back..<back + interval)
    #expect((slices.max() ?? 0) <= feeds / 50)
    #expect(slices.reduce(0, +) >= feeds * 95 / 100)
  }

  /// A feed with a server of its own: one attempt is early, and then it polls less and less.
  /// - Parameter soonest: the number of intervals from which on each has at most 1.1 requests.
  @Test(arguments: [(10_000, 1), (60_000, 3), (600_000, 3), (7_200_000, 12)] as [(Int64, Int64)])
  func anOutageOfOneFeed(interval: Int64, soonest: Int64) throws {
    for seed in UInt64(0)..<20 {
      var fleet = try Fleet(feeds: 1, .every(interval), seed: seed)
      fleet.server = { _, now in now < 40 * interval ? .dead : .good }
      fleet.run(until: 60 * interval)
      let times = fleet.requests.map(\.time).filter { $0 < 40 * interval }
      for count in soonest...40 {
        let asked = times.count { $0 - times[0] < count * interval }
        #expect(asked * 10 <= 11 * Int(count), "seed \(seed): \(asked) in \(count) intervals")
      }
      for (one, other) in zip(times.dropFirst(2), times.dropFirst(3)) { #expect(other - one >= interval) }
      let back = fleet.requests.first { $0.time >= 40 * interval }
      #expect((back?.time ?? 0) <= 45 * interval + second)
    }
  }

  /// The dead server's feeds do not slow the others.
  @Test func aDeadOriginBesideGoodOnes() throws {
    let interval = 5 * minute
    var fleet = try Fleet(feeds: 1000, .every(interval)) { $0 < 500 ? 1 : 2 + UInt64($0 % 50) }
    fleet.server = { origin, _ in origin == 1 ? .dead : .good }
    fleet.run(until: 6 * hour)
    let good = fleet.requests.count { $0.feed >= 500 }
    #expect(good >= 500 * Int(6 * hour / interval))
    let dead = fleet.requests.count - good
    #expect(dead <= Int(6 * hour / (15 * second)) + 20)
  }

  @Test func aForceGoesBeforeTimers() throws {
    var fleet = try Fleet(feeds: 10_000, .every(minute))
    // Each request takes a second, so the queue grows.
    fleet.server = { _, _ in .slow }
    fleet.run(until: 5 * minute)
    fleet.on(.force, of: 77)
    let asked = fleet.now
    fleet.run(until: asked + 2 * second)
    #expect(fleet.requests.contains { $0.feed == 77 && $0.time >= asked })
  }
}

/// Feeds, their servers and the host, event by event.
struct Fleet: ~Copyable {
  enum Server: Sendable {
    case good, slow, dead, silent

    var wait: Int64 {
      switch self {
      case .good: 50
      case .slow: second
      case .dead: 2
      case .silent: minute
      }
    }
  }

  struct Request {
    let feed: UInt32
    let time: Int64
  }

  var now: Int64 = 0
  /// An origin's reaction to a request.
  var server: (UInt64, Int64) -> Server = { _, _ in .good }
  private(set) var requests: [Request] = []
  private var policies: [FeedPolicy]
  private let homes: [UInt64]
  private var origins: Origins
  private var wakes = Timetable()
  /// When the request of a feed ends, and how.
  private var ends = Timetable()
  private var exchanges: [(permit: Permit, number: UInt32, server: Server)?]
  private var random: SplitMix

  init(
    feeds: Int, _ options: PolicyOptions, seed: UInt64 = 1, limitPerOrigin: UInt32 = 6,
    origin: (Int) -> UInt64 = { _ in 7 }
  ) throws {
    random = SplitMix(seed: seed)
    policies = Array(repeating: FeedPolicy(options: options), count: feeds)
    exchanges = Array(repeating: nil, count: feeds)
    homes = (0..<feeds).map(origin)
    origins = Origins(limitPerOrigin: limitPerOrigin)
    try origins.reserve(keys: feeds)
    try wakes.reserve(keys: feeds)
    try ends.reserve(keys: feeds)
    for feed in 0..<feeds {
      origins.attach(UInt32(feed), to: homes[feed])
      on(.logIn, of: UInt32(feed))
    }
  }

  /// The number of requests that began in each hundredth.
  func slices(of times: Range<Int64>) -> [Int] {
    var slices = Array(repeating: 0, count: 100)
    for request in requests where times.contains(request.time) {
      slices[Int((request.time - times.lowerBound) * 100 / (times.upperBound - times.lowerBound))] += 1
    }
    return slices
  }

  mutating func on(_ input: PolicyInput, of feed: UInt32) {
    policies[Int(feed)].isOriginOut = origins.isOut(feed)
    let actions = policies[Int(feed)].handle(input, at: now, random: random.next())
    if actions.cancel != nil, let exchange = exchanges[Int(feed)] {
      exchanges[Int(feed)] = nil
      ends.cancel(feed)
      origins.finish(exchange.permit, actions.isTimeout ? .unreachable : .cancelled, at: now, random: random.next())
    }
    if let urgency = actions.start?.urgency ?? actions.urgency { origins.wait(feed, urgency) }
    _ = wakes.plan(feed, at: policies[Int(feed)].nextWake ?? Timetable.never)
  }

  mutating func run(until end: Int64) {
    while true {
      while let feed = ends.popDue(by: now) { finish(feed) }
      while let feed = wakes.popDue(by: now) { on(.tick, of: feed) }
      while let admission = origins.begin(at: now) { take(admission) }
      let next = min(ends.next(), wakes.next(), origins.nextOpening())
      if next >= end { break }
      now = max(now, next)
    }
    now = max(now, end)
  }

  private mutating func take(_ admission: Admission) {
    switch admission {
    case .postpone(let feed): on(.postponed(policies[Int(feed)].number), of: feed)
    case .begin(let feed, let permit):
      let (number, server) = (policies[Int(feed)].number, server(homes[Int(feed)], now))
      requests.append(Request(feed: feed, time: now))
      exchanges[Int(feed)] = (permit, number, server)
      on(.begun(number), of: feed)
      // A silent request ends by the policy's deadline.
      if server != .silent { _ = ends.plan(feed, at: now + server.wait) }
    }
  }

  private mutating func finish(_ feed: UInt32) {
    guard let exchange = exchanges[Int(feed)] else { return }
    exchanges[Int(feed)] = nil
    let isDead = exchange.server == .dead
    origins.finish(exchange.permit, isDead ? .unreachable : .reached, at: now, random: random.next())
    on(.finished(exchange.number, isDead ? .failed : .notModified, poll: nil), of: feed)
  }
}

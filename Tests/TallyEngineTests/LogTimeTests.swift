import TallyLoop
import Testing

@testable import TallyEngine

@Suite struct LogTimeTests {
  /// The wall clock shows 5,000, and the elapsed clock 100.
  private static let clock = Clock(
    callback: { _, wall, elapsed in
      wall?.pointee = 5000
      elapsed?.pointee = 100
    }, userData: nil)

  @Test func `without a log the wall clock counts`() {
    let log = LogTime(0)
    #expect(!log.isSet && log.now(Self.clock) == 5000 && log.ofPlans(Self.clock) == (wall: 5000, elapsed: 100))
    let due = [4000, 5000, 5001, .max].map { log.elapsed(until: $0, Self.clock) }
    #expect(due == [100, 100, 101, .max - 4900])
  }

  @Test func `the log's time takes the place of the wall clock`() {
    let log = LogTime(700)
    #expect(log.isSet && log.now(Self.clock) == 700 && log.ofPlans(Self.clock) == (wall: 700, elapsed: 100))
    let due = [699, 700, 701].map { log.elapsed(until: $0, Self.clock) }
    #expect(due == [100, 100, .max])
  }

  @Test func `the time never goes back`() {
    var log = LogTime(0)
    let moves = [log.advance(to: 700), log.advance(to: 700), log.advance(to: 699)]
    #expect(moves == [true, false, false] && log.now(Self.clock) == 700)
    let isLater = log.advance(to: 701)
    #expect(isLater && log.now(Self.clock) == 701)
  }
}

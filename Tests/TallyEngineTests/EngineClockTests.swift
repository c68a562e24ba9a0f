import TallyLoop
import Testing

@testable import TallyEngine

@Suite struct EngineClockTests {
  /// The wall clock shows 5,000, and the elapsed clock 100.
  private static func make(logTime: Int64) -> EngineClock {
    EngineClock(
      Clock(
        callback: { _, wall, elapsed in
          wall?.pointee = 5000
          elapsed?.pointee = 100
        }, userData: nil), logTime: logTime)
  }

  @Test func `without a log the wall clock counts`() {
    let clock = Self.make(logTime: 0)
    #expect(!clock.isByLog && clock.ofBadges == 5000 && clock.ofPlans() == (wall: 5000, elapsed: 100))
    let due = [4000, 5000, 5001, .max].map { clock.elapsed(until: $0) }
    #expect(due == [100, 100, 101, .max - 4900])
  }

  @Test func `the log's time takes the place of the wall clock`() {
    let clock = Self.make(logTime: 700)
    #expect(clock.isByLog && clock.ofBadges == 700 && clock.ofPlans() == (wall: 700, elapsed: 100))
    #expect(clock.wall == 5000 && clock.elapsed == 100)
    let due = [699, 700, 701].map { clock.elapsed(until: $0) }
    #expect(due == [100, 100, .max])
  }

  @Test func `the log's time never goes back`() {
    var clock = Self.make(logTime: 0)
    let moves = [clock.advanceLog(to: 700), clock.advanceLog(to: 700), clock.advanceLog(to: 699)]
    #expect(moves == [true, false, false] && clock.ofBadges == 700)
    let isLater = clock.advanceLog(to: 701)
    #expect(isLater && clock.ofBadges == 701)
  }
}

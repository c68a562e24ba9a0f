import Testing

@testable import TallyPolicy

/// When rows that a server did not accept are sent again.
struct OutboxPolicyTests {
  /// The bound doubles with each attempt, from half a minute to ten minutes, and every second below it occurs.
  @Test(
    arguments: [
      (Int64.min, 30), (-1, 30), (0, 30), (1, 30), (2, 60), (3, 120), (4, 240), (5, 480), (6, 600), (7, 600), (64, 600),
      (Int64.max, 600),
    ] as [(Int64, Int64)])
  func waits(attempts: Int64, seconds: Int64) {
    let bound = seconds * second
    var (least, most) = (Int64.max, Int64.min)
    for random in UInt64(0)..<4000 {
      let wait = OutboxPolicy.wait(attempts: attempts, random: random)
      (least, most) = (min(least, wait), max(most, wait))
    }
    // Never less than a second.
    #expect(least >= second && least < second + bound / 100, "\(least)")
    #expect(most <= bound && most > bound - bound / 100, "\(most)")
  }

  @Test func waitsDifferByTheirBits() {
    let waits = Set((UInt64(0)..<100).map { OutboxPolicy.wait(attempts: 9, random: $0) })
    #expect(waits.count > 90)
    #expect(OutboxPolicy.wait(attempts: 9, random: 7) == OutboxPolicy.wait(attempts: 9, random: 7))
  }

  /// The server's wait, plus up to a tenth, and at most a day.
  @Test func serverWaits() {
    check(nil, 0...0)
    check(0, 0...0)
    check(-hour, 0...0)
    check(Int64.min, 0...0)
    check(second, second...second + 100)
    check(hour, hour...hour + 6 * minute)
    check(day, day...day)
    check(Int64.max, day...day)
    let capped = (UInt64(0)..<2000).map { OutboxPolicy.serverWait(day - minute, random: $0) }
    #expect(capped.allSatisfy { $0 >= day - minute && $0 <= day } && capped.contains(day))
  }

  private func check(_ asked: Int64?, _ range: ClosedRange<Int64>) {
    let waits = (UInt64(0)..<2000).map { OutboxPolicy.serverWait(asked, random: $0) }
    let (least, most) = (waits.min() ?? -1, waits.max() ?? -1)
    #expect(range.contains(least) && range.contains(most), "\(range)")
    // From one end to the other.
    let tenth = (range.upperBound - range.lowerBound) / 10
    #expect(least <= range.lowerBound + tenth && most >= range.upperBound - tenth, "\(range)")
  }
}

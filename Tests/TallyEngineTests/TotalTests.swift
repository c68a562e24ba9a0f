import TallyTree
import Testing

@testable import TallyEngine

@Suite struct TotalTests {
  static let dot = Visible(shows: true, count: 0)

  static func count(_ number: UInt64) -> Visible { Visible(shows: number > 0, count: number) }

  @Test func accountsComeChangeAndGo() {
    var total = Total()
    #expect(total.shown == .nothing && total.revision == 0)
    var changes = [
      total.replace(.nothing, with: Self.count(3)), total.replace(.nothing, with: Self.count(4)),
      total.replace(.nothing, with: Self.dot),
    ]
    // A dot changes nothing if others show a number.
    #expect(changes == [true, true, false] && total.shown == Self.count(7) && total.revision == 2)
    changes = [
      total.replace(Self.count(3), with: Self.count(1)), total.replace(Self.count(1), with: .nothing),
      total.replace(Self.count(4), with: .nothing),
    ]
    #expect(changes == [true, true, true] && total.shown == Self.dot && total.revision == 5)
    let isChanged = total.replace(Self.dot, with: .nothing)
    #expect(isChanged && total.shown == .nothing && total.revision == 6)
  }

  @Test func aDotTurnsIntoANumberAndBack() {
    var total = Total()
    _ = total.replace(.nothing, with: Self.dot)
    let (grew, stayed) = (
      total.replace(Self.dot, with: Self.count(1)), total.replace(Self.count(1), with: Self.count(1))
    )
    #expect(grew && !stayed && total.shown == Self.count(1) && total.revision == 2)
    let shrank = total.replace(Self.count(1), with: Self.dot)
    #expect(shrank && total.shown == Self.dot && total.revision == 3)
  }

  /// The total is the sum of the latest badges of all accounts.
  @Test func agreesWithTheSum() {
    var random = SystemRandomNumberGenerator()
    var (total, parts) = (Total(), [Visible](repeating: .nothing, count: 5))
    var revision: UInt64 = 0
    for _ in 0..<2000 {
      let index = Int.random(in: 0..<5, using: &random)
      let now = [.nothing, Self.dot, Self.count(1), Self.count(.random(in: 1...1 << 40))].randomElement(using: &random)!
      let before = total.shown
      let isChanged = total.replace(parts[index], with: now)
      parts[index] = now
      revision += isChanged ? 1 : 0
      let sum = Visible(shows: parts.contains { $0.shows }, count: parts.reduce(0) { $0 + $1.count })
      #expect(total.shown == sum && isChanged == (sum != before) && total.revision == revision)
      #expect(total.verify { add in for part in parts { add(part) } })
    }
    #expect(!total.verify { add in add(Visible(shows: true, count: 1 << 50)) })
  }
}

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
      #expect(total.verify { add in for part in parts { add(part, .nothing) } })
    }
    #expect(!total.verify { add in add(Visible(shows: true, count: 1 << 50), .nothing) })
  }

  /// Its highlights are their sum, and its level is the greatest of those that show a badge.
  @Test func levelsAgreeWithTheSum() {
    var random = SystemRandomNumberGenerator()
    var (total, parts) = (Total(), [(Visible, VisibleLevel)](repeating: (.nothing, .nothing), count: 4))
    for _ in 0..<2000 {
      let index = Int.random(in: 0..<4, using: &random)
      let level = [Level.passive, .normal, .highlight, .critical].randomElement(using: &random)!
      let highlights = level.rawValue > 0 ? UInt64.random(in: 0...3, using: &random) : 0
      let now =
        Bool.random(using: &random)
        ? (Visible(shows: true, count: highlights), VisibleLevel(highlights: highlights, level: level))
        : (Visible.nothing, VisibleLevel.nothing)
      let (before, levelBefore, revision) = (total.shown, total.level, total.revision)
      let isChanged = total.replace(parts[index].0, parts[index].1, with: now.0, now.1)
      parts[index] = now
      let shown = parts.filter { $0.0.shows }
      let expected = VisibleLevel(
        highlights: shown.reduce(0) { $0 + $1.1.highlights },
        level: shown.map(\.1.level).max { $0.rawValue < $1.rawValue } ?? .normal)
      #expect(total.level == expected && total.shown.count == shown.reduce(0) { $0 + $1.0.count })
      #expect(isChanged == (total.shown != before || total.level != levelBefore))
      #expect(total.revision == revision + (isChanged ? 1 : 0))
      #expect(total.verify { add in for part in parts { add(part.0, part.1) } })
    }
    #expect(!total.verify { add in add(.nothing, VisibleLevel(highlights: 1 << 50, level: .normal)) })
  }
}

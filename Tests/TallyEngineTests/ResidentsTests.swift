import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct ResidentsTests {
  static func make(limit: Int, _ slots: Range<UInt32> = 0..<0) throws -> Residents {
    var residents = Residents(limit: limit)
    try residents.reserve(slots: 100)
    for slot in slots { residents.insert(slot) }
    return residents
  }

  static func slots(_ residents: borrowing Residents) -> Set<UInt32> {
    Set((0..<residents.count).map { residents[$0] })
  }

  @Test func comeAndGo() throws {
    var residents = try Self.make(limit: 0, 0..<5)
    residents.remove(1)
    residents.remove(4)
    residents.insert(90)
    residents.evict(0)
    let (slots, isValid) = (Self.slots(residents), residents.verify())
    #expect(slots == [2, 3, 90] && isValid)
    let known = [residents.contains(90), residents.contains(1), residents.contains(1000)]
    #expect(known == [true, false, false])
    #expect(residents.loads == 6 && residents.evictions == 1)
  }

  @Test func withoutALimitNoTreeIsFreed() throws {
    let residents = try Self.make(limit: 0, 0..<50)
    let limited = try Self.make(limit: 50, 0..<50)
    let roomy = try Self.make(limit: 51, 0..<50)
    let isFull = [residents.isFull, limited.isFull, roomy.isFull]
    #expect(isFull == [false, true, false])
  }

  /// Each is checked before any is checked again, even if some are removed meanwhile.
  @Test func areLookedAtInTurn() throws {
    var residents = try Self.make(limit: 4, 0..<4)
    var seen: [UInt32] = []
    for _ in 0..<8 { seen.append(residents.next()) }
    #expect(seen == [0, 1, 2, 3, 0, 1, 2, 3])
    let first = residents.next()
    residents.evict(first)
    residents.remove(2)
    seen = [residents.next(), residents.next(), residents.next(), residents.next()]
    #expect(Set(seen) == [1, 3])
  }

  @Test func searchesAreShortAfterOneInVain() throws {
    var residents = try Self.make(limit: 90, 0..<90)
    #expect(residents.searchLength == 180)
    residents.endSearch()
    #expect(residents.isCrowded && residents.searchLength == 64)
    residents.noteWriting()
    #expect(residents.searchLength == 180)
    residents.endSearch()
    residents.evict(0)
    residents.endSearch()
    #expect(!residents.isCrowded && residents.searchLength == 178)
  }

  @Test func agreesWithASet() throws {
    var residents = try Self.make(limit: 10)
    var model = Set<UInt32>()
    for _ in 0..<3000 {
      let slot = UInt32.random(in: 0..<100)
      if model.remove(slot) != nil {
        residents.remove(slot)
      } else {
        model.insert(slot)
        residents.insert(slot)
      }
      let (slots, isValid) = (Self.slots(residents), residents.verify())
      #expect(slots == model && isValid && residents.count == model.count)
    }
  }
}

import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct DeparturesTests {
  static func make(limit: Int) throws -> Departures {
    var departures = Departures(limit: limit)
    try departures.reserve(50)
    return departures
  }

  static func drain(_ departures: inout Departures) -> [UInt32] {
    var begun: [UInt32] = []
    while let number = departures.next() { begun.append(number) }
    return begun
  }

  @Test func whoeverCameFirstBeginsFirst() throws {
    var departures = try Self.make(limit: 10)
    for number in [UInt32(4), 2, 9, 2, 4] { departures.enqueue(number) }
    let begun = Self.drain(&departures)
    #expect(begun == [4, 2, 9] && departures.isEmpty && departures.inFlight == 3)
    // Whoever began may wait for the next turn.
    departures.enqueue(2)
    let again = Self.drain(&departures)
    #expect(again == [2])
  }

  @Test func noMoreAreInProgressThanMayBe() throws {
    var departures = try Self.make(limit: 2)
    for number in UInt32(0)..<4 { departures.enqueue(number) }
    let begun = Self.drain(&departures)
    #expect(begun == [0, 1] && !departures.isReady && !departures.isEmpty)
    departures.land()
    let isReady = departures.isReady
    #expect(isReady)
    let next = Self.drain(&departures)
    let isValid = departures.verify()
    #expect(next == [2] && isValid)
  }

  @Test func oneThatIsCancelledDoesNotBegin() throws {
    var departures = try Self.make(limit: 10)
    for number in UInt32(0)..<5 { departures.enqueue(number) }
    for number in [UInt32(0), 2, 4, 4, 40, 4000] { departures.cancel(number) }
    // It lost its place.
    departures.enqueue(0)
    let isValid = departures.verify()
    let begun = Self.drain(&departures)
    #expect(begun == [1, 3, 0] && isValid)
  }

  @Test func agreesWithAModel() throws {
    var departures = try Self.make(limit: 5)
    var (waiting, inFlight): ([UInt32], Int) = ([], 0)
    for _ in 0..<5000 {
      let number = UInt32.random(in: 0..<50)
      switch Int.random(in: 0..<4) {
      case 0:
        departures.enqueue(number)
        if !waiting.contains(number) { waiting.append(number) }
      case 1:
        departures.cancel(number)
        waiting.removeAll { $0 == number }
      case 2 where inFlight > 0:
        departures.land()
        inFlight -= 1
      default:
        let begun = departures.next()
        let mayBegin = inFlight < 5 && !waiting.isEmpty
        #expect(begun == (mayBegin ? waiting.removeFirst() : nil))
        inFlight += mayBegin ? 1 : 0
      }
      let isValid = departures.verify()
      #expect(isValid && departures.isReady == (inFlight < 5 && !waiting.isEmpty) && departures.inFlight == inFlight)
    }
  }
}

import Testing

@testable import NATS
@testable import TallyNode

@Suite struct LogSequenceTests {
  private func place(_ stream: UInt64, _ delivery: UInt64) throws -> Place {
    try #require(Place(reply: "$JS.ACK.TALLY_0.c.1.\(stream).\(delivery).1795460937000000000.0"))
  }

  @Test func entriesFollowEachOther() throws {
    var sequence = LogSequence()
    #expect(sequence.step(try place(8, 1), after: 7) == .next)
    #expect(sequence.step(try place(9, 2), after: 8) == .next)
    #expect(sequence.step(try place(9, 3), after: 9) == .again)
    #expect(sequence.step(try place(10, 4), after: 9) == .next)
  }

  @Test func deliveriesThatAreLost() throws {
    var sequence = LogSequence()
    #expect(sequence.step(try place(8, 1), after: 7) == .next)
    #expect(sequence.step(try place(10, 3), after: 8) == .lost)
    #expect(sequence.step(nil, after: 8) == .lost)
  }

  /// The log was cut: the deliveries have no gap.
  @Test(arguments: [8, 19] as [UInt64]) func entriesThatAreMissing(last: UInt64) throws {
    var sequence = LogSequence()
    #expect(sequence.step(try place(last + 1, 1), after: 7) == .missing(8...last))
    var another = LogSequence()
    #expect(another.step(try place(8, 1), after: 7) == .next)
    #expect(another.step(try place(last + 5, 2), after: 8) == .missing(9...last + 4))
  }
}

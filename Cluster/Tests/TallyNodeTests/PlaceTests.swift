import Testing

@testable import NATS

@Suite struct PlaceTests {
  @Test func bothFormsOfAReplySubjectAreRead() throws {
    let short = try #require(Place(reply: "$JS.ACK.TALLY_3.c1.1.42.7.1795460937123456789.5"))
    #expect((short.stream, short.delivery, short.time, short.pending) == (42, 7, 1_795_460_937_123_456_789, 5))
    #expect(Place(reply: "$JS.ACK.domain.hash.TALLY_3.c1.1.42.7.1795460937123456789.5.token") == short)
  }

  @Test(arguments: [
    "", "_INBOX.x", "$JS.ACK.TALLY_3.c1.1.42.7.1", "$JS.ACK.TALLY_3.c1.1.-1.7.1.5", "$JS.ACK........",
    "$JS.NAK.TALLY_3.c1.1.42.7.1.5",
  ])
  func otherSubjectsAreNone(subject: String) { #expect(Place(reply: subject) == nil) }
}

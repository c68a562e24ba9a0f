import CNATS
import Testing

@testable import NATS

@Suite struct ConnectionTests {
  private func options(_ servers: [String], authorities: String? = nil) -> ConnectionOptions {
    var options = ConnectionOptions(servers: servers, name: "test")
    options.certificateAuthorities = authorities
    return options
  }

  @Test func messagesHaveNoPasswords() {
    #expect(
      options(["nats://ann:secret@a:1", "tls://token@b:2", "nats://c:3", "tls://ann:se@cret@[::1]:4"]).shownServers
        == "nats://a:1, tls://b:2, nats://c:3, tls://[::1]:4")
  }

  @Test func aServerWithoutTLSIsRejectedWhereTLSIsAskedFor() {
    #expect(!options(["nats://a:1"]).needsTLS)
    #expect(options(["nats://a:1", "tls://b:2"]).needsTLS)
    #expect(options(["nats://a:1"], authorities: "ca.pem").needsTLS)
  }

  /// A leader of servers that has just been elected does not know all of them: a node that starts then must wait.
  @Test func aLackOfServersMayPass() {
    #expect(NATSError(NATS_ERR, code: 10005, "a stream").isTransient)
    // One server without a cluster will never have two replicas.
    #expect(!NATSError(NATS_ERR, code: 10074, "a stream").isTransient)
    for code in [10005, 10074] { #expect(NATSError(NATS_ERR, code: code, "a stream").isLackOfServers) }
  }

  @Test func whatWasCreatedAMomentAgoMayBeMissing() {
    let error = NATSError.notYet("the bucket B")
    #expect(error.isTransient && "\(error)" == "the bucket B: it was created, and is not there yet")
  }

  @Test func bucketsKeepOneValueOfEachKey() {
    let short = Bucket.configuration("B", timeToLive: 4000, replicas: 3)
    for member in [
      #""name": "KV_B""#, #""max_msgs_per_subject": 1"#, #""max_age": 4000000000"#, #""duplicate_window": 4000000000"#,
      #""num_replicas": 3"#,
    ] { #expect(short.contains(member)) }
    #expect(Bucket.configuration("B", timeToLive: 0, replicas: 1).contains(#""duplicate_window": 120000000000"#))
  }

  @Test func errorsDoNotNameTheSourceOfLibnats() {
    #expect(withoutPlace("(conn.c:1905): Authorization Violation") == "Authorization Violation")
    for words in ["", "Timeout", "(a) b", "(conn.c:1905)", "(no): place"] { #expect(withoutPlace(words) == words) }
  }
}

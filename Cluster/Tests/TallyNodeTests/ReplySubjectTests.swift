import Testing

@testable import TallyNode

@Suite struct ReplySubjectTests {
  @Test(arguments: ["_INBOX.a", "_INBOX.aB3.7", "_INBOX.reader.x-y"])
  func inboxesGetResponses(subject: String) {
    #expect(ReplySubjects(inboxPrefix: "_INBOX", prefix: "tally").contains(subject))
  }

  @Test(arguments: [
    "", "_INBOX", "_INBOX.", "_INBOX..a", "_INBOX.a.", "_INBOX.*", "_INBOX.a.>", "_INBOX.a b", "_INBOX.a\tb",
    "_INBOXES.a",
    "_inbox.a", "$KV.TALLY_CLUSTER.cluster", "$JS.API.STREAM.PURGE.TALLY_0", "$JS.ACK.a", "$SRV.PING", "tally.log.0",
    "tally.q.0.get", "tally.changed.ann", "elsewhere", "elsewhere._INBOX.a",
  ])
  func otherSubjectsDoNot(subject: String) {
    #expect(!ReplySubjects(inboxPrefix: "_INBOX", prefix: "tally").contains(subject))
  }

  @Test func anotherPrefix() {
    let subjects = ReplySubjects(inboxPrefix: "answers.to", prefix: "tally")
    #expect(subjects.contains("answers.to.me"))
    #expect(!subjects.contains("answers.me"))
    #expect(!subjects.contains("_INBOX.a"))
  }

  @Test func thePrefixIsChecked() {
    for text in ["", ".", "a.", ".a", "a..b", "$JS", "a.*", ">", "a b", String(repeating: "a", count: 65)] {
      #expect(throws: (any Error).self) {
        try NodeConfiguration.read(file: nil, environment: [:], given: [("inbox_prefix", text)])
      }
    }
    #expect {
      try NodeConfiguration.read(
        file: nil, environment: [:], given: [("inbox_prefix", "badges.log"), ("prefix", "badges"), ("folder", "/x")]
      ).checkForRunning()
    } throws: { "\($0)".hasPrefix("inbox_prefix: ") }
  }
}

import TallyFailure
import TallyMemory
import Testing

@testable import TallyStore

@Suite struct QueryTests {
  /// All statements, topic by topic.
  private static let topics: [[Query]] = [
    TransactionQuery.allCases.map { .transaction($0) },
    AccountQuery.allCases.map { .account($0) },
    BadgeQuery.allCases.map { .badge($0) },
    FeedQuery.allCases.map { .feed($0) },
    WaitQuery.allCases.map { .wait($0) },
    SumQuery.allCases.map { .sum($0) },
    MessageQuery.allCases.map { .message($0) },
    ListQuery.allCases.map { .list($0) },
    SubtreeQuery.allCases.map { .subtree($0) },
    BatchQuery.allCases.map { .batch($0) },
    LogQuery.allCases.map { .log($0) },
    ArchivedList.allCases.flatMap { [.archive(.list($0)), .archive(.insert($0))] },
    NoteQuery.allCases.map { .note($0) },
    PlacedQuery.allCases.map { .placed($0) },
    MarkQuery.allCases.map { .mark($0) },
    ForgottenQuery.allCases.map { .forgotten($0) },
    RetentionQuery.allCases.map { .retention($0) },
    SendingQuery.allCases.map { .sending($0) },
    OutboxQuery.allCases.map { .outbox($0) },
    ThreadQuery.allCases.map { .thread($0) },
    GroupQuery.allCases.map { .group($0) },
    WordingQuery.allCases.map { .wording($0) },
    ReminderQuery.allCases.map { .reminder($0) },
    FeedOptionQuery.allCases.map { .feedOption($0) },
    RuleQuery.allCases.map { .rule($0) },
    LinkQuery.allCases.map { .link($0) },
    NewerQuery.allCases.map { .newer($0) },
    FirstQuery.allCases.map { .first($0) },
    DriftQuery.allCases.map { .drift($0) },
    SharingQuery.allCases.map { .sharing($0) },
    LevelQuery.allCases.map { .level($0) },
    SeeingQuery.allCases.map { .seeing($0) },
    ChoiceQuery.allCases.map { .choice($0) },
    SnoozeQuery.allCases.map { .snooze($0) },
  ]

  private func text(_ query: Query) throws -> String {
    var text = ByteBuffer()
    if case .archive(let query) = query { try query.write(to: &text) } else { try query.write(to: &text) }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// A new topic needs a place of its own, and a line above.
  @Test func everyStatementHasAPlaceOfItsOwn() {
    let queries = Self.topics.flatMap(\.self)
    #expect(Set(queries.map(\.place)).count == queries.count)
    #expect(queries.allSatisfy { (0..<Query.places).contains($0.place) })
    #expect(Self.topics.allSatisfy { !$0.isEmpty && $0.count <= Query.room })
    #expect(Self.topics.count * Query.room == Query.places)
  }

  @Test func noTwoStatementsAreEqual() throws {
    var known: [String: Query] = [:]
    for query in Self.topics.flatMap(\.self) {
      let former = known.updateValue(query, forKey: try text(query))
      #expect(former == nil, "\(query)")
    }
  }

  @Test func everyStatementCanBePrepared() throws {
    let store = try openStore()
    // Some temporary tables are made at their first use.
    try store.countKept()
    try store.makeHeadTable()
    try store.beginSharing()
    for query in Self.topics.flatMap(\.self) {
      do throws(Failure) {
        if case .archive(let query) = query {
          _ = try store.archiveStatement(query)
        } else {
          _ = try store.statement(query)
        }
      } catch {
        Issue.record("\(query): \(String(decoding: Words.text, as: UTF8.self))")
      }
    }
  }
}

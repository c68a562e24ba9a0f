import CSQLite
import TallyFailure
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// The work of calls, in steps of SQLite's machine. So nothing here depends on time.
@Suite struct WorkTests {
  let store: Store
  let account: Int64
  let feed: Int64

  init() throws { (store, account, feed) = try openInbox() }

  /// The steps of all statements that the store keeps.
  private var total: Int {
    guard let slots = store.statements.base?.assumingMemoryBound(to: OpaquePointer?.self) else { return 0 }
    return (0..<Query.places).reduce(0) { sum, index in
      sum + (slots[index].map { Int(sqlite3_stmt_status($0, SQLITE_STMTSTATUS_VM_STEP, 0)) } ?? 0)
    }
  }

  private func steps(_ body: () throws -> Void) rethrows -> Int {
    let before = total
    try body()
    return total - before
  }

  /// Adds messages 1 to n with times, which are their sequences too.
  private func fill(_ n: Int, paths: Int = 1, threads: Int = 1, state: Int64 = 0) throws {
    var rows = try store.rows(
      """
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ?3)
      INSERT INTO message(account, feed, id, rev, rank, ts, path, kind, title, body, count, thread, category, arg,
        arg_count, state, snapshot)
      SELECT ?1, ?2, 1000000 + n, '', CAST(x'0007' || (1000000 + n) || x'0007' || (1000000 + n) AS BLOB), n,
        'root.in' || iif(?4 > 1, '.' || (n % ?4), ''), '', '', '', 1, n % ?5, '', '', 0, ?6, 0 FROM i
      """)
    for (place, number) in [account, feed, Int64(n), Int64(paths), Int64(threads), state].enumerated() {
      rows.statement.bind(Int32(place) + 1, number)
    }
    try store.finish(rows.statement)
  }

  private func post(_ number: Int, thread: String = "") throws {
    var item = MessageItem()
    (item.id, item.path, item.time) = (raw("\(1_000_000 + number)"), raw("root.in"), Int64(number))
    (item.thread, item.isPosted) = (raw(thread), true)
    _ = try store.upsertMessage(
      account: account, feed: feed, item: item, snapshot: 0, source: .host
    ) { _, _ throws(Failure) in }
  }

  private func removeOld(since: Int64 = 0, number: Int64 = .max) throws -> Int {
    try store.removeOld(account: account, feed: feed, since: since, number: number) {
      _, _ throws(Failure) in
    }
  }

  // MARK: - Retention

  struct Retention: Sendable {
    var name: String
    var state: Int64
    /// The changes of a response.
    var posts: Bool
    var since: Int64
    var number: @Sendable (Int) -> Int64
    var removed: Int
  }

  static let retentions = [
    Retention(name: "age, nothing old", state: 0, posts: false, since: 1, number: { _ in .max }, removed: 0),
    Retention(name: "all fit", state: 0, posts: true, since: 0, number: { 2 * Int64($0) }, removed: 0),
    Retention(name: "full of what is unread", state: 0, posts: true, since: 0, number: { Int64($0 / 2) }, removed: 0),
    Retention(name: "full", state: 2, posts: true, since: 0, number: { Int64($0) }, removed: 1),
    Retention(name: "an empty response", state: 2, posts: false, since: 1, number: { Int64($0) }, removed: 0),
  ]

  @Test(arguments: retentions.indices) func retentionCostsWhatItRemoves(index: Int) throws {
    let retention = Self.retentions[index]
    var costs: [Int] = []
    for n in [1000, 100_000] {
      let test = try WorkTests()
      try test.fill(n, state: retention.state)
      _ = try test.removeOld(since: retention.since, number: retention.number(n))
      var next = n
      func respond() throws {
        next += 1
        if retention.posts { try test.post(next) }
        let removed = try test.removeOld(since: retention.since, number: retention.number(n))
        #expect(removed == retention.removed, "\(retention.name)")
      }
      try respond()
      costs.append(try test.steps { for _ in 0..<10 { try respond() } } / 10)
    }
    #expect(costs[1] < costs[0] + 200, "\(retention.name): \(costs)")
  }

  /// Reads elsewhere during a request do not concern this feed's responses.
  @Test func otherFeedsMasksCostNothing() throws {
    var costs: [Int] = []
    for n in [100, 10_000] {
      let test = try WorkTests()
      try test.fill(n)
      let other = try test.store.findOrCreateFeed(
        account: test.account, name: raw("other"), url: raw("u"), prefix: raw("root")
      ).id
      _ = try test.store.markReadAt(
        account: test.account, path: raw("root"), subtree: true, last: 0,
        act: ReadAct(moment: 5, sends: false)
      ) { _, _ throws(Failure) in }
      try test.store.unmask(feed: other, asked: 9)
      costs.append(try test.steps { try test.store.unmask(feed: other, asked: 9) })
    }
    #expect(costs[1] < costs[0] + 20, "\(costs)")
  }

  /// Recording for observers of messages costs only the changed messages.
  @Test func recordingCostsWhatHasChanged() throws {
    var costs: [Int] = []
    for n in [1000, 100_000] {
      let test = try WorkTests()
      try test.fill(n)
      try test.store.follow(test.account)
      costs.append(try test.steps { try test.post(n + 1) })
      let journal = try test.store.takeJournal()
      let changes = journal.paths(of: test.account).map { journal.counts($0) }
      #expect(changes == [MessageCounts(total: 1, unread: 1, unseen: 1)])
    }
    #expect(costs[1] < costs[0] + 20, "\(costs)")
  }

  /// Adds rows to the outbox: every `marks`-th is a mark (0: none).
  private func fillOutbox(_ n: Int, marks: Int) throws {
    try store.run(
      """
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < \(n))
      INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
      SELECT \(account), \(feed), iif(\(marks) > 0 AND n % max(\(marks), 1) = 0, 2, 1), 'root.p' || n, n, '', 1,
        x'000130000130', '', 0, 0, 0 FROM i
      """)
  }

  private func leaseOne() throws -> Int64? {
    var sequence: Int64?
    try store.leaseOutbox(account: account, now: 10, until: 20, limit: 1) { row throws(Failure) in
      sequence = row.id
    }
    return sequence
  }

  /// Leasing and acknowledging row by row costs as much for each row, however many follow: of messages, of marks, which
  /// keep the rows behind them waiting, and of both.
  @Test(arguments: [0, 1, 2, 100]) func theOutboxRowByRow(marks: Int) throws {
    try expectLinear("a mark in \(marks)") { test, n in
      try test.fillOutbox(n, marks: marks)
      var leased: [Int64] = []
      while let sequence = try test.leaseOne() {
        leased.append(sequence)
        _ = try test.store.acknowledge(account: test.account, id: sequence, moment: 0)
      }
      #expect(leased == leased.sorted())
      return leased.count
    }
  }

  /// Rows that are leased or wait for their time cost the next ones nothing.
  @Test(arguments: [false, true]) func theOutboxBehindOthers(wait: Bool) throws {
    try expectLinear(wait ? "waiting" : "leased") { test, n in
      try test.fillOutbox(n, marks: 0)
      var count = 0
      while let sequence = try test.leaseOne() {
        count += 1
        if wait { _ = try test.store.fail(account: test.account, id: sequence, attempt: 1, next: 1000) }
      }
      return count
    }
  }

  @Test func pagesOfTheOutbox() throws {
    try expectLinear("the outbox") { test, n in
      try test.fillOutbox(n, marks: 3)
      var (count, last, more) = (0, Int64(0), true)
      while more {
        more = try test.store.listOutbox(account: test.account, after: last, limit: 50) { row throws(Failure) in
          (count, last) = (count + 1, row.id)
        }
      }
      return count
    }
  }

  /// A mark in each page over many unread paths, whose messages all have greater versions.
  @Test func marksOverManyPaths() throws {
    var costs: [Int] = []
    for n in [1000, 10_000] {
      let test = try WorkTests()
      try test.fill(n, paths: n)
      try test.store.run("UPDATE message SET version = 1000000")
      costs.append(
        try test.steps {
          for page in 1...10 {
            var marks = MarkList()
            try test.store.addMark(to: &marks, path: raw("root"), upTo: raw("99999999"), version: Int64(page))
            let covered = try test.store.joinMarks(
              account: test.account, feed: test.feed, &marks, arrivals: .max,
              source: .response(asked: .max)
            ) { _, _ throws(Failure) in }
            #expect(covered == 0)
          }
        })
    }
    #expect(costs[1] < costs[0] + 200, "\(costs)")
  }

  /// A page with one more mark does not count all marks.
  @Test func marksAreNotCountedAgain() throws {
    try expectLinear("marks") { test, n in
      for page in 1...n {
        var marks = MarkList()
        try test.store.addMark(to: &marks, path: raw("root.p\(page)"), upTo: raw("1"), version: 1)
        _ = try test.store.joinMarks(
          account: test.account, feed: test.feed, &marks, arrivals: .max, source: .response(asked: .max)
        ) { _, _ throws(Failure) in }
      }
      return n
    }
  }

  /// Rows of the outbox are compared with the first mark of their feed, not with all marks.
  @Test func leasingBehindManyMarks() throws {
    var costs: [Int] = []
    for n in [1000, 10_000] {
      let test = try WorkTests()
      try test.store.run(
        """
        WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < \(n))
        INSERT INTO outbox(account, feed, kind, entity, idempotency, revision, value, upto, body, attempts, next, lease)
        SELECT \(test.account), \(test.feed), 1 + n % 2, 'root.p' || n, n, '', 1, x'0000', '', 0, 0, 0 FROM i
        """)
      let before = test.total
      for _ in 0..<3 {
        var given = 0
        try test.store.leaseOutbox(account: test.account, now: 10, until: 20, limit: 10) { _ throws(Failure) in
          given += 1
        }
        // The first row is a mark, which keeps all others waiting.
        #expect(given <= 1)
      }
      costs.append(test.total - before)
    }
    #expect(costs[1] < 12 * costs[0], "\(costs)")
  }

  // MARK: - Pages

  /// Walks all pages of 1,000, and of 10,000: ten times as many take at most twelve times as many steps.
  private func expectLinear(_ name: String, _ walk: (WorkTests, Int) throws -> Int) throws {
    var costs: [Int] = []
    for n in [1000, 10_000] {
      let test = try WorkTests()
      let before = test.total
      let count = try walk(test, n)
      #expect(count == n, "\(name)")
      costs.append(test.total - before)
    }
    #expect(costs[1] < 12 * costs[0], "\(name): \(costs)")
  }

  private func pages(_ page: (ListPlace?) throws -> (keys: [Int64], more: Bool)) throws -> Int {
    var (count, last, more) = (0, Int64(0), true)
    while more {
      let found = try store.withPlace(of: last, account, page)
      (count, last, more) = (count + found.keys.count, found.keys.last ?? 0, found.more)
    }
    return count
  }

  @Test func pagesOfGroups() throws {
    try expectLinear("groups") { test, n in
      try test.fill(2 * n, threads: n)
      return try test.pages { after in
        var keys: [Int64] = []
        let more = try test.store.listThreads(account: test.account, after: after, limit: 50) { _, key in
          keys.append(Int64(key))
        }
        return (keys, more)
      }
    }
  }

  struct Place: Sendable {
    var path: String
    var subtree: Bool
    var unread: Bool
    var paths: Int
  }

  static let places = [
    Place(path: "root", subtree: true, unread: false, paths: 3),
    Place(path: "root", subtree: true, unread: true, paths: 3),
    Place(path: "root", subtree: true, unread: true, paths: 5000),
    Place(path: "root.in", subtree: true, unread: false, paths: 3),
    Place(path: "root.in", subtree: true, unread: false, paths: 5000),
    Place(path: "root.in", subtree: false, unread: false, paths: 1),
    Place(path: "root.in", subtree: false, unread: true, paths: 1),
  ]

  @Test(arguments: places) func pagesOfMessages(place: Place) throws {
    try expectLinear("\(place)") { test, n in
      try test.fill(n, paths: place.paths)
      return try test.pages { after in
        var keys: [Int64] = []
        let more = try test.store.listMessages(
          account: test.account, path: raw(place.path), subtree: place.subtree, unreadOnly: place.unread, after: after,
          limit: 50
        ) { row throws(Failure) in keys.append(row.key) }
        return (keys, more)
      }
    }
  }

  @Test func pagesOfOneGroupOfAll() throws {
    for threads in [3, 5000] {
      try expectLinear("unseen") { test, n in
        try test.fill(n, threads: threads)
        return try test.pages { after in
          var keys: [Int64] = []
          let more = try test.store.listGroup(account: test.account, .all, after: after, limit: 50) {
            row throws(Failure) in keys.append(row.key)
          }
          return (keys, more)
        }
      }
    }
  }

  @Test func pagesOfFeeds() throws {
    try expectLinear("feeds") { test, n in
      for number in 1..<n {
        _ = try test.store.findOrCreateFeed(
          account: test.account, name: raw("f\(number)"), url: raw("u"), prefix: raw("root"))
      }
      var (count, last, more) = (0, "", true)
      while more {
        more = try test.store.listFeeds(account: test.account, after: raw(last), limit: 50) { feed throws(Failure) in
          count += 1
          last = String(decoding: feed.name, as: UTF8.self)
        }
      }
      return count
    }
  }

  @Test func snapshotsOfAccounts() throws {
    try expectLinear("snapshot") { test, n in
      try test.fill(n, paths: 10)
      var count = 0
      try test.store.visit(.message, account: test.account, feed: test.feed) { _ in count += 1 }
      return count
    }
  }

  /// Counts the steps of all statements, also of those that the store does not keep.
  @Test func verifying() throws {
    let rules = StoreRules(isPath: { _ in true }, isName: { _ in true })
    var costs: [Int] = []
    for n in [10_000, 100_000] {
      let test = try WorkTests()
      try test.fill(n, paths: n / 10, threads: n / 10)
      for number in 1...n / 100 {
        let other = try test.store.findOrCreateFeed(
          account: test.account, name: raw("f\(number)"), url: raw("u"), prefix: raw("root")
        ).id
        try test.store.run("UPDATE message SET feed = \(other) WHERE key % \(n / 100) = \(number - 1)")
      }
      let count = Counter()
      sqlite3_progress_handler(
        test.store.database, 100,
        { count in
          Unmanaged<Counter>.fromOpaque(count!).takeUnretainedValue().value += 1
          return 0
        }, Unmanaged.passUnretained(count).toOpaque())
      let found = try test.store.verify(rules) { Issue.record("\(String(decoding: $0, as: UTF8.self))") }
      #expect(found == 0)
      costs.append(count.value)
    }
    #expect(costs[1] < 12 * costs[0], "\(costs)")
  }

  final class Counter { var value = 0 }
}

import CSQLite
import TallyFailure
import TallyMemory
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// The cost of finding where to begin reading, and of lists from a message on.
@Suite struct PositionTests {
  static let queries: [Query] =
    FirstQuery.allCases.map { .first($0) } + NewerQuery.allCases.map { .newer($0) }
    + [.message(.markSeen), .sum(.unseenAt)]

  /// How SQLite runs a statement, a step a line.
  private func plan(_ query: Query, _ store: Store) throws -> [String] {
    var text = ByteBuffer()
    try query.write(to: &text)
    var explain: OpaquePointer?
    defer { sqlite3_finalize(explain) }
    let sql = "EXPLAIN QUERY PLAN " + String(decoding: text.bytes, as: UTF8.self)
    try #require(sqlite3_prepare_v2(store.database, sql, -1, &explain, nil) == SQLITE_OK)
    var lines: [String] = []
    while sqlite3_step(explain) == SQLITE_ROW { lines.append(String(cString: sqlite3_column_text(explain, 3))) }
    return lines
  }

  /// Messages are found by an index. Only the list of paths is scanned.
  @Test(arguments: queries.indices) func indexesServe(index: Int) throws {
    let query = Self.queries[index]
    let lines = try plan(query, try openStore())
    let messages = lines.filter { $0.contains("message_") || $0.hasPrefix("SEARCH") }
    #expect(!messages.isEmpty, "\(query)")
    for line in lines where line.hasPrefix("SCAN") {
      #expect(
        ["SCAN p", "SCAN s", "SCAN CONSTANT ROW"].contains(line) || line.hasPrefix("SCAN (subquery"),
        "\(query): \(line)")
    }
    if case .first = query {
      // Nothing but the place of a path's first message is read from the table.
      for line in messages where !line.hasPrefix("SEARCH n USING INTEGER PRIMARY KEY") {
        #expect(line.contains("USING COVERING INDEX message_"), "\(query): \(line)")
      }
    }
  }

  // MARK: - Steps

  /// The steps of the statements of a call.
  private func steps(_ store: Store, _ body: () throws -> Void) throws -> Int {
    func total() -> Int {
      guard let slots = store.statements.base?.assumingMemoryBound(to: OpaquePointer?.self) else { return 0 }
      return (0..<Query.places).reduce(0) { sum, index in
        sum + (slots[index].map { Int(sqlite3_stmt_status($0, SQLITE_STMTSTATUS_VM_STEP, 0)) } ?? 0)
      }
    }
    let before = total()
    try body()
    return total() - before
  }

  /// Messages 1 to n: the older half is read, then come messages that are seen, and the last one is unseen.
  private func fill(_ store: Store, _ account: Int64, _ feed: Int64, _ n: Int, paths: Int) throws {
    try store.run(
      """
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < \(n))
      INSERT INTO message(account, feed, id, rev, rank, ts, path, kind, title, body, count, thread, category, arg,
        arg_count, state, level, snapshot)
      SELECT \(account), \(feed), 1000000 + n, '',
        CAST(x'0007' || (1000000 + n) || x'0007' || (1000000 + n) AS BLOB), n, 'root.in.' || (n % \(paths)), '', '', '',
        1, '', '', '', 0, iif(n = \(n), 0, iif(n < \(n / 2), 2, 1)), n % 10 = 0, 0 FROM i
      """)
  }

  struct Search: Sendable {
    var path: String
    var subtree: Bool
    var unseen: Bool
    var highlight = false
    var newest: Bool
  }

  static let searches = [false, true].flatMap { unseen in
    [false, true].flatMap { newest in
      [
        Search(path: "root.in.0", subtree: false, unseen: unseen, newest: newest),
        Search(path: "root", subtree: true, unseen: unseen, newest: newest),
        Search(path: "root.in", subtree: true, unseen: unseen, newest: newest),
        Search(path: "root.in", subtree: true, unseen: unseen, highlight: true, newest: newest),
      ]
    }
  }

  /// With a limit, a hundred times as many messages cost no more.
  @Test(arguments: searches.indices) func aSearchCostsItsPathsAndItsLimit(index: Int) throws {
    let search = Self.searches[index]
    var costs: [Int] = []
    for n in [1000, 100_000] {
      let (store, account, feed) = try openInbox()
      try fill(store, account, feed, n, paths: 10)
      let wanted = FirstMessage(
        isUnseen: search.unseen, isHighlight: search.highlight, isNewest: search.newest, limit: 20)
      func find() throws -> MessagePosition {
        try store.findFirst(account: account, path: raw(search.path), subtree: search.subtree, wanted)
      }
      let found = try find()
      #expect(found.key == (search.unseen || search.newest ? Int64(n) : Int64(n / 2)), "\(search)")
      #expect(found.matching == (search.unseen ? 1 : 20))
      #expect(found.newer == (search.unseen || search.newest ? 0 : 20))
      #expect(found.older == 20)
      costs.append(try steps(store) { _ = try find() })
    }
    #expect(costs[1] < costs[0] + 50, "\(search): \(costs)")
  }

  /// Clearing a path costs the unseen messages there, not those that are seen and unread.
  @Test func seeingCostsWhatIsUnseen() throws {
    var costs: [Int] = []
    for n in [1000, 100_000] {
      let (store, account, feed) = try openInbox()
      try fill(store, account, feed, n, paths: 1)
      costs.append(
        try steps(store) {
          let changed = try store.markSeen(account: account, path: raw("root.in"), subtree: true) {
            _, _ throws(Failure) in
          }
          #expect(changed == 1)
        })
    }
    #expect(costs[1] < costs[0] + 50, "\(costs)")
  }

  struct Walk: Sendable {
    var path: String
    var subtree: Bool
    var unread: Bool
    var paths: Int
  }

  static let walks = [
    Walk(path: "root", subtree: true, unread: false, paths: 3),
    Walk(path: "root", subtree: true, unread: true, paths: 3),
    Walk(path: "root", subtree: true, unread: true, paths: 5000),
    Walk(path: "root.in", subtree: true, unread: false, paths: 3),
    Walk(path: "root.in", subtree: true, unread: false, paths: 5000),
    Walk(path: "root.in.0", subtree: false, unread: false, paths: 1),
    Walk(path: "root.in.0", subtree: false, unread: true, paths: 1),
  ]

  /// All pages of newer messages together cost what all messages cost.
  @Test(arguments: walks.indices) func pagesOfNewerMessages(index: Int) throws {
    let walk = Self.walks[index]
    var costs: [Int] = []
    for n in [1000, 10_000] {
      let (store, account, feed) = try openInbox()
      try fill(store, account, feed, n, paths: walk.paths)
      var (keys, more) = ([Int64](), true)
      costs.append(
        try steps(store) {
          while more {
            more = try store.withPlace(of: keys.last ?? 0, account) { after in
              try store.listMessages(
                account: account, path: raw(walk.path), subtree: walk.subtree, unreadOnly: walk.unread, from: 0,
                newer: true, after: after, limit: 50
              ) { row throws(Failure) in keys.append(row.key) }
            }
          }
        })
      #expect(keys == keys.sorted())
      #expect(keys.count == (walk.unread ? n - n / 2 + 1 : n))
    }
    #expect(costs[1] < 12 * costs[0], "\(walk): \(costs)")
  }
}

import TallyFailure
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// Tables that grow with use, and not with the host's data, have limits.
@Suite struct BoundTests {
  let store: Store
  let account: Int64
  let feed: Int64

  init() throws { (store, account, feed) = try openInbox() }

  private func post(_ id: Int, thread: String = "", isRead: Bool = false) throws {
    var item = MessageItem()
    (item.id, item.path, item.thread, item.isRead) = (raw("\(id)"), raw("root.in"), raw(thread), isRead)
    _ = try store.upsertMessage(
      account: account, feed: feed, item: item, snapshot: 0, source: .response(asked: .max)
    ) { _, _ throws(Failure) in }
  }

  private func readAll(moment: Int64 = 0) throws {
    _ = try store.markReadAt(
      account: account, path: raw("root"), subtree: true, last: 0,
      act: ReadAct(moment: moment, sends: false)
    ) { _, _ throws(Failure) in }
  }

  private func removeOld(number: Int64) throws -> Int {
    try store.removeOld(account: account, feed: feed, since: 0, number: number) {
      _, _ throws(Failure) in
    }
  }

  @Test func removedMessages() throws {
    let kept = store.bounds.forgotten
    let most = StoreBounds.withSlack(kept)
    for id in 1...6000 { try post(id, isRead: true) }
    #expect(try removeOld(number: 10) == 5990)
    #expect(try store.readNumber("SELECT COUNT(*) FROM forgotten") == kept)
    for id in 6001...7200 {
      try post(id, isRead: true)
      #expect(try removeOld(number: 10) == 1)
      #expect(try store.readNumber("SELECT COUNT(*) FROM forgotten") <= most)
    }
    // The newest are known.
    try post(7190, isRead: true)
    #expect(try store.readNumber("SELECT COUNT(*) FROM message") == 10)
  }

  /// The floor is found again after changes by another number, reading, removing, moving and a rollback.
  @Test func theFloorIsRight() throws {
    var random = Generator(state: UInt64.random(in: 1...UInt64.max))
    for step in 0..<600 {
      let isUndone = step % 7 == 0
      if isUndone { try store.begin() }
      let id = Int.random(in: 1...80, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0...2: try post(id, isRead: Bool.random(using: &random))
      case 3:
        _ = try store.removeMessage(feed: feed, id: raw("\(id)")) { _, _ throws(Failure) in }
      case 4: if id < 8 { try readAll() }
      default: _ = try removeOld(number: Int64(id % 20 + 3))
      }
      if isUndone { try store.rollback() }
      let number = 5 + Int64(step / 100)
      _ = try removeOld(number: number)
      let left = try store.readNumber(
        """
        SELECT COUNT(*) FROM (SELECT state, row_number() OVER (ORDER BY rank DESC) AS n FROM message), (SELECT above FROM
          temp.kept) WHERE n > above AND state >= 2
        """)
      let above = try store.readNumber("SELECT above FROM temp.kept")
      let count = try store.readNumber("SELECT COUNT(*) FROM message")
      #expect(left == 0 && above == min(number, count), "step \(step)")
    }
  }

  @Test func groupsThatWereSeen() throws {
    try post(2000, thread: "first")
    #expect(try store.markGroupSeen(account: account, .all))
    for id in 1...1000 {
      try post(id, thread: "t\(id)")
      #expect(try store.markGroupSeen(account: account, .thread(raw("t\(id)"))))
      try readAll()
    }
    #expect(try store.readNumber("SELECT COUNT(*) FROM group_seen") <= 128)
    // That of all messages stays, though none is left.
    #expect(try store.readNumber("SELECT COUNT(*) FROM group_seen WHERE thread = ''") == 1)
  }

  @Test func marks() throws {
    var marks = MarkList()
    for number in 1...13_000 {
      try store.addMark(to: &marks, path: raw("root.p\(number)"), upTo: raw("\(100_000 + number)"), version: 1)
    }
    _ = try store.joinMarks(
      account: account, feed: feed, &marks, arrivals: 0, source: .host
    ) { _, _ throws(Failure) in }
    #expect(try store.readNumber("SELECT COUNT(*) FROM mark") == store.bounds.marks)
    #expect(try store.readNumber("SELECT COUNT(*) FROM mark WHERE path = 'root.p13000'") == 1)
  }

  @Test func rowsThatFailed() throws {
    let most = StoreBounds.withSlack(store.bounds.failedRows)
    let key = String(repeating: "k", count: 32)
    for row in 1...most + 10 {
      try store.addToOutbox(account: account, feed: feed, kind: 1, entity: "\(row)", key: key, attempts: 1)
      #expect(try store.fail(account: account, id: row, attempt: 1, next: .max))
    }
    #expect(try store.readNumber("SELECT COUNT(*) FROM outbox") <= most)
    #expect(try store.readNumber("SELECT MAX(sequence) FROM outbox") == most + 10)
  }

  @Test func masks() throws {
    for id in 1...50 { try post(id) }
    try readAll(moment: 7)
    #expect(try store.isMasking(feed: feed))
    #expect(try removeOld(number: 3) == 47)
    #expect(try store.readNumber("SELECT COUNT(*) FROM temp.pending") == 3)
    try store.unmask(feed: feed, asked: 7)
    #expect(try !store.isMasking(feed: feed))
  }

  /// Groups are not listed again, so their changes are noted only for a while.
  @Test func groupsWithoutAList() throws {
    func list() throws -> [Int64] {
      var keys: [Int64] = []
      _ = try store.listThreads(account: account, after: nil, limit: 10) { _, key in keys.append(key) }
      return keys
    }
    try post(1, thread: "a")
    try post(2, thread: "b")
    #expect(try list() == [2, 1])
    for number in 0..<70_000 { store.noteChange(ofThread: raw("t\(number)"), account) }
    #expect(store.heads?.changed.count == 70_000)
    // The next change drops them.
    try post(3, thread: "a")
    _ = try store.takeJournal()
    #expect(store.heads == nil)
    #expect(try store.readNumber("SELECT COUNT(*) FROM temp.head") == 0)
    #expect(try list() == [3, 2])
  }

  /// Lists of groups agree with the messages after random changes and transactions.
  @Test func groupsAreThoseOfTheMessages() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = Generator(state: seed)
    for step in 0..<500 {
      let isUndone = step % 5 == 0
      if isUndone { try store.begin() }
      let id = Int.random(in: 1...30, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0...2: try post(id, thread: "t\(id % 4)", isRead: Int.random(in: 0..<4, using: &random) == 0)
      case 3:
        _ = try store.removeMessage(feed: feed, id: raw("\(id)")) { _, _ throws(Failure) in }
      default:
        _ = try store.dismissGroup(account: account, .thread(raw("t\(id % 4)"))) {
          _, _ throws(Failure) in
        }
      }
      // A list may be read within the transaction, too.
      if isUndone, step % 2 == 0 { _ = try store.listThreads(account: account, after: nil, limit: 10) { _, _ in } }
      if isUndone { try store.rollback() }
      if step % 3 > 0 { continue }
      var found: [Int64] = []
      _ = try store.listThreads(account: account, after: nil, limit: 10) { _, key in found.append(key) }
      let rows = try store.rows(
        """
        SELECT key FROM (SELECT key, rank, row_number() OVER (PARTITION BY thread ORDER BY rank DESC, key DESC) AS n
          FROM message WHERE state = 0) WHERE n = 1 ORDER BY rank DESC, key DESC
        """)
      var expected: [Int64] = []
      while try store.step(rows.statement) { expected.append(rows.statement.number(0)) }
      #expect(found == expected, "seed \(seed), step \(step)")
    }
  }
}

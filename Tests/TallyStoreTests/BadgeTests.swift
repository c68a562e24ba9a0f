import CSQLite
import Foundation
import TallyFailure
import TallyTree
import TestSupport
import Testing

@testable import TallyStore

@Suite struct BadgeTests {
  func badges(_ store: Store, _ account: Int64) throws -> [String: OwnState] {
    var all: [String: OwnState] = [:]
    try store.loadBadges(account: account) { path, state throws(Failure) in all[text(path)] = state }
    return all
  }

  @Test func roundTrip() throws {
    let store = try openStore()
    let ann = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 0).id
    let bo = try store.findOrCreateAccount(name: raw("bo"), aggregation: 0, feeding: 0).id
    var state = OwnState(badge: .count(.max), expires: 1 << 50, mute: .all, muteUntil: 3)
    state.snooze = 1 << 51
    try store.saveBadge(account: ann, path: raw("root.b"), OwnState(badge: .dot))
    try store.saveBadge(account: ann, path: raw("root.b"), state)
    try store.saveBadge(account: ann, path: raw("root.a"), OwnState(mute: .number))
    try store.saveBadge(account: ann, path: raw("root.é\\.x"), OwnState(badge: .dot))
    #expect(
      try badges(store, ann) == [
        "root.a": OwnState(mute: .number), "root.b": state, "root.é\\.x": OwnState(badge: .dot),
      ])
    #expect(try badges(store, bo) == [:])
    try store.saveBadge(account: ann, path: raw("root.b"), OwnState())
    try store.saveBadge(account: ann, path: raw("root.none"), OwnState(expires: 5))
    #expect(try badges(store, ann).keys.sorted() == ["root.a", "root.é\\.x"])
  }

  /// A row that only damage can cause owns nothing. A missing badge or mute has no end.
  @Test(arguments: [
    ("3, 1, 9, 1, 8", OwnState(mute: .number, muteUntil: 8)),
    ("2, 0, 9, 0, 8", OwnState()),
    ("2, -1, 9, 2, -8", OwnState(mute: .all)),
    ("2, 4294967296, 9, 0, 0", OwnState()),
    ("4294967297, 1, 0, 4294967297, 0", OwnState()),
    ("1, 7, -9, 3, 8", OwnState(badge: .dot)),
    ("2, 4294967295, 9, 257, 8", OwnState(badge: .count(.max), expires: 9)),
  ])
  func damagedRowsOwnNothing(row: String, own: OwnState) throws {
    let store = try openStore()
    let ann = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 0).id
    try store.saveBadge(account: ann, path: raw("root.a"), OwnState(badge: .dot))
    let script = "UPDATE badge SET (kind, count, expires, mute, mute_until) = (\(row))"
    #expect(sqlite3_exec(store.database, script, nil, nil, nil) == SQLITE_OK)
    #expect(try badges(store, ann) == ["root.a": own])
  }

  @Test func loadsByTheBytesOfPaths() throws {
    let store = try openStore()
    let paths = ["root", "root.a", "root.a b", "root.a.b", "root.a/", "root.B", "root.z", "root.é"]
    for path in paths.shuffled() { try store.saveBadge(account: 1, path: raw(path), OwnState(badge: .dot)) }
    var loaded: [String] = []
    try store.loadBadges(account: 1) { path, _ throws(Failure) in loaded.append(text(path)) }
    #expect(loaded == paths.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
  }

  @Test func transactions() throws {
    let store = try openStore()
    func put(_ path: String) throws { try store.saveBadge(account: 1, path: raw(path), OwnState(badge: .dot)) }
    try store.begin()
    #expect(store.isInTransaction)
    try put("root.a")
    try put("root.b")
    try store.commit()
    #expect(!store.isInTransaction)
    #expect(try badges(store, 1).keys.sorted() == ["root.a", "root.b"])
    try store.begin()
    try put("root.f")
    try store.rollback()
    try store.rollback()
    #expect(try badges(store, 1).count == 2)
    #expect(refusal { try store.commit() }?.code == .internalError)
    try put("root.g")
  }

  @Test func aVisitorThatThrowsLeavesTheStatementsUsable() throws {
    let store = try openStore()
    for index in 0..<5 { try store.saveBadge(account: 1, path: raw("root.\(index)"), OwnState(badge: .dot)) }
    let answer = refusal {
      try store.loadBadges(account: 1) { _, _ throws(Failure) in throw Failure(keepingMessage: .noMemory) }
    }
    #expect(answer?.code == .noMemory)
    #expect(try badges(store, 1).count == 5)
  }

  @Test func fullIsAnErrorAndDefined() throws {
    let scratch = try Scratch()
    let store = try openStore(scratch.file("a.db"))
    sqlite3_exec(store.database, "PRAGMA max_page_count = 30", nil, nil, nil)
    let long = String(repeating: "x", count: 200)
    let answer = refusal {
      try store.begin()
      for index in 0..<10_000 {
        try store.saveBadge(account: 1, path: raw("root.\(long)\(index)"), OwnState(badge: .dot))
      }
    }
    #expect(answer?.code == .full)
    #expect(answer?.words.contains("a.db: database or disk is full") == true, "\(answer?.words ?? "")")
    try store.rollback()
    #expect(!store.isInTransaction)
    #expect(try badges(store, 1).isEmpty)
    try store.saveBadge(account: 1, path: raw("root.a"), OwnState(badge: .dot))
    try store.close()
  }

  @Test func speed() throws {
    let scratch = try Scratch()
    let store = try openStore(scratch.file("a.db"))
    let paths = (0..<1000).map { raw("root.chat.room\($0)") }
    let start = ContinuousClock.now
    for round in 0..<50 {
      try store.begin()
      for path in paths {
        try store.saveBadge(account: 1, path: path, OwnState(badge: .count(UInt32(round + 1))))
      }
      try store.commit()
    }
    print("1,000 badges in one transaction:", (ContinuousClock.now - start) / 50)
  }
}

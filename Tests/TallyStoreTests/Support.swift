import CChecksum
import CSQLite
import Foundation
import TallyFailure
import TallyTree
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// A directory that is removed with the test.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/tally-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

func openStore(_ file: String? = nil, seed: UInt64 = 1, now: Int64 = 1000) throws -> Store {
  guard let file else { return try Store.open(file: nil, seed: seed, now: now) }
  return try file.withCString { name throws in try Store.open(file: name, seed: seed, now: now) }
}

/// Runs SQL on a file with SQLite itself, keeping the checksums that are there.
func sql(_ file: String, _ script: String) throws {
  var database: OpaquePointer?
  defer { sqlite3_close(database) }
  let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
  try #require(sqlite3_open_v2(file, &database, flags, ctally_checksum_vfs()) == SQLITE_OK)
  try #require(sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK)
}

func python(_ script: String, _ arguments: [String] = []) throws -> (process: Process, output: Pipe) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  return (process, output)
}

/// A store with an account and a feed, and the feeds of badges, computed only from the deltas.
final class Fixture {
  let store: Store
  let account: Int64
  let feed: Int64
  let feeding: Int32
  var sums: [String: (count: Int64, badges: Int64)] = [:]
  var levelSums: [String: FedLevels] = [:]
  /// Messages and marks come in a response to a request of this moment.
  var asked = Int64.max
  /// Replaces that origin.
  var source: MessageSource?
  /// The act of reading.
  var readAct = ReadAct(moment: 0, sends: false)

  init(feeding: Int32 = 1) throws {
    store = try openStore()
    self.feeding = feeding
    account = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: feeding).id
    feed = try store.findOrCreateFeed(
      account: account, name: raw("main"), url: raw("http://x"), prefix: raw("root")
    ).id
  }

  func setRule(_ path: String, _ feeding: Int32) throws {
    try store.setRule(account: account, path: raw(path), PathRule(feeding: feeding)) {
      path, change throws(Failure) in self.take(path, change)
    }
  }

  func setDefaultFeeding(_ feeding: Int32) throws {
    try store.setDefaultFeeding(account: account, feeding) {
      path, change throws(Failure) in self.take(path, change)
    }
  }

  func take(_ path: UnsafeRawBufferPointer, _ change: FedChange) {
    var sum = sums[text(path)] ?? (0, 0)
    sum.count += change.count
    sum.badges += change.badges
    sums[text(path)] = sum == (0, 0) ? nil : sum
    let level = FedChange(levels: levelSums[text(path)] ?? FedLevels()).adding(FedChange(levels: change.levels)).levels
    levelSums[text(path)] = level.isNothing ? nil : level
  }

  @discardableResult
  func put(
    _ id: String, at path: String = "root.in", rev: String = "", seq: String = "", count: UInt32 = 1,
    title: String = "", thread: String = "", read: Bool = false, version: Int64 = -1, snapshot: Int64 = 0,
    also: [String] = [], feed other: Int64? = nil, level: Int32 = 0
  ) throws -> UpsertResult {
    var item = MessageItem()
    item.id = raw(id)
    item.path = raw(path)
    item.revision = raw(rev)
    item.sequence = raw(seq)
    item.count = count
    item.title = raw(title)
    item.thread = raw(thread)
    item.isRead = read
    item.version = version
    item.also = raw(also.sorted().map { "\n" + $0 }.joined())
    item.level = level
    let result = try store.upsertMessage(
      account: account, feed: other ?? feed, item: item, snapshot: snapshot,
      source: source ?? .response(asked: asked)
    ) { path, change throws(Failure) in self.take(path, change) }
    try check()
    return result
  }

  func see(_ path: String, subtree: Bool = false) throws -> Int {
    let changed = try store.markSeen(account: account, path: raw(path), subtree: subtree) {
      path, change throws(Failure) in self.take(path, change)
    }
    try check()
    return changed
  }

  func read(_ path: String, subtree: Bool = false) throws -> Int {
    let changed = try store.markReadAt(
      account: account, path: raw(path), subtree: subtree, last: 0, act: readAct
    ) { path, change throws(Failure) in self.take(path, change) }
    try check()
    return changed
  }

  func mark(keys: [Int64], read: Bool = true) throws -> Int {
    let changed = try keys.withUnsafeBufferPointer { keys throws in
      try store.mark(account: account, keys: keys, read: read, act: readAct) {
        path, change throws(Failure) in self.take(path, change)
      }
    }
    try check()
    return changed
  }

  /// A mark without messages, unless its arrivals are given.
  @discardableResult
  func mark(
    _ path: String, _ upTo: String, _ version: Int64 = 0, arrivals: Int64? = nil, feed other: Int64? = nil
  ) throws -> Int {
    let last = try store.lastMessage()
    var marks = MarkList()
    try store.addMark(to: &marks, path: raw(path), upTo: raw(upTo), version: version)
    let changed = try store.joinMarks(
      account: account, feed: other ?? feed, &marks, arrivals: arrivals ?? last,
      source: source ?? .response(asked: asked)
    ) { path, change throws(Failure) in self.take(path, change) }
    try check()
    return changed
  }

  func list(
    _ path: String = "root", subtree: Bool = true, unread: Bool = false, after: Int64 = 0, limit: Int = 100
  ) throws -> (rows: [Row], more: Bool) {
    var rows: [Row] = []
    let more = try store.withPlace(of: after, account) { place in
      try store.listMessages(
        account: account, path: raw(path), subtree: subtree, unreadOnly: unread, after: place, limit: limit
      ) { row throws(Failure) in
        rows.append(
          Row(
            key: row.key, id: text(row.id), state: row.state, title: text(row.title), count: row.count, level: row.level
          ))
      }
    }
    return (rows, more)
  }

  struct Row: Equatable {
    var key: Int64
    var id: String
    var state: Int32
    var title: String
    var count: UInt32
    var level: Int32
  }

  func ids(_ path: String = "root", subtree: Bool = true, unread: Bool = false) throws -> [String] {
    try list(path, subtree: subtree, unread: unread).rows.map(\.id)
  }

  func marks() throws -> [String] {
    var found: [String] = []
    try store.visit(.mark, account: account, feed: feed) { mark in
      found.append("\(text(mark.bytes(2))) \(text(Store.sequence(ofRank: mark.bytes(4)))) \(mark.number(3))")
    }
    return found
  }

  func state(_ id: String) throws -> Int32? {
    try list().rows.first { $0.id == id }?.state
  }

  /// The deltas so far add up to the state that a new start finds.
  func check() throws {
    var stored: [String: (count: Int64, badges: Int64)] = [:]
    var storedLevels: [String: FedLevels] = [:]
    try store.fedSums(account: account) { path, sum throws(Failure) in
      stored[text(path)] = (sum.count, sum.badges)
      if !sum.levels.isNothing { storedLevels[text(path)] = sum.levels }
    }
    try store.sharedSums(account: account) { paths, sum throws(Failure) in
      let (whole, first) = (text(paths), text(paths).prefix { $0 != "\n" })
      stored[whole] = (sum.count, sum.badges)
      if !sum.levels.isNothing { storedLevels[whole] = sum.levels }
      let own = FedChange(
        count: stored[String(first)]?.count ?? 0, badges: stored[String(first)]?.badges ?? 0,
        levels: storedLevels[String(first)] ?? FedLevels())
      let rest = own.adding(sum.negated)
      stored[String(first)] = rest.count == 0 && rest.badges == 0 ? nil : (rest.count, rest.badges)
      storedLevels[String(first)] = rest.levels.isNothing ? nil : rest.levels
    }
    #expect(storedLevels == levelSums)
    #expect(stored.count == sums.count)
    for (path, sum) in stored { #expect(sum == sums[path] ?? (0, 0), "\(path)") }
  }
}

/// A store in memory with an account and a feed.
extension Store {
  /// Visits the rows of a list, with all columns of its table.
  func visit(_ list: ArchivedList, account: Int64, feed: Int64, _ body: (borrowing Statement) throws -> Void) throws {
    let rows = try rows(of: list, account, feed)
    while try step(rows) { try body(rows) }
  }

  /// Adds a row to the outbox.
  func addToOutbox(
    account: Int64, feed: Int64, kind: Int64, entity: String, key: String, value: Int64 = 0, upTo: String? = nil,
    attempts: Int64 = 0
  ) throws {
    var insert = try rows("INSERT INTO outbox VALUES (NULL, ?1, ?2, ?3, ?4, ?5, '', ?6, ?7, '', ?8, 0, 0, -1)")
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let rank = try upTo.map { upTo throws(Failure) in try encodeRankBound(raw(upTo)) } ?? nothing
    insert.statement.bind(1, account)
    insert.statement.bind(2, feed)
    insert.statement.bind(3, kind)
    insert.statement.bind(4, text: raw(entity))
    insert.statement.bind(5, text: raw(key))
    insert.statement.bind(6, value)
    insert.statement.bind(7, blob: rank)
    insert.statement.bind(8, attempts)
    try finish(insert.statement)
  }
}

func openInbox() throws -> (store: Store, account: Int64, feed: Int64) {
  let store = try openStore()
  let account = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 1).id
  return (
    store, account,
    try store.findOrCreateFeed(account: account, name: raw("main"), url: raw("u"), prefix: raw("root")).id
  )
}

extension Store {
  func run(_ text: String) throws {
    try finish(Rows(try prepare(raw(text))).statement)
  }
}

extension Store {
  /// Lends the place of a message, which exists; 0: none.
  func withPlace<Result>(of key: Int64, _ account: Int64, _ body: (ListPlace?) throws -> Result) throws -> Result {
    var (place, sequence, id) = (ListPlace(number: key), "", "")
    if key == 0 { return try body(nil) }
    try readMessage(account: account, key: key) { row throws(Failure) in
      (sequence, id) = (text(row.sequence), text(row.id))
    }
    (place.sequence, place.id) = (raw(sequence), raw(id))
    return try body(place)
  }
}

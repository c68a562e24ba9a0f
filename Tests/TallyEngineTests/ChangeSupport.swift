import CSQLite
import Foundation
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire
import Testing

@testable import TallyEngine
@testable import TallyStore

/// An engine with a file, whose writes fail on demand, and two accounts with something of everything.
final class ChangeBed {
  /// The time of the engine's clock, in milliseconds.
  let hands = Hands()
  let folder: URL
  let engine: Engine
  let ann: Account
  let bo: Account
  let scope: Scope
  let feed: Feed
  /// The row of the outbox that a server may acknowledge.
  private(set) var row: Int64 = 0
  /// An empty account.
  let archive = Imports.ByteBox()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var options = EngineOptions()
    options.file = [UInt8](folder.appending(path: "a.db").path.utf8)
    options.isHostDriven = true
    options.seed = 1
    options.clock = hands.clock
    engine = try Engine.open(options)
    ann = try engine.account("ann")
    let bo = try engine.account("bo")
    self.bo = bo
    scope = try engine.openScope()
    feed = try withBytes("news") { name throws(Failure) in try bo.addFeed(name, url: nil, prefix: nil, FeedOptions()) }
    try ann.logIn()
    try bo.logIn()
    try populate()
  }

  private func populate() throws {
    try withBytes("ann") { name throws(Failure) in try engine.exportAccount(name, into: &archive.buffer) }
    var settings = AccountSettings()
    settings.outbox = .leased
    try bo.configure(settings)
    for account in [ann, bo] {
      // A view, whose clearing needs the store, and observers of messages and groups.
      _ = try withBytes("seen") { path throws(Failure) in try scope.beginViewing(account, path) }
      _ = try withBytes("root") { path throws(Failure) in
        try scope.observeMessages(account, path, subtree: true, Callback())
      }
      _ = try scope.observeGroups(account, tellsInitially: false, Callback())
      try account.set("own", 3)
      try post("old", at: "in", of: account)
    }
    try deliver(#"{"cursor":"1","items":[{"id":"1","rev":"1","seq":"1","path":"in","thread":"t"}]}"#)
    _ = try withBytes("in") { path throws(Failure) in try bo.readMessages(at: path, subtree: true, last: nil) }
    try bo.leaseOutbox(duration: 60_000, limit: 1) {
      row = $0.id
    } check: { () throws(Failure) in
    }
    #expect(row != 0)
  }

  func end() throws {
    scope.close()
    try engine.close()
    try FileManager.default.removeItem(at: folder)
  }

  // MARK: Calls

  func post(_ id: String, at path: String, of account: Account) throws(Failure) {
    _ = try withBytes(id) { id throws(Failure) in
      try withBytes(path) { path throws(Failure) in
        var item = MessageItem()
        item.id = id
        item.thread = id
        item.path = path
        item.count = 1
        _ = try account.post(item, at: path)
      }
    }
  }

  func deliver(_ page: String) throws(Failure) {
    try withBytes(page) { bytes throws(Failure) in try feed.deliver(bytes) }
  }

  func acknowledge() throws(Failure) {
    _ = try withBytes(#"{"cursor":"2","items":[{"id":"2","path":"seen","thread":"t"}]}"#) { answer throws(Failure) in
      try bo.acknowledge(row, answer: answer)
    }
  }

  func remind(_ name: String) throws(Failure) {
    try withBytes(name) { name throws(Failure) in
      try withBytes("in") { path throws(Failure) in
        var options = ReminderOptions()
        options.path = path
        options.produced = 20_260_528
        options.shelfLife = ReminderOptions.Span(count: 1, unit: 3)
        try bo.change(reminder: name, .put(options))
      }
    }
  }

  // MARK: Faults

  func run(_ script: String) {
    #expect(sqlite3_exec(engine.store.database, script, nil, nil, nil) == SQLITE_OK, "\(script)")
  }

  /// Makes the `count`-th write of a row and all after it fail.
  func failWrites(from count: Int) {
    run("CREATE TEMP TABLE fault(left INTEGER); INSERT INTO temp.fault VALUES(\(count))")
    for table in tables() {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        run(
          """
          CREATE TEMP TRIGGER fault_\(table)_\(event) BEFORE \(event) ON main.\(table) BEGIN
            SELECT RAISE(ABORT, 'fault') FROM fault WHERE left <= 1;
            UPDATE fault SET left = left - 1;
          END
          """)
      }
    }
  }

  func stopFailing() {
    for table in tables() {
      for event in ["INSERT", "UPDATE", "DELETE"] { run("DROP TRIGGER temp.fault_\(table)_\(event)") }
    }
    run("DROP TABLE temp.fault")
  }

  private func tables() -> [String] {
    var names: [String] = []
    var statement: OpaquePointer?
    sqlite3_prepare_v2(
      engine.store.database,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", -1, &statement, nil)
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { names.append(String(cString: text)) }
    }
    sqlite3_finalize(statement)
    return names
  }

  // MARK: Checks

  /// All data of the accounts.
  func contents() throws -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for name in ["ann", "bo", "cy"] {
      var output = ByteBuffer()
      do throws(Failure) {
        try withBytes(name) { name throws(Failure) in try engine.exportAccount(name, into: &output) }
      } catch { #expect(error.status == .notFound) }
      contents.append([UInt8](output.bytes))
    }
    return contents
  }

  /// Nothing of a change is left in progress, and memory and file agree.
  func expectRest() throws {
    let isGroupEmpty = engine.group.isEmpty
    #expect(isGroupEmpty && engine.state.busyAccounts == 0 && !engine.store.isInTransaction)
    for account in [ann, bo] where account.residence.state != .dropped {
      #expect(account.gate.claims == 0 && account.residence.holds == 0 && account.residence.state == .resident)
      #expect(account.writing.share == nil && account.writing.unapplied == nil && !account.tree.isInTransaction)
      for position in 0..<account.observers.watchers.count where !account.observers.watchers[position].isViewing {
        let counts = try withBytes("root") { path throws(Failure) in
          try engine.store.counts(account: account.id, path: path, subtree: true)
        }
        #expect(account.observers.watchers[position].counts == counts)
      }
    }
    try engine.verify()
  }
}

/// Badge operations on one path.
struct OneOperation: BatchSource {
  let path: [UInt8]
  let what: TallyEngine.Operation
  var count: Int { 1 }
  func operation(_ index: Int) throws(Failure) -> TallyEngine.Operation { what }
  func target(_ index: Int) throws(Failure) -> Target {
    .path(path.withUnsafeBytes { UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count) })
  }
  func approach(_ index: Int) {}
  func report(_ index: Int, _ status: Status, _ shown: Visible) {}
}

/// An item for each account: a badge, a message that the user views, and a read.
struct ThreeOperations: ItemSource {
  let names: [StaticString]
  var count: Int { names.count }
  func item(_ index: Int) throws(Failure) -> Item {
    Item(account: Self.bytes(names[index]), id: nil, time: 0, count: 3)
  }
  func operation(_ index: Int, _ position: Int) throws(Failure) -> ItemOperation {
    switch position {
    case 0: return .badge(.set(7, until: 0), at: Self.bytes("item"))
    case 1:
      var message = MessageItem()
      message.id = Self.bytes("item")
      message.count = 1
      return .post(message, at: Self.bytes("seen"))
    default: return .read(at: Self.bytes("in"), subtree: true)
    }
  }
  func report(_ index: Int, _ position: Int, _ result: ItemResult) {}
  func report(_ index: Int, _ status: Status) {}
  func reject(_ index: Int, _ status: Status, at position: Int?) {}

  static func bytes(_ text: StaticString) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

/// An item that removes a message that was never posted.
struct RejectedItem: ItemSource {
  var count: Int { 1 }
  func item(_ index: Int) throws(Failure) -> Item {
    Item(account: ThreeOperations.bytes("bo"), id: nil, time: 0, count: 1)
  }
  func operation(_ index: Int, _ position: Int) throws(Failure) -> ItemOperation {
    .remove(ThreeOperations.bytes("nothing"))
  }
  func report(_ index: Int, _ position: Int, _ result: ItemResult) {}
  func report(_ index: Int, _ status: Status) {}
  func reject(_ index: Int, _ status: Status, at position: Int?) {}
}

/// Imports of accounts.
struct Imports: ImportSource {
  let entries: [(StaticString, ByteBox)]
  var count: Int { entries.count }
  func entry(_ index: Int) throws(Failure) -> ImportEntry {
    ImportEntry(account: ThreeOperations.bytes(entries[index].0), bytes: entries[index].1.buffer.bytes)
  }
  func report(_ index: Int, _ status: Status) {}

  final class ByteBox { var buffer = ByteBuffer() }
}

/// The hands of a clock that a test moves. They live as long as the engine that reads them.
final class Hands {
  var now: Int64 = 1_780_000_000_000

  var clock: Clock {
    Clock(
      callback: { hands, wall, elapsed in
        guard let hands else { return }
        let now = Unmanaged<Hands>.fromOpaque(hands).takeUnretainedValue().now
        wall?.pointee = now
        elapsed?.pointee = now
      }, userData: Unmanaged.passUnretained(self).toOpaque())
  }
}

import CPlatform
import Foundation
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire
import TestSupport
import Testing

@testable import TallyEngine

/// The memory against the file, after the test has made the two differ.
@Suite struct VerifyTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func open() throws -> (Engine, Account) {
    var options = EngineOptions()
    options.file = [UInt8](folder.appending(path: "a.db").path.utf8)
    options.isHostDriven = true
    let engine = try Engine.open(options)
    return (engine, try bytes("ann") { name throws(Failure) in try engine.openAccount(name) })
  }

  func bytes<Result>(
    _ text: StaticString, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func set(_ account: Account, _ path: StaticString, _ count: Int64) throws {
    _ = try bytes(path) { path throws(Failure) in
      try account.perform(.set(count, until: 0), .path(path))
    }
  }

  func expectDefect(_ engine: Engine, _ words: String) {
    let failure = #expect(throws: Failure.self) { try engine.verify() }
    #expect(failure?.status == .internalError)
    #expect(lastMessage().contains(words))
  }

  @Test(arguments: [0, 1, 2, 3])
  func aDifferenceIsFound(kind: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (engine, account) = try open()
    try set(account, "a.b", 3)
    try set(account, "a.c", 4)
    try engine.verify()
    let row = { (path: StaticString, state: OwnState) in
      try bytes(path) { path throws(Failure) in
        try engine.store.saveBadge(account: account.id, path: path, state)
      }
    }
    switch kind {
    case 0: try row("root.a.b", OwnState(badge: .count(5)))
    case 1: try row("root.a.b", OwnState())
    case 2: try row("root.a.d", OwnState(badge: .dot))
    default: try row("root.a.c", OwnState(badge: .count(4), mute: .number))
    }
    expectDefect(engine, "account 'ann': the badges in memory are not those of the file")
    try engine.close()
  }

  @Test func messagesOfTheFileFeedTheTree() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (engine, account) = try open()
    try bytes("x") { text throws(Failure) in
      try bytes("root.in") { path throws(Failure) in
        let feed = try engine.store.findOrCreateFeed(account: account.id, name: text, url: text, prefix: path).id
        var item = MessageItem()
        item.id = text
        item.path = path
        item.count = 2
        _ = try engine.store.upsertMessage(
          account: account.id, feed: feed, item: item, snapshot: 0, source: .host
        ) { _, _ in }
      }
    }
    expectDefect(engine, "account 'ann': the badges in memory are not those of the file")
    try engine.close()
  }
}

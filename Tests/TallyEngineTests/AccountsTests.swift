import TallyFailure
import TallyMemory
import TallyPolicy
import TallyTree
import Testing

@testable import TallyEngine

/// An engine in memory, without a thread, with access to its parts.
func makeEngine() throws -> Engine {
  var options = EngineOptions()
  options.isHostDriven = true
  options.seed = 1
  return try Engine.open(options)
}

func withBytes<Result>(
  _ text: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
  let bytes = [UInt8](text.utf8)
  return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) -> Result in
    try body(UnsafeRawBufferPointer(bytes))
  }
}

extension Engine {
  func account(_ name: String) throws -> Account {
    try withBytes(name) { name throws(Failure) in try openAccount(name) }
  }
}

extension Account {
  func set(_ path: String, _ count: Int64, until: Int64 = 0) throws {
    _ = try withBytes(path) { path throws(Failure) in try perform(.set(count, until: until), .path(path)) }
  }
}

// The table of accounts with its parts: no file, no network, no thread.

@Suite struct AccountsTests {
  @Test func theTotalIsThatOfThoseLoggedIn() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let (ann, bo) = (try engine.account("ann"), try engine.account("bo"))
    for account in [ann, bo] { try account.logIn() }
    try ann.set("a", 3)
    try bo.set("b", 4)
    #expect(engine.accounts.total.shown == Visible(shows: true, count: 7))
    try ann.logOut()
    #expect(engine.accounts.total.shown.count == 4)
    try withBytes("bo") { name throws(Failure) in try engine.removeAccount(name) }
    let isValid = engine.accounts.verify()
    #expect(engine.accounts.total.shown == .nothing && isValid)
    // `verify` finds a broken invariant.
    ann.entry.inTotal = Visible(shows: true, count: 1)
    let isStillValid = engine.accounts.verify()
    #expect(!isStillValid)
  }

  @Test func expiriesArePlanned() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let ann = try engine.account("ann")
    let end = engine.clock.wall + 3_600_000
    try ann.set("a", 1, until: end)
    #expect(engine.accounts.expiries.time(of: ann.slot) == end)
    try ann.set("b", 1, until: end - 1)
    #expect(engine.accounts.expiries.time(of: ann.slot) == end - 1)
    try withBytes("ann") { name throws(Failure) in try engine.removeAccount(name) }
    let isValid = engine.accounts.verify()
    #expect(engine.accounts.expiries.time(of: ann.slot) == Timetable.never && isValid)
  }

  @Test func unstoredChangesAreNotedOnce() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let (ann, bo) = (try engine.account("ann"), try engine.account("bo"))
    for _ in 0..<3 { engine.accounts.noteUnstored(ann) }
    engine.accounts.noteUnstored(bo)
    let (count, isValid) = (engine.accounts.unstored.count, engine.accounts.verify())
    #expect(count == 2 && isValid)
    let taken = [engine.accounts.takeUnstored(), engine.accounts.takeUnstored(), engine.accounts.takeUnstored()]
    #expect(taken[0] === bo && taken[1] === ann && taken[2] == nil && !ann.entry.isUnstored)
    ann.entry.isUnstored = true
    let isStillValid = engine.accounts.verify()
    #expect(!isStillValid)
  }

  /// Accounts are opened, changed and dropped at random, some of them with a handle left over.
  @Test func invariantsHoldWhileObserversComeAndGo() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    var handles: [Account] = []
    for step in 0..<600 {
      let name = "n\(Int.random(in: 0..<12))"
      switch Int.random(in: 0..<5) {
      case 0: try? withBytes(name) { name throws(Failure) in try engine.removeAccount(name) }
      case 1: handles.append(try engine.account(name))
      case 2 where !handles.isEmpty: handles.removeFirst()
      case 3: try engine.account(name).logIn()
      default: try engine.account(name).set("a.b", .random(in: 0...2), until: Bool.random() ? 0 : 1 << 50)
      }
      if step % 50 == 0 { engine.forgetUnusedAccounts(engine.lock.lock()) }
      let isValid = engine.accounts.verify()
      #expect(isValid, "step \(step)")
    }
  }
}

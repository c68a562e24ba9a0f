import CSQLite
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire
import Testing

@testable import TallyEngine
@testable import TallyStore

// A change runs through all of its stages, or leaves nothing behind.

@Suite struct ChangeTests {
  static let stages: [Change.Stage] = [
    .prepared, .begun, .applied, .derived, .written, .joined, .published, .dropped(.noMemory),
  ]

  @Test func theStagesFollowTheDiagram() {
    for (place, stage) in Self.stages.enumerated() {
      let next = Self.stages.indices.filter { stage.leads(to: Self.stages[$0]) }
      let dropped = Self.stages.count - 1
      #expect(next == (place < 6 ? (place == 5 ? [6, dropped] : [place + 1, dropped]) : []), "from stage \(place)")
    }
  }

  /// Makes a change, by its cause.
  enum Kind: CaseIterable { case call, batch, items, delivery, push, acknowledgement, reminder, restore, rows }

  static func make(_ kind: Kind, _ bed: ChangeBed) throws(Failure) {
    switch kind {
    case .call: try bed.post("call", at: "seen", of: bed.bo)
    case .batch:
      var identity = BatchIdentity()
      identity.id = ThreeOperations.bytes("batch")
      _ = try bed.bo.performBatch(
        OneOperation(path: [UInt8]("batch".utf8), what: .set(3, until: 0)), once: identity)
    case .items:
      _ = try bed.engine.apply(ThreeOperations(names: ["ann", "bo", "cy"]), ItemOptions())
    case .delivery: try bed.deliver(#"{"cursor":"3","items":[{"id":"3","path":"seen","thread":"t"}]}"#)
    case .push:
      try withBytes(#"{"path":"seen","id":"push"}"#) { push throws(Failure) in try bed.bo.push(push) }
    case .acknowledgement: try bed.acknowledge()
    case .reminder: try bed.remind("milk")
    case .restore:
      let status = try bed.engine.importMany(Imports(entries: [("ann", bed.archive)]), isReplacing: true)
      if status != .ok { throw Failure(status, "an import was rejected") }
    case .rows: _ = try bed.bo.failOutbox(bed.row, attempt: 1, retryAfter: 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func aWriteThatFailsLeavesNothing(kind: Kind) throws {
    let bed = try ChangeBed()
    var failed = 0
    while failed < 500 {
      // Another account's badge goes first, so it is written before the change.
      try bed.ann.set("other", Int64(failed + 1))
      let before = try bed.contents()
      bed.failWrites(from: failed + 1)
      var isMade = true
      do throws(Failure) { try Self.make(kind, bed) } catch { isMade = false }
      bed.stopFailing()
      try bed.expectRest()
      let after = try bed.contents()
      if isMade {
        #expect(after != before)
        break
      }
      failed += 1
      #expect(after == before, "write \(failed)")
    }
    #expect((2..<500).contains(failed))
    try bed.end()
  }

  @Test(arguments: Kind.allCases)
  func aCommitThatFailsLeavesNothing(kind: Kind) throws {
    let bed = try ChangeBed()
    try bed.engine.flush()
    let before = try bed.contents()
    sqlite3_commit_hook(bed.engine.store.database, { _ in 1 }, nil)
    #expect(throws: Failure.self) { try Self.make(kind, bed) }
    sqlite3_commit_hook(bed.engine.store.database, nil, nil)
    try bed.expectRest()
    #expect(try bed.contents() == before)
    try Self.make(kind, bed)
    try bed.expectRest()
    #expect(try bed.contents() != before)
    try bed.end()
  }

  /// A rejected item leaves the plan of the reminders that it has read.
  @Test func aRejectedItemPostponesNoReminder() throws {
    let bed = try ChangeBed()
    try bed.remind("milk")
    bed.hands.now += 3 * 86_400_000
    let status = try bed.engine.apply(RejectedItem(), ItemOptions())
    #expect(status == .partial)
    try bed.expectRest()
    let before = bed.engine.events.oneTimes.count
    try bed.engine.step()
    #expect(before == 0 && bed.engine.events.oneTimes.count == 1)
    try bed.end()
  }

  /// The account is logged out while its reminders are on their way to the disk.
  @Test func newsOfRemindersSurviveALogOut() throws {
    let bed = try ChangeBed()
    try bed.remind("milk")
    let pledged = bed.engine.events.queue.pledged
    let pending = bed.engine.events.queue.count
    bed.hands.now += 3 * 86_400_000
    sqlite3_commit_hook(
      bed.engine.store.database,
      { account in
        guard let account else { return 0 }
        try? Unmanaged<Account>.fromOpaque(account).takeUnretainedValue().endSession()
        return 0
      }, Unmanaged.passUnretained(bed.bo).toOpaque())
    bed.bo.serveReminders()
    sqlite3_commit_hook(bed.engine.store.database, nil, nil)
    #expect(!bed.bo.isLoggedIn && bed.engine.events.queue.pledged == pledged)
    #expect(bed.engine.events.queue.count > pending && bed.engine.events.oneTimes.count == 1)
    // The log still has to say that nothing fires any more.
    try bed.engine.step()
    var last: Int64 = 0
    _ = try bed.bo.listReminderLog(after: 0, limit: 100) { last = $0.kind }
    #expect(last == ReminderNote.suspended.rawValue)
    try bed.expectRest()
    try bed.end()
  }

  /// A caller that changes faster than anybody writes helps to write, also while a path is viewed.
  @Test func theBacklogIsBoundedWhileAPathIsViewed() throws {
    let bed = try ChangeBed()
    for number in 0...GroupSchedule.arrears { try bed.ann.set("n\(number)", 1) }
    #expect(bed.ann.gate.views > 0 && bed.ann.tree.dirtyCount < GroupSchedule.arrears)
    try bed.expectRest()
    try bed.end()
  }

  /// The stages in which a change of two accounts fails.
  enum Point: CaseIterable { case work, begin, body, derive, write, last, commit }

  @Test(arguments: Point.allCases)
  func eachStageCanBeDropped(point: Point) throws {
    let bed = try ChangeBed()
    try bed.engine.flush()
    let before = try bed.contents()
    let change = Change(bed.engine, .batch)
    let failure = #expect(throws: Failure.self) {
      try bed.engine.withStore { (storeHold) throws(Failure) in
        try Self.run(storeHold, change, bed, failingAt: point)
      }
    }
    #expect(change.failure?.status == failure?.status && !change.isWaiting)
    bed.run("DROP TRIGGER IF EXISTS temp.fault")
    sqlite3_commit_hook(bed.engine.store.database, nil, nil)
    if point == .begin { try bed.ann.set("late", 0) }
    try bed.expectRest()
    #expect(try bed.contents()[1] == before[1])
    let next = Change(bed.engine, .batch)
    try bed.engine.withStore { (storeHold) throws(Failure) in
      try Self.run(storeHold, next, bed, failingAt: nil)
    }
    if case .published = next.stage {} else { Issue.record("the change was not published") }
    try bed.expectRest()
    try bed.end()
  }

  private static func run(
    _ storeHold: borrowing StoreHold, _ change: Change, _ bed: ChangeBed, failingAt point: Point?
  ) throws(Failure) {
    let shares = [change.add(bed.ann), change.add(bed.bo)]
    let refused = Failure(.limit, "as the test wants")
    try bed.engine.make(storeHold, change) { () throws(Failure) in
      if point == .work { throw refused }
      // Written by `begin`, because it comes after the transaction's own.
      if point == .begin { bed.setLate() }
    } _: { (hold) throws(Failure) in
      for share in shares {
        try share.begin(hold)
        _ = try withBytes("mine") { path throws(Failure) in
          try share.apply(&hold, .set(5, until: 0), .path(path))
        }
        try bed.feed(share)
      }
      if point == .body { throw refused }
      switch point {
      case .derive: bed.refuse("UPDATE OF state ON main.message")
      case .write: bed.refuse("INSERT ON main.badge")
      case .commit: sqlite3_commit_hook(bed.engine.store.database, { _ in 1 }, nil)
      default: break
      }
    } last: { _ throws(Failure) in
      if point == .last { throw refused }
    }
  }
}

extension ChangeBed {
  /// Changes a badge whose write fails.
  func setLate() {
    refuse("INSERT ON main.badge WHEN NEW.path = 'root.late'")
    do { try ann.set("late", 1) } catch { Issue.record(error) }
  }

  /// Makes such writes fail.
  func refuse(_ writes: String) { run("CREATE TEMP TRIGGER fault BEFORE \(writes) BEGIN SELECT RAISE(ABORT, ''); END") }

  /// Adds a message that feeds a viewed path.
  func feed(_ share: Share) throws(Failure) {
    try withBytes("fed") { id throws(Failure) in
      try withBytes("root.seen") { path throws(Failure) in
        var item = MessageItem()
        item.id = id
        item.path = path
        item.count = 1
        item.isPosted = true
        _ = try share.account.take(item, of: try share.localFeed(), snapshot: 0, in: share)
      }
    }
  }
}

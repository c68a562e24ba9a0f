import Foundation
import Tally
import Testing

@Suite struct BadgeSnapshotTests {
  @Test func aSnapshotIsAValue() throws {
    let account = try memoryAccount()
    let end = Date(timeIntervalSince1970: 4_000_000_000)
    try account.set(3, at: "a.b", until: end)
    try account.dot(at: "a")
    try account.mute(.number, at: "a.c")
    let snapshot = try account.badgeSnapshot(at: "a")
    #expect(snapshot.count == 3)
    let entries = try snapshot.entries()
    #expect(entries.map(\.path) == ["", "b", "c"])
    #expect(entries[0].own.value == .dot && entries[0].own.end == nil)
    #expect(entries[1].own.value == .count(3) && entries[1].own.end == end)
    #expect(entries[2].own.mute == .number && entries[2].own.muteEnd == nil)
    // It outlives its engine, and its bytes are its value.
    try account.engine.close()
    let again = try BadgeSnapshot(decoding: snapshot.bytes)
    #expect(again == snapshot)
    let other = try memoryAccount()
    try other.set(9, at: "x.gone")
    try other.restore(again, at: "x")
    #expect(try other.badgeSnapshot(at: "x") == snapshot)
    #expect(try other.badge(at: "x").count == 3)
  }

  @Test func damagedBytesAreRejected() throws {
    let account = try memoryAccount()
    try account.set(3, at: "a.b")
    var bytes = try account.badgeSnapshot().bytes
    bytes[bytes.count / 2] ^= 0x40
    for damaged in [bytes, [], [UInt8](repeating: 7, count: 40)] {
      var error = #expect(throws: TallyError.self) { try BadgeSnapshot(decoding: damaged) }
      #expect(error?.code == .malformed && error?.message.isEmpty == false)
      error = #expect(throws: TallyError.self) { try BadgePatch(decoding: damaged) }
      #expect(error?.code == .malformed)
    }
  }

  @Test func aPatchLeadsThereAndBack() throws {
    let engine = try Engine()
    let (ann, bo) = (try engine.openAccount("ann"), try engine.openAccount("bo"))
    try ann.set(1, at: "a")
    try ann.set(2, at: "b")
    try bo.set(1, at: "a")
    try bo.set(5, at: "b")
    try bo.dot(at: "c")
    let patch = try ann.patch(to: bo)
    #expect(patch.count == 2)
    #expect(try patch.entries().map(\.path) == ["b", "c"])
    #expect(try patch.entries()[0].before.value == .count(2))
    #expect(try patch.entries()[0].after.value == .count(5))
    let (before, after) = (try ann.badgeSnapshot(), try bo.badgeSnapshot())
    #expect(try before.patch(to: after) == patch)
    #expect(try BadgePatch(decoding: patch.bytes) == patch)
    #expect(try ann.digest() != bo.digest())
    try ann.apply(patch)
    #expect(try ann.digest() == bo.digest())
    #expect(try ann.patch(to: bo).count == 0)
    try ann.apply(try patch.inverse())
    #expect(try ann.badgeSnapshot() == before)
    #expect(try patch.inverse().inverse() == patch)
    // Another place of the same account.
    #expect(try ann.patch(from: "a", to: ann, at: "b").count == 1)
    let elsewhere = try memoryAccount()
    let error = #expect(throws: TallyError.self) { try ann.patch(to: elsewhere) }
    #expect(error?.code == .argument)
  }

  @Test func aConflictChangesNothing() throws {
    let engine = try Engine()
    let (ann, bo) = (try engine.openAccount("ann"), try engine.openAccount("bo"))
    try bo.set(5, at: "x.b")
    let patch = try ann.patch(to: bo)
    try ann.set(4, at: "x.b")
    let error = #expect(throws: TallyError.self) { try ann.apply(patch) }
    #expect(error?.code == .conflict)
    #expect(error?.message.contains("x.b") == true)
    #expect(try ann.badge().count == 4)
    try ann.apply(patch, overwriting: true)
    #expect(try ann.badge().count == 5)
  }
}

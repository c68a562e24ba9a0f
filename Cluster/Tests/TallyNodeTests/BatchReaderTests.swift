import Foundation
import Tally
import Testing

@testable import TallyNode

/// "ann" belongs to partition 0 of 4.
private let reader = BatchReader(partition: 0, partitions: 4, maximumBytes: 4096)

private func read(_ text: String) throws(Rejection) -> Batch.Item {
  let bytes = Array(text.utf8)
  do {
    return try bytes.withUnsafeBytes { try reader.batch($0, time: 1_795_460_937_123) }
  } catch {
    throw error as? Rejection ?? Rejection(.internalError, "\(error)")
  }
}

private func operation(_ text: String) throws(Rejection) -> Batch.Operation {
  try read(#"{"account":"ann","ops":[\#(text)]}"#).operations[0]
}

@Suite struct BatchReaderTests {
  @Test func aBatchBecomesAnItem() throws {
    let item = try read(
      #" {"v": 1, "account": "ann", "id": "order-7", "x": [1], "ops": [{"op": "dot", "path": "a"}]} "#)
    #expect(item.account == "ann")
    #expect(item.id == "order-7")
    #expect(item.time == Date(timeIntervalSince1970: 1_795_460_937.123))
    #expect(item.operations == [.dot(at: "a")])
  }

  @Test func theLastMemberOfANameWinsAndNullIsAbsent() throws {
    let item = try read(
      #"{"v":null,"id":null,"account":"bo","account":"ann","ops":[{"op":"set","op":"add","n":1,"path":"a","until":null}]}"#
    )
    #expect(item.account == "ann")
    #expect(item.id == nil)
    #expect(item.operations == [.add(1, at: "a")])
  }

  @Test func escapesAreRead() throws {
    let item = try read(##"{"account":"\u0061nn","id":"\ud83d\ude00","ops":[{"op":"dot","path":"a\\.b"}]}"##)
    #expect(item.account == "ann")
    #expect(item.id == "😀")
    #expect(item.operations == [.dot(at: #"a\.b"#)])
  }

  @Test(arguments: [
    (#"{"op":"set","path":"a","n":4294967295}"#, Batch.Operation.set(4_294_967_295, at: "a")),
    (
      #"{"op":"set","path":"a","n":3,"until":1795460937000}"#,
      .set(3, at: "a", until: Date(timeIntervalSince1970: 1_795_460_937))
    ),
    (#"{"op":"add","path":"a","n":-4294967295}"#, .add(-4_294_967_295, at: "a")),
    (#"{"op":"add","path":"a","n":1e2}"#, .add(100, at: "a")),
    (#"{"op":"clear","path":"a"}"#, .clear(at: "a")),
    (#"{"op":"clear_tree","path":"a"}"#, .clearTree(at: "a")),
    (#"{"op":"remove","path":"a"}"#, .set(0, at: "a")),
    (#"{"op":"mute","path":"a","mode":"number"}"#, .mute(.number, at: "a")),
    (#"{"op":"unpost","id":"m"}"#, .withdrawMessage("m")),
    (#"{"op":"read","path":"a","subtree":true}"#, .markRead(at: "a", subtree: true)),
    (#"{"op":"reminder_done","id":"r"}"#, .markReminderDone("r")),
    (#"{"op":"reminder_undone","id":"r"}"#, .markReminderUndone("r")),
    (#"{"op":"reminder_remove","id":"r"}"#, .removeReminder("r")),
    (#"{"op":"reminder_acknowledge","id":"r"}"#, .acknowledgeReminder("r")),
    (
      #"{"op":"reminder_snooze","id":"r","until":1000}"#,
      .snoozeReminder("r", until: Date(timeIntervalSince1970: 1))
    ),
  ])
  func operations(text: String, expected: Batch.Operation) throws { #expect(try operation(text) == expected) }

  @Test func aMessageHasAllItsMembers() throws {
    let found = try operation(
      #"""
      {"op":"post","path":"p","id":"m","title":"t","body":"b\nc","count":2,"time":1000,"kind":"k","thread":"th",
       "category":"c","argument":"a","argument_count":3}
      """#)
    var message = Tally.Message.Draft(id: "m", title: "t", body: "b\nc", count: 2, time: Date(timeIntervalSince1970: 1))
    message.kind = "k"
    message.thread = "th"
    message.category = "c"
    message.argument = "a"
    message.argumentCount = 3
    #expect(found == .post(message, at: "p"))
  }

  @Test func aReminderHasAllItsMembers() throws {
    let found = try operation(
      #"""
      {"op":"reminder_edit","id":"r","title":"t","body":"b","path":"p","zone":"Europe/Berlin","produced":20260131,
       "start":20260201,"end":20260301,"time":3600,"smart":"off","shelf_life":{"count":7,"unit":"day"},
       "repetition":{"count":2,"unit":"week"},"overdue":{"every":{"count":1,"unit":"hour"},"limit":3},
       "cleared":["start","overdue"]}
      """#)
    var terms = Reminder.Terms()
    terms.title = "t"
    terms.body = "b"
    terms.path = "p"
    terms.zone = "Europe/Berlin"
    terms.produced = try CalendarDay(year: 2026, month: 1, day: 31)
    terms.start = try CalendarDay(year: 2026, month: 2, day: 1)
    terms.end = try CalendarDay(year: 2026, month: 3, day: 1)
    terms.time = try TimeOfDay(hour: 1)
    terms.smart = .off
    terms.shelfLife = .days(7)
    terms.repetition = .weeks(2)
    terms.overdue = Reminder.Terms.Overdue(every: .hours(1), limit: 3)
    terms.cleared = [.start, .overdue]
    #expect(found == .editReminder("r", terms))
  }

  @Test(arguments: [
    ("", TallyError.Code.protocolError), ("no", .protocolError), ("[]", .protocolError),
    (#"{"account":"ann""#, .protocolError),
    ("\u{FEFF}{}", .protocolError), ("{}", .argument), (#"{"v":2,"account":"ann","ops":[]}"#, .unsupported),
    (#"{"v":"1","account":"ann"}"#, .unsupported), (#"{"account":1,"ops":[]}"#, .argument),
    (#"{"account":"","ops":[]}"#, .argument), (##"{"account":"a\u0000","ops":[]}"##, .argument),
    (##"{"account":"\ud800","ops":[]}"##, .argument), (#"{"account":"bo","ops":[]}"#, .conflict),
    (#"{"account":"ann"}"#, .argument), (#"{"account":"ann","ops":{}}"#, .argument),
    (#"{"account":"ann","ops":[]}"#, .argument), (#"{"account":"ann","ops":[1]}"#, .argument),
    (#"{"account":"ann","id":"","ops":[]}"#, .argument), (#"{"account":"ann","id":7,"ops":[]}"#, .argument),
    (#"{"account":"ann","ops":[{}]}"#, .argument), (#"{"account":"ann","ops":[{"op":"fly"}]}"#, .argument),
  ])
  func whatIsNoBatchIsRejected(text: String, code: TallyError.Code) {
    #expect { try read(text) } throws: { ($0 as? Rejection)?.code == code }
  }

  @Test(arguments: [
    (#"{"op":"set","path":"a"}"#, TallyError.Code.argument), (#"{"op":"set","path":"a","n":-1}"#, .range),
    (#"{"op":"set","path":"a","n":4294967296}"#, .range), (#"{"op":"add","path":"a","n":0.5}"#, .range),
    (#"{"op":"add","path":"a","n":"1"}"#, .range), (#"{"op":"add","path":"a","n":1e300}"#, .range),
    (#"{"op":"add","n":1}"#, .argument), (#"{"op":"dot","path":7}"#, .argument),
    (#"{"op":"dot","path":"a","until":-1}"#, .range), (#"{"op":"dot","path":"a","until":1e17}"#, .range),
    (#"{"op":"mute","path":"a"}"#, .argument), (#"{"op":"mute","path":"a","mode":"loud"}"#, .argument),
    (#"{"op":"read","path":"a","subtree":1}"#, .argument), (#"{"op":"post","path":"a","count":-1}"#, .range),
    (#"{"op":"reminder_put"}"#, .argument), (#"{"op":"reminder_put","id":"r","shelf_life":7}"#, .argument),
    (#"{"op":"reminder_put","id":"r","shelf_life":{"count":0,"unit":"day"}}"#, .range),
    (#"{"op":"reminder_put","id":"r","shelf_life":{"count":1,"unit":"eon"}}"#, .argument),
    (#"{"op":"reminder_put","id":"r","cleared":["title"]}"#, .argument),
    (#"{"op":"reminder_snooze","id":"r"}"#, .argument), (#"{"op":"reminder_fly","id":"r"}"#, .argument),
    (#"{"op":"get","path":"a"}"#, .argument),
  ])
  func operationsOutOfRangeAreRejected(text: String, code: TallyError.Code) {
    #expect { try operation(text) } throws: { ($0 as? Rejection)?.code == code }
  }

  @Test func aReasonNamesTheOperation() {
    #expect(throws: Rejection(.argument, "operation 1: 'path' is missing")) {
      try read(#"{"account":"ann","ops":[{"op":"dot","path":"a"},{"op":"dot"}]}"#)
    }
  }

  @Test func aLargeBatchIsRejectedUnread() {
    #expect { try read(String(repeating: "x", count: 4097)) } throws: { ($0 as? Rejection)?.code == .tooLarge }
  }

  @Test func aReasonDoesNotRepeatWhatAStrangerSends() {
    let name = String(repeating: "x", count: 3000)
    #expect { try read(#"{"account":"ann","ops":[{"op":"\#(name)"}]}"#) } throws: {
      (($0 as? Rejection)?.reason.count ?? 0) < 100
    }
  }

  /// Every cut and every changed byte of a good batch either gives an item or is rejected: nothing traps.
  @Test func damagedBatchesAreReadOrRejected() {
    let good = Array(#"{"v":1,"account":"ann","id":"x","ops":[{"op":"set","path":"a.b","n":12,"until":1000}]}"#.utf8)
    var rejected = 0
    func attempt(_ bytes: [UInt8]) {
      do { _ = try bytes.withUnsafeBytes { try reader.batch($0, time: 1) } } catch { rejected += 1 }
    }
    for end in good.indices { attempt(Array(good[..<end])) }
    #expect(rejected == good.count)
    for place in good.indices {
      for byte: UInt8 in [0, 0x22, 0x2D, 0x39, 0x5B, 0x5C, 0x7D, 0x80, 0xFF] {
        var bytes = good
        bytes[place] = byte
        attempt(bytes)
      }
    }
    #expect(rejected > good.count * 5)
  }
}

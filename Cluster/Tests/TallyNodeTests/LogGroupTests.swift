import Tally
import Testing

@testable import NATS
@testable import TallyNode

@Suite struct LogGroupTests {
  private let reader = BatchReader(partition: 0, partitions: 4, maximumBytes: 4096)

  private func place(_ position: UInt64) throws -> Place {
    try #require(Place(reply: "$JS.ACK.TALLY_0.c.1.\(position).1.1795460937000000000.0"))
  }

  private func message(_ body: String, _ headers: [(name: String, value: String)] = []) throws -> NATS.Message {
    try NATS.Message("tally.log.0", Array(body.utf8), headers: headers)
  }

  private func group(_ messages: [(UInt64, NATS.Message)], epoch: UInt64 = 0) throws -> LogGroup {
    var group = LogGroup(Batch.Position(source: "TALLY_0", epoch: epoch, position: 0))
    for (position, message) in messages { group.take(message, try place(position), reader) }
    return group
  }

  @Test func thePositionIsThatOfTheLastMessageWhateverItIs() throws {
    let group = try group([
      (4, try message(#"{"account":"ann","ops":[{"op":"dot","path":"a"}]}"#)), (5, try message("no")),
    ])
    #expect(group.position == Batch.Position(source: "TALLY_0", epoch: 0, position: 5))
    #expect(group.items.count == 1)
    #expect(group.operations == 1)
    #expect(group.rejected.map(\.position) == [5])
  }

  @Test func aTakeOverRaisesTheEpochAndNeverLowersIt() throws {
    func takeOver(_ epoch: UInt64) throws -> NATS.Message {
      try message(#"{"epoch":\#(epoch),"node":"n"}"#, [("Tally-Epoch", "\(epoch)")])
    }
    let group = try group([(1, try takeOver(9)), (2, try takeOver(8))], epoch: 3)
    #expect(group.position.epoch == 9)
    #expect(group.items.isEmpty)
    #expect(group.rejected.isEmpty)
  }

  @Test(arguments: [("7", "{}"), ("7", #"{"epoch":8}"#), ("07", #"{"epoch":7}"#), ("0", #"{"epoch":0}"#), ("x", "no")])
  func aTakeOverWithoutOneNumberIsRejected(header: String, body: String) throws {
    let group = try group([(1, try message(body, [("Tally-Epoch", header)]))], epoch: 3)
    #expect(group.position == Batch.Position(source: "TALLY_0", epoch: 3, position: 1))
    #expect(group.rejected.count == 1)
  }

  @Test func timePasses() throws {
    let group = try group([(1, try message("", [("Tally-Time", "1")]))])
    #expect(group.items == [Batch.Item(time: BatchReader.date(1_795_460_937_000))])
  }

  /// The engine rejects items one by one; each letter has the message of its item.
  @Test func whatTheEngineRejectsBecomesALetter() throws {
    let good = #"{"account":"ann","id":"1","ops":[{"op":"dot","path":"a"}]}"#
    let bad = #"{"account":"ann","ops":[{"op":"dot","path":"a..b"}]}"#
    let group = try group([
      (1, try message(good)), (2, try message("no")), (3, try message(bad)), (4, try message(good)),
    ])
    let engine = try Engine()
    let result = try engine.batch(group.items, at: group.position)
    #expect(result.statuses == [.ok, .rejected(.path), .alreadyApplied])
    let letters = group.rejections(by: result, file: "/x/p0.db")
    #expect(letters.map(\.position) == [3])
    #expect(letters.map(\.status) == ["TALLY_ERROR_PATH"])
    #expect(letters.map(\.message.bytes) == [Array(bad.utf8)])
    #expect(try engine.position(of: "TALLY_0")?.position == 4)
    try engine.close()
  }

  /// A position moves on over messages of which nothing is applied.
  @Test func aGroupWithoutItemsMovesThePosition() throws {
    let group = try group([(1, try message("no"))])
    let engine = try Engine()
    try engine.batch(group.items, at: group.position)
    #expect(try engine.position(of: "TALLY_0")?.position == 1)
    try engine.close()
  }

  @Test func aLetterHasTheBytesUnlessThereIsNoRoom() throws {
    let letter = DeadLetter(7, try message("body"), "TALLY_ERROR_PATH", "line\none")
    let small = try DeadLetters.message(letter, "tally.dead.0", 1 << 20)
    #expect(small.bytes == Array("body".utf8))
    #expect(small.header("Tally-Position") == "7")
    #expect(small.header("Tally-Status") == "TALLY_ERROR_PATH")
    #expect(small.header("Tally-Reason") == "line one")
    #expect(small.header("Tally-Left-Out") == nil)
    let large = try DeadLetters.message(letter, "tally.dead.0", 4096)
    #expect(large.bytes.isEmpty)
    #expect(large.header("Tally-Left-Out") == "4")
  }
}

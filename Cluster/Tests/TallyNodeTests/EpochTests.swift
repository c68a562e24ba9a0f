import Tally
import Testing

@testable import NATS
@testable import TallyNode

@Suite struct EpochTests {
  /// 23 November 2026.
  private let time: Int64 = 1_795_460_937_000

  @Test func revisionsOfABucketAreAccepted() {
    for epoch: UInt64 in [1, 7, 1 << 20, 1_000_000_000] { #expect(Epochs.accept(epoch, after: 0, at: time)) }
    // A smaller one is not wrong: it comes too late.
    #expect(Epochs.accept(3, after: 9, at: time))
  }

  @Test(arguments: [1 << 40, 1 << 52, 1 << 53, (1 << 53) - 1, UInt64(Int64.max)] as [UInt64])
  func epochsThatNoBucketCanHaveReachedAreRejected(epoch: UInt64) {
    for last: UInt64 in [0, 1, 1_000_000] { #expect(!Epochs.accept(epoch, after: last, at: time)) }
  }

  /// Whatever is in a log or in a file already, the next owner's epoch counts.
  @Test(arguments: [0, 1, 1 << 20, 1 << 40, 1 << 53, 1 << 62] as [UInt64])
  func theNextOneIsAlwaysPossible(last: UInt64) {
    for time: Int64 in [0, 1, time, .max] { #expect(Epochs.accept(last + 1, after: last, at: time)) }
  }

  /// A clock that is wrong, as on a machine without a battery.
  @Test func aServerWithoutAClock() {
    #expect(Epochs.accept(70_000, after: 0, at: 0))
    #expect(!Epochs.accept(1 << 53, after: 0, at: -1))
  }

  @Test func aFalseTakeOverIsADeadLetterAndTheNextOwnerOwns() throws {
    let reader = BatchReader(partition: 0, partitions: 4, maximumBytes: 4096)
    var group = LogGroup(Batch.Position(source: "TALLY_0", epoch: 40, position: 0))
    for (position, epoch) in [(1, 1 << 53), (2, 44)] as [(Int, UInt64)] {
      let message = try NATS.Message(
        "tally.log.0", Array(#"{"epoch":\#(epoch),"node":"n"}"#.utf8), headers: [("Tally-Epoch", "\(epoch)")])
      let place = try #require(Place(reply: "$JS.ACK.TALLY_0.c.1.\(position).\(position).1795460937000000000.0"))
      group.take(message, place, reader)
    }
    #expect(group.rejected.map(\.position) == [1])
    #expect(group.rejected.map(\.status) == ["TALLY_ERROR_RANGE"])
    #expect(group.position == Batch.Position(source: "TALLY_0", epoch: 44, position: 2))
    var term = Term()
    _ = term.applied(through: 0, epoch: 40)
    #expect(term.begin(revision: 44) == 44)
    _ = term.announced(epoch: 44, at: 2)
    #expect(term.applied(through: group.position.position, epoch: group.position.epoch) == .owns(epoch: 44))
  }

  /// A file that has such an epoch from an earlier version of the node.
  @Test func aFileWithAFalseEpochHasOwnersAgain() throws {
    let reader = BatchReader(partition: 0, partitions: 4, maximumBytes: 4096)
    var group = LogGroup(Batch.Position(source: "TALLY_0", epoch: 1 << 53, position: 0))
    var term = Term()
    _ = term.applied(through: 0, epoch: 1 << 53)
    let epoch = term.begin(revision: 44)
    let message = try NATS.Message(
      "tally.log.0", Array(#"{"epoch":\#(epoch),"node":"n"}"#.utf8), headers: [("Tally-Epoch", "\(epoch)")])
    group.take(message, try #require(Place(reply: "$JS.ACK.TALLY_0.c.1.1.1.1795460937000000000.0")), reader)
    _ = term.announced(epoch: epoch, at: 1)
    #expect(group.rejected.isEmpty)
    #expect(term.applied(through: 1, epoch: group.position.epoch) == .owns(epoch: epoch))
  }
}

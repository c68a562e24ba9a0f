import Testing

@testable import TallyNode

@Suite struct ReignTests {
  /// A node whose file has epoch 4 at position 100.
  private func reign() -> Reign {
    var reign = Reign()
    #expect(reign.applied(through: 100, epoch: 4) == nil)
    return reign
  }

  @Test func itOwnsOnceItsOwnEntryIsApplied() {
    var reign = reign()
    #expect(reign.begin(revision: 9) == 9)
    #expect(reign.mustAnnounce && !reign.owns)
    #expect(reign.announced(epoch: 9, at: 105) == nil)
    #expect(!reign.mustAnnounce)
    // An entry of a former owner is still on the way.
    #expect(reign.applied(through: 103, epoch: 6) == nil)
    #expect(reign.applied(through: 104, epoch: 6) == nil)
    #expect(reign.applied(through: 110, epoch: 9) == .owns(epoch: 9))
    #expect(reign.owns && reign.epoch == 9 && reign.logEpoch == 9)
    #expect(reign.applied(through: 111, epoch: 9) == nil)
  }

  @Test func theEntryMayBeAppliedBeforeItsAcknowledgementComes() {
    var reign = reign()
    _ = reign.begin(revision: 9)
    #expect(reign.applied(through: 105, epoch: 9) == nil)
    #expect(reign.announced(epoch: 9, at: 105) == .owns(epoch: 9))
    #expect(reign.announced(epoch: 9, at: 105) == nil)
  }

  @Test func aGreaterEpochEndsIt() {
    var reign = reign()
    _ = reign.begin(revision: 9)
    _ = reign.announced(epoch: 9, at: 101)
    #expect(reign.applied(through: 101, epoch: 9) == .owns(epoch: 9))
    #expect(reign.applied(through: 120, epoch: 11) == .over(epoch: 9, by: 11))
    #expect(reign.state == .following && reign.logEpoch == 11 && reign.epoch == nil)
  }

  @Test func aGreaterEpochEndsEvenAnAnnouncement() {
    var reign = reign()
    _ = reign.begin(revision: 9)
    #expect(reign.applied(through: 101, epoch: 11) == .over(epoch: 9, by: 11))
    // The own entry comes after it, and counts for nothing.
    #expect(reign.announced(epoch: 9, at: 102) == nil)
    #expect(reign.applied(through: 102, epoch: 9) == nil)
    #expect(!reign.owns && reign.logEpoch == 11)
    #expect(reign.begin(revision: 13) == 13)
  }

  @Test func anOwnerWhoseEntryCameAfterAGreaterOneNeverAnswers() {
    var reign = reign()
    _ = reign.begin(revision: 9)
    _ = reign.announced(epoch: 9, at: 102)
    #expect(reign.applied(through: 102, epoch: 11) == .over(epoch: 9, by: 11))
    #expect(!reign.owns)
  }

  @Test func epochsOnlyRise() {
    var reign = reign()
    #expect(reign.applied(through: 101, epoch: 3) == nil)
    #expect(reign.logEpoch == 4)
    _ = reign.begin(revision: 9)
    _ = reign.announced(epoch: 9, at: 102)
    #expect(reign.applied(through: 102, epoch: 9) == .owns(epoch: 9))
    #expect(reign.applied(through: 103, epoch: 7) == nil)
    #expect(reign.owns && reign.logEpoch == 9)
  }

  @Test func aBucketThatCountsFromOneAgain() {
    var reign = reign()
    #expect(reign.begin(revision: 2) == 5)
  }

  @Test func endingAndClosing() {
    var reign = reign()
    _ = reign.begin(revision: 9)
    reign.end()
    #expect(reign.announced(epoch: 9, at: 101) == nil && reign.epoch == nil)
    reign.closed()
    #expect(reign.position == 0 && reign.logEpoch == 4)
    _ = reign.begin(revision: 10)
    #expect(reign.announced(epoch: 10, at: 102) == nil)
    // Another file begins farther back.
    #expect(reign.applied(through: 50, epoch: 2) == nil)
    #expect(reign.applied(through: 102, epoch: 10) == .owns(epoch: 10))
  }
}

import Testing

@testable import TallyNode

@Suite struct TermTests {
  /// A node whose file has epoch 4 at position 100.
  private func term() -> Term {
    var term = Term()
    #expect(term.applied(through: 100, epoch: 4) == nil)
    return term
  }

  @Test func itOwnsOnceItsOwnEntryIsApplied() {
    var term = term()
    #expect(term.begin(revision: 9) == 9)
    #expect(term.mustAnnounce && !term.owns)
    #expect(term.announced(epoch: 9, at: 105) == nil)
    #expect(!term.mustAnnounce)
    // An entry of a former owner is still on the way.
    #expect(term.applied(through: 103, epoch: 6) == nil)
    #expect(term.applied(through: 104, epoch: 6) == nil)
    #expect(term.applied(through: 110, epoch: 9) == .owns(epoch: 9))
    #expect(term.owns && term.epoch == 9 && term.logEpoch == 9)
    #expect(term.applied(through: 111, epoch: 9) == nil)
  }

  @Test func theEntryMayBeAppliedBeforeItsAcknowledgementComes() {
    var term = term()
    _ = term.begin(revision: 9)
    #expect(term.applied(through: 105, epoch: 9) == nil)
    #expect(term.announced(epoch: 9, at: 105) == .owns(epoch: 9))
    #expect(term.announced(epoch: 9, at: 105) == nil)
  }

  @Test func aGreaterEpochEndsIt() {
    var term = term()
    _ = term.begin(revision: 9)
    _ = term.announced(epoch: 9, at: 101)
    #expect(term.applied(through: 101, epoch: 9) == .owns(epoch: 9))
    #expect(term.applied(through: 120, epoch: 11) == .over(epoch: 9, by: 11))
    #expect(term.state == .following && term.logEpoch == 11 && term.epoch == nil)
  }

  @Test func aGreaterEpochEndsEvenAnAnnouncement() {
    var term = term()
    _ = term.begin(revision: 9)
    #expect(term.applied(through: 101, epoch: 11) == .over(epoch: 9, by: 11))
    // The own entry comes after it, and counts for nothing.
    #expect(term.announced(epoch: 9, at: 102) == nil)
    #expect(term.applied(through: 102, epoch: 9) == nil)
    #expect(!term.owns && term.logEpoch == 11)
    #expect(term.begin(revision: 13) == 13)
  }

  @Test func anOwnerWhoseEntryCameAfterAGreaterOneNeverAnswers() {
    var term = term()
    _ = term.begin(revision: 9)
    _ = term.announced(epoch: 9, at: 102)
    #expect(term.applied(through: 102, epoch: 11) == .over(epoch: 9, by: 11))
    #expect(!term.owns)
  }

  @Test func epochsOnlyRise() {
    var term = term()
    #expect(term.applied(through: 101, epoch: 3) == nil)
    #expect(term.logEpoch == 4)
    _ = term.begin(revision: 9)
    _ = term.announced(epoch: 9, at: 102)
    #expect(term.applied(through: 102, epoch: 9) == .owns(epoch: 9))
    #expect(term.applied(through: 103, epoch: 7) == nil)
    #expect(term.owns && term.logEpoch == 9)
  }

  @Test func aBucketThatCountsFromOneAgain() {
    var term = term()
    #expect(term.begin(revision: 2) == 5)
  }

  @Test func endingAndClosing() {
    var term = term()
    _ = term.begin(revision: 9)
    term.end()
    #expect(term.announced(epoch: 9, at: 101) == nil && term.epoch == nil)
    term.closed()
    #expect(term.position == 0 && term.logEpoch == 4)
    _ = term.begin(revision: 10)
    #expect(term.announced(epoch: 10, at: 102) == nil)
    // Another file begins farther back.
    #expect(term.applied(through: 50, epoch: 2) == nil)
    #expect(term.applied(through: 102, epoch: 10) == .owns(epoch: 10))
  }
}

import Testing

@testable import TallyNode

@Suite struct LeaseTests {
  private func held(at now: Duration = .seconds(100)) -> Lease {
    var lease = Lease()
    lease.begin(revision: 7, sent: now)
    lease.renewed(revision: 8, sent: now)
    return lease
  }

  @Test func itIsRenewedEveryThird() {
    var lease = held()
    #expect(lease.step(at: .seconds(103.9)) == nil)
    #expect(lease.step(at: .seconds(104)) == .renew(revision: 8))
    lease.renewed(revision: 9, sent: .seconds(104))
    #expect(lease.step(at: .seconds(107.9)) == nil)
    #expect(lease.step(at: .seconds(108)) == .renew(revision: 9))
    #expect(lease.deadline == .seconds(115.5))
  }

  @Test func aNewOneIsRenewedImmediately() {
    var lease = Lease()
    #expect(lease.step(at: .seconds(1)) == nil)
    lease.begin(revision: 7, sent: .seconds(1))
    #expect(lease.isHeld(at: .seconds(1)))
    #expect(lease.step(at: .seconds(1)) == .renew(revision: 7))
  }

  @Test func itEndsBeforeTheBucketDropsIt() {
    var lease = held()
    #expect(lease.isHeld(at: .milliseconds(111_499)))
    #expect(!lease.isHeld(at: .milliseconds(111_500)))
    #expect(lease.step(at: .milliseconds(111_500)) == .end(.expired))
    #expect(!lease.exists)
    #expect(lease.step(at: .seconds(200)) == nil)
  }

  @Test func theDeadlineCountsFromBeforeTheRequest() {
    var lease = held()
    lease.renewed(revision: 9, sent: .seconds(104))
    // The answer to an earlier request must not shorten it.
    lease.renewed(revision: 10, sent: .seconds(103))
    #expect(lease.deadline == .seconds(115.5))
  }

  @Test func aProcessThatWasStoppedIsSilentBeforeAnythingElse() {
    var lease = held()
    // Stopped at 105 and continued at 125: the first look at the clock is enough.
    #expect(lease.isHeld(at: .seconds(105)))
    #expect(!lease.isHeld(at: .seconds(125)))
    #expect(lease.step(at: .seconds(125)) == .end(.expired))
    #expect(!lease.isHeld(at: .seconds(125)))
  }

  @Test func noAnswerIsNoLoss() {
    var lease = held()
    var now = Duration.seconds(104)
    var tries = 0
    while case .renew = lease.step(at: now) {
      #expect(lease.isHeld(at: now))
      lease.unanswered(sent: now, at: now)
      now += .milliseconds(100)
      tries += 1
    }
    #expect(tries == 75)
    #expect(now == .milliseconds(111_500))
    #expect(!lease.isHeld(at: now))
  }

  @Test func anAnswerAfterSomeFailuresKeepsIt() {
    var lease = held()
    lease.unanswered(sent: .seconds(104), at: .seconds(105))
    #expect(lease.step(at: .milliseconds(105_099)) == nil)
    #expect(lease.step(at: .milliseconds(105_100)) == .renew(revision: 8))
    lease.renewed(revision: 9, sent: .milliseconds(105_100))
    #expect(lease.isHeld(at: .seconds(116)))
    #expect(lease.rejected(at: .seconds(116)) == .end(.lost))
  }

  @Test func aRejectedRenewalEndsIt() {
    var lease = held()
    #expect(lease.rejected(at: .seconds(104)) == .end(.lost))
    #expect(!lease.isHeld(at: .seconds(104)))
  }

  @Test func aRejectionAfterAnUnansweredRenewalIsLookedAt() {
    var lease = held()
    lease.unanswered(sent: .seconds(104), at: .seconds(105))
    #expect(lease.rejected(at: .milliseconds(105_200)) == nil)
    #expect(!lease.isHeld(at: .milliseconds(105_200)), "silent while it is in doubt")
    #expect(lease.step(at: .milliseconds(105_200)) == .look)
    lease.unanswered(sent: .milliseconds(105_200), at: .milliseconds(105_300))
    #expect(lease.step(at: .milliseconds(105_400)) == .look)
    #expect(lease.found(revision: 9, at: .milliseconds(105_500)) == nil)
    #expect(lease.isHeld(at: .milliseconds(105_500)))
    // It was set by the renewal that had no answer.
    #expect(lease.deadline == .milliseconds(115_500))
    #expect(lease.step(at: .milliseconds(105_500)) == .renew(revision: 9))
  }

  @Test func aDoubtfulOneOfAnotherNodeIsOver() {
    var lease = held()
    lease.unanswered(sent: .seconds(104), at: .seconds(105))
    #expect(lease.rejected(at: .seconds(106)) == nil)
    #expect(lease.found(revision: nil, at: .seconds(106)) == .end(.lost))
    #expect(!lease.exists)
  }

  @Test func aDoubtfulOneEndsByTheClockToo() {
    var lease = held()
    lease.unanswered(sent: .seconds(104), at: .seconds(105))
    #expect(lease.rejected(at: .seconds(106)) == nil)
    #expect(lease.step(at: .milliseconds(111_500)) == .end(.expired))
  }

  @Test func releasing() {
    var lease = held()
    #expect(lease.release() == 8)
    #expect(!lease.isHeld(at: .seconds(100)))
    #expect(lease.release() == nil)
    lease.renewed(revision: 9, sent: .seconds(101))
    #expect(!lease.isHeld(at: .seconds(101)), "a late answer does not bring it back")
  }

  @Test func yieldingIsSilentImmediately() {
    var lease = held()
    #expect(lease.yield(at: .seconds(101), grace: .seconds(3)) == 8)
    #expect(!lease.isHeld(at: .seconds(101)), "the successor may answer before this node can know")
    #expect(lease.exists)
    #expect(lease.step(at: .milliseconds(103_999)) == nil, "it is not renewed")
    // Answers that come late change nothing.
    lease.renewed(revision: 9, sent: .seconds(102))
    #expect(lease.rejected(at: .seconds(102)) == nil)
    var released = lease
    #expect(released.release() == nil && !released.exists, "the key is deleted only once")
    #expect(lease.step(at: .seconds(104)) == .end(.released))
    #expect(!lease.exists)
  }

  @Test func yieldingNeverLastsBeyondTheDeadline() {
    var lease = held()
    #expect(lease.yield(at: .seconds(111), grace: .seconds(3)) == 8)
    #expect(!lease.isHeld(at: .milliseconds(111_500)))
    #expect(lease.yield(at: .seconds(111), grace: .seconds(3)) == nil)
  }
}

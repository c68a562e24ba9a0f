import TallyPolicy
import Testing

@testable import TallyEngine

@Suite struct OutboxesTests {
  @Test func theEarliestPlanHolds() throws {
    var outboxes = Outboxes()
    try outboxes.reserve(slots: 3)
    let plans = [
      outboxes.plan(0, at: 100), outboxes.plan(0, at: 200), outboxes.plan(0, at: 100), outboxes.plan(0, at: 50),
      outboxes.plan(2, at: 70),
    ]
    let next = outboxes.next()
    #expect(plans == [true, false, false, true, true] && next == 50)
    let due = [outboxes.popDue(by: 49), outboxes.popDue(by: 60), outboxes.popDue(by: 60), outboxes.popDue(by: 70)]
    #expect(due == [nil, 0, nil, 2])
    // It was served, so it may be planned for later.
    let isPlanned = outboxes.plan(0, at: 200)
    #expect(isPlanned)
    outboxes.cancel(0)
    let none = outboxes.next()
    #expect(none == Timetable.never)
  }

  @Test func aRequestIsBrokenOffImmediately() throws {
    var outboxes = Outboxes()
    try outboxes.reserve(slots: 1)
    _ = outboxes.plan(0, at: 100)
    try outboxes.reserveCancellation()
    outboxes.breakOff(request: 7)
    let (before, request, after) = (outboxes.next(), outboxes.takeCancellation(), outboxes.next())
    let none = outboxes.takeCancellation()
    #expect(before == Int64.min && request == 7 && after == 100 && none == nil)
  }
}

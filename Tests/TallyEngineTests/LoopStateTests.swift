import Testing

@testable import TallyEngine

@Suite struct LoopStateTests {
  @Test func `only an earlier time wakes the loop`() {
    var state = LoopState()
    let wakes = [state.hasten(to: 50), state.hasten(to: 50), state.hasten(to: 70), state.hasten(to: 49)]
    #expect(wakes == [true, false, false, true])
    let planned = state.plannedWake
    state.plan(200)
    let isEarlier = state.hasten(to: 100)
    // The loop works, so whatever is asked for meanwhile counts.
    state.forgetPlan()
    let isFirst = state.hasten(to: 300)
    #expect(planned == 49 && isEarlier && isFirst)
  }

  @Test func `one thread steps`() {
    var state = LoopState()
    let begins = [state.beginStep(), state.beginStep()]
    let isStepping = state.isStepping
    state.endStep()
    let beginsAgain = state.beginStep()
    #expect(begins == [true, false] && isStepping && beginsAgain)
  }

  @Test func `a pause delays what is due`() {
    var state = LoopOwn()
    let before = state.begin(of: -5)
    state.pause(until: 1000)
    let due = [state.begin(of: 999), state.begin(of: 1001), state.begin(of: .max)]
    #expect(before == -5 && due == [1000, 1001, .max])
  }
}

@Suite struct EngineStateTests {
  @Test func `the end waits for trees in use and for backups`() {
    var state = EngineState()
    state.occupy(3)
    state.beginBackup()
    state.close()
    state.vacate(2)
    let waits = [state.isIdle]
    state.endBackup()
    let stillWaits = [state.isIdle]
    state.vacate(1)
    #expect(waits == [false] && stillWaits == [false] && state.isIdle && state.isClosed && state.verify())
    state.vacate(1)
    #expect(!state.verify())
  }
}

import CMemory
import TallyMemory
import Testing

@testable import TallyPolicy

@Suite struct TimetableTests {
  /// Plans, changes, cancels and takes keys, compared with a dictionary.
  @Test func doesWhatADictionaryWouldDo() throws {
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed: seed)
      var table = Timetable()
      var model: [UInt32: Int64] = [:]
      var (count, now): (Int64, Int64) = (0, 0)
      for step in 0..<400 {
        if count == 0 || random.upTo(49) == 0 {
          count += random.upTo(9) + 1
          try table.reserve(keys: Int(count))
        }
        let key = UInt32(random.upTo(count - 1))
        switch random.upTo(9) {
        case 0:
          table.cancel(key)
          model[key] = nil
        case 1, 2:
          now += random.upTo(4)
          let (due, earliest) = (table.popDue(by: now), model.values.min())
          #expect(due.flatMap { model[$0] } == earliest.flatMap { $0 <= now ? $0 : nil }, "seed \(seed), step \(step)")
          if let due { model[due] = nil }
        default:
          // Few times, so that former ones come again.
          let time = random.upTo(9) == 0 ? Timetable.never : now + random.upTo(6) - 1
          let isNew = time != Timetable.never && model[key] != time
          let wasNew = table.plan(key, at: time)
          #expect(wasNew == isNew, "seed \(seed), step \(step)")
          model[key] = time == Timetable.never ? nil : time
        }
        let (time, next, isSound) = (table.time(of: key), table.next(), table.verify())
        #expect(time == model[key] ?? Timetable.never, "seed \(seed), step \(step)")
        #expect(next == model.values.min() ?? Timetable.never, "seed \(seed), step \(step)")
        #expect(isSound, "seed \(seed), step \(step)")
      }
      var left: [UInt32] = []
      while let key = table.popDue(by: Int64.max) { left.append(key) }
      #expect(left.map { model[$0] ?? 0 } == model.values.sorted(), "seed \(seed)")
      #expect(Set(left) == Set(model.keys) && left.count == model.count, "seed \(seed)")
    }
  }

  /// However often keys are planned again, no memory is needed.
  @Test func supersededEntriesAreBounded() async {
    await #expect(processExitsWith: .success) {
      var table = Timetable()
      try table.reserve(keys: 3)
      ctally_memory_fail_after(0)
      for time in Int64(0)..<10_000 { for key in UInt32(0)..<3 { _ = table.plan(key, at: 20_000 - time) } }
      #expect(ctally_memory_fail_after(-1) == 0)
      let isSound = table.verify()
      #expect(isSound)
      var due: [UInt32] = []
      while let key = table.popDue(by: 10_001) { due.append(key) }
      #expect(due.sorted() == [0, 1, 2])
    }
  }

  @Test func aKeyWithoutRoomIsNotPlanned() throws {
    var table = Timetable()
    try table.reserve(keys: 1)
    let isNew = table.plan(0, at: 5)
    let times = (table.time(of: 0), table.time(of: 1))
    #expect(isNew && times == (5, Timetable.never))
    // Without a plan there is nothing to cancel.
    table.cancel(1)
    let next = table.next()
    #expect(next == 5)
  }

  /// A time that was planned, superseded and planned again comes up once.
  @Test func comesUpOnce() throws {
    var table = Timetable()
    try table.reserve(keys: 1)
    for time in [Int64(5), 3, 5, 4, 5] {
      let isNew = table.plan(0, at: time)
      #expect(isNew)
    }
    let due = (table.popDue(by: 4), table.popDue(by: 5), table.popDue(by: 5))
    #expect(due.0 == nil && due.1 == 0 && due.2 == nil)
    // Even for the same time.
    let isNew = table.plan(0, at: 5)
    #expect(isNew)
    let again = (table.popDue(by: 5), table.popDue(by: 5))
    #expect(again.0 == 0 && again.1 == nil)
  }

  /// A key beyond those that there is room for is not planned, and may be cancelled.
  @Test func keysWithoutRoomAreNotPlanned() throws {
    var table = Timetable()
    try table.reserve(keys: 1)
    for key in UInt32(1)...3 {
      table.cancel(key)
      let (time, isNew) = (table.time(of: key), table.plan(key, at: Timetable.never))
      #expect(time == Timetable.never && !isNew)
    }
    let next = table.next()
    #expect(next == Timetable.never)
  }

  /// A cancelled key does not come up, even if its time has.
  @Test func cancelledKeysDoNotComeUp() throws {
    var table = Timetable()
    try table.reserve(keys: 2)
    _ = (table.plan(0, at: 1), table.plan(1, at: 2))
    table.cancel(0)
    let (next, due, none) = (table.next(), table.popDue(by: 9), table.popDue(by: 9))
    #expect(next == 2 && due == 1 && none == nil)
  }

  @Test func withoutMemoryItStaysAsItWas() async {
    await #expect(processExitsWith: .success) {
      var table = Timetable()
      try table.reserve(keys: 10)
      for key in UInt32(0)..<10 { _ = table.plan(key, at: Int64(key % 3)) }
      for successes in Int64(0)..<2 {
        ctally_memory_fail_after(successes)
        #expect(throws: OutOfMemory.self) { try table.reserve(keys: 10_000) }
        let (next, isSound) = (table.next(), table.verify())
        #expect(next == 0 && isSound)
        // There is still room for the keys from before.
        for time in Int64(0)..<100 { for key in UInt32(0)..<10 { _ = table.plan(key, at: (time + Int64(key)) % 3) } }
        ctally_memory_fail_after(-1)
      }
      try table.reserve(keys: 10_000)
      let absent = table.time(of: 9999)
      let isNew = table.plan(9999, at: -100)
      let first = table.popDue(by: 0)
      #expect(absent == Timetable.never && isNew && first == 9999)
    }
  }
}

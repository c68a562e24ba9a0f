import CMemory
import TallyCalendar
import TallyMemory
import Testing

// Allocation failures are process-wide, and tests of other targets run in the same process. So tests with failures run
// in a process of their own.

struct MemoryTests {
  /// For each number of successful allocations: a call that fails changes nothing, and succeeds when it is repeated.
  @Test func everyAllocationFails() async {
    await #expect(processExitsWith: .success) {
      let undisturbed = try MemoryLife()
      let expected = try undisturbed.run()
      var failures = 0
      for successes in Int64(0)..<1000 {
        let life = try MemoryLife()
        ctally_memory_fail_after(successes)
        let plan = try life.run()
        ctally_memory_fail_after(-1)
        #expect(plan == expected, "after \(successes) allocations")
        failures += life.failures
        if life.failures == 0 {
          #expect(failures == successes && failures > 12)
          return
        }
      }
      Issue.record("it never succeeded")
    }
  }

  /// A file is read whole, or the reader says that there is no memory. The same holds for writing.
  @Test func filesNeedMemory() async {
    await #expect(processExitsWith: .success) {
      try readWithLittleMemory(
        [
          "BEGIN:VTODO", "UID:1", "SUMMARY:a\\, b", "DESCRIPTION:" + String(repeating: "x", count: 300),
          "DUE;TZID=Europe/Berlin:20260303T090000", "RRULE:FREQ=WEEKLY\\;COUNT=3", "EXDATE:20260303", "END:VTODO",
          "BEGIN:VTODO", "UID:2", "DUE:20260303T090000Z", "END:VTODO",
        ], findings: 1, least: 6)
      // The first text of a file is a zone, or a value with backslashes.
      try readWithLittleMemory(["BEGIN:VTODO", "DUE:20260303T090000Z", "UID:1", "END:VTODO"], findings: 0, least: 2)
      try readWithLittleMemory(
        ["BEGIN:VTODO", "RRULE:FREQ=WEEKLY\\;COUNT=3", "DUE:20260303T090000", "UID:1", "END:VTODO"], findings: 0,
        least: 2)
    }
  }
}

/// Reads entries and writes them again, once for each number of successful allocations.
/// - Parameter least: the fewest allocations that this needs.
private func readWithLittleMemory(_ entries: [String], findings: Int, least: Int64) throws {
  let file = Array((["BEGIN:VCALENDAR"] + entries + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined().utf8)
  func roundTrip() throws -> [UInt8] {
    try file.withUnsafeBytes { file in
      var reader = ICalendarReader(file, defaultTime: 0)
      var writer = ICalendarWriter()
      while let item = try reader.next() { writer.write(item, try item.terms.schedule(), in: .utc) }
      #expect(reader.takeFindings().count == findings)
      return Array(try writer.end())
    }
  }
  let expected = try roundTrip()
  var failures = 0
  for successes in Int64(0)..<1000 {
    var found: [UInt8]?
    ctally_memory_fail_after(successes)
    do { found = try roundTrip() } catch let error as ICalendarError {
      #expect(error.problem == .outOfMemory && "\(error.text)".contains("memory"))
      failures += 1
    } catch is OutOfMemory { failures += 1 }
    let calls = ctally_memory_fail_after(-1)
    #expect(found == nil || found == expected, "after \(successes) allocations")
    if calls <= successes {
      #expect(found == expected && failures == successes && failures >= least)
      return
    }
  }
  Issue.record("it never succeeded")
}

private final class MemoryLife {
  private let plans = try? Plans(limit: 20)
  private let reminders: [Reminder]
  private let files: [[UInt8]]
  private(set) var failures = 0

  init() throws {
    reminders = try (UInt64(1)...40).map { id in
      var random = SplitMix(seed: id)
      return try Model.entered(&random, id: id, revision: 1, zones: 2, around: day("2026-05-01")).reminder
    }
    files = try ["Europe/Berlin", "Asia/Tokyo", "America/New_York"].map(zoneFile)
  }

  /// Repeats a call until it has memory.
  private func insist(_ body: (Plans) throws -> Bool) throws {
    let plans = try #require(plans)
    while true {
      let before = plans.plan
      let count = plans.planner.count
      let done: Bool
      do { done = try body(plans) } catch is OutOfMemory { done = false }
      if done { return }
      ctally_memory_fail_after(-1)
      failures += 1
      #expect(plans.plan == before)
      #expect(plans.planner.count == count)
    }
  }

  func run() throws -> Plans.Plan {
    let now = try seconds("2026-05-01 00:00")
    for (index, file) in files.enumerated() {
      try insist { plans in
        try file.withUnsafeBytes { file in
          let name = keep([UInt8(0x61 + index)])
          return try index == 0
            ? plans.zones.setDevice(name, file) : plans.zones.add(name, file) == UInt32(index)
        }
      }
    }
    for reminder in reminders {
      try insist { plans in
        try plans.put(reminder)
        return true
      }
      guard reminder.id % 8 == 0 else { continue }
      try insist { plans in
        _ = try plans.plan(at: now)
        plans.commit()
        return true
      }
    }
    plans?.remove(1)
    try insist { plans in
      _ = try plans.plan(at: now + 86_400)
      return true
    }
    return try #require(plans).plan
  }
}

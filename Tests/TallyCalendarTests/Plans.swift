import TallyCalendar
import TallyMemory
import Testing

/// A planner and its zones, which cannot be copied, for closures of tests.
final class Plans {
  struct Plan: Equatable {
    var entries: [PlanEntry] = []
    var disarms: [PlanEntry] = []
    var arms: [PlanEntry] = []
    var reach = Int64.max
    var leftOut: Int64 = 0
  }

  var planner: Planner
  var zones = ZoneTable()

  init(device: String? = nil, zones names: [String] = [], limit: Int = 64, reserve: Int = 0) throws {
    planner = Planner(limit: limit, reserve: reserve)
    if let device { try move(to: device) }
    for (index, name) in names.enumerated() {
      let file = try zoneFile(name)
      let number = try file.withUnsafeBytes { try zones.add(keep(Array(name.utf8)), $0) }
      #expect(number == UInt32(index + 1))
    }
  }

  func move(to name: String) throws {
    let file = try zoneFile(name)
    let isSet = try file.withUnsafeBytes { try zones.setDevice(keep(Array(name.utf8)), $0) }
    #expect(isSet)
    planner.refresh(zone: 0, zones)
  }

  func put(_ reminder: Reminder) throws { try planner.put(reminder, zones) }

  func remove(_ id: UInt64) { planner.remove(id) }

  func commit() { planner.commit() }

  func plan(at now: Int64) throws -> Plan {
    try planner.plan(at: now, zones)
    return plan
  }

  var plan: Plan {
    Plan(
      entries: array(planner.entries), disarms: array(planner.disarms), arms: array(planner.arms),
      reach: planner.reach, leftOut: planner.leftOut)
  }

  private func array(_ list: borrowing List<PlanEntry>) -> [PlanEntry] {
    var entries: [PlanEntry] = []
    for index in 0..<list.count { entries.append(list[index]) }
    return entries
  }
}

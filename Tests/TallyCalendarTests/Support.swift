import Foundation
import TallyCalendar
import TallyMemory
import Testing

/// Random numbers from a seed that a failure prints.
typealias SplitMix = TallyMemory.SplitMix

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

let isSoak = ProcessInfo.processInfo.environment["TALLY_SOAK"] == "1"

/// A zone of the system. Its bytes are never freed.
func zone(_ name: String) throws -> Zone {
  try Zone.read(keep(zoneFile(name)))
}

func zoneFile(_ name: String) throws -> [UInt8] {
  let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
  return try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
}

func keep(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
  let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
  kept.copyBytes(from: bytes)
  return UnsafeRawBufferPointer(kept)
}

/// "2026-01-31".
func day(_ text: String) throws -> CivilDate {
  let parts = text.split(separator: "-").compactMap { Int($0) }
  return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]), "\(text)")
}

/// "2026-01-31 09:00", or with seconds, in seconds since 1970-01-01 00:00.
func seconds(_ text: String) throws -> Int64 {
  let parts = text.split(separator: " ")
  return try day(String(parts[0])).seconds + Int64(timeOfDay(String(parts[1])))
}

func timeOfDay(_ text: String) -> Int32 {
  let parts = text.split(separator: ":").compactMap { Int32($0) }
  return parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
}

extension CivilDate {
  var text: String {
    let (year, month, day) = fields
    return String(format: "%04d-%02d-%02d", year, month, day)
  }
}

func text(_ seconds: Int64) -> String {
  let days = Int64((Double(seconds) / 86_400).rounded(.down))
  let rest = seconds - days * 86_400
  let time = String(format: "%02d:%02d:%02d", rest / 3600, rest / 60 % 60, rest % 60)
  return (CivilDate(days: days)?.text ?? "?") + " " + time
}

/// Occurrences one after the other.
func instants(_ recurrence: Recurrence, after start: Int64, in zone: Zone, count: Int) -> [Int64] {
  var found: [Int64] = []
  var now = start
  while found.count < count, let next = recurrence.next(after: now, in: zone) {
    found.append(next.instant)
    now = next.instant
  }
  return found
}

/// The bytes of a TZif file, for damage.
struct ZoneFile {
  var version: UInt8 = 0x32
  var times: [Int64] = []
  var indices: [UInt8] = []
  var types: [(offset: Int32, isDaylight: UInt8, name: UInt8)] = [(0, 0, 0)]
  var names: [UInt8] = Array("UTC\0".utf8)
  var leaps = 0
  var rule = "UTC0"

  var bytes: [UInt8] {
    if version == 0 { return section(isWide: false) }
    return ZoneFile(version: version).section(isWide: false) + section(isWide: true) + Array("\n\(rule)\n".utf8)
  }

  private func section(isWide: Bool) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leaps, times.count, types.count, names.count] { bytes += bigEndian(UInt32(count)) }
    for time in times { bytes += isWide ? bigEndian(time) : bigEndian(Int32(time)) }
    bytes += indices
    for type in types { bytes += bigEndian(type.offset) + [type.isDaylight, type.name] }
    return bytes + names + [UInt8](repeating: 0, count: leaps * (isWide ? 12 : 8))
  }

  private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  func read() throws -> Zone { try Zone.read(keep(bytes)) }
}

extension PlanEntry {
  /// An occurrence of a reminder that has only a number.
  init(reminder: UInt64, revision: UInt32, occurrence: Occurrence) {
    self.init(
      reminder: reminder, revision: revision, occurrence: occurrence,
      id: Self.id(key: reminder, revision: revision, place: occurrence.index))
  }
}

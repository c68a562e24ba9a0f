/// A zone: a TZif file (RFC 8536, RFC 9636), which is searched in place. Instants are seconds since 1970-01-01 00:00
/// UTC. Local times are seconds of a wall clock since its 1970-01-01 00:00. A time outside the years of ``CivilDate``
/// counts as their beginning or end.
///
/// The bytes are borrowed. They must outlive the zone and not change, which ``ZoneTable`` ensures.
///
/// Invariants, checked when it is made: the tables lie within the bytes. The transitions ascend. Each has an existing
/// type. There is at least one type unless there is a rule and no transition.
public struct Zone: BitwiseCopyable, @unchecked Sendable {
  /// Offsets from Greenwich, in seconds, up to the limits that RFC 8536 recommends. Real offsets are smaller.
  static let westernmost: Int64 = -89_999
  static let easternmost: Int64 = 93_599

  let bytes: UnsafeRawBufferPointer
  /// The offsets of the tables: the transitions' times, 4 or 8 bytes each; their types, 1 byte each; the types, 6 bytes
  /// each.
  var times = 0
  var indices = 0
  var types = 0
  var count = 0
  var isWide = false
  /// Whether the zone skips a day.
  var skipsDays = false
  /// The rule after the last transition, unless that transition's type goes on.
  var rule: ZoneRule?

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A zone that follows one rule in all years.
  public init(rule: ZoneRule) {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    self.rule = rule
  }

  public static var utc: Zone { Zone() }

  /// UTC.
  init() {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    rule = ZoneRule()
  }

  /// Seconds east of Greenwich at an instant.
  public func offset(at instant: Int64) -> Int32 { offset(at: Self.clamp(instant), isLocal: false) }

  /// The instant of a local time. A skipped local time uses the offset before the gap. Of two instants, it is the
  /// first.
  @inline(never)
  public func instant(ofLocal seconds: Int64) -> Int64 {
    let seconds = Self.clamp(seconds)
    return seconds - Int64(offset(at: seconds, isLocal: true))
  }

  /// The local time at an instant.
  public func local(at instant: Int64) -> Int64 { Self.clamp(instant) + Int64(offset(at: instant)) }

  /// When a day ends.
  public func end(of date: CivilDate) -> Int64 { instant(ofLocal: date.seconds + 86_400) }

  /// The local date.
  @inline(never)
  public func date(at instant: Int64) -> CivilDate { Self.date(of: local(at: instant)) }

  /// The date of a local time.
  @inline(never)
  static func date(of local: Int64) -> CivilDate {
    // Made positive by whole days, to round down.
    CivilDate(days: (clamp(local) + 86_400 * 800_000) / 86_400 - 800_000) ?? .last
  }

  /// The last second belongs to the calendar, and so does the one after it, as an end.
  static func clamp(_ seconds: Int64) -> Int64 {
    max(CivilDate.first.seconds, min(seconds, CivilDate.last.seconds + 86_400))
  }
}

extension Zone {
  /// Searches for the first later transition. For a local time, a transition counts at the later of its two local
  /// times. So both a gap and a repeated hour belong to the offset before.
  @inline(never)
  private func offset(at seconds: Int64, isLocal: Bool) -> Int32 {
    var low = 0
    var high = count
    if count > 0, isOver(count - 1, seconds, isLocal) { low = count }
    while low < high {
      let middle = (low + high) / 2
      if isOver(middle, seconds, isLocal) { low = middle + 1 } else { high = middle }
    }
    if low == count, let rule { return rule.offset(at: seconds, isLocal: isLocal) }
    return offset(before: low)
  }

  private func isOver(_ index: Int, _ seconds: Int64, _ isLocal: Bool) -> Bool {
    let shift = isLocal ? max(offset(before: index), offset(before: index + 1)) : 0
    return time(index) <= seconds - Int64(shift)
  }

  /// The offset before a transition. Before the first, it is that of the first type.
  func offset(before index: Int) -> Int32 {
    let type = index == 0 ? 0 : Int(bytes[indices + index - 1])
    return Int32(bitPattern: bytes.loadBigEndian32(types + type * 6))
  }

  func time(_ index: Int) -> Int64 {
    if !isWide { return Int64(Int32(bitPattern: bytes.loadBigEndian32(times + index * 4))) }
    return Int64(bitPattern: bytes.loadUnaligned(fromByteOffset: times + index * 8, as: UInt64.self).bigEndian)
  }
}

extension UnsafeRawBufferPointer {
  /// - Precondition: there are four bytes.
  func loadBigEndian32(_ offset: Int) -> UInt32 { loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian }
}

/// The error in a zone's file, the rule at its end, or its name.
public struct ZoneError: Error, Equatable, Sendable {
  public enum Problem: UInt8, Sendable {
    case truncated, notTZif, version, counts, order, type, leapSeconds, rule, name
  }

  public let problem: Problem
  /// The offset of the wrong byte.
  public let offset: Int

  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  public var text: StaticString {
    switch problem {
    case .truncated: "the file ends too early"
    case .notTZif: "this is not a TZif file"
    case .version: "its version is unknown"
    case .counts: "its counts contradict each other"
    case .order: "its transitions are not in order"
    case .type: "a type of local time is not valid"
    case .leapSeconds: "it counts leap seconds, as clocks of systems do not"
    case .rule: "its rule is not a POSIX TZ string"
    case .name: "this is not a zone's name"
    }
  }
}

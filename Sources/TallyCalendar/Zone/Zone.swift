/// A zone: a TZif file (RFC 8536, RFC 9636) in which times are looked up where they stand. Instants are seconds since
/// 1970-01-01 00:00 UTC, local times are seconds of a clock on the wall since its 1970-01-01 00:00. What lies beyond
/// the years of ``CivilDate`` is taken as their beginning or end.
///
/// The bytes are borrowed: they outlive it and do not change (``ZoneTable`` sees to that).
///
/// Invariants, checked when it is made: the tables lie within the bytes; the transitions ascend; each has a type that
/// there is; there is at least one type unless there is a rule and no transition.
public struct Zone: BitwiseCopyable, @unchecked Sendable {
  /// Offsets from Greenwich, in seconds, as far as RFC 8536 recommends them: more than there ever were.
  static let westernmost: Int64 = -89_999
  static let easternmost: Int64 = 93_599

  let bytes: UnsafeRawBufferPointer
  /// Where the tables begin: of the transitions' times, 4 or 8 bytes each; of their types, 1 byte each; of the types, 6
  /// bytes each.
  var times = 0
  var indices = 0
  var types = 0
  var count = 0
  var isWide = false
  /// Whether a day is missing from it.
  var skipsDays = false
  /// What holds after the last transition, where something else holds than its type.
  var rule: ZoneRule?

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// UTC.
  init() {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    rule = ZoneRule()
  }

  /// Seconds east of Greenwich at an instant.
  public func offset(at instant: Int64) -> Int32 { offset(at: Self.clamp(instant), isLocal: false) }

  /// The instant of a local time. One that is skipped is taken by the offset before the gap; of two, it is the first.
  @inline(never)
  public func instant(ofLocal seconds: Int64) -> Int64 {
    let seconds = Self.clamp(seconds)
    return seconds - Int64(offset(at: seconds, isLocal: true))
  }

  /// The local time at an instant.
  public func local(at instant: Int64) -> Int64 { Self.clamp(instant) + Int64(offset(at: instant)) }

  /// When a day ends.
  public func end(of date: CivilDate) -> Int64 { instant(ofLocal: date.seconds + 86_400) }

  /// The date on the wall.
  @inline(never)
  public func date(at instant: Int64) -> CivilDate { Self.date(of: local(at: instant)) }

  /// The date of a local time.
  @inline(never)
  static func date(of local: Int64) -> CivilDate {
    // Made positive by whole days, to be rounded down.
    CivilDate(days: (clamp(local) + 86_400 * 800_000) / 86_400 - 800_000) ?? .last
  }

  /// The last second belongs to the calendar, and so does the one after it, as an end.
  static func clamp(_ seconds: Int64) -> Int64 {
    max(CivilDate.first.seconds, min(seconds, CivilDate.last.seconds + 86_400))
  }
}

extension Zone {
  /// By a search for the first transition that is later. Of a local time, a transition is at the later one of what it
  /// makes of it: so both a gap and what happens twice belong to the time before.
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

  /// The offset that holds before a transition; before the first, it is that of the first type.
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
  /// - Precondition: four bytes are there.
  func loadBigEndian32(_ offset: Int) -> UInt32 { loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian }
}

/// What is wrong with a zone's file, the rule at its end, or its name.
public struct ZoneError: Error, Equatable, Sendable {
  public enum Problem: UInt8, Sendable {
    case truncated, notTZif, version, counts, order, type, leapSeconds, rule, name
  }

  public let problem: Problem
  /// The byte of what was read.
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

import TallyFailure

/// The encoding of snapshots and patches. docs/snapshot-format.md describes it for other implementers.
///
///     header    magic (4 bytes), version (1), flags (1, all zero), number of entries (4, least significant first)
///     entries   strictly rising by the bytes of their paths
///     checksum  `Hash64` of all bytes before it (8, least significant first)
///
///     entry     shared, length, suffix, state             of a snapshot
///               shared, length, suffix, state, state      of a patch: before and after
///     state     bits, [count], [expiry], [end of mute], [end of snooze]
///
/// - Paths are canonical and relative to the top of the subtree. The top's own path is empty, and there is no leading
///   `root`. So a subtree can be compared with one at another place. `shared` is the length of the prefix that the path
///   has in common with the one before. `suffix` is the rest.
/// - Bits: 0 and 1 the badge (0 none, 1 dot, 2 count), 2 it expires, 3 and 4 the mute (0 none, 1 number, 2 all), 5 it
///   ends, 6 it passes highlights, 7 the node is snoozed. A part that these bits do not announce is absent.
/// - Numbers are varints: seven bits a byte, least significant first, the upper bit set if more follow, in as few bytes
///   as possible. Times are two's complement of 64 bits.
/// - A snapshot has no empty states. The two states of a patch's entry differ.
///
/// Each content has exactly one encoding, so equal states have equal bytes.
enum SnapshotFormat {
  static let headerSize = 10
  static let checksumSize = 8
  static let countOffset = 6
  static let version: UInt8 = 1
  /// The longest path of a tree.
  static let maxPath = 65_535
  /// More than the bytes of an entry without its suffix.
  static let maxEntryOverhead = 80

  /// `TLYS` or `TLYP`, least significant byte first.
  static func magic(isPatch: Bool) -> UInt32 { isPatch ? 0x5059_4C54 : 0x5359_4C54 }

  enum Bits {
    static let badge: UInt8 = 3
    static let dot: UInt8 = 1
    static let count: UInt8 = 2
    static let expires: UInt8 = 4
    static let muteShift: UInt8 = 3
    static let mute: UInt8 = 3 << 3
    static let muteEnds: UInt8 = 32
    static let passes: UInt8 = 64
    static let snoozed: UInt8 = 0x80
  }

  /// Writes a varint of up to ten bytes and returns its end.
  @inline(__always)
  static func put(_ number: UInt64, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var rest = number
    var target = target
    while rest >= 0x80 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      target += 1
      rest >>= 7
    }
    target.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    return target + 1
  }

  /// Writes a state of up to 36 bytes and returns its end.
  @inline(__always)
  static func put(_ own: OwnState, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // The bit of a mute that passes highlights is one place from its mode.
    var bits = (own.mute.rawValue & 3) << Bits.muteShift | (own.mute.rawValue & 4) << (Bits.muteShift + 1)
    var count: UInt32 = 0
    switch own.badge {
    case .none: break
    case .dot: bits |= Bits.dot
    case .count(let number):
      bits |= Bits.count
      count = number
    }
    if own.expires != 0 { bits |= Bits.expires }
    if own.muteUntil != 0 { bits |= Bits.muteEnds }
    if own.snooze != 0 { bits |= Bits.snoozed }
    target.storeBytes(of: bits, as: UInt8.self)
    var end = target + 1
    if bits & Bits.count != 0 { end = put(UInt64(count), at: end) }
    if own.expires != 0 { end = put(UInt64(bitPattern: own.expires), at: end) }
    if own.muteUntil != 0 { end = put(UInt64(bitPattern: own.muteUntil), at: end) }
    if own.snooze != 0 { end = put(UInt64(bitPattern: own.snooze), at: end) }
    return end
  }
}

/// Reads the parts of entries. It reads nothing beyond `end`, whatever the bytes contain.
///
/// Invariant: `position <= end`.
struct EntryParser: BitwiseCopyable {
  let base: UnsafeRawPointer
  var position: Int
  let end: Int
  /// The offset of these bytes within others, for messages.
  let origin: Int

  func malformed(_ problem: SnapshotProblem, at offset: Int) -> Failure { .malformed(problem, at: origin + offset) }

  /// Eight bytes as a number, the first in the lowest place. They must exist.
  @inline(__always)
  static func word(_ pointer: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  mutating func byte() throws(Failure) -> UInt8 {
    if position >= end { throw malformed(.truncated, at: position) }
    let byte = base.load(fromByteOffset: position, as: UInt8.self)
    position &+= 1
    return byte
  }

  @inline(__always)
  mutating func number() throws(Failure) -> UInt64 {
    let first = try byte()
    return first < 0x80 ? UInt64(first) : try longNumber(first)
  }

  private mutating func longNumber(_ first: UInt8) throws(Failure) -> UInt64 {
    var number = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      // The tenth byte has room for one bit.
      if next == 0 || (shift == 63 && next > 1) { throw malformed(.number, at: position - 1) }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a number below 65,536, or throws the problem.
  @inline(__always)
  mutating func length(orElse problem: SnapshotProblem) throws(Failure) -> Int {
    let start = position
    let number = try number()
    if number > UInt64(SnapshotFormat.maxPath) { throw malformed(problem, at: start) }
    return Int(truncatingIfNeeded: number)
  }

  @inline(__always)
  mutating func state() throws(Failure) -> OwnState {
    let bits = try byte()
    switch bits {
    case 0: return OwnState()
    case SnapshotFormat.Bits.dot: return OwnState(badge: .dot)
    case SnapshotFormat.Bits.count: return OwnState(badge: .count(try count()))
    default: return try longState(bits)
    }
  }

  private mutating func count() throws(Failure) -> UInt32 {
    let start = position
    guard let count = UInt32(exactly: try number()), count > 0 else { throw malformed(.range, at: start) }
    return count
  }

  private mutating func time() throws(Failure) -> Int64 {
    let start = position
    let time = Int64(bitPattern: try number())
    if time == 0 { throw malformed(.time, at: start) }
    return time
  }

  private mutating func longState(_ bits: UInt8) throws(Failure) -> OwnState {
    typealias Bits = SnapshotFormat.Bits
    let start = position - 1
    let mode = Mute(rawValue: (bits & Bits.mute) >> Bits.muteShift)
    let passes = bits & Bits.passes != 0
    guard let mode, !passes || mode != .none else { throw malformed(.state, at: start) }
    let mute = passes ? mode.passing : mode
    var own = OwnState(mute: mute)
    switch bits & Bits.badge {
    case 0: break
    case Bits.dot: own.badge = .dot
    case Bits.count: own.badge = .count(try count())
    default: throw malformed(.state, at: start)
    }
    if bits & Bits.expires != 0 {
      if own.badge == .none { throw malformed(.state, at: start) }
      own.expires = try time()
    }
    if bits & Bits.muteEnds != 0 {
      if mute == .none { throw malformed(.state, at: start) }
      own.muteUntil = try time()
    }
    if bits & Bits.snoozed != 0 { own.snooze = try time() }
    return own
  }
}

@testable import TallyTree

/// Reads snapshots and patches by docs/snapshot-format.md, one byte after the other, without optimisation.
struct PlainReader {
  private var rest: ArraySlice<UInt8>

  /// The entries, those of a snapshot with nothing before; nil: malformed bytes. The checksum is ignored.
  static func read(_ bytes: [UInt8], isPatch: Bool) -> [Change]? {
    guard bytes.count >= 18, bytes[0..<6] == [0x54, 0x4C, 0x59, isPatch ? 0x50 : 0x53, 1, 0] else { return nil }
    let count = bytes[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
    var reader = PlainReader(rest: bytes[10..<(bytes.count - 8)])
    var changes: [Change] = []
    var path: [UInt8]?
    while !reader.rest.isEmpty {
      guard let next = reader.path(after: path), let first = reader.state() else { return nil }
      var change = Change(path: String(decoding: next, as: UTF8.self), old: OwnState(), new: first)
      if isPatch {
        guard let second = reader.state() else { return nil }
        change.old = first
        change.new = second
      }
      if change.old == change.new { return nil }
      changes.append(change)
      path = next
    }
    return changes.count == count ? changes : nil
  }

  private mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for place in 0..<10 {
      guard let byte = rest.popFirst() else { return nil }
      if place > 0, byte == 0 { return nil }
      if place == 9, byte > 1 { return nil }
      number |= UInt64(byte & 0x7F) << UInt64(7 * place)
      if byte < 0x80 { return number }
    }
    return nil
  }

  private mutating func path(after last: [UInt8]?) -> [UInt8]? {
    guard let shared = number(), let length = number(), shared <= UInt64(last?.count ?? 0),
      length <= UInt64(rest.count), shared + length <= 65_535
    else { return nil }
    let path = Array((last ?? []).prefix(Int(shared)) + rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    if let last {
      let common = zip(last, path).prefix { $0 == $1 }.count
      if !last.lexicographicallyPrecedes(path) || common != Int(shared) { return nil }
    }
    return path.isEmpty || Self.isCanonical(path) ? path : nil
  }

  private static func isCanonical(_ path: [UInt8]) -> Bool {
    guard let text = String(validating: path, as: UTF8.self) else { return false }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return false }
    var names = [0]
    var isEscaped = false
    for byte in path {
      if isEscaped, byte != 0x2E, byte != 0x5C { return false }
      if !isEscaped, byte == 0x5C {
        isEscaped = true
        continue
      }
      if byte == 0x2E, !isEscaped { names.append(0) } else { names[names.count - 1] += 1 }
      isEscaped = false
    }
    return !isEscaped && names.allSatisfy { (1...255).contains($0) }
  }

  private mutating func state() -> OwnState? {
    guard let bits = rest.popFirst(), let mute = Mute(rawValue: (bits >> 3 & 3) | (bits & 0x40) >> 4),
      bits & 3 != 3
    else { return nil }
    var own = OwnState(mute: mute)
    if bits & 3 == 1 { own.badge = .dot }
    if bits & 3 == 2 {
      guard let count = number().flatMap({ UInt32(exactly: $0) }), count > 0 else { return nil }
      own.badge = .count(count)
    }
    if bits & 4 != 0 {
      guard let time = number(), time != 0, own.badge != .none else { return nil }
      own.expires = Int64(bitPattern: time)
    }
    if bits & 32 != 0 {
      guard let time = number(), time != 0, mute != .none else { return nil }
      own.muteUntil = Int64(bitPattern: time)
    }
    if bits & 0x80 != 0 {
      guard let time = number(), time != 0 else { return nil }
      own.snooze = Int64(bitPattern: time)
    }
    return own
  }
}

/// Own states by paths of all kinds: numbered and named, short and long, with escapes and characters beyond ASCII, so
/// entries have all sizes; with runs of neighbours that differ, and others that do not.
struct MixedStates {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private mutating func name() -> String {
    switch random.below(12) {
    case 0: return random.pick(["é", "日本", "z\\.y", "\\\\", "a!", "-"])
    case 1: return "a name of more than sixteen bytes, number \(random.below(20))"
    case 2: return String(repeating: random.pick(["x", "日"]), count: 1 + random.below(85))
    case 3...5: return "conversation-\(random.below(100))"
    default: return "f\(random.below(30))"
    }
  }

  private mutating func state() -> OwnState {
    switch random.below(11) {
    case 0: return OwnState(mute: random.pick([.number, .all]))
    case 10:
      var own = OwnState(mute: random.pick([.none, .allButHighlights]))
      own.snooze = Int64(bitPattern: random.next() >> UInt64(random.below(64))) | 1
      return own
    case 1: return OwnState(badge: .dot, expires: Int64(bitPattern: random.next() >> UInt64(random.below(64))) | 1)
    case 2: return OwnState(badge: .count(random.pick([1, 127, 128, 1 << 28 - 1, 1 << 28, .max])))
    case 3...5: return OwnState(badge: .dot)
    default: return OwnState(badge: .count(1 + UInt32(random.below(200))))
    }
  }

  private mutating func paths() -> [String] {
    var paths: Set<String> = random.chance(50) ? [""] : []
    for _ in 0..<(1 + random.below(12)) {
      let parent = (0..<random.below(4)).map { _ in name() }.joined(separator: ".")
      for _ in 0..<random.below(90) {
        let name = name()
        paths.insert(parent.isEmpty ? name : "\(parent).\(name)")
      }
    }
    return paths.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Two of them, in order.
  mutating func pair() -> (old: [Owned], new: [Owned]) {
    var (old, new): ([Owned], [Owned]) = ([], [])
    func add(_ path: String, _ before: OwnState, _ after: OwnState) {
      old.append(Owned(path, before))
      new.append(Owned(path, after))
    }
    var (mode, left) = (0, 0)
    for path in paths() {
      if left == 0 { (mode, left) = (random.below(5), 1 + random.below(60)) }
      left -= 1
      let before = state()
      switch mode {
      case 0: add(path, before, state())
      case 1 where random.chance(50): add(path, before, state())
      case 2 where random.chance(10): old.append(Owned(path, before))
      case 3 where random.chance(10): new.append(Owned(path, before))
      default: add(path, before, before)
      }
    }
    return (old, new)
  }
}

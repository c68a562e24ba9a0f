/// The place of a part in the stream of snapshots, as its subject says.
struct SnapshotPlace: Hashable, Sendable {
  var block: Int
  /// Everything up to this position of the log is in it.
  var position: UInt64
  /// The epoch of the owner that wrote it. Parts of two owners never mix.
  var epoch: UInt64
  var part: Int
  var parts: Int

  /// The end of the subject, after `tally.snap.<p>.`.
  var subject: String { "\(block).\(position).\(epoch).\(part).\(parts)" }

  init(block: Int, position: UInt64, epoch: UInt64, part: Int, parts: Int) {
    self.block = block
    self.position = position
    self.epoch = epoch
    self.part = part
    self.parts = parts
  }

  /// nil: it is not the end of such a subject. Anybody may have published it.
  init?(subject: some StringProtocol) {
    let words = subject.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 5, let block = Self.number(words[0]), let position = Self.number(words[1]),
      let epoch = Self.number(words[2]), let part = Self.number(words[3]), let parts = Self.number(words[4])
    else { return nil }
    guard block <= UInt64(SnapshotBlock.source), position <= UInt64(Int64.max), epoch <= UInt64(Int64.max),
      (1...(1 << 20)).contains(parts), part < parts
    else { return nil }
    self.init(block: Int(block), position: position, epoch: epoch, part: Int(part), parts: Int(parts))
  }

  /// Digits as they are written: no sign, and no zero in front.
  private static func number(_ text: some StringProtocol) -> UInt64? {
    guard let value = UInt64(text), String(value) == text else { return nil }
    return value
  }
}

/// Which blocks of a partition the stream has, and at which position. A block is whole if one owner's parts of one
/// position are all there. The former parts go only after the new ones are whole: so no block is ever missing again.
struct SnapshotIndex: Hashable, Sendable {
  /// All parts of a block that belong together.
  struct Version: Hashable, Sendable {
    var position: UInt64
    var epoch: UInt64
    var parts: Int
  }

  private var blocks: [Int: [Version: Set<Int>]] = [:]

  init() {}

  init(_ places: some Sequence<SnapshotPlace>) {
    for place in places { insert(place) }
  }

  mutating func insert(_ place: SnapshotPlace) {
    let version = Version(position: place.position, epoch: place.epoch, parts: place.parts)
    blocks[place.block, default: [:]][version, default: []].insert(place.part)
  }

  /// The newest whole version of a block.
  func version(of block: Int) -> Version? {
    blocks[block]?.filter { $0.value.count == $0.key.parts }.keys
      .max { ($0.position, $0.epoch, $0.parts) < ($1.position, $1.epoch, $1.parts) }
  }

  /// The position of the newest whole version.
  func position(of block: Int) -> UInt64? { version(of: block)?.position }

  /// The parts of the newest whole version, in order.
  func places(of block: Int) -> [SnapshotPlace] {
    guard let version = version(of: block) else { return [] }
    return (0..<version.parts).map {
      SnapshotPlace(block: block, position: version.position, epoch: version.epoch, part: $0, parts: version.parts)
    }
  }

  /// Versions of a block that a newer whole one has replaced, and torn ones before it.
  func stale(_ block: Int) -> [Version] {
    guard let whole = version(of: block) else { return [] }
    return blocks[block, default: [:]].keys.filter { $0 != whole && $0.position <= whole.position }
      .sorted { ($0.position, $0.epoch, $0.parts) < ($1.position, $1.epoch, $1.parts) }
  }

  /// The version was removed from the stream.
  mutating func remove(_ version: Version, of block: Int) { blocks[block]?[version] = nil }

  /// The smallest position of all blocks: the log up to here is in the snapshots. nil: a block is missing. It is that
  /// of the source's block, which is written last.
  var floor: UInt64? {
    var least = UInt64.max
    for block in 0...SnapshotBlock.source {
      guard let position = position(of: block) else { return nil }
      least = min(least, position)
    }
    return least
  }

  /// Whether nothing is there.
  var isEmpty: Bool { blocks.values.allSatisfy(\.isEmpty) }

  /// The blocks to publish now, the oldest first: those that are missing, and those that are `lag` entries or more
  /// behind `position`. The source's block comes last: a rebuild begins with it, so it must not be ahead of others.
  func due(at position: UInt64, lag: UInt64) -> [Int] {
    (0...SnapshotBlock.source).map { (block: $0, at: self.position(of: $0)) }
      .filter { entry in entry.at.map { position >= $0 && position - $0 >= lag && lag > 0 } ?? true }
      .sorted { first, second in
        if (first.block == SnapshotBlock.source) != (second.block == SnapshotBlock.source) {
          return second.block == SnapshotBlock.source
        }
        return (first.at ?? 0, first.block) < (second.at ?? 0, second.block)
      }
      .map(\.block)
  }
}

/// The place where a log may be cut.
enum LogCut {
  /// The first entry to keep; nil: nothing may be cut.
  /// - Parameters:
  ///   - floor: up to where all blocks have everything.
  ///   - held: positions of the live nodes that hold the partition. They read on from there.
  ///   - first: the first entry that the log has.
  static func firstKept(floor: UInt64?, held: [UInt64], first: UInt64) -> UInt64? {
    guard let floor else { return nil }
    let end = held.reduce(floor, min) + 1
    return end > first ? end : nil
  }
}

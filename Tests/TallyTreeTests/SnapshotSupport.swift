import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// Names that are easily confused, in an order other than that of the bytes: `!` and `-` come before the dot.
let confusingPaths = [
  "root", "root.a", "root.a.x", "root.a.x.y", "root.a!", "root.a!.x", "root.a-b", "root.a-b.c", "root.ab", "root.a\\.x",
  "root.a\\\\", "root.a\\\\.x", "root.root", "root.root.a", "root.é", "root.é.日本", "root.longer-than-eight.one",
  "root.longer-than-eight.two", "root.longer-than-eight", "root.longer-than-eight!",
]

/// Makes random operations on these paths. The time passes.
struct RandomOperations {
  var random: SplitMix
  private var now: Int64 = 100

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private mutating func end() -> Int64 { random.chance(30) ? now + 1 + Int64(random.below(60)) : 0 }

  mutating func next() -> TallyTreeTests.Operation {
    let path = random.pick(confusingPaths)
    switch random.below(100) {
    case ..<35: return .set(path, random.pick([0, 1, 2, 127, 128, 4_294_967_295]), expires: end())
    case ..<55: return .dot(path, expires: end())
    case ..<62: return .add(path, random.pick([1, -1]))
    case ..<70: return .clear(path)
    case ..<73: return .force(path)
    case ..<88: return .mute(path, random.pick([.none, .number, .all]), until: end())
    case ..<94: return .page([path: random.pick([[], [1], [0, 3]])])
    default:
      now += Int64(random.below(20))
      return .expire(now)
    }
  }

  /// A host with some history.
  mutating func host(_ aggregation: Aggregation, _ length: Int) throws -> Host {
    let host = try Host(aggregation, seed: random.next())
    for _ in 0..<length { try step(host) }
    return host
  }

  mutating func step(_ host: Host) throws {
    host.usesSingle = random.chance(50)
    if random.chance(20) {
      let operations = (0...random.below(4)).map { _ in next() }
      _ = try host.batch(operations, random.pick([.commit, .commitWithdrawn, .rollback, .rollbackPrepared]))
    } else {
      try host.run(next())
    }
  }
}

struct Owned: Equatable {
  var path: String
  var own: OwnState

  init(_ path: String, _ own: OwnState) {
    self.path = path
    self.own = own
  }
}

struct Change: Equatable {
  var path: String
  var old: OwnState
  var new: OwnState
}

extension Change {
  init(_ owned: Owned) { self.init(path: owned.path, old: OwnState(), new: owned.own) }
}

func bytes(_ output: borrowing ByteOutput) -> [UInt8] { output.written.map { Array($0) } ?? [] }

func readSnapshot(_ bytes: [UInt8]) throws(Failure) -> [Owned] {
  // `withUnsafeBytes` would lose the kind of the error.
  try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> [Owned] in
    var all: [Owned] = []
    let reader = try SnapshotReader(UnsafeRawBufferPointer(buffer))
    try reader.forEach { all.append(Owned(text($0), $1)) }
    return all
  }
}

func readPatch(_ bytes: [UInt8]) throws(Failure) -> [Change] {
  // `withUnsafeBytes` would lose the kind of the error.
  try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> [Change] in
    var all: [Change] = []
    let reader = try PatchReader(UnsafeRawBufferPointer(buffer))
    try reader.forEach { all.append(Change(path: text($0), old: $1, new: $2)) }
    return all
  }
}

/// Writes entries that the library never writes: in any order, of any state.
func writeSnapshot(_ entries: [Owned]) throws -> [UInt8] {
  var writer = EntryWriter(isPatch: false)
  var buffer = ByteOutput()
  try writer.begin(into: &buffer)
  for entry in entries { try withBytes(entry.path) { try writer.append($0, old: OwnState(), new: entry.own) } }
  try writer.finish(into: &buffer)
  return bytes(buffer)
}

/// The bytes with a valid checksum.
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  let body = Array(bytes.dropLast(8))
  let checksum = body.withUnsafeBytes { Hash64.hash($0) }
  return body + (0..<8).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
}

extension Host {
  func snapshot(_ path: String = "root") throws -> [UInt8] {
    var buffer = ByteOutput()
    try tree.encodeSnapshot(at: find(path), into: &buffer)
    return bytes(buffer)
  }

  /// The own states of a subtree, by relative paths in the order of their bytes, found by a full search.
  func owned(_ top: String = "root") -> [Owned] {
    var all: [Owned] = []
    for index in 0..<tree.count {
      let at = NodeIndex(UInt32(index))
      let path = text(tree.path(of: at))
      let own = tree.ownState(at)
      if own.isEmpty || !isWithin(path, top) { continue }
      all.append(Owned(path == top ? "" : String(path.dropFirst(top.count + 1)), own))
    }
    return all.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
  }

  func digest(_ path: String = "root") throws -> UInt64 {
    guard let at = try find(path) else { return 0 }
    return try tree.digest(at)
  }

  func transact(_ body: () throws -> Void) throws {
    tree.begin(.undoable)
    do {
      try body()
      try tree.prepareCommit()
    } catch {
      tree.rollback()
      throw error
    }
    tree.commit()
    tree.clearNotices()
  }

  func restore(_ bytes: [UInt8], at path: String = "root") throws {
    try bytes.withUnsafeBytes { raw in
      let reader = try SnapshotReader(raw)
      let at = try node(path)
      try transact { try tree.restore(from: reader, at: at) }
    }
  }

  func apply(_ patch: [UInt8], at path: String = "root", force: Bool = false) throws {
    try patch.withUnsafeBytes { raw in
      let reader = try PatchReader(raw)
      let at = try node(path)
      try transact { try tree.apply(reader, at: at, force: force) }
    }
  }

  func diff(_ path: String = "root", to other: Host, _ otherPath: String = "root") throws -> [UInt8] {
    var buffer = ByteOutput()
    try tree.encodeDiff(at: find(path), to: other.tree, at: other.find(otherPath), into: &buffer)
    return bytes(buffer)
  }

  func diff(_ path: String = "root", to snapshot: [UInt8]) throws -> [UInt8] {
    try snapshot.withUnsafeBytes { raw in
      var buffer = ByteOutput()
      let reader = try SnapshotReader(raw)
      try tree.encodeDiff(at: find(path), to: reader, into: &buffer)
      return bytes(buffer)
    }
  }
}

func diff(_ a: [UInt8], _ b: [UInt8]) throws -> [UInt8] {
  try a.withUnsafeBytes { rawA in
    try b.withUnsafeBytes { rawB in
      var buffer = ByteOutput()
      let readerA = try SnapshotReader(rawA)
      let readerB = try SnapshotReader(rawB)
      try readerA.encodeDiff(to: readerB, into: &buffer)
      return bytes(buffer)
    }
  }
}

func inverse(_ patch: [UInt8]) throws -> [UInt8] {
  try patch.withUnsafeBytes { raw in
    var buffer = ByteOutput()
    let reader = try PatchReader(raw)
    try reader.encodeInverse(into: &buffer)
    return bytes(buffer)
  }
}

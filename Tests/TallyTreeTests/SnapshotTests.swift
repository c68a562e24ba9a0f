import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

@Suite struct SnapshotTests {
  /// Merging changes what the snapshot has, and nothing else.
  @Test func merging() throws {
    let (host, other) = (try Host(), try Host())
    try host.set("root.t.x", 1)
    try host.set("root.t.y", 2)
    try host.dot("root.u")
    try other.set("root.y", 3)
    try other.mute("root.z", .all)
    try other.snapshot().withUnsafeBytes { raw in
      let reader = try SnapshotReader(raw)
      let at = try host.node("root.t")
      try host.transact { try host.tree.merge(reader, at: at) }
    }
    #expect(
      host.owned() == [
        Owned("t.x", OwnState(badge: .count(1))), Owned("t.y", OwnState(badge: .count(3))),
        Owned("t.z", OwnState(mute: .all)), Owned("u", OwnState(badge: .dot)),
      ])
    try host.expect("root.t", true, 4)
  }

  @Test(arguments: [Aggregation.children, .sum])
  func whatIsWrittenIsReadAndRestored(aggregation: Aggregation) throws {
    for seed in UInt64(0)..<300 {
      var maker = RandomOperations(seed: seed)
      let length = maker.random.below(60)
      let host = try maker.host(aggregation, length)
      for top in ["root", maker.random.pick(confusingPaths)] {
        let snapshot = try host.snapshot(top)
        let entries = try readSnapshot(snapshot)
        #expect(entries == host.owned(top), "seed \(seed), \(top)")
        // At another place, over other states.
        let other = try maker.host(aggregation, 20)
        let place = maker.random.pick(["root", "root.a", "root.new.place"])
        let outside = other.owned().filter { !isWithin("root." + $0.path, place) }
        try other.restore(snapshot, at: place)
        #expect(try other.snapshot(place) == snapshot, "seed \(seed), \(top) to \(place)")
        let kept = other.owned().filter { !isWithin("root." + $0.path, place) }
        if place != "root" { #expect(kept == outside, "seed \(seed)") }
        #expect(try other.tree.verify() == nil, "seed \(seed)")
      }
    }
  }

  /// Only the state determines the bytes, whatever led to it.
  @Test(arguments: [Aggregation.children, .sum])
  func equalStatesHaveEqualBytes(aggregation: Aggregation) throws {
    for seed in UInt64(0)..<200 {
      var maker = RandomOperations(seed: seed)
      let first = try maker.host(aggregation, 30)
      let second = try maker.host(aggregation, 30)
      let owned = first.owned()
      try second.restore(first.snapshot())
      let third = try Host(aggregation, seed: seed)
      for entry in owned.shuffled(using: &maker.random) {
        let path = entry.path.isEmpty ? "root" : "root." + entry.path
        try third.transact { try third.tree.load(third.node(path), entry.own) }
      }
      let snapshot = try first.snapshot()
      #expect(try second.snapshot() == snapshot, "seed \(seed)")
      #expect(try third.snapshot() == snapshot, "seed \(seed)")
      #expect(try writeSnapshot(owned) == snapshot, "seed \(seed)")
      #expect(try second.digest() == first.digest() && third.digest() == first.digest(), "seed \(seed)")
    }
  }

  @Test func aSnapshotOfNothing() throws {
    let host = try Host()
    try host.page(["root.a": [3]])
    let empty = try host.snapshot("root.unknown")
    #expect(try host.snapshot() == empty)
    #expect(empty.count == 18)
    #expect(try readSnapshot(empty) == [])
    #expect(try host.digest() == 0)
  }

  /// The bytes are those of docs/snapshot-format.md.
  @Test func theFormatIsAsDocumented() throws {
    let host = try Host()
    try host.set("root.a", 300)
    try host.dot("root.a.x", until: 5)
    try host.mute("root.b", .all, until: -1)
    let body: [UInt8] =
      [0x54, 0x4C, 0x59, 0x53, 1, 0, 3, 0, 0, 0] + [0, 1, 0x61, 2, 0xAC, 2] + [1, 2, 0x2E, 0x78, 5, 5]
      + [0, 1, 0x62, 0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
    #expect(try host.snapshot() == sealed(body + [UInt8](repeating: 0, count: 8)))
    // A new version of the hash would be a new version of the format.
    #expect(try Array(host.snapshot().suffix(8)) == documentedChecksum)
    #expect(try host.digest() == 0xCAE8_7257_9996_581E)
  }

  @Test func rollingBackTakesARestoreBack() throws {
    var maker = RandomOperations(seed: 5)
    let host = try maker.host(.children, 40)
    let other = try maker.host(.children, 40)
    let (before, digest) = (try host.snapshot(), try host.digest())
    let (visible, revision) = (try confusingPaths.map { try host.get($0) }, host.tree.revision)
    let bytes = try other.snapshot()
    try bytes.withUnsafeBytes { raw in
      let reader = try SnapshotReader(raw)
      host.tree.begin(.undoable)
      try host.tree.restore(from: reader, at: .root)
      #expect(try host.snapshot() == bytes)
      #expect(try host.digest() == other.digest())
      host.tree.rollback()
    }
    #expect(try host.snapshot() == before)
    #expect(try host.digest() == digest)
    #expect(try confusingPaths.map { try host.get($0) } == visible)
    #expect(host.tree.revision == revision)
    #expect(try host.tree.verify() == nil)
  }

  @Test func aTreeRefusesWhatItCannotHold() throws {
    let deep = try writeSnapshot([Owned("a", OwnState(badge: .dot)), Owned("a.b.c.d", OwnState(badge: .dot))])
    let host = try Host(limits: PathLimits(depth: 4))
    try host.restore(deep)
    let before = try host.snapshot("root.a")
    expectFault(.tooDeep, at: 13) { try host.restore(deep, at: "root.a") }
    #expect(try host.snapshot("root.a") == before)
  }
}

/// Computed by another program, in another language.
private let documentedChecksum: [UInt8] = [0xDA, 0xED, 0xE3, 0xAF, 0x94, 0x8E, 0x8F, 0x87]

/// Bytes that may come from anywhere.
@Suite struct SnapshotDecodingTests {
  /// Entries as bytes, with a valid header and checksum.
  private func snapshot(_ count: UInt8, _ entries: [UInt8], isPatch: Bool = false) -> [UInt8] {
    let header: [UInt8] = [0x54, 0x4C, 0x59, isPatch ? 0x50 : 0x53, 1, 0, count, 0, 0, 0]
    return sealed(header + entries + [UInt8](repeating: 0, count: 8))
  }

  private func expect(
    _ bytes: [UInt8], _ problem: SnapshotProblem, at offset: Int, isPatch: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message = "\(Failure.words(problem)), at byte \(offset)"
    expectFailure(.malformed, message, sourceLocation: sourceLocation) {
      if isPatch { _ = try readPatch(bytes) } else { _ = try readSnapshot(bytes) }
    }
  }

  @Test func frames() throws {
    let good = snapshot(1, [0, 1, 0x61, 1])
    #expect(try readSnapshot(good) == [Owned("a", OwnState(badge: .dot))])
    expect([], .truncated, at: 0)
    expect(Array(good.prefix(17)), .truncated, at: 17)
    for (offset, problem) in [(0, SnapshotProblem.magic), (3, .magic), (4, .version), (5, .flags), (9, .checksum)] {
      var bad = good
      bad[offset] ^= 1
      expect(bad, problem, at: problem == .checksum ? bad.count - 8 : problem == .magic ? 0 : offset)
    }
    expect(snapshot(2, [0, 1, 0x61, 1]), .count, at: 6)
    expect(snapshot(0, [0, 1, 0x61, 1]), .count, at: 6)
    expect(snapshot(1, [0, 1, 0x61, 1, 0, 1, 0x62, 1]), .count, at: 6)
    expect(snapshot(1, [0, 1, 0x61, 1]), .magic, at: 0, isPatch: true)
  }

  @Test func entries() {
    expect(snapshot(1, [0]), .truncated, at: 11)
    expect(snapshot(1, [0, 2, 0x61]), .truncated, at: 13)
    expect(snapshot(1, [0, 1, 0x61]), .truncated, at: 13)
    expect(snapshot(1, [0x80, 0, 1, 0x61, 1]), .number, at: 11)
    expect(snapshot(1, [0, 1, 0x61, 2] + [UInt8](repeating: 0xFF, count: 9) + [2]), .number, at: 23)
    expect(snapshot(1, [1, 1, 0x61, 1]), .sharing, at: 10)
    expect(snapshot(2, [0, 1, 0x61, 1, 0, 2, 0x61, 0x62, 1]), .sharing, at: 16)
    expect(snapshot(2, [0, 1, 0x61, 1, 2, 1, 0x61, 1]), .sharing, at: 14)
    expect(snapshot(2, [0, 1, 0x62, 1, 0, 1, 0x61, 1]), .order, at: 16)
    expect(snapshot(2, [0, 1, 0x61, 1, 1, 0, 1]), .order, at: 16)
    expect(snapshot(2, [0, 0, 1, 0, 0, 1]), .order, at: 15)
    expect(snapshot(1, [0, 0xFF, 0xFF, 4, 0x61, 1]), .path(.tooLong), at: 11)
  }

  @Test func paths() {
    expect(snapshot(1, [0, 1, 0x2E, 1]), .path(.emptyComponent), at: 12)
    expect(snapshot(1, [0, 2, 0x61, 0x2E, 1]), .path(.emptyComponent), at: 14)
    expect(snapshot(1, [0, 2, 0x61, 0x5C, 1]), .path(.danglingEscape), at: 13)
    expect(snapshot(1, [0, 3, 0x61, 0x5C, 0x61, 1]), .path(.unknownEscape), at: 13)
    expect(snapshot(1, [0, 1, 0x07, 1]), .path(.controlCharacter), at: 12)
    expect(snapshot(1, [0, 1, 0xFF, 1]), .path(.invalidUTF8), at: 12)
    // Half a character is shared, and the other half does not match.
    expect(snapshot(2, [0, 2, 0xC3, 0xA9, 1, 1, 1, 0xC3, 1]), .path(.invalidUTF8), at: 17)
    // A backslash shared, and a letter after it.
    expect(snapshot(2, [0, 2, 0x5C, 0x2E, 1, 1, 1, 0x61, 1]), .path(.unknownEscape), at: 17)
    let long = [UInt8](repeating: 0x61, count: 256)
    expect(snapshot(1, [0, 0x80, 2] + long + [1]), .path(.componentTooLong), at: 13)
  }

  /// The longest path of all is one, and a path that is a byte longer is none.
  @Test func theLongestPath() throws {
    let name = [UInt8](repeating: 0x61, count: 255)
    let longest = [UInt8]((0..<256).map { _ in name }.joined(separator: [0x2E]))
    #expect(longest.count == 65_535)
    let state: [UInt8] = [1]
    let bytes = snapshot(1, [0, 0xFF, 0xFF, 3] + longest + state)
    #expect(try readSnapshot(bytes) == [Owned(String(decoding: longest, as: UTF8.self), OwnState(badge: .dot))])
    #expect(try writeSnapshot(readSnapshot(bytes)) == bytes)
    expect(snapshot(1, [0, 0x80, 0x80, 4] + longest + [0x61] + state), .path(.tooLong), at: 11)
    // The whole path is shared: no path may follow it.
    expect(
      snapshot(2, [0, 0xFF, 0xFF, 3] + longest + state + [0xFF, 0xFF, 3, 1, 0x61] + state), .path(.tooLong),
      at: 10 + 4 + 65_535 + 1 + 3)
  }

  @Test func states() {
    expect(snapshot(1, [0, 1, 0x61, 0]), .redundant, at: 13)
    for bits: UInt8 in [3, 4, 12, 24, 28, 32, 33, 64, 131] {
      expect(snapshot(1, [0, 1, 0x61, bits, 1, 1]), .state, at: 13)
    }
    expect(snapshot(1, [0, 1, 0x61, 2, 0]), .range, at: 14)
    expect(snapshot(1, [0, 1, 0x61, 2, 0x80, 0x80, 0x80, 0x80, 0x10]), .range, at: 14)
    expect(snapshot(1, [0, 1, 0x61, 5, 0]), .time, at: 14)
    expect(snapshot(1, [0, 1, 0x61, 128, 0]), .time, at: 14)
    expect(snapshot(1, [0, 1, 0x61, 0x28, 0]), .time, at: 14)
    expect(snapshot(1, [0, 1, 0x61, 1, 1], isPatch: true), .redundant, at: 13, isPatch: true)
  }

  private func sample(isPatch: Bool) throws -> [UInt8] {
    var maker = RandomOperations(seed: 11)
    let a = try maker.host(.children, 60)
    let b = try maker.host(.children, 60)
    return isPatch ? try a.diff(to: b) : try a.snapshot()
  }

  /// Rejected, or a valid encoding: encoding its content again gives the same bytes.
  private func check(_ bytes: [UInt8], isPatch: Bool) throws -> Bool {
    do throws(Failure) {
      if isPatch { _ = try readPatch(bytes) } else { _ = try readSnapshot(bytes) }
    } catch {
      let refusal = Refusal(error)
      guard refusal.status == .malformed, let offset = refusal.offset else { return false }
      return offset >= 0 && offset <= bytes.count
    }
    if isPatch {
      let host = try Host(limits: PathLimits(depth: 65_535, bytes: 65_535))
      try host.apply(bytes, force: true)
      return try inverse(inverse(bytes)) == bytes
    }
    let host = try Host(limits: PathLimits(depth: 65_535, bytes: 65_535))
    try host.restore(bytes)
    return try host.snapshot() == bytes && writeSnapshot(readSnapshot(bytes)) == bytes
  }

  @Test(arguments: [false, true]) func everyByteMayBeWrong(isPatch: Bool) throws {
    let good = try sample(isPatch: isPatch)
    #expect(try check(good, isPatch: isPatch))
    var accepted = 0
    for offset in good.indices {
      for change in UInt8(1)...255 {
        var bad = good
        bad[offset] ^= change
        #expect(throws: Failure.self) {
          if isPatch { _ = try readPatch(bad) } else { _ = try readSnapshot(bad) }
        }
        if change & (change - 1) != 0, change % 16 != 0 { continue }
        #expect(try check(sealed(bad), isPatch: isPatch), "\(offset), \(change)")
        accepted += 1
      }
    }
    #expect(accepted > 100)
    for count in good.indices {
      #expect(throws: Failure.self) { try readSnapshot(Array(good.prefix(count))) }
      #expect(try check(Array(good.prefix(count)), isPatch: isPatch))
      if count >= 8 { #expect(try check(sealed(Array(good.prefix(count))), isPatch: isPatch)) }
    }
  }

  @Test(arguments: [false, true]) func randomMutations(isPatch: Bool) throws {
    let good = try sample(isPatch: isPatch)
    for seed in UInt64(0)..<6000 {
      var random = SplitMix(seed: seed)
      var bad = good
      for _ in 0...random.below(4) {
        let offset = 10 + random.below(bad.count - 18)
        let other = 10 + random.below(bad.count - 18)
        switch random.below(5) {
        case 0: bad[offset] = UInt8(random.below(256))
        case 1: bad[offset] ^= UInt8(1 << random.below(8))
        case 2: bad.remove(at: offset)
        case 3: bad.insert(random.pick([0, 1, 0x2E, 0x5C, 0x80, 0xFF, 0x61]), at: offset)
        default: bad.swapAt(offset, other)
        }
        if bad.count < 20 { break }
      }
      bad[6] = random.chance(80) ? bad[6] : UInt8(random.below(40))
      #expect(try check(sealed(bad), isPatch: isPatch), "seed \(seed)")
    }
  }

  /// The short paths for usual entries accept and reject the same bytes as a plain reader, and read the same.
  @Test(arguments: [false, true]) func agreesWithAPlainReader(isPatch: Bool) throws {
    var accepted = 0
    for seed in UInt64(0)..<400 {
      var maker = MixedStates(seed: seed)
      let (old, new) = maker.pair()
      var bytes = try isPatch ? diff(writeSnapshot(old), writeSnapshot(new)) : writeSnapshot(old)
      var random = SplitMix(seed: seed)
      for _ in 0..<random.below(3) where bytes.count > 20 {
        let offset = 10 + random.below(bytes.count - 18)
        switch random.below(4) {
        case 0: bytes[offset] ^= UInt8(1 << random.below(8))
        case 1: bytes[offset] = random.pick([0, 1, 0x1F, 0x20, 0x2E, 0x5C, 0x7F, 0x80, 0xC3, 0xFF])
        case 2: bytes.insert(random.pick([0, 0x2E, 0x5C, 0x61]), at: offset)
        default: bytes.remove(at: offset)
        }
      }
      let expected = PlainReader.read(bytes, isPatch: isPatch)
      let sealed = sealed(bytes)
      let found = isPatch ? try? readPatch(sealed) : try? readSnapshot(sealed).map { Change($0) }
      #expect(found == expected, "seed \(seed)")
      accepted += found == nil ? 0 : 1
    }
    #expect(accepted > 100 && accepted < 380)
  }

  @Test func randomBytes() throws {
    for seed in UInt64(0)..<4000 {
      var random = SplitMix(seed: seed)
      let entries = (0..<random.below(40)).map { _ in
        random.chance(60) ? random.pick([0, 1, 1, 2, 0x61, 0x62, 0x2E, 5] as [UInt8]) : UInt8(random.below(256))
      }
      let bytes = snapshot(UInt8(random.below(6)), entries)
      #expect(try check(bytes, isPatch: false), "seed \(seed)")
    }
  }

  /// As deep as bytes allow: nothing recurses.
  @Test func asDeepAsCanBe() throws {
    let path = Array(String(repeating: "a.", count: 32_767) + "a").map { $0.asciiValue ?? 0 }
    let bytes = snapshot(1, [0, 0xFF, 0xFF, 3] + path + [1])
    #expect(try readSnapshot(bytes).count == 1)
    let host = try Host()
    expectFault(.tooDeep, at: 133) { try host.restore(bytes) }
  }
}

import Testing

@testable import TallyNode

@Suite struct SnapshotTests {
  /// Names of one block, ascending.
  private let names = (0..<100_000).lazy.map { "user\($0)" }.filter { SnapshotBlock.index(of: $0) == 7 }.prefix(5)
    .sorted()

  private func part() -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, name) in names.enumerated() {
      SnapshotBlock.append(
        SnapshotAccount(name: name, bytes: Array(repeating: UInt8(index), count: index * 3)), to: &bytes)
    }
    return bytes
  }

  @Test func theBlockIsTheHashModuloTheirNumber() {
    // The hashes of docs/account-hash.md.
    #expect(SnapshotBlock.index(of: "a") == 0x2c)
    #expect(SnapshotBlock.index(of: "ann") == 0x18)
    #expect(SnapshotBlock.index(of: "müller") == 0x5c)
  }

  @Test func whatWasWrittenIsRead() throws {
    let found = try SnapshotBlock.accounts(of: part(), block: 7, count: 5)
    #expect(found.map(\.name) == names)
    #expect(found.map(\.bytes.count) == [0, 3, 6, 9, 12])
    #expect(try SnapshotBlock.accounts(of: [], block: 7, count: 0) == [])
  }

  @Test func theBytesAreThoseOfTheProtocol() {
    var bytes: [UInt8] = []
    SnapshotBlock.append(SnapshotAccount(name: "ann", bytes: [9, 8]), to: &bytes)
    #expect(bytes == [3, 0, 0, 0, 0x61, 0x6e, 0x6e, 2, 0, 0, 0, 9, 8])
  }

  @Test func everyTruncationIsRejected() {
    let whole = part()
    let ends = Set([whole.count]).union(
      names.indices.map { last in
        names[...last].enumerated().reduce(0) { $0 + 8 + $1.element.utf8.count + $1.offset * 3 }
      })
    for length in 1..<whole.count where !ends.contains(length) {
      #expect(throws: SnapshotError.self) { try SnapshotBlock.accounts(of: Array(whole[..<length]), block: 7) }
    }
  }

  @Test func hostileParts() {
    func error(_ bytes: [UInt8], block: Int = 0x18, count: Int? = nil) -> SnapshotError? {
      do throws(SnapshotError) {
        _ = try SnapshotBlock.accounts(of: bytes, block: block, count: count)
        return nil
      } catch { return error }
    }
    let ann: [UInt8] = [3, 0, 0, 0, 0x61, 0x6e, 0x6e, 0, 0, 0, 0]
    #expect(error(ann) == nil)
    #expect(error(ann, count: 2) == .count(said: 2, found: 1))
    #expect(error(ann, block: 3) == .otherBlock(offset: 0))
    #expect(error(ann + ann) == .order(offset: 11))
    #expect(error([0xff, 0xff, 0xff, 0xff, 1]) == .truncated(offset: 0))
    #expect(error([3, 0, 0, 0, 0x61, 0x6e, 0x6e, 0xff, 0xff, 0xff, 0xff]) == .truncated(offset: 7))
    #expect(error([0, 0, 0, 0, 0, 0, 0, 0]) == .invalidName(offset: 0))
    #expect(error([1, 0, 0, 0, 0xff, 0, 0, 0, 0]) == .invalidName(offset: 0))
    #expect(error([1, 0, 0, 0, 0x0a, 0, 0, 0, 0]) == .invalidName(offset: 0))
    #expect(error([0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 256) + [0, 0, 0, 0]) == .invalidName(offset: 0))
  }

  @Test func randomBytesNeverTrap() {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: .min ... .max, using: &generator)
    var state = seed
    for _ in 0..<2000 {
      var bytes = part()
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      let found = (try? SnapshotBlock.accounts(of: bytes, block: 7)) ?? []
      #expect(found.count <= bytes.count / 8, "seed \(seed)")
    }
  }

  @Test func subjects() {
    let place = SnapshotPlace(block: 255, position: 4711, epoch: 7, part: 1, parts: 2)
    #expect(place.subject == "255.4711.7.1.2")
    #expect(SnapshotPlace(subject: "255.4711.7.1.2") == place)
    for text in [
      "", "1.2.3.4", "257.1.1.0.1", "1.1.1.1.1", "1.1.1.0.0", "1.-1.1.0.1", "+1.1.1.0.1", "01.1.1.0.1", "1.1.1.0.1.1",
      "1.99999999999999999999.1.0.1", "a.1.1.0.1", "1.1.1.0.9999999", "1.9223372036854775808.1.0.1",
    ] {
      #expect(SnapshotPlace(subject: text) == nil, "\(text)")
    }
  }

  @Test func aBlockIsWholeIfAllItsPartsAreThere() {
    var index = SnapshotIndex()
    #expect(index.isEmpty && index.position(of: 3) == nil)
    index.insert(SnapshotPlace(block: 3, position: 10, epoch: 1, part: 0, parts: 2))
    #expect(index.position(of: 3) == nil && index.stale(3).isEmpty)
    // Another owner's part of the same position does not fill the hole.
    index.insert(SnapshotPlace(block: 3, position: 10, epoch: 2, part: 1, parts: 2))
    #expect(index.position(of: 3) == nil)
    index.insert(SnapshotPlace(block: 3, position: 10, epoch: 1, part: 1, parts: 2))
    #expect(index.position(of: 3) == 10)
    index.insert(SnapshotPlace(block: 3, position: 20, epoch: 2, part: 0, parts: 2))
    #expect(index.position(of: 3) == 10, "the old one holds until the new one is whole")
    index.insert(SnapshotPlace(block: 3, position: 20, epoch: 2, part: 1, parts: 2))
    #expect(index.position(of: 3) == 20)
    #expect(index.places(of: 3).map(\.subject) == ["3.20.2.0.2", "3.20.2.1.2"])
    #expect(index.stale(3).map(\.position) == [10, 10])
    for version in index.stale(3) { index.remove(version, of: 3) }
    #expect(index.stale(3).isEmpty && index.position(of: 3) == 20)
  }

  private func full(_ position: (Int) -> UInt64) -> SnapshotIndex {
    SnapshotIndex(
      (0...SnapshotBlock.source).map {
        SnapshotPlace(block: $0, position: position($0), epoch: 1, part: 0, parts: 1)
      })
  }

  @Test func theFloorIsTheOldestBlock() {
    #expect(full { UInt64(1000 + $0) }.floor == 1000)
    var holed = full { _ in 50 }
    if let version = holed.version(of: 9) { holed.remove(version, of: 9) }
    #expect(holed.floor == nil)
    #expect(holed.due(at: 60, lag: 1000) == [9])
  }

  @Test func theOldestBlocksAreDueFirst() {
    let index = full { $0 == 4 ? 100 : $0 == 5 ? 50 : 1000 }
    #expect(index.due(at: 1000, lag: 900) == [5, 4])
    #expect(index.due(at: 1000, lag: 901) == [5])
    #expect(index.due(at: 10, lag: 1) == [], "a file that is behind the snapshots publishes none")
    #expect(SnapshotIndex().due(at: 0, lag: 1) == Array(0...SnapshotBlock.source))
    // The source's block comes last, even if it is the oldest.
    #expect(full { $0 == SnapshotBlock.source ? 10 : $0 < 2 ? 20 : 1000 }.due(at: 1000, lag: 1) == [0, 1, 256])
  }

  @Test func theLogIsCutWhereNobodyNeedsIt() {
    #expect(LogCut.firstKept(floor: nil, held: [5], first: 1) == nil)
    #expect(LogCut.firstKept(floor: 50, held: [], first: 1) == 51)
    #expect(LogCut.firstKept(floor: 50, held: [70, 20], first: 1) == 21)
    #expect(LogCut.firstKept(floor: 50, held: [70], first: 1) == 51)
    #expect(LogCut.firstKept(floor: 50, held: [70], first: 51) == nil)
    #expect(LogCut.firstKept(floor: 0, held: [], first: 1) == nil)
  }
}

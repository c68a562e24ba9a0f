import TallyFailure
import TallyMemory

extension SnapshotReader {
  /// Writes the minimal patch from this snapshot to another into `output`.
  /// - Throws: `.noMemory`. The contents of `output` are then undefined.
  /// - Complexity: O(bytes). Equal parts are compared at the speed of memory.
  public func encodeDiff(
    to other: borrowing SnapshotReader, into output: inout ByteOutput
  ) throws(Failure) {
    // Side by side, either cursor receives the other's path.
    let longest = max(entries.longest, other.entries.longest, EncodedEntries.usualPath)
    var merge = SnapshotMerge(
      try entries.cursor(longest: longest), try other.entries.cursor(longest: longest))
    do throws(OutOfMemory) {
      try merge.run(entries, other.entries, &output)
    } catch {
      throw .noMemory
    }
  }
}

/// Walks through two snapshots and writes their differences. It goes entry by entry, except where both are behind the
/// same path. There it continues with ``SideBySide``.
private struct SnapshotMerge: ~Copyable {
  private var a: EntryCursor
  private var b: EntryCursor
  private var writer = EntryWriter(isPatch: true)
  /// The next checkpoint of `a`.
  private var checkpoint = 0

  init(_ a: consuming EntryCursor, _ b: consuming EntryCursor) {
    self.a = a
    self.b = b
  }

  mutating func run(
    _ first: borrowing EncodedEntries, _ second: borrowing EncodedEntries, _ output: inout ByteOutput
  ) throws(OutOfMemory) {
    try writer.begin(into: &output)
    try runSideBySide(first, second)
    var hasA = a.next()
    var hasB = b.next()
    while hasA, hasB {
      let (inA, inB) = (a.path, b.path)
      let common = Self.common(inA, inB)
      if common == inA.count, common == inB.count {
        if a.new != b.new { try writer.append(inA, old: a.new, new: b.new) }
        try runSideBySide(first, second)
        hasA = a.next()
        hasB = b.next()
      } else if common == inA.count || (common < inB.count && inA[common] < inB[common]) {
        try writer.append(inA, old: a.new, new: OwnState())
        hasA = a.next()
      } else {
        try writer.append(inB, old: OwnState(), new: b.new)
        hasB = b.next()
      }
    }
    while hasA {
      try writer.append(a.path, old: a.new, new: OwnState())
      hasA = a.next()
    }
    while hasB {
      try writer.append(b.path, old: OwnState(), new: b.new)
      hasB = b.next()
    }
    try writer.finish(into: &output)
  }

  @inline(__always)
  private static func common(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    // Both lie in memory of cursors and writers, even if they are empty.
    let (inA, inB) = (a.baseAddress.unsafelyUnwrapped, b.baseAddress.unsafelyUnwrapped)
    return commonPrefix(inA, inB, limit: min(a.count, b.count))
  }

  // MARK: Side by side

  private mutating func runSideBySide(
    _ first: borrowing EncodedEntries, _ second: borrowing EncodedEntries
  ) throws(OutOfMemory) {
    #if !TALLY_PLAIN
      let kept = Self.common(writer.lastPath, a.path)
      var place = SideBySide(a, b, first, second, kept: kept, room: try writer.room())
      while true {
        switch place.compare() {
        case .changing:
          place.copyChanging()
          continue
        case .unusual:
          if passEqual(&place, first) || place.compareOne() { continue }
        case .noRoom: break
        }
        writer.take(place.written, upTo: place.out, longest: EncodedEntries.usualPath)
        if !place.isFull { break }
        place.write(to: try writer.room())
      }
      try writer.setLastPath(UnsafeRawBufferPointer(start: place.path, count: place.kept))
      a.jump(
        to: place.inA - a.parser.base, entry: place.sizesA - first.sizes.pointer, pathCount: place.pathCount)
      b.jump(to: place.inB - b.parser.base, entry: place.sizesB - second.sizes.pointer, a.path)
    #endif
  }

  /// Skips the entries that are equal in both, byte for byte: from a checkpoint to the last one among them, and from
  /// there one by one. Returns whether there were any. A few are not worth it.
  private mutating func passEqual(_ place: inout SideBySide, _ first: borrowing EncodedEntries) -> Bool {
    place.measure()
    if place.common < SideBySide.worthPassing { return false }
    let (start, end) = (place.inA, place.inA + place.common)
    var target = -1
    while checkpoint < first.checkpoints.count, a.parser.base + first.checkpoints[checkpoint].offset <= end {
      target = checkpoint
      checkpoint += 1
    }
    if target >= 0, a.parser.base + first.checkpoints[target].offset > start {
      let found = first.checkpoints[target]
      let entry = place.sizesA - first.sizes.pointer
      place.jump(
        to: a.parser.base + found.offset, entries: target * EncodedEntries.spacing - entry, first.path(at: found))
    }
    place.pass(to: end)
    return place.inA > start
  }
}

/// Two snapshots behind the same path, and the patch that is made of them.
///
/// As long as the following bytes are equal, the entries are equal. Entries that differ only in the bytes of their
/// states have the same path. Only usual entries are read (``EncodedEntries``).
///
/// Invariants: `path` has `pathCount` bytes. `kept` is the length of the prefix that it shares with the entry written
/// last. Since paths rise, the prefix shared with a later entry is the shortest of the prefixes that neighbours in
/// between share.
private struct SideBySide {
  enum Stop {
    /// Several entries in a row differed.
    case changing
    case noRoom
    /// Many bytes are equal, or a long path must be written. Or the next entry has another path, is not usual, or does
    /// not exist.
    case unusual
  }

  /// The number of equal bytes from which entries are skipped.
  static let worthPassing = 32
  private static let severalEntries = 4
  /// The number of bytes that are copied in one step, even if fewer are needed.
  private static let atOnce = 16

  private(set) var inA: UnsafeRawPointer
  private(set) var inB: UnsafeRawPointer
  private let endA: UnsafeRawPointer
  private let endB: UnsafeRawPointer
  /// The sizes of the next entries.
  private(set) var sizesA: UnsafeMutablePointer<UInt8>
  private(set) var sizesB: UnsafeMutablePointer<UInt8>
  let path: UnsafeMutableRawPointer
  private(set) var pathCount: Int
  private(set) var kept: Int
  /// The next byte to write. An entry may begin before `full`.
  private(set) var out: UnsafeMutableRawPointer
  private var full: UnsafeMutableRawPointer
  private(set) var written = 0
  /// The number of equal bytes from here, as ``measure()`` found.
  private(set) var common = 0

  init(
    _ a: borrowing EntryCursor, _ b: borrowing EntryCursor, _ first: borrowing EncodedEntries,
    _ second: borrowing EncodedEntries, kept: Int, room: UnsafeMutableRawBufferPointer
  ) {
    inA = a.parser.base + a.parser.position
    inB = b.parser.base + b.parser.position
    endA = a.parser.base + a.parser.end
    endB = b.parser.base + b.parser.end
    sizesA = first.sizes.pointer + a.entry
    sizesB = second.sizes.pointer + b.entry
    path = a.text
    pathCount = a.pathCount
    self.kept = kept
    out = room.baseAddress.unsafelyUnwrapped
    full = out + room.count
  }

  /// Continues to write there. The former output has been taken.
  mutating func write(to room: UnsafeMutableRawBufferPointer) {
    out = room.baseAddress.unsafelyUnwrapped
    full = out + room.count
    written = 0
  }

  var isFull: Bool { out >= full }

  mutating func measure() {
    common = longCommonPrefix(inA, inB, limit: min(endA - inA, endB - inB))
  }

  /// Compares entry by entry and writes those that differ. The branch cannot be predicted. So each entry is written,
  /// and the output advances only if it differs.
  @inline(never)
  mutating func compare() -> Stop {
    // In registers: for the compiler, the output might overlap this structure.
    var at = self
    defer { self = at }
    while at.out < at.full {
      let before = at.written
      for _ in 0..<Self.severalEntries {
        let (sizeA, sizeB) = (Int(at.sizesA.pointee), Int(at.sizesB.pointee))
        let word = EntryParser.word(at.inA)
        let (first, second) = (word ^ EntryParser.word(at.inB), differenceOf8(at.inA, at.inB, 8))
        if first | second | differenceOf8(at.inA, at.inB, 16) | differenceOf8(at.inA, at.inB, 24) == 0 {
          return .unusual
        }
        let inSecond = 8 &+ second.trailingZeroBitCount &>> 3
        let common = first == 0 ? inSecond : first.trailingZeroBitCount &>> 3
        let shared = Int(truncatingIfNeeded: word & 0xFF)
        let state = Int(truncatingIfNeeded: word >> 8 & 0xFF) &+ 2
        let kept = min(at.kept, shared)
        let length = shared &+ state &- 2 &- kept
        if common < state || length > Self.atOnce || sizeA > Self.atOnce || sizeA == 0 || sizeB == 0 {
          return .unusual
        }
        // The bytes were stored just now, so a load from there would wait.
        let suffix = at.kept < shared ? UnsafeRawPointer(at.path + kept) : at.inA + 2
        Self.copy16(at.inA + 2, to: at.path + shared)
        Self.copy16(suffix, to: at.out + 2)
        at.finish(kept, length, state, sizeA, sizeB, common)
      }
      if at.written &- before == Self.severalEntries { return .changing }
    }
    return .noRoom
  }

  /// The same for one entry with a path of any length. Returns false if the paths differ or an entry is not usual. The
  /// equal bytes have been measured.
  mutating func compareOne() -> Bool {
    let (sizeA, sizeB) = (Int(sizesA.pointee), Int(sizesB.pointee))
    let shared = Int(inA.load(as: UInt8.self))
    let state = Int(inA.load(fromByteOffset: 1, as: UInt8.self)) &+ 2
    if sizeA == 0 || sizeB == 0 || common < state { return false }
    let before = min(kept, shared)
    Self.copy(inA + 2, state &- 2, to: path + shared)
    let length = shared &+ state &- 2 &- before
    Self.copy(path + before, length, to: out + 2)
    finish(before, length, state, sizeA, sizeB, common)
    return true
  }

  /// Completes the entry around its suffix and moves to the next entry.
  @inline(__always)
  private mutating func finish(
    _ shared: Int, _ length: Int, _ state: Int, _ sizeA: Int, _ sizeB: Int, _ common: Int
  ) {
    out.storeBytes(of: UInt16(truncatingIfNeeded: length << 8 | shared).littleEndian, as: UInt16.self)
    let old = out + (2 &+ length)
    Self.copy16(inA + state, to: old)
    Self.copy16(inB + state, to: old + (sizeA &- state))
    pathCount = shared &+ length
    // All ones if they differ, else 0.
    let mask = (common &- sizeA) &>> (Int.bitWidth - 1)
    out += (2 &+ length &+ sizeA &+ sizeB &- 2 &* state) & mask
    kept = shared &+ length & mask
    written &-= mask
    step(sizeA, sizeB)
  }

  /// Writes entries as long as they differ. If the entry before was written too, this entry is the first snapshot's,
  /// with the second one's state.
  @inline(never)
  mutating func copyChanging() {
    var at = self
    defer { self = at }
    while at.out < at.full {
      let (sizeA, sizeB) = (Int(at.sizesA.pointee), Int(at.sizesB.pointee))
      let word = EntryParser.word(at.inA)
      let common = (word ^ EntryParser.word(at.inB)).trailingZeroBitCount &>> 3
      let state = Int(truncatingIfNeeded: word >> 8 & 0xFF) &+ 2
      if common < state || common >= min(sizeA, 8) || sizeA > Self.atOnce || sizeB == 0 { return }
      let shared = Int(truncatingIfNeeded: word & 0xFF)
      Self.copy16(at.inA + 2, to: at.path + shared)
      at.pathCount = shared &+ state &- 2
      at.kept = at.pathCount
      Self.copy16(at.inA, to: at.out)
      Self.copy16(at.inB + state, to: at.out + sizeA)
      at.out += sizeA &+ sizeB &- state
      at.written &+= 1
      at.step(sizeA, sizeB)
    }
  }

  /// Skips the equal entries that end by there.
  @inline(never)
  mutating func pass(to end: UnsafeRawPointer) {
    var at = self
    defer { self = at }
    var size = Int(at.sizesA.pointee)
    while size != 0, at.inA + size <= end {
      let shared = Int(at.inA.load(as: UInt8.self))
      let length = Int(at.inA.load(fromByteOffset: 1, as: UInt8.self))
      Self.copy(at.inA + 2, length, to: at.path + shared)
      at.pathCount = shared &+ length
      at.kept = min(at.kept, shared)
      at.step(size, size)
      size = Int(at.sizesA.pointee)
    }
  }

  /// Continues at an entry of the first snapshot, whose predecessor has `newPath`. Both snapshots are equal up to
  /// there.
  mutating func jump(to entry: UnsafeRawPointer, entries: Int, _ newPath: UnsafeRawBufferPointer) {
    // It is behind the first entry, so its predecessor has a path.
    let source = newPath.baseAddress.unsafelyUnwrapped
    kept = min(kept, commonPrefix(path, source, limit: min(pathCount, newPath.count)))
    path.copyMemory(from: source, byteCount: newPath.count)
    pathCount = newPath.count
    inB += entry - inA
    inA = entry
    sizesA += entries
    sizesB += entries
  }

  @inline(__always)
  private mutating func step(_ sizeA: Int, _ sizeB: Int) {
    inA += sizeA
    inB += sizeB
    sizesA += 1
    sizesB += 1
  }

  // MARK: Bytes

  @inline(__always)
  private static func copy16(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
  }

  /// Copies bytes, and up to fifteen more.
  @inline(__always)
  private static func copy(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
    copy16(source, to: target)
    var offset = atOnce
    while offset < count {
      copy16(source + offset, to: target + offset)
      offset &+= atOnce
    }
  }
}

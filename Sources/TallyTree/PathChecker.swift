import TallyFailure
import TallyMemory

/// Rebuilds the paths of entries one after the other, and checks them.
///
/// Invariants: the last path, which is well formed, lies in `block` behind `margin` bytes, of which the last is a dot.
/// Behind it is a 0, and room for `slack` more bytes.
struct PathChecker: ~Copyable {
  private static let margin = 8
  private static let slack = 9
  /// Longer suffixes and longer shared parts are not usual. In a path of two such parts no component is too long.
  private static let usual = 127

  private var block = RawBlock()
  private(set) var count = 0
  /// The length of the longest path.
  private(set) var longest = 0

  /// Call it first.
  mutating func begin() throws(OutOfMemory) {
    try block.reserve(Self.margin + 2 * Self.usual + Self.slack)
    let base = block.base.unsafelyUnwrapped
    base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.margin + Self.slack)
    base.storeBytes(of: Byte.dot, toByteOffset: Self.margin - 1, as: UInt8.self)
  }

  private var text: UnsafeMutableRawPointer { block.base.unsafelyUnwrapped + Self.margin }

  /// Borrowed until the next path is read.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: text, count: count) }

  // MARK: Usual entries

  /// Reads entries as long as they are usual: the suffix is short and plain (ASCII without escapes), and the states are
  /// dots or counts without an end. Other entries may be well formed or not.
  ///
  /// In usual entries no component is too long. The suffix changes only the component in which it begins. Before it
  /// there is no half escape. Its first byte is greater than the byte that it replaces, so it does not cut a character
  /// either.
  /// - Parameters:
  ///   - limit: the most entries to read.
  ///   - sizes: receives the size of each, or 0, as in ``EncodedEntries``.
  /// - Returns: the number of entries.
  mutating func readUsual(
    _ parser: inout EntryParser, isPatch: Bool, limit: Int, sizes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    #if TALLY_PLAIN
      return 0
    #else
      let text = text
      let end = parser.base + parser.end
      var entry = parser.base + parser.position
      var (count, longest, read) = (count, longest, 0)
      // The values of the entry before. Siblings have the same.
      var (lastShared, begins) = (-1, false)
      while read < limit, entry < end {
        let word = EntryParser.word(entry)
        let shared = Int(truncatingIfNeeded: word & 0xFF)
        let length = Int(truncatingIfNeeded: word >> 8 & 0xFF)
        if (shared | length) > Self.usual || length == 0 || shared > count { break }
        let target = text + shared
        if shared != lastShared {
          let before = UnsafeRawPointer(target - 2).loadUnaligned(as: UInt16.self).littleEndian
          if before >> 8 == UInt16(Byte.backslash) || before & 0xFF == UInt16(Byte.backslash) { break }
          begins = before >> 8 == UInt16(Byte.dot)
          lastShared = shared
        }
        let first = UInt8(truncatingIfNeeded: word >> 16)
        let suffix = entry + 2
        if first <= target.load(as: UInt8.self) { break }
        if !(length == 1 ? Self.isPlain(first) : Self.isPlain(suffix, length, begins: begins)) { break }
        guard let size = Self.usualStates(suffix + length, isPatch), suffix + (length &+ size) <= end else { break }
        Self.copy(suffix, length, to: target)
        count = shared &+ length
        longest = max(longest, count)
        sizes[read] = count <= EncodedEntries.usualPath ? UInt8(truncatingIfNeeded: 2 &+ length &+ size) : 0
        entry += 2 &+ length &+ size
        read &+= 1
      }
      self.count = count
      self.longest = longest
      parser.position = entry - parser.base
      return read
    #endif
  }

  /// The size of the state at `start`, or of the two different states of a patch. nil: not usual.
  @inline(__always)
  private static func usualStates(_ start: UnsafeRawPointer, _ isPatch: Bool) -> Int? {
    let first = EntryParser.word(start)
    guard let size = usualState(first) else { return nil }
    if !isPatch { return size }
    let second = EntryParser.word(start + size)
    guard let secondSize = usualState(second) else { return nil }
    if (first ^ second) << UInt64(truncatingIfNeeded: 64 &- size &* 8) == 0 { return nil }
    return size &+ secondSize
  }

  /// The size of a dot, or of a count below 2^28, without an end.
  @inline(__always)
  private static func usualState(_ word: UInt64) -> Int? {
    if word & 0xFF == UInt64(SnapshotFormat.Bits.dot) { return 1 }
    if word & 0xFF != UInt64(SnapshotFormat.Bits.count) { return nil }
    // Most counts take one byte. A predicted branch does not wait for it.
    if word & 0x8000 == 0 { return word & 0x7F00 == 0 ? nil : 2 }
    // The varint ends at a byte without the highest bit. That byte is not 0.
    let ends = ~word & 0x80_8080_0000
    let size = ends.trailingZeroBitCount &>> 3 &+ 1
    let last = word &>> UInt64(truncatingIfNeeded: size &* 8 &- 8) & 0xFF
    return ends != 0 && last != 0 ? size : nil
  }

  /// The check below for a single byte, as numbered siblings have it.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F && byte != Byte.backslash && byte != Byte.dot
  }

  /// Whether a suffix has no control characters, backslashes or bytes beyond ASCII, and makes no empty component.
  /// - Parameter begins: whether it begins a component.
  @inline(__always)
  private static func isPlain(_ suffix: UnsafeRawPointer, _ length: Int, begins: Bool) -> Bool {
    if length > 8 { return isLongPlain(suffix, length, begins: begins) }
    var previous: UInt64 = begins ? 0x80 : 0
    let isPlain = isPlain(EntryParser.word(suffix), length, &previous)
    return isPlain && (suffix + (length &- 1)).load(as: UInt8.self) != Byte.dot
  }

  @inline(never)
  private static func isLongPlain(_ suffix: UnsafeRawPointer, _ length: Int, begins: Bool) -> Bool {
    var previous: UInt64 = begins ? 0x80 : 0
    var offset = 0
    while offset < length {
      if !isPlain(EntryParser.word(suffix + offset), length &- offset, &previous) { return false }
      offset &+= 8
    }
    return (suffix + (length &- 1)).load(as: UInt8.self) != Byte.dot
  }

  /// The same for eight bytes, or for the first `length` of them.
  /// - Parameter previous: the highest bit of each byte says whether a dot comes before; on return, whether the bytes
  ///   end with one.
  @inline(__always)
  private static func isPlain(_ bytes: UInt64, _ length: Int, _ previous: inout UInt64) -> Bool {
    let each: UInt64 = 0x0101_0101_0101_0101
    let high = each &* 0x80
    // Bytes beyond the length become an `a`.
    let excess: UInt64 = length < 8 ? UInt64.max << UInt64(truncatingIfNeeded: length &* 8) : 0
    let word = bytes & ~excess | each &* 0x61 & excess
    // The highest bit of each byte: at least a space, no backslash, not DEL, ASCII. If it is not set, the carry may
    // spoil the neighbours, but the suffix is rejected anyway.
    let fine = (word &+ each &* 0x60) & ((word ^ each &* 0x5C) &+ each &* 0x7F) & ~(word &+ each) & ~word
    let dots = ~((word ^ each &* 0x2E) &+ each &* 0x7F) & high
    let wrong = ~fine & high | dots & (dots << 8 | previous)
    previous = dots >> 56
    return wrong == 0
  }

  /// Copies a suffix and puts a 0 behind it.
  @inline(__always)
  private static func copy(_ suffix: UnsafeRawPointer, _ length: Int, to target: UnsafeMutableRawPointer) {
    var offset = 0
    repeat {
      target.storeBytes(of: EntryParser.word(suffix + offset), toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    } while offset < length
    target.storeBytes(of: 0, toByteOffset: length, as: UInt8.self)
  }

  // MARK: Any path

  /// Reads the next path.
  @inline(never)
  mutating func read(from parser: inout EntryParser, isFirst: Bool) throws(Failure) {
    let start = parser.position
    let shared = try parser.length(orElse: .sharing)
    if shared > count { throw parser.malformed(.sharing, at: start) }
    let lengthStart = parser.position
    let length = try parser.length(orElse: .path(.tooLong))
    if shared + length > SnapshotFormat.maxPath { throw parser.malformed(.path(.tooLong), at: lengthStart) }
    let suffix = parser.position
    if parser.end - suffix < length { throw parser.malformed(.truncated, at: parser.end) }
    try checkOrder(parser, length, shared: shared, isFirst: isFirst)
    try Tree.reserve { () throws(OutOfMemory) in
      try block.reserve(Self.margin + shared + length + Self.slack)
    }
    (text + shared).copyMemory(from: parser.base + suffix, byteCount: length)
    count = shared + length
    longest = max(longest, count)
    text.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    if length > 0 { try checkComponents(parser, shared: shared) }
    parser.position += length
  }

  /// Since paths rise and share as much as they can, the first byte that is not shared is greater than the byte that it
  /// replaces.
  /// - Parameter parser: is at the suffix.
  private func checkOrder(
    _ parser: EntryParser, _ length: Int, shared: Int, isFirst: Bool
  ) throws(Failure) {
    if isFirst { return }
    if length == 0 { throw parser.malformed(.order, at: parser.position) }
    if shared == count { return }
    let replaced = bytes[shared]
    let first = parser.base.load(fromByteOffset: parser.position, as: UInt8.self)
    if first == replaced { throw parser.malformed(.sharing, at: parser.position) }
    if first < replaced { throw parser.malformed(.order, at: parser.position) }
  }

  /// Checks the components from the one with the first new byte.
  /// - Parameter parser: is at the suffix.
  private func checkComponents(_ parser: EntryParser, shared: Int) throws(Failure) {
    do throws(PathFault) {
      var end = try componentEnd(from: componentStart(before: shared))
      while end < count { end = try componentEnd(from: end + 1) }
    } catch {
      throw parser.malformed(.path(error.problem), at: parser.position + max(error.offset - shared, 0))
    }
  }

  /// The start of the component at `position`. Everything before is well formed, so the search is short.
  private func componentStart(before position: Int) -> Int {
    let path = bytes
    var start = position
    while start > 0 {
      if path[start - 1] == Byte.dot {
        var escapes = 0
        while escapes < start - 1, path[start - 2 - escapes] == Byte.backslash { escapes += 1 }
        if escapes % 2 == 0 { return start }
      }
      start -= 1
    }
    return 0
  }

  private func componentEnd(from start: Int) throws(PathFault) -> Int {
    let path = bytes
    var position = start
    var escapes = 0
    while position < path.count, path[position] != Byte.dot {
      if path[position] == Byte.backslash {
        guard position + 1 < path.count else { throw PathFault(.danglingEscape, at: position) }
        let escaped = path[position + 1]
        guard escaped == Byte.dot || escaped == Byte.backslash else { throw PathFault(.unknownEscape, at: position) }
        position += 2
        escapes += 1
      } else {
        position += try Path.scalarLength(path, at: position)
      }
    }
    if position == start { throw PathFault(.emptyComponent, at: start) }
    if position - start - escapes > 255 { throw PathFault(.componentTooLong, at: start) }
    return position
  }
}

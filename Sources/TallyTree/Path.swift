import TallyFailure
import TallyMemory

/// A path in canonical form: it begins with `root` and has only necessary escapes.
///
/// Invariants: `bytes` is well formed. `ends` has the end of each component in rising order, the root's (4) first. So
/// equal paths have equal bytes, however they were written.
public struct Path: ~Copyable {
  public private(set) var bytes = ByteBuffer()
  public private(set) var ends = List<UInt32>()

  public init() {}

  /// The number of components without the root.
  public var depth: Int { max(ends.count - 1, 0) }

  /// Parses a path as a caller writes it. An error loses the former content.
  /// - Complexity: O(length).
  // A copy for each caller would be large, and none of the hot paths parses.
  @inline(never)
  public mutating func parse(_ input: UnsafeRawBufferPointer, limits: PathLimits) throws(Failure) {
    bytes.removeAll()
    ends.removeAll()
    if input.isEmpty { throw .path(input, PathFault(.empty, at: 0)) }
    try grow { (path) throws(OutOfMemory) in
      try path.bytes.reserve(min(input.count, max(limits.bytes, 0)) + 5)
      try path.bytes.append("root")
      try path.ends.append(4)
    }
    var position = 0
    if Self.beginsWithRoot(input) {
      if input.count == 4 { return }
      if try takePlain(input, limits) { return }
      position = 5
    }
    try appendComponents(of: input, from: position, limits)
  }

  /// Parses a path below another one: its root becomes that one. An error loses the former content.
  /// - Complexity: O(length of both).
  @inline(never)
  public mutating func parse(
    _ input: UnsafeRawBufferPointer, below top: borrowing Path, limits: PathLimits
  ) throws(Failure) {
    bytes.removeAll()
    ends.removeAll()
    if input.isEmpty { throw .path(input, PathFault(.empty, at: 0)) }
    do throws(OutOfMemory) {
      try bytes.append(top.bytes.bytes)
      for position in 0..<top.ends.count { try ends.append(top.ends[position]) }
    } catch { throw .noMemory }
    if input.count == 4, Self.beginsWithRoot(input) { return }
    try appendComponents(of: input, from: Self.beginsWithRoot(input) ? 5 : 0, limits)
  }

  /// Makes it the root's path.
  public mutating func setRoot() throws(OutOfMemory) {
    bytes.removeAll()
    ends.removeAll()
    try bytes.append("root")
    try ends.append(4)
  }

  private static func beginsWithRoot(_ input: UnsafeRawBufferPointer) -> Bool {
    input.count >= 4 && input[0] == 0x72 && input[1] == 0x6F && input[2] == 0x6F && input[3] == 0x74
      && (input.count == 4 || input[4] == Byte.dot)
  }

  /// Takes a path that begins with `root` and has only printable ASCII without escapes, as most do.
  /// - Returns: false if the path is different or invalid. Then nothing was taken.
  private mutating func takePlain(_ input: UnsafeRawBufferPointer, _ limits: PathLimits) throws(Failure) -> Bool {
    if input.count > limits.bytes { return false }
    var start = 5
    for position in 5..<input.count {
      let byte = input[position]
      if byte == Byte.dot {
        if try !endComponent(start, position, limits) { return false }
        start = position + 1
      } else if byte < 0x20 || byte > 0x7E || byte == Byte.backslash {
        ends.truncate(to: 1)
        return false
      }
    }
    if try !endComponent(start, input.count, limits) { return false }
    try grow { (path) throws(OutOfMemory) in try path.bytes.append(UnsafeRawBufferPointer(rebasing: input[4...])) }
    return true
  }

  private mutating func endComponent(_ start: Int, _ end: Int, _ limits: PathLimits) throws(Failure) -> Bool {
    if start == end || end - start > 255 || ends.count > limits.depth {
      ends.truncate(to: 1)
      return false
    }
    try grow { (path) throws(OutOfMemory) in try path.ends.append(UInt32(end)) }
    return true
  }

  /// Checks and takes the components up to the end.
  private mutating func appendComponents(
    of input: UnsafeRawBufferPointer, from start: Int, _ limits: PathLimits
  ) throws(Failure) {
    var end = try appendComponent(of: input, from: start, limits)
    while end < input.count { end = try appendComponent(of: input, from: end + 1, limits) }
  }

  /// Checks and takes one component. Returns its end.
  private mutating func appendComponent(
    of input: UnsafeRawBufferPointer, from start: Int, _ limits: PathLimits
  ) throws(Failure) -> Int {
    let end: Int
    do throws(PathFault) { end = try componentEnd(of: input, from: start, limits) } catch {
      throw .path(input, error)
    }
    try grow { (path) throws(OutOfMemory) in
      try path.bytes.append(byte: Byte.dot)
      try path.bytes.append(UnsafeRawBufferPointer(rebasing: input[start..<end]))
      try path.ends.append(UInt32(path.bytes.count))
    }
    return end
  }

  private func componentEnd(
    of input: UnsafeRawBufferPointer, from start: Int, _ limits: PathLimits
  ) throws(PathFault) -> Int {
    var position = start
    var nameBytes = 0
    while position < input.count, input[position] != Byte.dot {
      if input[position] == Byte.backslash {
        guard position + 1 < input.count else { throw PathFault(.danglingEscape, at: position) }
        let escaped = input[position + 1]
        guard escaped == Byte.dot || escaped == Byte.backslash else {
          throw PathFault(.unknownEscape, at: position)
        }
        position += 2
        nameBytes += 1
      } else {
        let length = try Path.scalarLength(input, at: position)
        position += length
        nameBytes += length
      }
      if nameBytes > 255 { throw PathFault(.componentTooLong, at: start) }
    }
    if position == start { throw PathFault(.emptyComponent, at: start) }
    if ends.count > limits.depth { throw PathFault(.tooDeep, at: start) }
    if bytes.count + 1 + (position - start) > limits.bytes { throw PathFault(.tooLong, at: start) }
    return position
  }

  private mutating func grow(_ body: (inout Path) throws(OutOfMemory) -> Void) throws(Failure) {
    do throws(OutOfMemory) { try body(&self) } catch { throw .noMemory }
  }

  /// The length of the UTF-8 sequence at a position. The sequence must be well formed and not a control character
  /// (Unicode's category Cc: U+0000 to U+001F, U+007F to U+009F). The byte ranges are those of table 3-7 of the Unicode
  /// standard.
  static func scalarLength(_ input: UnsafeRawBufferPointer, at position: Int) throws(PathFault) -> Int {
    let first = input[position]
    if first < 0x80 {
      if first < 0x20 || first == 0x7F { throw PathFault(.controlCharacter, at: position) }
      return 1
    }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: throw PathFault(.invalidUTF8, at: position)
    }
    guard position + length <= input.count, second.contains(input[position + 1]) else {
      throw PathFault(.invalidUTF8, at: position)
    }
    for offset in 2..<max(length, 2) where input[position + offset] & 0xC0 != 0x80 {
      throw PathFault(.invalidUTF8, at: position)
    }
    if first == 0xC2, input[position + 1] < 0xA0 { throw PathFault(.controlCharacter, at: position) }
    return length
  }
}

/// The greatest depth and length of a path. A tree uses 65,535 for greater values, and 0 for negative ones.
public struct PathLimits: Sendable {
  /// Components without the root.
  public var depth: Int
  /// Bytes of the canonical form.
  public var bytes: Int

  public init(depth: Int = 64, bytes: Int = 4096) {
    self.depth = depth
    self.bytes = bytes
  }

  var clamped: PathLimits {
    PathLimits(depth: max(0, min(depth, 65_535)), bytes: max(0, min(bytes, 65_535)))
  }
}

enum Byte {
  static let dot: UInt8 = 0x2E
  static let backslash: UInt8 = 0x5C
}

import CTally

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Parses bytes into operations. It never uses strings, because a path may be invalid UTF-8.
struct TraceParser {
  private let input: UnsafeBufferPointer<UInt8>
  private(set) var operations: UnsafeMutablePointer<TraceOperation>
  private(set) var count = 0
  private(set) var index: PathIndex

  /// - Throws: the exit status, after saying why.
  init(_ input: UnsafeBufferPointer<UInt8>) throws {
    self.input = input
    var lines = 1
    for byte in input where byte == 0x0A { lines += 1 }
    operations = try allocate(lines)
    // A line's path and its NUL take less than the line.
    index = try PathIndex(maxPaths: lines, maxBytes: input.count + 1)
  }

  mutating func parse() throws(MalformedLine) {
    guard let base = input.baseAddress else { return }
    var position = 0
    while position < input.count {
      let start = base + position
      let left = input.count - position
      let end = memchr(start, 0x0A, left)
      let length = end.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - start } ?? left
      try parseLine(UnsafeBufferPointer(start: start, count: length))
      position += length + 1
    }
  }

  private mutating func parseLine(_ line: UnsafeBufferPointer<UInt8>) throws(MalformedLine) {
    guard let space = line.firstIndex(of: 0x20) else {
      if line.isEmpty { throw malformed("it is empty") }
      _ = try kind(line)
      throw malformed("a path is missing")
    }
    let kind = try kind(UnsafeBufferPointer(rebasing: line[..<space]))
    var pathEnd = line.count
    var value: Int64 = 0
    if kind == TALLY_OP_SET || kind == TALLY_OP_ADD || kind == TALLY_OP_MUTE {
      var last = line.count - 1
      while line[last] != 0x20 { last -= 1 }
      let field = UnsafeBufferPointer(rebasing: line[(last + 1)...])
      if last == space {
        throw malformed(kind == TALLY_OP_MUTE ? "a path or a mode is missing" : "a path or a number is missing")
      }
      value = kind == TALLY_OP_MUTE ? try mode(field) : try number(field)
      pathEnd = last
    }
    let path = UnsafeBufferPointer(rebasing: line[(space + 1)..<pathEnd])
    let (place, address) = try intern(path)
    (operations + count).initialize(
      to: TraceOperation(target: UInt64(UInt(bitPattern: address)), value: value, path: place, kind: kind))
    count += 1
  }

  private func kind(_ word: UnsafeBufferPointer<UInt8>) throws(MalformedLine) -> Int32 {
    if word.elementsEqual("set".utf8) { return TALLY_OP_SET }
    if word.elementsEqual("get".utf8) { return TALLY_OP_GET }
    if word.elementsEqual("dot".utf8) { return TALLY_OP_DOT }
    if word.elementsEqual("add".utf8) { return TALLY_OP_ADD }
    if word.elementsEqual("clear".utf8) { return TALLY_OP_CLEAR }
    if word.elementsEqual("clear_tree".utf8) { return TALLY_OP_CLEAR_TREE }
    if word.elementsEqual("mute".utf8) { return TALLY_OP_MUTE }
    throw malformed("unknown operation '\(shown(word))'")
  }

  private func mode(_ word: UnsafeBufferPointer<UInt8>) throws(MalformedLine) -> Int64 {
    if word.elementsEqual("none".utf8) { return Int64(TALLY_MUTE_NONE) }
    if word.elementsEqual("number".utf8) { return Int64(TALLY_MUTE_NUMBER) }
    if word.elementsEqual("all".utf8) { return Int64(TALLY_MUTE_ALL) }
    throw malformed("'\(shown(word))' is none of none, number, all")
  }

  /// An integer, `-?[0-9]+`. One beyond 64 bits becomes the nearest one within, which the library rejects as well.
  private func number(_ word: UnsafeBufferPointer<UInt8>) throws(MalformedLine) -> Int64 {
    let isNegative = word.first == 0x2D
    var value: Int64 = 0
    var isHuge = false
    var digits = 0
    for byte in word.dropFirst(isNegative ? 1 : 0) {
      guard (0x30...0x39).contains(byte) else { throw malformed("'\(shown(word))' is not an integer") }
      digits += 1
      let (product, isTooMuch) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte) - 0x30
      let (sum, isAlsoTooMuch) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      isHuge = isHuge || isTooMuch || isAlsoTooMuch
      value = sum
    }
    if digits == 0 { throw malformed("'\(shown(word))' is not an integer") }
    if isHuge { return isNegative ? Int64.min : Int64.max }
    return value
  }

  private mutating func intern(
    _ path: UnsafeBufferPointer<UInt8>
  ) throws(MalformedLine) -> (UInt32, UnsafePointer<CChar>) {
    let (place, isNew) = index.place(of: path)
    let address = index.paths[Int(place)]
    if isNew {
      if path.contains(0) { throw malformed("path '\(shown(path))': control characters are not allowed") }
      if let words = complaint(address) { throw malformed(words) }
    }
    return (place, address)
  }

  /// Why the library rejects a path; nil: the path is valid.
  private func complaint(_ path: UnsafePointer<CChar>) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4097) { buffer in
      var length = 0
      let status = tally_path_parent(path, buffer.baseAddress, buffer.count, &length)
      // Root has no parent, but it is a valid path.
      return status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND ? nil : errorMessage(status)
    }
  }

  private func malformed(_ words: String) -> MalformedLine { MalformedLine(line: count + 1, words: words) }

  private func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(60).map { $0 < 0x20 || $0 > 0x7E ? 0x3F : $0 }, as: UTF8.self)
    return bytes.count > 60 ? text + "…" : text
  }
}

/// The distinct paths of a trace: an open-addressing table over C strings in one piece of memory. A slot holds half of
/// the hash, and the number + 1 in its lower half. 0 is empty. There are twice as many slots as lines, so it never
/// grows. Slots that are not used take no physical memory.
struct PathIndex {
  let text: UnsafeMutablePointer<UInt8>
  let paths: UnsafeMutablePointer<UnsafePointer<CChar>>
  private(set) var count = 0
  private var used = 0
  private let slots: UnsafeMutablePointer<UInt64>
  private let mask: Int

  /// - Throws: the exit status, after saying why.
  init(maxPaths: Int, maxBytes: Int) throws {
    text = try allocate(maxBytes)
    paths = try allocate(maxPaths)
    var capacity = 64
    while capacity < 2 * maxPaths { capacity *= 2 }
    mask = capacity - 1
    slots = try allocate(capacity)
  }

  func freeTable() { deallocate(slots) }

  /// The number of a path; a new one gets the next.
  mutating func place(of path: UnsafeBufferPointer<UInt8>) -> (UInt32, isNew: Bool) {
    let hash = PathIndex.hash(path)
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
        if isSame(number, path) { return (number, false) }
      }
      slot = (slot + 1) & mask
    }
    let number = UInt32(count)
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number) + 1
    let start = text + used
    if let source = path.baseAddress { start.update(from: source, count: path.count) }
    start[path.count] = 0
    used += path.count + 1
    (paths + count).initialize(to: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
    count += 1
    return (number, true)
  }

  /// Whether a known path has the same bytes, none of which is 0.
  private func isSame(_ number: UInt32, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
    let known = paths[Int(number)]
    guard let bytes = path.baseAddress else { return known.pointee == 0 }
    return strncmp(known, UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), path.count) == 0
      && known[path.count] == 0
  }

  private static func hash(_ path: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(path)
    var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var position = 0
    while position + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    return mix(hash ^ rest)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low
  }
}

/// The message of the last call that failed on this thread.
func errorMessage(_ status: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
    var length = 0
    if tally_error_message(buffer.baseAddress, buffer.count, &length) == TALLY_OK, length > 0 {
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
    }
    return tally_status_message(status).map { String(cString: $0) } ?? "error \(status)"
  }
}

extension Zone {
  /// Reads a file of version 1 to 4, and checks every part that is used later. Files with leap seconds are rejected.
  /// - Parameter bytes: borrowed as long as the zone is used.
  public static func read(_ bytes: UnsafeRawBufferPointer) throws(ZoneError) -> Zone {
    let first = try Section(bytes, at: 0)
    if first.version == 0 { return try Zone(bytes).reading(first, isWide: false) }
    // Behind the data of version 1, everything follows again with 64-bit times.
    let end = try first.end(isWide: false, of: bytes)
    let second = try Section(bytes, at: end)
    var zone = try Zone(bytes).reading(second, isWide: true)
    try zone.readRule(at: try second.end(isWide: true, of: bytes))
    return zone
  }

  private consuming func reading(_ section: Section, isWide: Bool) throws(ZoneError) -> Zone {
    _ = try section.end(isWide: isWide, of: bytes)
    guard section.isConsistent else { throw ZoneError(.counts, at: section.offset + 20) }
    if section.leapCount != 0 { throw ZoneError(.leapSeconds, at: section.offset + 28) }
    // All tables lie within the bytes, so their sizes fit.
    count = Int(section.timeCount)
    self.isWide = isWide
    times = section.offset + Section.size
    indices = times + count * (isWide ? 8 : 4)
    types = indices + count
    try checkTypes(Int(section.typeCount), Int(section.characterCount))
    try checkTransitions(Int(section.typeCount))
    return self
  }

  private func checkTypes(_ typeCount: Int, _ characterCount: Int) throws(ZoneError) {
    for offset in stride(from: types, to: types + typeCount * 6, by: 6) {
      let seconds = Int64(Int32(bitPattern: bytes.loadBigEndian32(offset)))
      guard (Self.westernmost...Self.easternmost).contains(seconds), bytes[offset + 4] <= 1,
        Int(bytes[offset + 5]) < characterCount
      else { throw ZoneError(.type, at: offset) }
    }
  }

  private mutating func checkTransitions(_ typeCount: Int) throws(ZoneError) {
    for index in 0..<count {
      if Int(bytes[indices + index]) >= typeCount { throw ZoneError(.type, at: indices + index) }
      if index > 0, time(index) <= time(index - 1) {
        throw ZoneError(.order, at: times + index * (isWide ? 8 : 4))
      }
      if offset(before: index + 1) - offset(before: index) >= 86_400 { skipsDays = true }
    }
  }

  /// The rule stands between two line feeds. Without one, the last type holds for ever.
  private mutating func readRule(at offset: Int) throws(ZoneError) {
    guard offset < bytes.count else { throw ZoneError(.truncated, at: offset) }
    if bytes[offset] != 0x0A { throw ZoneError(.rule, at: offset) }
    var end = offset + 1
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    if end == bytes.count { throw ZoneError(.truncated, at: end) }
    if end == offset + 1 { return }
    var reader = RuleReader(bytes, from: offset + 1, to: end)
    rule = try reader.rule()
  }

  /// A header, and the sizes of the tables behind it.
  private struct Section {
    static let size = 44
    let offset: Int
    let version: UInt8
    let utcCount, standardCount, leapCount, timeCount, typeCount, characterCount: UInt32

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ZoneError) {
      guard bytes.count - offset >= Self.size else { throw ZoneError(.truncated, at: bytes.count) }
      // "TZif".
      if bytes.loadBigEndian32(offset) != 0x545A_6966 { throw ZoneError(.notTZif, at: offset) }
      version = bytes[offset + 4]
      guard version == 0 || (0x32...0x34).contains(version) else { throw ZoneError(.version, at: offset + 4) }
      self.offset = offset
      utcCount = bytes.loadBigEndian32(offset + 20)
      standardCount = bytes.loadBigEndian32(offset + 24)
      leapCount = bytes.loadBigEndian32(offset + 28)
      timeCount = bytes.loadBigEndian32(offset + 32)
      typeCount = bytes.loadBigEndian32(offset + 36)
      characterCount = bytes.loadBigEndian32(offset + 40)
    }

    var isConsistent: Bool {
      (1...256).contains(typeCount) && characterCount > 0 && (utcCount == 0 || utcCount == typeCount)
        && (standardCount == 0 || standardCount == typeCount)
    }

    /// The end of the tables, if it is within the file.
    func end(isWide: Bool, of bytes: UnsafeRawBufferPointer) throws(ZoneError) -> Int {
      let width: UInt64 = isWide ? 8 : 4
      let tables =
        UInt64(timeCount) * (width + 1) + UInt64(typeCount) * 6 + UInt64(characterCount)
        + UInt64(leapCount) * (width + 4) + UInt64(standardCount) + UInt64(utcCount)
      let start = offset + Self.size
      guard tables <= UInt64(bytes.count - start) else { throw ZoneError(.truncated, at: bytes.count) }
      // Fits 32 bits: at most the number of bytes.
      return start + Int(tables)
    }
  }
}

import TallyFailure
import TallyMemory
import TallyTree

/// How an account is written as bytes: docs/account-export-format.md. Numbers are varints, as in snapshots. A text is
/// its length and its bytes. In a list, 1 stands before each element, and 0 behind the last.
public enum AccountExportFormat {
  static let headerSize = 8
  static let checksumSize = 8
  public static let version: UInt8 = 1
  public static let magic: StaticString = "TLYA"
  /// The flag of an export with the epoch of the revisions and the keys of messages.
  public static let withKeys: UInt8 = 1
  public static let another: UInt8 = 1
  public static let end: UInt8 = 0
}

extension ByteBuffer {
  public mutating func append(varint number: UInt64) throws(OutOfMemory) {
    var rest = number
    while rest >= 0x80 {
      try append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    try append(byte: UInt8(truncatingIfNeeded: rest))
  }

  public mutating func append(varint number: Int64) throws(OutOfMemory) {
    try append(varint: UInt64(bitPattern: number))
  }

  /// Appends the stored version of a read: twice the version, and 1 more if the server gave it.
  mutating func append(readVersion stored: Int64) throws(OutOfMemory) {
    try append(varint: stored < 0 ? UInt64(~stored) << 1 : UInt64(stored) << 1 | 1)
  }

  public mutating func append(text bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try append(varint: UInt64(bytes.count))
    try append(bytes)
  }

  public mutating func appendChecksum() throws(OutOfMemory) {
    var checksum = Hash64.hash(bytes)
    for _ in 0..<AccountExportFormat.checksumSize {
      try append(byte: UInt8(truncatingIfNeeded: checksum))
      checksum >>= 8
    }
  }
}

/// Reads the parts from any source. Every rejection is `malformed` with the error and its place.
///
/// Invariants: `position <= end`; `start` is where the last element began.
public struct AccountExportParser {
  public let bytes: UnsafeRawBufferPointer
  public private(set) var position: Int
  public private(set) var start = 0
  private let end: Int
  /// The export has the epoch and the keys.
  public let hasKeys: Bool
  /// Whether they are to be kept. Otherwise the restored account gets others.
  public var keepsKeys = false

  /// Checks the frame around the parts of an account.
  public init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try self.init(
      bytes, magic: AccountExportFormat.magic, "not the export of an account",
      headerSize: AccountExportFormat.headerSize, flags: AccountExportFormat.withKeys)
  }

  /// The same for another magic with the same version, flags and checksum.
  public init(
    _ bytes: UnsafeRawBufferPointer, magic: StaticString, _ isOther: StaticString, headerSize: Int, flags: UInt8
  ) throws(Failure) {
    self.bytes = bytes
    position = headerSize
    end = bytes.count - AccountExportFormat.checksumSize
    if end < position { throw Failure.malformed("the bytes end too early", at: bytes.count) }
    for index in 0..<4 where bytes[index] != magic.utf8Start[index] { throw Failure.malformed(isOther, at: 0) }
    if bytes[4] != AccountExportFormat.version { throw Failure.malformed("an unknown version", at: 4) }
    if bytes[5] & ~flags != 0 { throw Failure.malformed("an unknown flag", at: 5) }
    hasKeys = bytes[5] != 0
    let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    if Hash64.hash(UnsafeRawBufferPointer(rebasing: bytes[0..<end])) != checksum {
      throw Failure.malformed("the checksum is wrong: the bytes are damaged", at: end)
    }
  }

  /// Aggregation or feeding, 1 or 2.
  public func choice(at offset: Int) throws(Failure) -> Int32 {
    let choice = Int32(bytes[offset])
    if !(1...2).contains(choice) { throw Failure.malformed("an unknown aggregation or feeding", at: offset) }
    return choice
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    if position >= end { throw Failure.malformed("the bytes end too early", at: position) }
    position += 1
    return bytes[position - 1]
  }

  public mutating func number() throws(Failure) -> UInt64 {
    start = position
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      // The tenth byte has room for one bit, and a last byte of 0 is redundant.
      let isLongest = shift == 63 && next > 1
      if isLongest || (next == 0 && shift > 0) { throw malformed("a number is not in its shortest form") }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  /// A number in two's complement, within the range that the library writes.
  public mutating func number(in range: ClosedRange<Int64>) throws(Failure) -> Int64 {
    let number = Int64(bitPattern: try number())
    if !range.contains(number) { throw malformed("a number is out of range") }
    return number
  }

  /// A time that is 0 or later.
  public mutating func point() throws(Failure) -> Int64 { try number(in: StoredRange.moment) }

  /// A key of a message, if the export has keys; 0: it has none, or it is not to be kept.
  mutating func key() throws(Failure) -> Int64 {
    if !hasKeys { return 0 }
    let key = try number(in: StoredRange.restoredKey)
    return keepsKeys && StoredRange.keptKey.contains(key) ? key : 0
  }

  /// The stored version of a read.
  mutating func readVersion() throws(Failure) -> Int64 {
    let number = try number()
    let version = Int64(number >> 1)
    return number & 1 == 1 ? version : ~version
  }

  /// Bytes of any kind.
  public mutating func blob() throws(Failure) -> UnsafeRawBufferPointer {
    let length = try number()
    if length > UInt64(end - position) { throw Failure.malformed("the bytes end too early", at: end) }
    let first = position
    // Fits 32 bits: at most the rest.
    position += Int(length)
    return UnsafeRawBufferPointer(rebasing: bytes[first..<position])
  }

  /// A name of 1 to 255 bytes.
  public mutating func name() throws(Failure) -> UnsafeRawBufferPointer {
    let name = try blob()
    try checkName(name)
    return name
  }

  func checkName(_ name: UnsafeRawBufferPointer) throws(Failure) {
    do throws(Failure) { try Path.checkName(name) } catch { throw malformed("a name is malformed") }
  }

  /// Whether the list has another element.
  public mutating func another() throws(Failure) -> Bool {
    start = position
    switch try byte() {
    case AccountExportFormat.another: return true
    case AccountExportFormat.end: return false
    default: throw malformed("neither an element of a list nor its end")
    }
  }

  public func checkEnd() throws(Failure) {
    if position != end { throw Failure.malformed("bytes behind the end", at: position) }
  }

  /// The failure for the last element.
  public func malformed(_ words: StaticString) -> Failure { Failure.malformed(words, at: start) }
}

extension Failure {
  public static func malformed(_ words: StaticString, at offset: Int) -> Failure {
    let failure = Failure(.malformed, words)
    Words.add(", at byte ")
    Words.add(number: Int64(offset))
    return failure
  }
}

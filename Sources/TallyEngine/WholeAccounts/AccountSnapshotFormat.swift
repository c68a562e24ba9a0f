import CPlatform
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// How an account is written as bytes. docs/account-snapshot-format.md has the same for implementers elsewhere.
///
///     header    magic (4 bytes), version (1), flags (1), aggregation (1), feeding (1), revision; with keys: epoch
///     badges    a snapshot of the root, as text
///     sources   name, epoch, position                                        by the bytes of their names
///     batches   identifier, time                                             the oldest first
///     feeds     name, URL, prefix, cursor, epoch, etag, last modified, title, last success, poll, memo; its
///               messages, badges, marks, removed messages, outbox            by the bytes of their names
///     messages  id, revision, sequence, path, kind, title, body, thread, category, argument, time, count,
///               arguments, state, version; with keys: key                    by the bytes of their ids
///     badges, marks, removed messages
///               name, revision, sequence, number, end                        by the bytes of their names, the marks of
///               a
///                                                                            path by their sequences
///     outbox    kind, entity, key, revision, value, sequence, body, attempts, next, version
///                                                                            in their order
///     groups    how they are made (0: nobody has said), language; categories: id, summary, hidden; formats: key,
///               language, format; what was seen: thread, rank; with keys: key   by the bytes of their names
///     reminders name, title, body, path, zone, numbers (`ReminderNumber`)        by the bytes of their names
///     log       kind, time, name, revision, instant                            the oldest first
///     checksum  `Hash64` of all bytes before it (8, least significant first)
///
/// Numbers are varints, as in snapshots; times are two's complement of 64 bits; a text is its length and its bytes. In
/// a list, 1 stands before each element, and 0 behind the last.
enum AccountSnapshotFormat {
  static let headerSize = 8
  static let checksumSize = 8
  static let version: UInt8 = 1
  static let magic: StaticString = "TLYA"
  /// The flag of a snapshot with the epoch of the revisions and the keys of messages.
  static let withKeys: UInt8 = 1
  static let another: UInt8 = 1
  static let end: UInt8 = 0
}

extension ByteBuffer {
  mutating func append(varint number: UInt64) throws(OutOfMemory) {
    var rest = number
    while rest >= 0x80 {
      try append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    try append(byte: UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(varint number: Int64) throws(OutOfMemory) { try append(varint: UInt64(bitPattern: number)) }

  /// Appends the stored version of a read: twice the version, and 1 more if the server gave it.
  mutating func append(readVersion stored: Int64) throws(OutOfMemory) {
    try append(varint: stored < 0 ? UInt64(~stored) << 1 : UInt64(stored) << 1 | 1)
  }

  mutating func append(text bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try append(varint: UInt64(bytes.count))
    try append(bytes)
  }

  mutating func appendChecksum() throws(OutOfMemory) {
    var checksum = Hash64.hash(bytes)
    for _ in 0..<AccountSnapshotFormat.checksumSize {
      try append(byte: UInt8(truncatingIfNeeded: checksum))
      checksum >>= 8
    }
  }
}

/// Reads the parts from any source. Every rejection is `malformed` with the error and its place.
///
/// Invariants: `position <= end`; `start` is where the last element began.
struct AccountSnapshotParser {
  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  private(set) var start = 0
  private let end: Int
  /// The snapshot has the epoch and the keys.
  let hasKeys: Bool
  /// Whether they are to be kept. Otherwise the restored account gets others.
  var keepsKeys = false

  /// Checks the frame around the parts of an account.
  init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try self.init(
      bytes, magic: AccountSnapshotFormat.magic, "not a snapshot of an account",
      headerSize: AccountSnapshotFormat.headerSize, flags: AccountSnapshotFormat.withKeys)
  }

  /// The same for another magic with the same version, flags and checksum.
  init(
    _ bytes: UnsafeRawBufferPointer, magic: StaticString, _ isOther: StaticString, headerSize: Int, flags: UInt8
  ) throws(Failure) {
    self.bytes = bytes
    position = headerSize
    end = bytes.count - AccountSnapshotFormat.checksumSize
    if end < position { throw Failure.malformed("the bytes end too early", at: bytes.count) }
    for index in 0..<4 where bytes[index] != magic.utf8Start[index] { throw Failure.malformed(isOther, at: 0) }
    if bytes[4] != AccountSnapshotFormat.version { throw Failure.malformed("an unknown version", at: 4) }
    if bytes[5] & ~flags != 0 { throw Failure.malformed("an unknown flag", at: 5) }
    hasKeys = bytes[5] != 0
    let checksum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    if Hash64.hash(UnsafeRawBufferPointer(rebasing: bytes[0..<end])) != checksum {
      throw Failure.malformed("the checksum is wrong: the bytes are damaged", at: end)
    }
  }

  /// Aggregation or feeding, 1 or 2.
  func choice(at offset: Int) throws(Failure) -> Int32 {
    let choice = Int32(bytes[offset])
    if !(1...2).contains(choice) { throw Failure.malformed("an unknown aggregation or feeding", at: offset) }
    return choice
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    if position >= end { throw Failure.malformed("the bytes end too early", at: position) }
    position += 1
    return bytes[position - 1]
  }

  mutating func number() throws(Failure) -> UInt64 {
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

  mutating func number(upTo limit: UInt64) throws(Failure) -> UInt64 {
    let number = try number()
    if number > limit { throw malformed("a number is out of range") }
    return number
  }

  mutating func time() throws(Failure) -> Int64 { Int64(bitPattern: try number()) }

  /// A number in two's complement, within the range that the library writes.
  mutating func number(in range: ClosedRange<Int64>) throws(Failure) -> Int64 {
    let number = Int64(bitPattern: try number())
    if !range.contains(number) { throw malformed("a number is out of range") }
    return number
  }

  /// A time that is 0 or later.
  mutating func point() throws(Failure) -> Int64 { try number(in: StoredRange.moment) }

  /// A key of a message, if the snapshot has keys; 0: it has none, or it is not to be kept.
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
  mutating func blob() throws(Failure) -> UnsafeRawBufferPointer {
    let length = try number()
    if length > UInt64(end - position) { throw Failure.malformed("the bytes end too early", at: end) }
    let first = position
    // Fits 32 bits: at most the rest.
    position += Int(length)
    return UnsafeRawBufferPointer(rebasing: bytes[first..<position])
  }

  /// UTF-8 without a NUL.
  mutating func text() throws(Failure) -> UnsafeRawBufferPointer {
    let text = try blob()
    if !isText(text) { throw malformed("a text is not UTF-8, or contains NUL") }
    return text
  }

  /// A name of 1 to 255 bytes.
  mutating func name() throws(Failure) -> UnsafeRawBufferPointer {
    let name = try blob()
    do throws(Failure) { try Path.checkName(name) } catch { throw malformed("a name is malformed") }
    return name
  }

  /// The same, or no bytes.
  mutating func nameOrNone() throws(Failure) -> UnsafeRawBufferPointer {
    var following = self
    if try following.blob().isEmpty {
      self = following
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return try name()
  }

  /// A server's id, revision or sequence.
  mutating func identifier(mayBeEmpty: Bool) throws(Failure) -> UnsafeRawBufferPointer {
    let text = try text()
    for byte in text where byte < 0x20 || byte == 0x7F { throw malformed("an identifier has control characters") }
    if text.count > maximumIdentifierBytes || (text.isEmpty && !mayBeEmpty) {
      throw malformed("an identifier is empty, or too long")
    }
    return text
  }

  /// A path in its canonical form, within the limits.
  mutating func path(_ parsed: inout Path, _ limits: PathLimits) throws(Failure) -> UnsafeRawBufferPointer {
    let path = try blob()
    try parsed.parse(path, limits: limits)
    if !isEqual(path, parsed.bytes.bytes) { throw malformed("a path is not in its canonical form") }
    return path
  }

  /// Whether the list has another element.
  mutating func another() throws(Failure) -> Bool {
    start = position
    switch try byte() {
    case AccountSnapshotFormat.another: return true
    case AccountSnapshotFormat.end: return false
    default: throw malformed("neither an element of a list nor its end")
    }
  }

  /// Names in a list must rise.
  func checkOrder(_ former: inout UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer) throws(Failure) {
    if !isOrderedBefore(former, name) { throw malformed("a list is not in order") }
    former = name
  }

  func checkEnd() throws(Failure) {
    if position != end { throw Failure.malformed("bytes behind the end", at: position) }
  }

  /// The failure for the last element.
  func malformed(_ words: StaticString) -> Failure { Failure.malformed(words, at: start) }
}

extension Failure {
  static func malformed(_ words: StaticString, at offset: Int) -> Failure {
    let failure = Failure(.malformed, words)
    Words.add(", at byte ")
    Words.add(number: Int64(offset))
    return failure
  }
}

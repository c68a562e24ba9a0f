import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// A record of a trace. Its texts follow it in the ring: what it is about, then the header lines and the body of an
/// exchange.
public struct TraceRecord: BitwiseCopyable {
  public enum Kind: Int32, BitwiseCopyable, Sendable {
    case transaction = 1
    case node, message, group, reminder, synced, auth, log, account, exchange, lost

    /// The bit that asks for it.
    var bit: UInt32 { 1 << UInt32(truncatingIfNeeded: rawValue) }
  }

  /// The event of an account.
  public enum AccountEvent: Int32, BitwiseCopyable, Sendable {
    case opened = 1
    case loaded, evicted, dropped, loggedIn, loggedOut
  }

  public var kind: Kind
  /// The code of a cause, of the event of an account, the level of a line, or the status of a response.
  public var detail: Int32 = 0
  public var result: Int32 = 0
  /// The number of the exchange.
  public var request: UInt32 = 0
  public var account: Int64 = 0
  public var feed: Int64 = 0
  public var revision: UInt64 = 0
  /// On the wall clock.
  public var time: Int64 = 0
  /// The number of lost records, or of occurrences.
  public var count: UInt64 = 0
  /// The changes of the numbers of messages; they may be negative.
  public var messages = MessageCounts()
  public var added: UInt32 = 0
  public var changed: UInt32 = 0
  public var removed: UInt32 = 0
  public var rejected: UInt32 = 0
  public var before = NodeState()
  public var after = NodeState()
  /// The lengths of its texts in bytes.
  public internal(set) var textLength: UInt32 = 0
  public internal(set) var headersLength: UInt32 = 0
  public internal(set) var bodyLength: UInt32 = 0

  init(_ kind: Kind) { self.kind = kind }

  /// A record of the present moment.
  init(_ kind: Kind, of account: Account) {
    self.kind = kind
    self.account = account.id
    time = max(account.clock.wall, 0)
  }

  var length: Int { Int(textLength) + Int(headersLength) + Int(bodyLength) }
}

/// The last records of a trace, in a ring of bytes. A record that finds no room takes the place of the oldest ones.
///
/// Invariants: the `used` bytes from `start` on, around the end, are `count` whole records with their texts. `used` is
/// at most the size of the ring, which does not change.
struct TraceRing: ~Copyable {
  private static var headSize: Int { MemoryLayout<TraceRecord>.size }

  private var bytes = List<UInt8>()
  private var start = 0
  private var used = 0
  private(set) var count = 0
  /// Records that were dropped since the last one was taken.
  private(set) var lost: UInt64 = 0

  init(bytes size: Int) throws(OutOfMemory) { try bytes.append(repeating: 0, count: size) }

  var isEmpty: Bool { count == 0 && lost == 0 }

  /// Counts a record for which there was no memory.
  mutating func lose() { lost += 1 }

  /// Adds a record with its texts.
  mutating func append(_ record: borrowing TraceRecord, _ texts: TraceTexts) {
    let (text, headers, body) = (texts.text, texts.headers, texts.body)
    let size = TraceRing.headSize + text.count + headers.count + body.count
    if size > bytes.count { return lose() }
    while bytes.count - used < size { drop() }
    var whole = copy record
    whole.textLength = UInt32(truncatingIfNeeded: text.count)
    whole.headersLength = UInt32(truncatingIfNeeded: headers.count)
    whole.bodyLength = UInt32(truncatingIfNeeded: body.count)
    withUnsafeBytes(of: &whole) { write($0) }
    write(text)
    write(headers)
    write(body)
    count += 1
  }

  private mutating func write(_ source: UnsafeRawBufferPointer) {
    guard let base = source.baseAddress else { return }
    let at = (start + used) % bytes.count
    let first = min(source.count, bytes.count - at)
    let ring = UnsafeMutableRawPointer(bytes.pointer)
    (ring + at).copyMemory(from: base, byteCount: first)
    ring.copyMemory(from: base + first, byteCount: source.count - first)
    used += source.count
  }

  private func read(_ target: UnsafeMutableRawPointer, _ offset: Int, _ size: Int) {
    let at = (start + offset) % bytes.count
    let first = min(size, bytes.count - at)
    let ring = UnsafeRawPointer(bytes.pointer)
    target.copyMemory(from: ring + at, byteCount: first)
    (target + first).copyMemory(from: ring, byteCount: size - first)
  }

  /// Drops the oldest record.
  private mutating func drop() {
    if let record = first { forget(record) }
    lost += 1
  }

  private mutating func forget(_ record: TraceRecord) {
    let size = TraceRing.headSize + record.length
    start = (start + size) % bytes.count
    used -= size
    count -= 1
  }

  /// The oldest record.
  private var first: TraceRecord? {
    if count == 0 { return nil }
    var record = TraceRecord(.lost)
    withUnsafeMutableBytes(of: &record) { target in
      if let base = target.baseAddress { read(base, 0, TraceRing.headSize) }
    }
    return record
  }

  /// Takes the next record with its texts, unless they exceed the capacity.
  /// - Parameter capacity: in bytes; the texts and a NUL must fit.
  /// - Returns: the record, and whether it was taken; nil: there is none.
  mutating func take(_ texts: inout ByteBuffer, capacity: Int) throws(OutOfMemory) -> (TraceRecord, Bool)? {
    texts.removeAll()
    if lost > 0 {
      var record = TraceRecord(.lost)
      record.count = lost
      lost = 0
      return (record, true)
    }
    guard let record = first else { return nil }
    if record.length >= capacity, record.length > 0 { return (record, false) }
    let at = (start + TraceRing.headSize) % bytes.count
    let first = min(record.length, bytes.count - at)
    let ring = UnsafeRawPointer(bytes.pointer)
    try texts.append(UnsafeRawBufferPointer(start: ring + at, count: first))
    try texts.append(UnsafeRawBufferPointer(start: ring, count: record.length - first))
    forget(record)
    return (record, true)
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    let isWithin = (0...bytes.count).contains(used) && start >= 0 && start < bytes.count
    var (offset, found) = (0, 0)
    while isWithin, offset < used {
      var record = TraceRecord(.lost)
      withUnsafeMutableBytes(of: &record) { target in
        if let base = target.baseAddress { read(base, offset, TraceRing.headSize) }
      }
      offset += TraceRing.headSize + record.length
      found += 1
    }
    return isWithin && offset == used && found == count
  }
}

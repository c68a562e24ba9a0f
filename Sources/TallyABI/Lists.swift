import CTally
import TallyFailure
import TallyMemory

// Lists on their way out, and keys on their way in.

/// Writes rows and their texts into the caller's memory: as many whole rows as fit.
///
/// Invariant: behind `count` rows and `textSize` bytes the caller's memory holds nothing that counts. The texts of a
/// row are written before the row itself. A row that does not fit ends the list: further rows are only counted.
struct ListWriter: ~Copyable {
  /// The caller's memory.
  struct Room {
    let entries: UnsafeMutableRawPointer?
    let stride: Int
    let capacity: Int
    let text: UnsafeMutableRawPointer?
    let textCapacity: Int

    /// Writes a row; what the library does not know of it is zero.
    @inline(__always)
    func store<Entry: BitwiseCopyable>(_ entry: Entry, _ entries: UnsafeMutableRawPointer, _ index: Int) {
      let place = entries + index &* stride
      place.storeBytes(of: entry, as: Entry.self)
      let size = MemoryLayout<Entry>.size
      if stride != size {
        (place + size).initializeMemory(as: UInt8.self, repeating: 0, count: stride &- size)
      }
    }
  }

  private let entries: UnsafeMutableRawPointer?
  private let stride: Int
  let capacity: Int
  private let text: UnsafeMutableRawPointer?
  private let textCapacity: Int
  /// The rows that were written, and the bytes of their texts.
  private(set) var count = 0
  private(set) var textSize = 0
  /// The bytes of the texts of the row that is being made.
  private var pending = 0
  /// A row did not fit.
  private(set) var isFull = false
  /// The rows from that one on, and the bytes of their texts, as far as there were more.
  private var refused = (rows: 0, text: 0)

  init(_ rows: tally_rows) {
    entries = rows.entries
    stride = Int(clamping: rows.entry_size)
    capacity = rows.entries == nil ? 0 : max(rows.capacity, 0)
    text = UnsafeMutableRawPointer(rows.text)
    // Offsets have 32 bits.
    textCapacity = rows.text == nil ? 0 : Int(clamping: UInt32(clamping: rows.text_capacity))
  }

  var room: Room {
    Room(entries: entries, stride: stride, capacity: capacity, text: text, textCapacity: textCapacity)
  }

  /// The most rows that a call has to read: each has a byte of text and a NUL at least.
  var limit: Int { min(max(capacity, 1), textCapacity / 2 + 1, 10_000) }

  @_optimize(speed)
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> tally_text {
    let begin = textSize &+ pending
    let place = tally_text(offset: UInt32(truncatingIfNeeded: begin), length: UInt32(truncatingIfNeeded: bytes.count))
    pending &+= bytes.count &+ 1
    if !isFull, let text, count < capacity, textSize &+ pending <= textCapacity {
      if let source = bytes.baseAddress { (text + begin).copyMemory(from: source, byteCount: bytes.count) }
      text.storeBytes(of: 0, toByteOffset: begin &+ bytes.count, as: UInt8.self)
    }
    return place
  }

  /// Ends a row. Many rows of a kind whose size the caller shares take the short way.
  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(inlined entry: Entry) {
    let size = MemoryLayout<Entry>.stride
    guard let entries, stride == size, !isFull, count < capacity, textSize &+ pending <= textCapacity else {
      return add(entry: entry)
    }
    entries.storeBytes(of: entry, toByteOffset: count &* size, as: Entry.self)
    count &+= 1
    textSize &+= pending
    pending = 0
  }

  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(entry: Entry) { withUnsafeBytes(of: entry) { put($0) } }

  /// Once for rows of all types; structures of C have no padding behind them.
  @inline(never)
  private mutating func put(_ entry: UnsafeRawBufferPointer) {
    defer { pending = 0 }
    guard
      !isFull, let entries, let source = entry.baseAddress, count < capacity, textSize &+ pending <= textCapacity
    else {
      isFull = true
      refused.rows &+= 1
      refused.text &+= pending
      return
    }
    let target = entries + count &* stride
    target.copyMemory(from: source, byteCount: min(entry.count, stride))
    if stride > entry.count {
      (target + entry.count).initializeMemory(as: UInt8.self, repeating: 0, count: stride &- entry.count)
    }
    count &+= 1
    textSize &+= pending
  }

  /// Begins again, with the same memory.
  mutating func restart() {
    (count, textSize, pending, isFull, refused) = (0, 0, 0, false, (0, 0))
  }

  /// The room for the rows that there were.
  private var needed: (rows: Int, text: Int) { (count &+ refused.rows, textSize &+ refused.text) }

  /// Tells the caller what was written.
  func tell(_ rows: UnsafeMutablePointer<tally_rows>) {
    (rows.pointee.count, rows.pointee.text_size) = (count, textSize)
  }

  /// Tells the caller what to make room for.
  func tellNeed(_ rows: UnsafeMutablePointer<tally_rows>) {
    (rows.pointee.count, rows.pointee.text_size) = needed
  }

  /// - Throws: `bufferTooSmall`, where not even one row fitted.
  func checkRoom() throws(Failure) {
    if isFull && count == 0 { throw ListWriter.noRoom }
  }

  static var noRoom: Failure {
    @inline(never) get { Failure(.bufferTooSmall, "rows do not fit; see count and text_size of the tally_rows") }
  }
}

/// What writes to the caller's rows, which begin as an empty list.
@inline(never)
func writer(of rows: UnsafeMutablePointer<tally_rows>?, known: Int) throws(Failure) -> ListWriter {
  let rows = try output(rows, "rows")
  guard rows.pointee.struct_size >= UInt32(MemoryLayout<tally_rows>.size), rows.pointee.struct_size <= 65_536 else {
    throw Failure(.argument, "struct_size of the rows is not the size of tally_rows")
  }
  rows.pointee.count = 0
  rows.pointee.text_size = 0
  guard rows.pointee.entry_size >= UInt32(clamping: known), rows.pointee.entry_size <= 65_536 else {
    throw Failure(.argument, "entry_size is not the size of the rows that are listed")
  }
  try refuse(unless: isZero(rows.pointee.reserved), "reserved members of the rows")
  return ListWriter(rows.pointee)
}

/// Runs a function of the header that lists. `body` adds the rows, and returns whether there are more than it read.
/// - Parameter known: the size of a row; the caller's may be greater, but was never less.
@inline(never)
func listing(
  _ rows: UnsafeMutablePointer<tally_rows>?, _ known: Int, _ body: (inout ListWriter) throws(Failure) -> Bool
) -> tally_status {
  answer { () throws(Failure) in
    var list = try writer(of: rows, known: known)
    let rows = try output(rows, "rows")
    do throws(Failure) {
      let hasMore = try body(&list)
      try list.checkRoom()
      list.tell(rows)
      return hasMore || list.isFull ? .more : .ok
    } catch {
      if error.status == .bufferTooSmall { list.tellNeed(rows) }
      throw error
    }
  }
}

/// The host's keys, borrowed.
func keyList(_ keys: UnsafePointer<UInt64>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<UInt64> {
  if keys == nil && count != 0 { throw Failure.missing("keys") }
  guard count >= 0 else { throw Failure(.argument, "too many keys") }
  return UnsafeBufferPointer(start: keys, count: keys == nil ? 0 : count)
}

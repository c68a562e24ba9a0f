import CTally
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore

// Lists for the caller, and keys from the caller.

/// Writes rows and their texts into the caller's memory: as many complete rows as fit.
///
/// Invariant: the caller's memory holds `count` rows and `textSize` bytes of text. The memory behind them is undefined.
/// The texts of a row are written before the row itself. A row that does not fit ends the list, and further rows are
/// only counted. A list that goes on ends with a row behind whose texts the text that continues it has room.
struct ListWriter: ~Copyable {
  /// The place of a row in its list. The texts are the row's.
  struct Place {
    var name = tally_text()
    var number: Int64 = 0
    var sequence = tally_text()
    var id = tally_text()
  }

  /// The caller's memory.
  struct Room {
    let entries: UnsafeMutableRawPointer?
    let stride: Int
    let capacity: Int
    let text: UnsafeMutableRawPointer?
    let textCapacity: Int

    init(_ rows: tally_rows) {
      entries = rows.entries
      stride = Int(clamping: rows.entry_size)
      capacity = rows.entries == nil ? 0 : max(rows.capacity, 0)
      text = UnsafeMutableRawPointer(rows.text)
      // Offsets have 32 bits.
      textCapacity = rows.text == nil ? 0 : Int(clamping: UInt32(clamping: rows.text_capacity))
    }

    /// Writes a row. If the caller's size of a row is the library's, this takes a short path.
    @inline(__always)
    func store<Entry: BitwiseCopyable>(_ entry: Entry, _ entries: UnsafeMutableRawPointer, _ index: Int) {
      if stride == MemoryLayout<Entry>.size {
        entries.storeBytes(of: entry, toByteOffset: index &* stride, as: Entry.self)
      } else {
        withUnsafeBytes(of: entry) { copy($0, entries, index) }
      }
    }

    /// Writes as much of a row as the caller knows, and zeros in the members that only a newer caller knows.
    @inline(never)
    func copy(_ entry: UnsafeRawBufferPointer, _ entries: UnsafeMutableRawPointer, _ index: Int) {
      guard let source = entry.baseAddress else { return }
      let place = entries + index &* stride
      place.copyMemory(from: source, byteCount: min(entry.count, stride))
      if stride > entry.count {
        (place + entry.count).initializeMemory(as: UInt8.self, repeating: 0, count: stride &- entry.count)
      }
    }
  }

  let room: Room
  /// The rows that were written, and the bytes of their texts.
  private(set) var count = 0
  private(set) var textSize = 0
  /// The bytes of text of the current row.
  private var pending = 0
  /// The place of the current row.
  var place = Place()
  /// The rows and bytes up to the last row that a list can go on behind, and its place.
  private var end = (count: 0, textSize: 0, place: Place())
  /// The list that another call may continue; nil: none can. `after` is the text that it continues from.
  private var list: ListName?
  private var after = ByteBuffer()
  private var start: ListPlace?
  /// The bytes of a continuing text without its names, and with its NUL; 0: there is none.
  private var overhead = 0

  /// The list can also be continued from its end.
  private var follows = false
  /// A list that follows ends with a row behind whose texts the text that continues it has no room.
  var isCut: Bool { follows && end.count < count }

  /// Whether another call can continue the list.
  var continues: Bool { overhead > 0 }
  /// A row did not fit.
  private(set) var isFull = false
  /// The rows that did not fit, and the bytes of their texts, as far as the call read them.
  private var refused = (rows: 0, text: 0)

  init(_ room: Room) { self.room = room }

  /// Prepares a list that another call can continue. The host's text is copied, since it may be in the buffer that the
  /// list writes to.
  /// - Parameter text: NULL or empty: the list begins.
  /// - Returns: where it goes on, borrowed from this writer; nil: it begins.
  mutating func begin(_ name: ListName, after text: UnsafePointer<CChar>?) throws(Failure) -> ListPlace? {
    list = name
    overhead = Continuation.overhead + 1
    let given = uncheckedOrNone(text)
    if given.isEmpty { return nil }
    do throws(OutOfMemory) { try after.append(given) } catch { throw Failure.noMemory }
    start = try Continuation.place(of: after.bytes, in: name)
    return start
  }

  /// Takes the flags of a list that grows at its end. A text continues it with and without the flag.
  mutating func takeFlags(_ flags: UInt32) throws(Failure) {
    try refuseFlags(flags, but: TALLY_LIST_FOLLOW)
    follows = flags & TALLY_LIST_FOLLOW != 0
  }

  /// The most rows that a call must read. Each has at least one byte of text and a NUL.
  var limit: Int { min(max(room.capacity, 1), room.textCapacity / 2 + 1, 10_000) }

  /// Whether the current row fits so far.
  @inline(__always)
  private var hasRoom: Bool {
    !isFull && count < room.capacity && textSize &+ pending <= room.textCapacity
  }

  /// The room for the text that continues the list behind the current row.
  @inline(__always)
  private var continuation: Int {
    if overhead == 0 { return 0 }
    return overhead &+ place.name.size &+ place.sequence.size &+ place.id.size
  }

  /// Takes the current row, which was written.
  @inline(__always)
  private mutating func take() {
    count &+= 1
    textSize &+= pending
    pending = 0
    if textSize &+ continuation <= room.textCapacity { end = (count, textSize, place) }
  }

  @_optimize(speed)
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> tally_text {
    let begin = textSize &+ pending
    let place = tally_text(offset: UInt32(truncatingIfNeeded: begin), length: UInt32(truncatingIfNeeded: bytes.count))
    pending &+= bytes.count &+ 1
    if hasRoom, let text = room.text {
      if let source = bytes.baseAddress { (text + begin).copyMemory(from: source, byteCount: bytes.count) }
      text.storeBytes(of: 0, toByteOffset: begin &+ bytes.count, as: UInt8.self)
    }
    return place
  }

  /// Ends a row. If the caller's size of a row is the library's, this takes a short path.
  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(inlined entry: Entry) {
    let size = MemoryLayout<Entry>.stride
    guard let entries = room.entries, room.stride == size, hasRoom else {
      return add(entry: entry)
    }
    entries.storeBytes(of: entry, toByteOffset: count &* size, as: Entry.self)
    take()
  }

  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(entry: Entry) { withUnsafeBytes(of: entry) { put($0) } }

  /// One function for rows of all types. C structures have no padding at their end.
  @inline(never)
  private mutating func put(_ entry: UnsafeRawBufferPointer) {
    guard hasRoom, let entries = room.entries else {
      isFull = true
      refused.rows &+= 1
      refused.text &+= pending
      pending = 0
      return
    }
    room.copy(entry, entries, count)
    take()
  }

  /// Starts again with the same memory.
  mutating func restart() {
    (count, textSize, pending, isFull, refused) = (0, 0, 0, false, (0, 0))
  }

  /// The room that all rows need, and the text that continues the list.
  private var needed: (rows: Int, text: Int) {
    (count &+ refused.rows, textSize &+ refused.text &+ continuation)
  }

  /// A list that follows has not grown behind the text that it continues from.
  private var standsStill: Bool { follows && count == 0 && start != nil }

  /// Reports what was written. If there are more rows, or may be later, writes the text that continues the list.
  mutating func tell(_ rows: UnsafeMutablePointer<tally_rows>, hasMore: Bool) throws(Failure) {
    if hasMore || follows && count > 0 || standsStill, let list, let text = room.text {
      (count, textSize) = (end.count, end.textSize)
      let place = standsStill ? start ?? ListPlace() : written(end.place, text)
      if !standsStill, let start { try Continuation.check(place, isBehind: start, in: list) }
      var next = ByteBuffer()
      do throws(OutOfMemory) {
        try Continuation.append(place, of: list, to: &next)
        try next.append(byte: 0)
      } catch { throw Failure.noMemory }
      if let source = next.bytes.baseAddress { (text + textSize).copyMemory(from: source, byteCount: next.count) }
      rows.pointee.next = UnsafePointer((text + textSize).assumingMemoryBound(to: CChar.self))
      textSize &+= next.count
    }
    (rows.pointee.count, rows.pointee.text_size) = (count, textSize)
  }

  /// The place of a row whose texts were written.
  private func written(_ place: Place, _ text: UnsafeMutableRawPointer) -> ListPlace {
    func bytes(_ place: tally_text) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: text + Int(truncatingIfNeeded: place.offset), count: place.size)
    }
    var found = ListPlace(name: bytes(place.name))
    (found.number, found.sequence, found.id) = (place.number, bytes(place.sequence), bytes(place.id))
    return found
  }

  /// Reports the room that the list needs.
  func tellNeed(_ rows: UnsafeMutablePointer<tally_rows>) {
    (rows.pointee.count, rows.pointee.text_size) = needed
  }

  /// - Throws: `bufferTooSmall`, if no row fitted, or none with the text that continues the list.
  func checkRoom(hasMore: Bool) throws(Failure) {
    if hasMore && count == 0 && !isFull { throw Failure(.corrupt, "the file is damaged: a list has no rows") }
    if hasMore && (count == 0 || continues && end.count == 0) { throw ListWriter.noRoom }
    if !hasMore && standsStill && after.count >= room.textCapacity { throw ListWriter.noRoom }
  }

  static var noRoom: Failure {
    @inline(never) get { Failure(.bufferTooSmall, "rows do not fit; see count and text_size of the tally_rows") }
  }
}

extension tally_text {
  /// The length, which memory has had room for.
  @inline(__always)
  fileprivate var size: Int { Int(truncatingIfNeeded: length) }
}

/// The room of the caller's rows, which are emptied.
/// - Parameter first: the least size of a row.
@inline(never)
func room(of rows: UnsafeMutablePointer<tally_rows>?, first: Int) throws(Failure) -> ListWriter.Room {
  let rows = try output(rows, "rows")
  guard rows.pointee.struct_size >= UInt32(clamping: tally_rows.firstSize) else {
    throw Failure(.argument, "struct_size of the rows is not the size of tally_rows")
  }
  var known = tally_rows()
  try options(rows, into: &known)
  rows.pointee.count = 0
  rows.pointee.text_size = 0
  rows.pointee.next = nil
  guard known.entry_size >= UInt32(clamping: first), known.entry_size <= 65_536 else {
    throw Failure(.argument, "entry_size is not the size of the rows that are listed")
  }
  return ListWriter.Room(known)
}

/// Runs a listing function of the header. `body` adds the rows, and returns whether there are more than it read.
@inline(__always)
func listing<Row: GrowingStructure>(
  _ rows: UnsafeMutablePointer<tally_rows>?, _ type: Row.Type, _ body: (inout ListWriter) throws(Failure) -> Bool
) -> tally_status { listing(rows, first: Row.firstSize, body) }

@inline(never)
private func listing(
  _ rows: UnsafeMutablePointer<tally_rows>?, first: Int, _ body: (inout ListWriter) throws(Failure) -> Bool
) -> tally_status {
  answer { () throws(Failure) in
    var list = ListWriter(try room(of: rows, first: first))
    let rows = try output(rows, "rows")
    do throws(Failure) {
      let hasMore = try body(&list) || list.isFull || list.isCut
      try list.checkRoom(hasMore: hasMore)
      try list.tell(rows, hasMore: hasMore)
      return hasMore ? .more : .ok
    } catch {
      if error.status == .bufferTooSmall { list.tellNeed(rows) }
      throw error
    }
  }
}

var noText: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

/// Rejects the flags that a list does not have.
func refuseFlags(_ flags: UInt32, but known: UInt32 = 0) throws(Failure) {
  try refuse(unless: flags & ~known == 0, "unknown flags")
}

/// The host's keys, borrowed.
func keyList(_ keys: UnsafePointer<Int64>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<Int64> {
  if keys == nil && count != 0 { throw Failure.missing("keys") }
  guard count >= 0 else { throw Failure(.argument, "too many keys") }
  return UnsafeBufferPointer(start: keys, count: keys == nil ? 0 : count)
}

import CTree
import TallyBorder
import TallyFailure
import TallyMemory

// Lists for the caller.

/// A row of a list. Each has a path.
protocol PathRow {
  var path: tally_tree_text { get set }
}

extension tally_tree_entry: PathRow {}
extension tally_tree_reason: PathRow {}
extension tally_tree_snapshot_entry: PathRow {}

/// Writes rows and their paths into the caller's memory: as many as fit.
///
/// A row that does not fit ends the list, and further rows are only counted.
struct RowWriter {
  private let rows: UnsafeMutablePointer<tally_tree_rows>
  private let stride: Int
  private let capacity: Int
  private let textCapacity: Int
  private var count = 0
  private var textSize = 0
  /// The place of the last path in the text.
  private var last = 0
  /// The rows that did not fit, and the bytes of their paths, as far as they were read.
  private var refused = (rows: 0, text: 0)

  /// Empties the caller's rows.
  /// - Parameter size: the size of a row.
  @inline(never)
  init(_ given: UnsafeMutablePointer<tally_tree_rows>?, size: Int) throws(Failure) {
    rows = try output(given, "rows")
    guard Int(clamping: rows.pointee.struct_size) >= MemoryLayout<tally_tree_rows>.size else {
      throw Failure(.argument, "struct_size of the rows is not the size of tally_tree_rows")
    }
    var known = tally_tree_rows()
    try options(rows, into: &known)
    (rows.pointee.count, rows.pointee.text_size, rows.pointee.next) = (0, 0, nil)
    stride = Int(clamping: known.entry_size)
    guard stride >= size, stride <= 65_536 else {
      throw Failure(.argument, "entry_size is not the size of the rows that are listed")
    }
    capacity = known.entries == nil ? 0 : max(known.capacity, 0)
    // Offsets have 32 bits.
    textCapacity = known.text == nil ? 0 : Int(clamping: UInt32(clamping: known.text_capacity))
  }

  /// A row did not fit, and others did: the rest is for another call.
  var isFull: Bool { count > 0 && refused.rows > 0 }

  /// Adds a row if it and its path fit.
  /// - Parameter isBelowTop: the path begins below the node that the row's path calls `root`.
  /// - Returns: whether it fitted.
  @discardableResult
  mutating func add<Row: PathRow & BitwiseCopyable>(_ row: Row, _ path: Bytes, isBelowTop: Bool = false) -> Bool {
    guard let place = add(path, isBelowTop) else { return false }
    var row = row
    row.path = place
    withUnsafeBytes(of: row) { put($0) }
    return true
  }

  /// Writes the path of the next row, for which there is room.
  @inline(never)
  private mutating func add(_ path: Bytes, _ isBelowTop: Bool) -> tally_tree_text? {
    let prefix = !isBelowTop ? 0 : path.isEmpty ? 4 : 5
    let length = prefix + path.count
    guard refused.rows == 0, count < capacity, length < textCapacity - textSize, let text = rows.pointee.text else {
      refused.rows += 1
      refused.text += length + 1
      return nil
    }
    last = textSize
    let place = UnsafeMutableRawPointer(text + last)
    // As many bytes of "root." as the path gets.
    place.copyMemory(from: rootAndDot.utf8Start, byteCount: prefix)
    if let source = path.baseAddress { (place + prefix).copyMemory(from: source, byteCount: path.count) }
    text[last + length] = 0
    textSize += length + 1
    return tally_tree_text(offset: UInt32(truncatingIfNeeded: last), length: UInt32(truncatingIfNeeded: length))
  }

  /// Writes as much of a row as the caller knows, and zeros in the members that only a newer caller knows.
  @inline(never)
  private mutating func put(_ row: Bytes) {
    guard let entries = rows.pointee.entries, let source = row.baseAddress else { return }
    let place = entries + count * stride
    place.copyMemory(from: source, byteCount: row.count)
    (place + row.count).initializeMemory(as: UInt8.self, repeating: 0, count: stride - row.count)
    count += 1
  }

  /// Reports the rows. If there are more, another call goes on behind the path of the last one.
  @inline(never)
  func finish() throws(Failure) -> Status {
    if count == 0, refused.rows > 0 { throw noRoom() }
    (rows.pointee.count, rows.pointee.text_size) = (count, textSize)
    if refused.rows == 0 { return .ok }
    rows.pointee.next = rows.pointee.text.map { UnsafePointer($0 + last) }
    return .more
  }

  /// Reports the rows, which no other call continues.
  func finishWhole() { (rows.pointee.count, rows.pointee.text_size) = (count, textSize) }

  /// Reports the room that the rows need.
  @inline(never)
  func noRoom() -> Failure {
    (rows.pointee.count, rows.pointee.text_size) = (count + refused.rows, textSize + refused.text)
    return Failure(.bufferTooSmall, "rows do not fit; see count and text_size of the tally_tree_rows")
  }
}

/// Runs the body of a function that lists. The caller's rows are empty unless it succeeds, also if there is no tree.
/// - Parameter size: the size of a row.
@inline(never)
func listing(
  _ handle: OpaquePointer?, _ rows: UnsafeMutablePointer<tally_tree_rows>?, _ size: Int,
  _ body: (HostPointer, inout RowWriter) throws(Failure) -> Status
) -> tally_tree_status {
  do throws(Failure) {
    var list = try RowWriter(rows, size: size)
    return call(handle) { (host) throws(Failure) in try body(host, &list) }
  } catch {
    return tell(error)
  }
}

private var rootAndDot: StaticString { "root." }

/// The path behind which a list goes on, borrowed. nil: it begins.
@inline(never)
func continuation(_ after: UnsafePointer<CChar>?) throws(Failure) -> Bytes? {
  let path = uncheckedOrNone(after)
  if path.isEmpty { return nil }
  // It is `root`, or begins with `root.`.
  let prefix = Bytes(start: rootAndDot.utf8Start, count: path.count == 4 ? 4 : 5)
  guard path.count >= 4, path.prefix(prefix.count).elementsEqual(prefix) else {
    throw Failure(.argument, "after is not the text that continues this list: see next of the tally_tree_rows")
  }
  return path
}

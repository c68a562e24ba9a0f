import CTally
import TallyFailure
import TallyMemory

// Lists on their way out, and keys on their way in.

/// A list on its way into the caller's memory: its entries, and their texts one behind the other, each ended by NUL.
///
/// Invariant: nothing is written to the caller's memory before all of the list is known to fit. A list whose size is
/// known beforehand (`expect`) is then written entry by entry. Any other is collected, and copied by `end`.
/// Only `tally_badge_changes`, which writes as much as there is room for, does without.
struct ListWriter: ~Copyable {
  private let entries: UnsafeMutableRawPointer?
  private let capacity: Int
  private let text: UnsafeMutableRawPointer?
  private let textCapacity: Int
  /// Whether entries go directly into the caller's memory, or all of them are there.
  private var isDirect = false
  /// There was no memory for an entry or a text.
  private var isOutOfMemory = false
  private var collectedEntries = ByteBuffer()
  private var collectedText = ByteBuffer()
  /// The entries of the list, and the bytes of their texts.
  private(set) var count = 0
  private(set) var textSize = 0

  init(
    _ entries: UnsafeMutableRawPointer?, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int
  ) {
    self.entries = entries
    self.capacity = entries == nil ? 0 : max(capacity, 0)
    self.text = UnsafeMutableRawPointer(text)
    self.textCapacity = text == nil ? 0 : max(textCapacity, 0)
  }

  private func fits(_ count: Int, _ textSize: Int) -> Bool { count <= capacity && textSize <= textCapacity }

  /// Whether a list of this size fits. Its entries then go directly into the caller's memory; else none may follow.
  mutating func expect(_ count: Int, _ textSize: Int) -> Bool {
    isDirect = fits(count, textSize)
    if isDirect { return true }
    self.count = count
    self.textSize = textSize
    return false
  }

  @_optimize(speed)
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> tally_text {
    let place = tally_text(
      offset: UInt32(truncatingIfNeeded: textSize), length: UInt32(truncatingIfNeeded: bytes.count))
    if !isDirect {
      collect(bytes)
    } else if let text {
      if let source = bytes.baseAddress { (text + textSize).copyMemory(from: source, byteCount: bytes.count) }
      text.storeBytes(of: 0, toByteOffset: textSize + bytes.count, as: UInt8.self)
    }
    textSize += bytes.count + 1
    return place
  }

  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(entry: Entry) { withUnsafeBytes(of: entry) { put($0) } }

  /// The same, where many entries go directly into the caller's memory.
  @inline(__always)
  mutating func add<Entry: BitwiseCopyable>(inlined entry: Entry) {
    guard isDirect, let entries else { return add(entry: entry) }
    entries.storeBytes(of: entry, toByteOffset: count * MemoryLayout<Entry>.stride, as: Entry.self)
    count += 1
  }

  /// Once for entries of all types; structures of C have no padding behind them.
  @inline(never)
  private mutating func put(_ entry: UnsafeRawBufferPointer) {
    if !isDirect {
      do throws(OutOfMemory) { try collectedEntries.append(entry) } catch { isOutOfMemory = true }
    } else if let entries, let source = entry.baseAddress {
      (entries + count * entry.count).copyMemory(from: source, byteCount: entry.count)
    }
    count += 1
  }

  @inline(never)
  private mutating func collect(_ bytes: UnsafeRawBufferPointer) {
    do throws(OutOfMemory) {
      try collectedText.append(bytes)
      try collectedText.append(byte: 0)
    } catch {
      isOutOfMemory = true
    }
  }

  /// Copies what was collected into the caller's memory, if all of it fits. Does so once, however often it is called.
  mutating func end() throws(Failure) {
    if isOutOfMemory { throw .noMemory }
    if isDirect { return }
    if !fits(count, textSize) {
      throw Failure(.bufferTooSmall, "the entries or their texts do not fit; see out_count and out_text_size")
    }
    if let entries, let source = collectedEntries.bytes.baseAddress {
      entries.copyMemory(from: source, byteCount: collectedEntries.count)
    }
    if let text, let source = collectedText.bytes.baseAddress {
      text.copyMemory(from: source, byteCount: textSize)
    }
    isDirect = true
  }
}

/// Runs a function of the header that lists. `body` adds the entries, and returns whether there are more.
@inline(never)
func listing(
  _ entries: UnsafeMutableRawPointer?, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int,
  _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?,
  _ body: (inout ListWriter) throws(Failure) -> Bool
) -> tally_status {
  answer { () throws(Failure) in
    let count = try output(outCount, "out_count")
    let textSize = try output(outTextSize, "out_text_size")
    count.pointee = 0
    textSize.pointee = 0
    var list = ListWriter(entries, capacity, text, textCapacity)
    do throws(Failure) {
      let hasMore = try body(&list)
      try list.end()
      (count.pointee, textSize.pointee) = (list.count, list.textSize)
      return hasMore ? .more : .ok
    } catch {
      if error.status == .bufferTooSmall { (count.pointee, textSize.pointee) = (list.count, list.textSize) }
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

import TallyMemory

/// Text that grows. If memory runs out it keeps its contents and records the failure. So a caller that writes many
/// pieces checks only once.
struct TextOutput: ~Copyable {
  var buffer = ByteBuffer()
  private(set) var isFull = false
  /// The greatest length. Pieces beyond it are dropped.
  var limit = Int.max
  private(set) var isTooLong = false

  init() {}

  var count: Int { buffer.count }
  var isEmpty: Bool { buffer.isEmpty }
  /// Borrowed until the next change.
  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  @inline(never)
  mutating func put(_ text: UnsafeRawBufferPointer) {
    if text.count > limit - buffer.count { return isTooLong = true }
    do throws(OutOfMemory) { try buffer.append(text) } catch { isFull = true }
  }

  @inline(never)
  mutating func put(_ text: StaticString) {
    put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(never)
  mutating func put(byte: UInt8) {
    if buffer.count >= limit { return isTooLong = true }
    do throws(OutOfMemory) { try buffer.append(byte: byte) } catch { isFull = true }
  }

  @inline(never)
  mutating func put(decimal number: Int64) {
    do throws(OutOfMemory) { try buffer.append(decimal: number) } catch { isFull = true }
  }

  /// The text of a checked JSON string, given with its quotes.
  @inline(never)
  mutating func put(unescaped quoted: UnsafeRawBufferPointer) {
    do throws(OutOfMemory) { try UTF8Text.appendUnescaped(quoted, to: &buffer) } catch { isFull = true }
  }

  mutating func truncate(to count: Int) { buffer.truncate(to: count) }
  mutating func removeAll() { buffer.removeAll() }
}

/// The bytes from `start` to before `end`.
/// - Precondition: they lie within the text.
@inline(never)
func bytes(of text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(rebasing: text[start..<end])
}

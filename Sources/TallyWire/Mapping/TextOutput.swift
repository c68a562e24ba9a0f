import TallyMemory

/// Text that grows. Where there is no memory it keeps what it has, and says so when it is asked: whoever writes much,
/// piece by piece, asks once.
struct TextOutput: ~Copyable {
  var buffer = ByteBuffer()
  private(set) var isFull = false

  init() {}

  var count: Int { buffer.count }
  var isEmpty: Bool { buffer.isEmpty }
  /// Borrowed until there comes more.
  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  @inline(never)
  mutating func put(_ text: UnsafeRawBufferPointer) {
    do throws(OutOfMemory) { try buffer.append(text) } catch { isFull = true }
  }

  @inline(never)
  mutating func put(_ text: StaticString) {
    put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(never)
  mutating func put(byte: UInt8) {
    do throws(OutOfMemory) { try buffer.append(byte: byte) } catch { isFull = true }
  }

  @inline(never)
  mutating func put(decimal number: Int64) {
    do throws(OutOfMemory) { try buffer.append(decimal: number) } catch { isFull = true }
  }

  /// The text of a checked string of JSON, given with its quotes.
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

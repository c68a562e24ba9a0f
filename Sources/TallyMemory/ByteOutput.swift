/// A target for bytes: memory that grows, or the caller's memory. In the caller's memory, bytes that do not fit are
/// only counted.
@frozen
public struct ByteOutput: ~Copyable {
  private var buffer = ByteBuffer()
  private let lent: UnsafeMutableRawBufferPointer?
  /// The number of bytes that were appended.
  public private(set) var count = 0

  /// Grows as needed.
  public init() { lent = nil }

  /// Writes the bytes that fit into `memory`, which is borrowed as long as this value is used.
  public init(into memory: UnsafeMutableRawBufferPointer) { lent = memory }

  /// - Throws: ``OutOfMemory``, but never with the caller's memory.
  public mutating func append(_ added: UnsafeRawBufferPointer) throws(OutOfMemory) {
    if let lent {
      if let source = added.baseAddress, added.count <= lent.count &- min(count, lent.count) {
        (lent.baseAddress.unsafelyUnwrapped + count).copyMemory(from: source, byteCount: added.count)
      }
    } else {
      try buffer.append(added)
    }
    count += added.count
  }

  /// Whether all bytes fitted.
  public var isComplete: Bool { count <= lent?.count ?? count }

  /// All appended bytes, to be changed in place. nil if they did not all fit. Borrowed until the next append.
  public var written: UnsafeMutableRawBufferPointer? {
    guard isComplete else { return nil }
    guard let lent else { return UnsafeMutableRawBufferPointer(mutating: buffer.bytes) }
    return UnsafeMutableRawBufferPointer(rebasing: lent[..<count])
  }

  /// The appended bytes with their memory. Empty if the memory is the caller's.
  public consuming func take() -> ByteBuffer { buffer }
}

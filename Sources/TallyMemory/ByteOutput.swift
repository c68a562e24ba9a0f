/// Where bytes go, one run after the other: into memory that grows, or into memory of somebody else's, which takes them
/// as long as they fit; what does not is only counted.
@frozen
public struct ByteOutput: ~Copyable {
  private var buffer = ByteBuffer()
  private let lent: UnsafeMutableRawBufferPointer?
  /// How many bytes have come.
  public private(set) var count = 0

  /// Takes as many as come.
  public init() { lent = nil }

  /// Takes what fits into `memory`, which is borrowed as long as this is used.
  public init(into memory: UnsafeMutableRawBufferPointer) { lent = memory }

  /// - Throws: ``OutOfMemory``; memory of somebody else's never does.
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

  /// Whether all of them have found room.
  public var isComplete: Bool { count <= lent?.count ?? count }

  /// All bytes that have come, to be changed in place; nil where they have not all found room. Borrowed until the next
  /// one comes.
  public var written: UnsafeMutableRawBufferPointer? {
    guard isComplete else { return nil }
    guard let lent else { return UnsafeMutableRawBufferPointer(mutating: buffer.bytes) }
    return UnsafeMutableRawBufferPointer(rebasing: lent[..<count])
  }

  /// The bytes that came, and the memory that they are in; none where it is somebody else's.
  public consuming func take() -> ByteBuffer { buffer }
}

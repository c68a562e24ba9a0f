/// Growing bytes from an allocator that can fail. Below the Swift face it replaces String, which costs tens of
/// kilobytes and traps when memory runs out.
@frozen
public struct ByteBuffer: ~Copyable {
  private var block = RawBlock()
  public private(set) var count = 0

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// Borrowed until the buffer is changed.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: block.base, count: count)
  }

  /// The bytes of a range. Borrowed until the buffer is changed.
  /// - Precondition: the range lies within the buffer.
  public func bytes(at offset: Int, count length: Int) -> UnsafeRawBufferPointer {
    precondition(offset >= 0 && length >= 0 && offset + length <= count)
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
  }

  public mutating func reserve(_ capacity: Int) throws(OutOfMemory) {
    try block.reserve(capacity)
  }

  /// Makes sure that this many zero bytes follow the buffer's bytes. They may be read but do not belong to the buffer.
  public mutating func pad(_ additional: Int) throws(OutOfMemory) {
    let former = count
    try reserve(count + additional)
    for _ in 0..<additional { try append(byte: 0) }
    truncate(to: former)
  }

  @_optimize(speed)
  @inline(never)
  public mutating func append(_ added: UnsafeRawBufferPointer) throws(OutOfMemory) {
    guard let source = added.baseAddress, added.count > 0 else { return }
    try block.reserve(count + added.count)
    guard let base = block.base else { throw OutOfMemory() }
    (base + count).copyMemory(from: source, byteCount: added.count)
    count += added.count
  }

  @inline(never)
  public mutating func append(byte: UInt8) throws(OutOfMemory) {
    try block.reserve(count + 1)
    block.base?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(never)
  public mutating func append(_ text: StaticString) throws(OutOfMemory) {
    try append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number in decimal.
  public mutating func append(decimal number: Int64) throws(OutOfMemory) {
    if number < 0 { try append(byte: 0x2D) }
    try append(decimal: number.magnitude)
  }

  /// Appends a number in decimal.
  public mutating func append(decimal number: UInt64) throws(OutOfMemory) {
    var rest = number
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      try append(byte: UInt8(truncatingIfNeeded: 0x30 + rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Calls `body` with the bytes as a C string. The NUL is not part of the buffer.
  public mutating func withCString<Result>(
    _ body: (UnsafePointer<CChar>) throws(OutOfMemory) -> Result
  ) throws(OutOfMemory) -> Result {
    try block.reserve(count + 1)
    guard let base = block.base else { throw OutOfMemory() }
    base.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    return try body(UnsafePointer(base.assumingMemoryBound(to: CChar.self)))
  }

  /// Gives the bytes away, with a NUL behind them. The new owner frees them with `ctally_memory_free`.
  /// - Throws: ``OutOfMemory``. The buffer is then unchanged.
  public mutating func take() throws(OutOfMemory) -> UnsafeMutableRawPointer {
    try block.reserve(count + 1)
    guard let base = block.take() else { throw OutOfMemory() }
    base.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    count = 0
    return base
  }

  /// - Precondition: `newCount` is within `0...count`.
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  public mutating func removeAll(keepingCapacity: Bool = true) {
    count = 0
    if !keepingCapacity { block.release() }
  }
}

/// Compares byte by byte. A prefix comes before the longer sequence.
public func isOrderedBefore(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  let common = a.count < b.count ? a.count : b.count
  for index in 0..<common where a[index] != b[index] { return a[index] < b[index] }
  return a.count < b.count
}

public func isEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  if a.count != b.count { return false }
  for index in 0..<a.count where a[index] != b[index] { return false }
  return true
}

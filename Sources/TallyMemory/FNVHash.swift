/// FNV-1a of 32 bits, by Fowler, Noll and Vo.
public struct FNVHash: BitwiseCopyable, Sendable {
  public private(set) var value: UInt32 = 2_166_136_261

  public init() {}

  public mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }

  public mutating func add(_ bytes: UnsafeRawBufferPointer) { for byte in bytes { add(byte) } }

  /// One of the eight digits, the first of which is the most significant.
  public func hexadecimalDigit(_ index: Int) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value >> UInt32(28 - 4 * index)) & 15
    return digit < 10 ? 0x30 + digit : 0x61 + digit - 10
  }
}

/// A keyed hash that withstands an attacker who chooses the input and does not know the key: SipHash-2-4 (Aumasson and
/// Bernstein, 2012). For tables whose keys come from elsewhere and whose collisions would cost more than a comparison.
public struct SipHash: Sendable {
  private let key: (UInt64, UInt64)

  /// - Parameters:
  ///   - k0: the first eight bytes of the key, the least significant first.
  ///   - k1: the other eight.
  public init(_ k0: UInt64, _ k1: UInt64) { key = (k0, k1) }

  /// - Complexity: O(count).
  public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = State(key)
    let whole = bytes.count & ~7
    var offset = 0
    while offset < whole {
      state.take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    // The last word has the count in its highest byte.
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for position in whole..<bytes.count { last |= UInt64(bytes[position]) << UInt64(8 * (position - whole)) }
    state.take(last)
    return state.finish()
  }

  private struct State {
    private var v0: UInt64, v1: UInt64, v2: UInt64, v3: UInt64

    init(_ key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736F_6D65_7073_6575
      v1 = key.1 ^ 0x646F_7261_6E64_6F6D
      v2 = key.0 ^ 0x6C79_6765_6E65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func take(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v2 &+= v3
      v1 = (v1 << 13 | v1 >> 51) ^ v0
      v3 = (v3 << 16 | v3 >> 48) ^ v2
      v0 = v0 << 32 | v0 >> 32
      v2 &+= v1
      v0 &+= v3
      v1 = (v1 << 17 | v1 >> 47) ^ v2
      v3 = (v3 << 21 | v3 >> 43) ^ v0
      v2 = v2 << 32 | v2 >> 32
    }
  }
}

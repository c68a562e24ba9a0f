import TallyMemory

/// The 64-bit hash for checksums and digests: the rounds of xxHash64 with one lane. It has no key. It detects
/// accidents, not attacks: anybody can construct a collision.
///
/// A round is a bijection of the state for a given word, and of the word for a given state. So bytes of equal length
/// that differ in only one word never have equal hashes.
public enum Hash64 {
  static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  static let start: UInt64 = 0x27D4_EB2F_1656_67C5

  @inline(__always)
  static func round(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = state &+ word &* prime2
    return (mixed << 31 | mixed >> 33) &* prime1
  }

  @inline(__always)
  static func finish(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* prime2
    mixed = (mixed ^ mixed >> 29) &* prime3
    return mixed ^ mixed >> 32
  }

  public static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var stream = Stream(count: bytes.count)
    return stream.finish(bytes)
  }

  /// The hash of bytes that another loop reads.
  ///
  /// Each word is eight bytes, the least significant first. The last one is padded with zeros. The count is part of the
  /// first state, so padding differs from real zeros.
  struct Stream {
    private let count: Int
    private var state: UInt64
    private var offset = 0

    init(count: Int) {
      self.count = count
      state = start &+ UInt64(count)
    }

    /// Takes the words that end by an offset, except those already taken.
    /// - Precondition: there are so many bytes, and `end` is at most their count.
    mutating func take(_ base: UnsafeRawPointer, upTo end: Int) {
      var (state, offset) = (state, offset)
      while end &- offset >= 8 {
        state = round(state, UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset &+= 8
      }
      self.state = state
      self.offset = offset
    }

    /// Takes the rest of the bytes. More may follow them.
    mutating func finish(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
      if let base = bytes.baseAddress { take(base, upTo: count) }
      if offset < count {
        var word: UInt64 = 0
        for position in offset..<count {
          word |= UInt64(bytes[position]) << UInt64((position &- offset) &* 8)
        }
        state = round(state, word)
      }
      return Hash64.finish(state)
    }
  }
}

/// The length of the common prefix of two runs, at most `limit`.
/// - Precondition: both have `limit` bytes.
@inline(__always)
func commonPrefix(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, limit: Int) -> Int {
  var offset = 0
  while limit &- offset >= 8 {
    let difference = differenceOf8(a, b, offset)
    if difference != 0 { return offset &+ difference.trailingZeroBitCount >> 3 }
    offset &+= 8
  }
  while offset < limit,
    a.load(fromByteOffset: offset, as: UInt8.self) == b.load(fromByteOffset: offset, as: UInt8.self)
  {
    offset &+= 1
  }
  return offset
}

/// The same for runs that probably have a long common prefix.
func longCommonPrefix(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, limit: Int) -> Int {
  var offset = 0
  while limit &- offset >= 32 {
    let first = differenceOf8(a, b, offset) | differenceOf8(a, b, offset &+ 8)
    if first | differenceOf8(a, b, offset &+ 16) | differenceOf8(a, b, offset &+ 24) != 0 { break }
    offset &+= 32
  }
  return offset &+ commonPrefix(a + offset, b + offset, limit: limit &- offset)
}

@inline(__always)
func differenceOf8(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ offset: Int) -> UInt64 {
  UInt64(littleEndian: a.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    ^ UInt64(littleEndian: b.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

import TallyMemory

/// The 64-bit hash under checksums and digests: the rounds of xxHash64, one lane of them. It has no key. It tells
/// accidents apart, not attacks: whoever wants a collision can make one.
///
/// A round is a bijection of the state for a given word, and of the word for a given state, so bytes of equal length
/// that differ in one word only never have equal hashes.
enum Hash64 {
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

  /// The words are eight bytes each, the least significant first; the last one is filled up with zeros. The count
  /// goes into the first state, so that they are told apart from zeros that belong.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = start &+ UInt64(bytes.count)
    guard let base = bytes.baseAddress else { return finish(state) }
    var offset = 0
    while bytes.count &- offset >= 8 {
      state = round(state, UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    if offset < bytes.count {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while offset < bytes.count {
        word |= UInt64(base.load(fromByteOffset: offset, as: UInt8.self)) << shift
        shift &+= 8
        offset &+= 1
      }
      state = round(state, word)
    }
    return finish(state)
  }
}

/// How many bytes two runs have in common from their beginnings, of at most `limit`.
/// - Precondition: both have `limit` bytes.
@inline(__always)
func commonPrefix(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, limit: Int) -> Int {
  var offset = 0
  while limit &- offset >= 8 {
    let difference =
      UInt64(littleEndian: a.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      ^ UInt64(littleEndian: b.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
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

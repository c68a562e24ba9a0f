/// An account in a block: its name, and the bytes of `tally_account_export`.
struct SnapshotAccount: Hashable, Sendable {
  var name: String
  var bytes: [UInt8]
}

/// Why the bytes of a block are none.
enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The block ends inside of what begins at this byte.
  case truncated(offset: Int)
  case invalidName(offset: Int)
  /// The account at this byte belongs to another block.
  case otherBlock(offset: Int)
  /// The header says another number of accounts.
  case count(said: Int, found: Int)
  /// The names are not strictly ascending.
  case order(offset: Int)

  var description: String {
    switch self {
    case .truncated(let offset): "the block ends inside of what begins at byte \(offset)"
    case .invalidName(let offset): "the name at byte \(offset) is invalid"
    case .otherBlock(let offset): "the account at byte \(offset) belongs to another block"
    case .count(let said, let found): "the block has \(found) accounts, and its header says \(said)"
    case .order(let offset): "the name at byte \(offset) is not greater than the one before it"
    }
  }
}

/// Blocks of accounts, as the stream `TALLY_SNAP_<p>` has them (Cluster/PROTOCOL.md).
enum SnapshotBlock {
  /// The number of blocks of a partition. A part of the format: a reader divides the accounts in the same way.
  static let count = 256
  /// The block that has no accounts, but how far the log was applied, its time, and the identifiers of its batches.
  static let source = 256
  /// The bytes of a part; the last one has fewer. So an account may be larger than a message.
  static let partSize = 512 << 10

  /// The block of an account: FNV-1a over all 32 bits, modulo the number of blocks (docs/account-hash.md).
  static func index(of account: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in account.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(count))
  }

  /// Appends an account to a block.
  static func append(_ account: SnapshotAccount, to block: inout [UInt8]) {
    append(Array(account.name.utf8), to: &block)
    append(account.bytes, to: &block)
  }

  /// The accounts of a block. The bytes may come from any source.
  /// - Parameters:
  ///   - block: where all of them must belong.
  ///   - count: how many the header says; nil: it says nothing.
  static func accounts(
    of part: [UInt8], block: Int, count: Int? = nil
  ) throws(SnapshotError) -> [SnapshotAccount] {
    var found: [SnapshotAccount] = []
    var offset = 0
    while offset < part.count {
      let start = offset
      let name = try text(of: part, at: &offset)
      guard name.count <= 255, let text = validated(name) else { throw .invalidName(offset: start) }
      guard index(of: text) == block else { throw .otherBlock(offset: start) }
      if let last = found.last, !last.name.utf8.lexicographicallyPrecedes(name) { throw .order(offset: start) }
      found.append(SnapshotAccount(name: text, bytes: Array(try self.text(of: part, at: &offset))))
    }
    if let count, count != found.count { throw .count(said: count, found: found.count) }
    return found
  }

  private static func append(_ bytes: [UInt8], to block: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { block.append(contentsOf: $0) }
    block.append(contentsOf: bytes)
  }

  private static func text(of part: [UInt8], at offset: inout Int) throws(SnapshotError) -> ArraySlice<UInt8> {
    let start = offset
    guard part.count - offset >= 4 else { throw .truncated(offset: start) }
    let length = (0..<4).reduce(UInt64(0)) { $0 | UInt64(part[start + $1]) << UInt64(8 * $1) }
    offset += 4
    guard length <= UInt64(part.count - offset) else { throw .truncated(offset: start) }
    defer { offset += Int(length) }
    return part[offset..<offset + Int(length)]
  }

  /// A name of an account: UTF-8, not empty, without control characters.
  private static func validated(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x1f && !(0x7f...0x9f).contains($0.value) }
    return isClean ? text : nil
  }
}

import TallyMemory

/// The members of a server's pages that the wire format does not know, each once. A server may send any number of
/// them, so only the first few are kept, and of each name only its beginning.
///
/// Invariant: `names` are `count` records: the object, the length of the name, the name. No two are equal.
public struct UnknownMembers: ~Copyable {
  public static let limit = 32
  private static let longestName = 64

  /// The object that has the member.
  public enum Place: UInt8 {
    case page, item, mark, badge, check, setting
  }

  public private(set) var count = 0
  private var names = ByteBuffer()

  public init() {}

  public mutating func removeAll() {
    count = 0
    names.removeAll(keepingCapacity: false)
  }

  /// - Returns: whether the member is new. It is not noted if there is no room or no memory.
  @inline(never)
  @discardableResult
  public mutating func note(_ name: UnsafeRawBufferPointer, in place: Place) -> Bool {
    var length = min(name.count, UnknownMembers.longestName)
    // Cuts between characters.
    while length < name.count, length > 0, name[length] & 0xC0 == 0x80 { length -= 1 }
    let start = UnsafeRawBufferPointer(rebasing: name[0..<length])
    if count == UnknownMembers.limit || contains(start, in: place) { return false }
    do throws(OutOfMemory) {
      try names.reserve(names.count + 2 + length)
      try names.append(byte: place.rawValue)
      try names.append(byte: UInt8(truncatingIfNeeded: length))
      try names.append(start)
    } catch { return false }
    count += 1
    return true
  }

  /// Calls `body` with each member.
  public func forEach(_ body: (_ name: UnsafeRawBufferPointer, _ place: Place) -> Void) {
    var offset = 0
    while offset < names.count {
      let head = names.bytes(at: offset, count: 2)
      let length = Int(head[1])
      if let place = Place(rawValue: head[0]) { body(names.bytes(at: offset + 2, count: length), place) }
      offset += 2 + length
    }
  }

  private func contains(_ name: UnsafeRawBufferPointer, in place: Place) -> Bool {
    var isKnown = false
    forEach { if $1 == place, isEqual($0, name) { isKnown = true } }
    return isKnown
  }
}

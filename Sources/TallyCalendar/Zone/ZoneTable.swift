import CMemory
import TallyMemory

/// The zones in use, with their names and bytes. They are numbered from 1 and never removed. 0 is the device's zone,
/// which floating times use. It is UTC until it is set. So opening an engine sets it, or fails.
///
/// Invariant: each entry's block has its name and behind it the file, and lives as long as the table.
public struct ZoneTable: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var block: UnsafeMutableRawPointer?
    var nameCount: Int
    var zone: Zone
  }

  private var entries = List<Entry>()

  public static let longestName = 127

  public init() {}

  deinit {
    for index in 0..<entries.count { ctally_memory_free(entries[index].block) }
  }

  /// The number of added zones.
  public var count: Int { max(entries.count - 1, 0) }

  /// Whether the device's zone was set.
  public var hasDevice: Bool { !entries.isEmpty && entries[0].block != nil }

  /// - Precondition: the number exists.
  public subscript(number: UInt32) -> Zone {
    number == 0 && entries.isEmpty ? Zone() : entries[Int(number)].zone
  }

  /// The bytes of a zone's name, or none if nothing was added. Borrowed as long as the table lives, or, for number 0,
  /// until the device's zone changes.
  /// - Precondition: the number exists.
  public func name(_ number: UInt32) -> UnsafeRawBufferPointer {
    if number == 0 && entries.isEmpty { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let entry = entries[Int(number)]
    return UnsafeRawBufferPointer(start: entry.block, count: entry.nameCount)
  }

  /// The number of a zone. O(zones).
  public func find(_ name: UnsafeRawBufferPointer) -> UInt32? {
    for number in 1..<max(UInt32(entries.count), 1) where isEqual(self.name(number), name) { return number }
    return nil
  }

  /// Checks that bytes are a valid name of a zone. It is a relative file name without a way out of its folder, with
  /// only letters, digits and signs that occur in names of zones. So the file may be opened.
  public static func check(name: UnsafeRawBufferPointer) throws(ZoneError) {
    // A name begins like a part behind a slash.
    var former = UInt8(ascii: "/")
    for index in 0..<min(name.count, longestName + 1) {
      let byte = name[index]
      let isSlashMissed = former == UInt8(ascii: "/") && (byte == former || byte == UInt8(ascii: "."))
      let isUpward = byte == UInt8(ascii: ".") && former == byte
      if index == longestName || !isPart(byte) || isSlashMissed || isUpward {
        throw ZoneError(.name, at: index)
      }
      former = byte
    }
    // Empty, or a folder.
    if former == UInt8(ascii: "/") { throw ZoneError(.name, at: name.count) }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    // This range includes the full stop and the slash.
    case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Copies a zone and numbers it. A zone of the same name is replaced and keeps its number. A caller that has kept the
  /// former zone must look it up again.
  /// - Returns: the number. nil: memory ran out, and nothing has changed.
  public mutating func add(
    _ name: UnsafeRawBufferPointer, _ file: UnsafeRawBufferPointer
  ) throws(ZoneError) -> UInt32? {
    try Self.check(name: name)
    return try put(find(name) ?? UInt32(max(entries.count, 1)), name, file)
  }

  /// Copies the device's zone. Its name is not checked, and may be empty.
  /// - Returns: false: memory ran out, and nothing has changed.
  public mutating func setDevice(
    _ name: UnsafeRawBufferPointer, _ file: UnsafeRawBufferPointer
  ) throws(ZoneError) -> Bool {
    try put(0, name, file) != nil
  }

  @inline(never)
  private mutating func put(
    _ number: UInt32, _ name: UnsafeRawBufferPointer, _ file: UnsafeRawBufferPointer
  ) throws(ZoneError) -> UInt32? {
    // Copied first, so that the checked bytes are the used bytes.
    let size = name.count + file.count
    guard (try? entries.reserve(Int(number) + 1)) != nil, let block = ctally_memory_allocate(size) else { return nil }
    let copy = UnsafeMutableRawBufferPointer(start: block, count: size)
    copy.copyMemory(from: name)
    UnsafeMutableRawBufferPointer(rebasing: copy[name.count...]).copyMemory(from: file)
    do throws(ZoneError) {
      let zone = try Zone.read(UnsafeRawBufferPointer(rebasing: copy[name.count...]))
      if entries.isEmpty { entries.appendWithinCapacity(Entry(block: nil, nameCount: 0, zone: Zone())) }
      let entry = Entry(block: block, nameCount: name.count, zone: zone)
      if Int(number) == entries.count {
        entries.appendWithinCapacity(entry)
      } else {
        ctally_memory_free(entries[Int(number)].block)
        entries[Int(number)] = entry
      }
    } catch {
      ctally_memory_free(block)
      throw error
    }
    return number
  }
}

/// Distinct texts, numbered in the order of their arrival.
public struct TextTable: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var offset: Int
    var count: Int
  }

  private var bytes = ByteBuffer()
  private var entries = List<Entry>()
  private var numbers = IntegerMap()

  public init() {}

  public var count: Int { entries.count }

  /// Borrowed until a text is added.
  public subscript(number: Int32) -> UnsafeRawBufferPointer {
    @inline(never) get {
      let entry = entries[Int(number)]
      return bytes.bytes(at: entry.offset, count: entry.count)
    }
  }

  @inline(never)
  public func number(of text: UnsafeRawBufferPointer) -> Int32? { slot(of: text).number }

  /// - Returns: the number of the text, a new number for a new text.
  /// - Throws: ``OutOfMemory``. The table is then unchanged.
  @inline(never)
  public mutating func add(_ text: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    let slot = slot(of: text)
    if let known = slot.number { return known }
    try entries.reserve(count + 1)
    try numbers.reserve(additional: 1)
    let entry = Entry(offset: bytes.count, count: text.count)
    try bytes.append(text)
    try entries.append(entry)
    let number = Int32(count - 1)
    try numbers.set(slot.key, Int64(number))
    return number
  }

  public mutating func removeAll() {
    bytes.removeAll()
    entries.removeAll()
    numbers = IntegerMap()
  }

  /// The key of a text, whether it exists or not: its hash, or the next one that no other text has.
  private func slot(of text: UnsafeRawBufferPointer) -> (key: UInt64, number: Int32?) {
    // FNV-1a.
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
    while true {
      if key == 0 { key = 1 }
      guard let value = numbers.value(key) else { return (key, nil) }
      let number = Int32(truncatingIfNeeded: value)
      if isEqual(self[number], text) { return (key, number) }
      key &+= 1
    }
  }
}

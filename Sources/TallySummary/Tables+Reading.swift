extension Tables {
  /// A key as a number, five bits a character: the case of letters is lost, a space is 0. Only regions have digits, and
  /// they have either three digits or two letters. So no two keys have the same number.
  static func pack(_ text: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in 0..<count { key = key << 5 | UInt64(text[index] & 31) }
    return key
  }

  /// The data of a key in a table of fixed records: the bytes that follow the key in its record.
  @inline(never)
  @_optimize(speed)
  static func find(_ key: UInt64, in table: StaticString, width: Int, record: Int) -> UnsafePointer<UInt8>? {
    var low = 0
    var high = table.utf8CodeUnitCount / record
    while low < high {
      let middle = (low + high) / 2
      let candidate = table.utf8Start + middle * record
      let found = pack(candidate, width)
      if found == key { return candidate + width }
      if found < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Two digits to the base 64; 0: none.
  static func offset(_ digits: UnsafePointer<UInt8>) -> Int {
    Int(digits[0] &- 48) << 6 | Int(digits[1] &- 48)
  }

  /// The bytes of a text from an offset up to the byte that ends it.
  @inline(never)
  static func slice(_ table: StaticString, from offset: Int, until end: UInt8) -> UnsafeRawBufferPointer {
    let whole = UnsafeRawBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    var last = offset
    while last < whole.count, whole[last] != end { last += 1 }
    return UnsafeRawBufferPointer(rebasing: whole[offset..<last])
  }
}

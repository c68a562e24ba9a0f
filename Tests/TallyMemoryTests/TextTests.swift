import TallyMemory
import Testing

@Suite struct TextTests {
  private func cut(_ text: String, _ count: Int) -> String {
    Array(text.utf8).withUnsafeBytes { String(decoding: prefix(ofText: $0, bytes: count), as: UTF8.self) }
  }

  /// A text is cut between characters, whatever their lengths.
  @Test func prefixesAreTexts() {
    let text = "aé牛🥛z"
    let ends = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11]
    for (count, end) in ends.enumerated() {
      #expect(cut(text, count).utf8.count == end && text.hasPrefix(cut(text, count)), "\(count)")
    }
    #expect(cut(text, 99) == text && cut(text, -1) == "" && cut("", 0) == "")
  }

  /// The order of bytes is that of Swift's lexicographical comparison.
  @Test func bytesHaveAnOrder() {
    let all: [[UInt8]] = [[], [0], [0, 0], [0, 255], [1], [127], [128], [128, 1], [255], [255, 0], [255, 255]]
    for (a, one) in all.enumerated() {
      for (b, other) in all.enumerated() {
        let isBefore = one.withUnsafeBytes { one in other.withUnsafeBytes { one.precedes($0) } }
        #expect(isBefore == (a < b), "\(one) \(other)")
      }
    }
  }

  /// The numbers that the authors of FNV have published.
  @Test(arguments: [("", "811c9dc5"), ("a", "e40c292c"), ("b", "e70c2de5"), ("foobar", "bf9cf968")])
  func hashes(text: String, hash: String) {
    var whole = FNVHash()
    Array(text.utf8).withUnsafeBytes { whole.add($0) }
    var single = FNVHash()
    for byte in text.utf8 { single.add(byte) }
    #expect(whole.value == single.value && String(whole.value, radix: 16) == hash)
    #expect(String(decoding: (0..<8).map { whole.hexadecimalDigit($0) }, as: UTF8.self) == hash)
  }

  @Test func leadingZerosAreDigits() {
    var seen: Set<UInt8> = []
    for number in 0..<1000 {
      var hash = FNVHash()
      for byte in "\(number)".utf8 { hash.add(byte) }
      let digits = (0..<8).map { hash.hexadecimalDigit($0) }
      #expect(UInt32(String(decoding: digits, as: UTF8.self), radix: 16) == hash.value)
      seen.formUnion(digits)
    }
    #expect(seen == Set("0123456789abcdef".utf8))
  }

  /// Zero bytes behind a buffer may be read, and do not belong to it.
  @Test func padding() throws {
    for count in [0, 1, 63, 64, 65] {
      var buffer = ByteBuffer()
      for _ in 0..<count { try buffer.append(byte: 7) }
      try buffer.pad(16)
      let (bytes, base) = (Array(buffer.bytes), buffer.bytes.baseAddress)
      #expect(bytes == [UInt8](repeating: 7, count: count))
      let start = try #require(base)
      #expect((count..<count + 16).allSatisfy { start.load(fromByteOffset: $0, as: UInt8.self) == 0 })
    }
  }

  /// A list has room for what was reserved, and takes what was written there.
  @Test func roomOfLists() throws {
    var list = List<Int32>()
    var hasRoom = list.hasRoom(for: 1)
    #expect(!hasRoom)
    try list.reserve(10)
    let capacity = list.capacity
    hasRoom = list.hasRoom(for: capacity)
    let hasMore = list.hasRoom(for: capacity + 1)
    #expect(capacity >= 10 && hasRoom && !hasMore)
    for index in 0..<capacity { list.pointer[index] = Int32(index) }
    list.take(upTo: 3)
    var count = list.count
    #expect(count == 3)
    list.take(upTo: capacity)
    count = list.count
    let last = list[capacity - 1]
    hasRoom = list.hasRoom(for: 1)
    #expect(count == capacity && last == Int32(capacity - 1) && !hasRoom)
  }

  /// A text has one number, however often it is added.
  @Test func textsHaveNumbers() throws {
    var table = TextTable()
    func bytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try Array(text.utf8).withUnsafeBytes(body)
    }
    for number in 0..<300 {
      let text = "text \(number)"
      let before = bytes(text) { table.number(of: $0) }
      let added = try bytes(text) { try table.add($0) }
      let again = try bytes(text) { try table.add($0) }
      #expect(before == nil && added == Int32(number) && again == added)
    }
    for number in 0..<300 {
      let found = bytes("text \(number)") { table.number(of: $0) }
      #expect(found == Int32(number))
    }
    let (missing, count) = (bytes("text") { table.number(of: $0) }, table.count)
    #expect(missing == nil && count == 300)
  }
}

import Foundation

/// Writes JSON in the order in which members are put. `put` without a name adds an element of an array or a value.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma comes before the next value.
  private var needsComma = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - Containers

  mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    begin(0x7B)
    try body(&self)
    end(0x7D)
  }

  mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (Element, inout JSONText) throws -> Void)
    rethrows
  {
    begin(0x5B)
    for element in elements { try body(element, &self) }
    end(0x5D)
  }

  mutating func putObject(_ name: String, _ body: (inout JSONText) throws -> Void) rethrows {
    key(name)
    try object(body)
  }

  mutating func putArray<Element>(
    _ name: String, _ elements: some Sequence<Element>, _ body: (Element, inout JSONText) throws -> Void
  ) rethrows {
    key(name)
    try array(elements, body)
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }

  private mutating func key(_ name: String) {
    put(name)
    bytes.append(0x3A)
    needsComma = false
  }

  // MARK: - Values

  mutating func put(_ text: String) {
    separate()
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x00..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  mutating func put(_ number: some BinaryInteger) {
    separate()
    bytes += Array(String(number).utf8)
  }

  mutating func putNull(_ name: String) {
    key(name)
    raw("null")
  }

  private mutating func raw(_ word: String) {
    separate()
    bytes += Array(word.utf8)
  }

  mutating func put(_ name: String, _ text: String) {
    key(name)
    put(text)
  }

  mutating func put(_ name: String, _ number: some BinaryInteger) {
    key(name)
    put(number)
  }

  mutating func put(_ name: String, _ truth: Bool) {
    key(name)
    raw(truth ? "true" : "false")
  }

  /// Milliseconds since 1970.
  mutating func put(_ name: String, _ time: Date?) {
    guard let time else { return putNull(name) }
    put(name, Int64((time.timeIntervalSince1970 * 1000).rounded()))
  }

  /// Text that is JSON already.
  mutating func put(json: [UInt8]) {
    separate()
    bytes += json
  }

  mutating func put(_ name: String, json: [UInt8]) {
    key(name)
    separate()
    bytes += json
  }
}

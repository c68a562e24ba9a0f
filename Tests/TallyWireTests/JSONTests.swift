import TallyMemory
import TestSupport
import Testing

@testable import TallyWire

/// A value and its text.
private struct Written {
  var kind = JSONValue.Kind.null
  var text = ""
  /// The parts of an object, with keys and values in turn, or of an array.
  var parts: [Written] = []
}

/// Writes random documents, with white space wherever it may be.
private struct Writer {
  var random: Generator

  mutating func choose<T>(_ all: [T]) -> T { all[Int.random(in: 0..<all.count, using: &random)] }

  mutating func space() -> String { choose(["", "", "", " ", "\n", "\t\r\n  "]) }

  mutating func string() -> Written {
    let pieces = [
      "a", "é", "😀", "\u{7F}", " ", "{", "}", "[", "]", ",", ":", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u005c"#,
    ]
    let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in choose(pieces + [#"\ud800"#, "0", "true"]) }
    return Written(kind: .string, text: "\"\(text.joined())\"")
  }

  mutating func value(_ depth: Int) -> Written {
    switch Int.random(in: 0..<(depth > 5 ? 5 : 9), using: &random) {
    case 0: return Written(kind: .null, text: "null")
    case 1: return Written(kind: .boolean, text: choose(["true", "false"]))
    case 2:
      return Written(
        kind: .number, text: choose(["0", "-0", "12", "-1.50", "1e9", "0.5E-7", "3e+1", "99999999999999999999"]))
    case 3, 4: return string()
    case 5, 6: return container(.array, depth)
    default: return container(.object, depth)
    }
  }

  private mutating func container(_ kind: JSONValue.Kind, _ depth: Int) -> Written {
    var made = Written(kind: kind, text: kind == .array ? "[" : "{")
    for index in 0..<Int.random(in: 0...4, using: &random) {
      made.text += (index > 0 ? "," : "") + space()
      if kind == .object {
        made.parts.append(string())
        made.text += made.parts[made.parts.count - 1].text + space() + ":" + space()
      }
      made.parts.append(value(depth + 1))
      made.text += made.parts[made.parts.count - 1].text + space()
    }
    if made.parts.isEmpty { made.text += space() }
    made.text += kind == .array ? "]" : "}"
    return made
  }
}

/// The parts of a value as a walk finds them.
private func parts(of value: JSONValue) -> [JSONValue] {
  var found: [JSONValue] = []
  var walk = JSONWalk(value)
  if value.kind == .object {
    while let (key, value) = walk.nextMember() { found += [key, value] }
  } else {
    while let value = walk.nextElement() { found.append(value) }
  }
  return found
}

/// A copy that ends where its memory ends, so that a sanitizer notices reading beyond it.
private func withCopy(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyBytes(from: bytes)
  body(UnsafeRawBufferPointer(copy))
}

/// Skipping checked text finds the same values as checking it. Each test prints its seed if it fails.
@Suite struct JSONTests {
  private let seed = randomSeed()

  private func compare(_ value: JSONValue, _ written: Written) -> Bool {
    let found = parts(of: value)
    return value.isChecked && value.kind == written.kind && text(value.text) == written.text
      && found.count == written.parts.count && zip(found, written.parts).allSatisfy { compare($0, $1) }
  }

  @Test func walksFindWhatWasWritten() {
    var writer = Writer(random: Generator(state: seed))
    for _ in 0..<2000 {
      let written = writer.value(0)
      let document = writer.space() + written.text + writer.space()
      withCopy(Array(document.utf8)) { bytes in
        var reader = JSONReader(bytes)
        let value = reader.readDocument()
        #expect(value.map { compare($0, written) } == true, "seed \(seed): \(document)")
      }
    }
  }

  /// Lines need no separator: the end of a number is clear.
  @Test func walksFindLines() {
    var writer = Writer(random: Generator(state: seed))
    for _ in 0..<2000 {
      let lines = (0..<Int.random(in: 0...5, using: &writer.random)).map { _ in writer.value(4) }
      let document = lines.map { $0.text + ($0.kind == .number ? "\n" : writer.space()) }.joined()
      withCopy(Array(document.utf8)) { bytes in
        var reader = JSONReader(bytes)
        guard var walk = reader.readLines() else { return #expect(Bool(false), "seed \(seed): \(document)") }
        var found: [JSONValue] = []
        while let value = walk.nextElement() { found.append(value) }
        #expect(found.count == lines.count, "seed \(seed): \(document)")
        #expect(zip(found, lines).allSatisfy { compare($0, $1) }, "seed \(seed): \(document)")
      }
    }
    withCopy(Array("01-2truefalse1.5\"\"{}[]".utf8)) { bytes in
      var reader = JSONReader(bytes)
      var walk = reader.readLines()
      var found: [String] = []
      while let value = walk?.nextElement() { found.append(text(value.text)) }
      #expect(found == ["0", "1", "-2", "true", "false", "1.5", "\"\"", "{}", "[]"])
    }
  }

  /// A changed document is rejected, or each value of a walk lies within the one around it and conforms to the grammar.
  @Test func walksStayInside() {
    func isInside(_ value: JSONValue, _ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let start = value.text.baseAddress, let outer = bytes.baseAddress, start >= outer,
        start + value.text.count <= outer + bytes.count, value.isChecked
      else { return false }
      return parts(of: value).allSatisfy { isInside($0, value.text) }
    }
    var writer = Writer(random: Generator(state: seed))
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = Array(writer.value(0).text.utf8)
      let places = Int.random(in: 1...3, using: &writer.random)
      for _ in 0..<places where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &writer.random)
        switch Int.random(in: 0..<3, using: &writer.random) {
        case 0: bytes[place] = writer.choose(Array(#"{}[]",:\ 0-e"#.utf8) + [0xFF, 0xC3, 0])
        case 1: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      withCopy(bytes) { copy in
        var reader = JSONReader(copy)
        guard let value = reader.readDocument() else { return }
        accepted += 1
        #expect(isInside(value, copy), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect((1000..<20_000).contains(accepted), "seed \(seed)")
  }

  /// A mapping's output is not checked again. So a response leaves room for the page that it may become a part of.
  @Test func mappedPagesAreNoDeeperThanDocuments() throws {
    let mapping = try Mapping.make(preset: nil, text: raw(#"{"lines":true,"item":{"id":"1","title":"$"}}"#))
    let decoder = try PageDecoder.make()
    func decode(depth: Int) throws -> Bool {
      let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let page = try decoder.decode(raw(body), through: mapping, known: raw(""), limit: 1)
      return !page.isEmpty && JSONValue(translated: decoder.translated.bytes).isChecked
    }
    let deepest = JSONReader.maximumDepth - 3
    #expect(try decode(depth: deepest))
    #expect(refusal { _ = try decode(depth: deepest + 1) }?.code == .protocolError)
  }
}

import TallyWire
import Testing

@Suite struct JSONElementTests {
  private func read<Result>(_ text: String, _ body: (JSONElement?) throws -> Result) rethrows -> Result {
    try Array(text.utf8).withUnsafeBytes { try body(JSONElement($0)) }
  }

  @Test func aDocumentIsReadByItsMembersAndElements() throws {
    try read(#" {"a": [1, "two", true, null, {}], "b": -3e2, "a2": "x\ny", "b": 7} "#) { document in
      let document = try #require(document)
      #expect(document.kind == .object && document.member("a")?.kind == .array)
      let list = try #require(document.member("a"))
      #expect(list.elements.map(\.kind) == [.number, .string, .boolean, .null, .object])
      #expect(list.elements.map { $0.integer(in: 0...9) } == [1, nil, nil, nil, nil])
      #expect(list.elements.map(\.text) == [nil, "two", nil, nil, nil])
      #expect(list.elements.map(\.boolean) == [nil, nil, true, nil, nil])
      #expect(document.member("b")?.integer(in: -400...400) == 7)
      #expect(document.member("a2")?.text == "x\ny")
      #expect(document.member("a2")?.name == nil)
      #expect(document.member("c") == nil)
      var names: [String] = []
      document.forEachMember { name, _ in names.append(name) }
      #expect(names == ["a", "b", "a2", "b"])
    }
  }

  @Test func valuesWithoutPartsHaveNone() {
    read(#""text""#) { document in
      #expect(document?.elements.map(\.kind) == [])
      #expect(document?.member("a") == nil)
    }
    read(#"{"a": 1}"#) { #expect($0?.elements.map(\.kind) == []) }
  }

  @Test func numbersAreExactAndWithinBounds() {
    for (text, number) in [
      ("0", 0), ("-1", -1), ("1e2", 100), ("1.50e1", 15), ("9223372036854775807", Int64.max), ("0.5", nil),
      ("9223372036854775808", nil), ("1e400", nil), ("true", nil), ("\"1\"", nil),
    ] as [(String, Int64?)] {
      read(text) { #expect($0?.integer(in: Int64.min + 1...Int64.max) == number, "\(text)") }
    }
    read("11") { #expect($0?.integer(in: 0...10) == nil) }
  }

  @Test func namesHaveNoControlCharacters() {
    read(##""\u0061\u00fc\ud83d\ude00""##) { #expect($0?.name == "aü😀") }
    for text in [##""\u0000""##, ##""\n""##, ##""\ud800""##, "\"\u{7F}\""] { read(text) { #expect($0?.name == nil) } }
    read(##""\u0000""##) { #expect($0?.text == "\u{FFFD}") }
  }

  @Test func malformedTextIsNoDocument() {
    for (text, offset) in [("", 0), ("{", 1), ("[1,]", 3), ("{} x", 3), ("nul", 3)] {
      read(text) { #expect($0 == nil, "\(text)") }
      #expect(Array(text.utf8).withUnsafeBytes { JSONElement.errorOffset(in: $0) } == offset, "\(text)")
    }
    #expect(Array("{}".utf8).withUnsafeBytes { JSONElement.errorOffset(in: $0) } == nil)
  }
}

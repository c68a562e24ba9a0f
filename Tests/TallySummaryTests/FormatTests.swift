import Testing

@testable import TallySummary

struct FormatTests {
  private func compile(_ text: String, hidden: Bool = false) throws(FormatError) -> [UInt8] {
    var format = Format()
    try withBytes(text) { (bytes) throws(FormatError) in try format.add(.other, bytes, isHidden: hidden) }
    return Array(format.compiled)
  }

  @Test(
    "An invalid format is rejected with the position of its mistake",
    arguments: [
      ("%", 0), ("é%", 2), ("%u of %d", 6), ("%U", 0), ("%1$@", 0), ("%2$u", 0), ("%3$u", 0), ("%1$", 0), ("%1u", 0),
      ("%1$%", 0), ("%%%", 2), ("a%$u", 1), ("100 %", 4), ("%lu", 0), ("%-u", 0), ("%%u%2", 3),
    ])
  func refused(text: String, position: Int) {
    #expect(throws: FormatError(.directive, at: position)) { try compile(text) }
  }

  @Test("Names do not belong on a locked screen", arguments: ["%@", "%2$@"])
  func hiddenArguments(directive: String) throws {
    #expect(throws: FormatError(.argumentInHidden, at: 3)) { try compile("%u " + directive, hidden: true) }
    #expect(try compile("%u", hidden: true) == [6, 0x0E])
  }

  @Test("Control characters are rejected, except tabs and line feeds")
  func controlCharacters() throws {
    for code in UInt8(0)..<32 where code != 9 && code != 10 {
      let text = "%u" + String(decoding: [code], as: UTF8.self)
      #expect(throws: FormatError(.controlCharacter, at: 2)) { try compile(text) }
    }
    #expect(try compile("\t\n") == [6, 9, 10])
  }

  @Test("Accepted tags")
  func understood() throws {
    #expect(try compile("%u%1$u%@%2$@%%") == [6, 0x0E, 0x0E, 0x0F, 0x0F, 0x25])
    #expect(try compile("") == [6])
    #expect(try compile("%u$%@$%%$") == [6, 0x0E, 0x24, 0x0F, 0x24, 0x25, 0x24])
  }

  @Test("A rejected form leaves the format unchanged")
  func allOrNothing() throws {
    var format = Format()
    try withBytes("%u") { (bytes) throws(FormatError) in try format.add(.one, bytes) }
    let before = Array(format.compiled)
    for (category, text) in [(PluralCategory.other, "%u%d"), (.one, "again")] {
      #expect(throws: FormatError.self) {
        try withBytes(text) { (bytes) throws(FormatError) in try format.add(category, bytes) }
      }
      #expect(Array(format.compiled) == before)
    }
  }

  @Test("A missing form is that of other")
  func missingForm() throws {
    var words = Words()
    try words.define("messages", [.one: "one", .other: "other %u"])
    #expect(try words.summary([Posted(), Posted(count: 3)], "ru").text == "other 3")
    #expect(try words.summary([Posted(), Posted(count: 1)], "ja").text == "other 1")
  }

  @Test("Any bytes as a compiled format are worded safely")
  func anyBytes() throws {
    var random = SplitMix(seed: UInt64.random(in: 0...UInt64.max))
    let seed = random
    for _ in 0..<500 {
      var words = Words()
      try words.define("messages", [.other: "%u"])
      let bytes = (0..<random.below(24)).map { _ in UInt8(random.below(random.chance(70) ? 20 : 256)) }
      let key = try withBytes("messages.summary") { try words.catalogue.key(named: $0) }
      try bytes.withUnsafeBytes { try words.catalogue.setFormat($0, key: key, language: .root) }
      let told = try words.summary(Posted.from("L", "A", "B"))
      #expect(told.origin == (bytes.isEmpty ? .builtIn : .categories), "\(seed) \(bytes)")
    }
  }

  @Test(
    "A text that is only a name for programs is not shown",
    arguments: [
      ("NOTIFICATION_SUMMARY", true), ("group.more", true), ("a-b/c:1", true), ("", true), ("two words", false),
      ("%u", false), ("more!", false), ("é", false), ("a@b", false), ("a[b", false), ("a{b", false), ("`a", false),
      ("a,b", false), ("a;b", false),
    ])
  func names(text: String, isName: Bool) {
    #expect(withBytes(text) { Format.isName($0) } == isName)
  }

  @Test("A format is complete with the form other")
  func complete() throws {
    var format = Format()
    for (form, isComplete) in [(PluralCategory.one, false), (.few, false), (.other, true), (.many, true)] {
      try withBytes("%u") { (bytes) throws(FormatError) in try format.add(form, bytes) }
      #expect(format.isComplete == isComplete, "\(form)")
    }
  }

  @Test("Each error has words of its own")
  func words() {
    let reasons: [FormatError.Reason] = [
      .directive, .argumentInHidden, .controlCharacter, .duplicateForm, .outOfMemory,
    ]
    let texts = reasons.map { "\(FormatError($0).text)" }
    #expect(Set(texts).count == reasons.count && texts.allSatisfy { $0.count > 10 })
  }
}

import TallyMemory
import Testing

@testable import TallySummary

struct CatalogueTests {
  private let group = [Posted(), Posted(), Posted()]

  @Test(
    "A translation is looked for in the language, its parents, the fallback, and then in the source",
    arguments: [
      ("en-GB", "de", "en-GB 2", "en-GB"), ("en-AU", "de", "en-001 2", "en-001"), ("en-US", "de", "en 2", "en"),
      ("zh-TW", "de", "zh-Hant 2", "zh-Hant"), ("zh", "de", "de 2", "de"), ("it", "de-AT", "de 2", "de"),
      ("it", "ko", "source 2", "und"), ("und", "und", "source 2", "und"),
    ])
  func fallback(language: String, fallback: String, expected: String, found: String) throws {
    var words = Words()
    try words.define("messages", [.other: "source %u"])
    for translation in ["en", "en-001", "en-GB", "de", "zh-Hant"] {
      try words.translate("messages.summary", translation, [.other: translation + " %u"])
    }
    let told = try words.summary(group, language, orElse: fallback)
    #expect(told.text == expected)
    #expect(told.language == found)
  }

  @Test("The language of the words determines plurals and lists, with the requested region if the language is the same")
  func rules() throws {
    var words = Words()
    try words.define("messages", [.one: "one %@", .other: "other %@"])
    try words.translate("messages.summary", "en", [.one: "one %@", .other: "other %@"])
    let group = Posted.from("L", "a", "b", "c")
    #expect(try words.summary(group, "en-GB").text == "other a, b and c")
    #expect(try words.summary(group, "ja", orElse: "en").text == "other a, b, and c")
    #expect(try words.summary([Posted(), Posted(argument: "x")], "ja", orElse: "en").text == "one x")
    // The source text, of whose language nothing is known, and then something.
    #expect(try words.summary(group, "de", orElse: "de").text == "other a, b und c")
    words.catalogue.sourceLanguage = try #require(tag("es"))
    #expect(try words.summary(group, "de", orElse: "de").text == "other a, b y c")
    words.catalogue.sourceLanguage = try #require(tag("de"))
    #expect(try words.summary(group, "de-AT", orElse: "de").text == "other a, b und c")
  }

  @Test("A translation with a name is ignored while previews are hidden")
  func hiddenTranslation() throws {
    var words = Words()
    try words.define("messages", nil, hidden: [.other: "%u messages"])
    try words.translate("messages.hidden", "de", [.other: "%u von %@"])
    #expect(try words.summary(Posted.from("A", "B"), hidden: true, "de").text == "2 messages")
  }

  @Test("Words that come later take effect on what is there, and go again")
  func laterWords() throws {
    var words = Words()
    var digest = GroupDigest()
    try words.gather(group, into: &digest)
    #expect(try words.summary(of: digest, "en").text == "2 more notifications")
    try words.define("messages", [.other: "%u more"])
    #expect(try words.summary(of: digest, "de", orElse: "de").text == "2 more")
    try words.translate("messages.summary", "de", [.other: "noch %u"])
    #expect(try words.summary(of: digest, "de").text == "noch 2")
    try words.translate("messages.summary", "de", [:])
    #expect(try words.summary(of: digest, "de", orElse: "de").text == "2 more")
  }

  @Test("Several categories in several languages")
  func mixedLanguages() throws {
    var words = Words()
    try words.define("messages", [.other: "%u Nachrichten"])
    try words.define("photos", [.one: "%u photo", .other: "%u photos"])
    try words.translate("photos.summary", "en", [.one: "%u photo", .other: "%u photos"])
    let told = try words.summary([Posted(), Posted(count: 2), Posted(category: "photos")], "de")
    #expect(told.text == "2 Nachrichten und 1 photo")
  }

  @Test("Formats that are replaced again and again take no more room")
  func replacing() throws {
    var words = Words()
    try words.define("messages", [.other: "%u"])
    for round in 0..<3000 {
      try words.translate("messages.summary", "de", [.other: "runde \(round) %u"])
    }
    #expect(try words.summary(group, "de").text == "runde 2999 2")
    #expect(try words.summary(group, "fr", orElse: "fr").text == "2")
    #expect(words.catalogue.textBytes < 16_384)
  }
}

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

  @Test("Without a built-in summary in a language and its fallback, it is English")
  func builtInEnglish() throws {
    var words = Words()
    for hidden in [false, true] {
      let told = try words.summary(group, hidden: hidden, "xx", orElse: "yy-ZZ")
      #expect(told.text == (hidden ? "3 notifications" : "2 more notifications"))
      #expect(told.language == "en" && told.origin == .builtIn)
    }
    #expect(try words.summary([Posted(), Posted()], "xx", orElse: "und").text == "1 more notification")
  }

  @Test("Removing a format that is not there changes nothing")
  func removingNothing() throws {
    var words = Words()
    try words.define("messages", [.other: "%u"])
    let (bytes, categories) = (words.catalogue.textBytes, words.catalogue.categoryCount)
    try words.translate("messages.summary", "de", [:])
    try words.translate("messages.hidden", "de", [:])
    #expect(try words.summary(group, "de").text == "2")
    #expect(words.catalogue.textBytes == bytes && words.catalogue.categoryCount == categories && categories == 1)
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

  @Test("Forms that come one by one are one format, and the last text of a form counts")
  func oneFormAfterTheOther() throws {
    var words = Words()
    try words.define("messages", nil)
    try words.put(.other, "%u Nachrichten", under: "messages.summary", "de")
    try words.put(.one, "eine", under: "messages.summary", "de")
    try words.setSummary(of: "messages", "messages.summary")
    let (one, two) = ([Posted(), Posted()], [Posted(), Posted(count: 2)])
    #expect(try words.summary(one, "de").text == "eine" && words.summary(two, "de").text == "2 Nachrichten")
    for text in ["%u neue", "%u ganz neue"] { try words.put(.other, text, under: "messages.summary", "de") }
    #expect(try words.summary(one, "de").text == "eine" && words.summary(two, "de").text == "2 ganz neue")
    // Another language has its own, and a rejected form changes nothing.
    try words.put(.other, "%u more", under: "messages.summary", "en")
    #expect(throws: FormatError(.directive, at: 0)) {
      try words.put(.one, "%d", under: "messages.summary", "de")
    }
    #expect(throws: FormatError(.argumentInHidden, at: 0)) {
      try words.put(.one, "%@", under: "messages.summary", "de", isHidden: true)
    }
    #expect(try words.summary(one, "de").text == "eine" && words.summary(one, "en").text == "1 more")
  }

  @Test("A source text that refers to a language is that language's, with its rules")
  func references() throws {
    var words = Words()
    try words.define("messages", nil)
    try words.refer("messages.summary", to: "de")
    try words.setSummary(of: "messages", "messages.summary")
    let group = Posted.from("L", "a", "b", "c")
    // Without a text of that language there is none.
    #expect(try words.summary(group, "fr", orElse: "fr").origin == .builtIn)
    try words.translate("messages.summary", "de", [.other: "%u von %@"])
    let told = try words.summary(group, "fr", orElse: "fr")
    #expect(told.text == "3 von a, b und c" && told.language == "de" && told.origin == .categories)
    try words.translate("messages.summary", "fr", [.other: "%u de %@"])
    #expect(try words.summary(group, "fr", orElse: "fr").text == "3 de a, b et c")
  }
}

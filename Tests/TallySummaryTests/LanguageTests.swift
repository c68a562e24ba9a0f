import Testing

@testable import TallySummary

struct LanguageTests {
  @Test(
    "Tags are read in any case, and mean one thing",
    arguments: [
      ("en", "en"), ("EN_us", "en-US"), ("zh-hant-hk", "zh-Hant-HK"), ("zh_TW", "zh-Hant-TW"), ("zh-Hans", "zh"),
      ("zh-Hans-CN", "zh-CN"), ("zh-Hans-HK", "zh-Hans-HK"), ("iw", "he"), ("in-ID", "id-ID"), ("sh", "sr-Latn"),
      ("sh-Cyrl", "sr"), ("sr-Cyrl-RS", "sr-RS"), ("sr-ME", "sr-Latn-ME"), ("cmn-TW", "zh-Hant-TW"), ("zh-yue", "yue"),
      ("es-419", "es-419"), ("ca-ES-valencia", "ca-ES"), ("de-1996", "de"), ("de-CH-1996", "de-CH"),
      ("en-US-u-nu-thai", "en-US"), ("en-x-mine", "en"), ("root", "und"), ("und", "und"), ("en_US_POSIX", "en-US"),
      ("gsw", "gsw"), ("und-Latn-DE", "und-Latn-DE"), ("tl-PH", "fil-PH"), ("az-AZ", "az-AZ"), ("AZ-az", "az-AZ"),
      ("zu-zzzzz-09090", "zu"), ("de-1abc", "de"), ("de-12345678", "de"), ("zh-yue-Hant-HK", "yue-HK"),
    ])
  func reading(text: String, expected: String) {
    #expect(name(tag(text)) == expected)
  }

  @Test(
    "A malformed tag is rejected",
    arguments: [
      "", "-", "e", "en-", "-en", "en--US", "english", "x-mine", "i-klingon", "12", "e1", "en-US-", "en US", "en-U",
      "en-USA1", "en-US-GB", "en-Latn-Cyrl", "en-u", "en-u-nu-x", "en-123456789", "en.UTF-8", "é", "abcd",
      "en-US-Latn", "zh-yue-yue-yue", "en-0a1", "de-abc1", "de-x-1-",
      // The neighbors of digits and letters.
      "de-199/", "de-199:", "de-/990", "de-:990", "d@", "d[", "d`", "d{", "@d", "[d", "`d", "{d",
    ])
  func refused(text: String) {
    #expect(tag(text) == nil)
  }

  @Test(
    "Parents",
    arguments: [
      "en-GB en-001 en und", "en-DE en-150 en-001 en und", "en-US en und", "zh-TW zh-Hant und",
      "zh-Hant-MO zh-Hant-HK zh-Hant und", "zh-Hant-HK zh-Hant und", "zh-SG zh und", "zh-Hans-HK zh und",
      "es-MX es-419 es und", "es-ES es und", "pt-AO pt-PT pt und", "pt-BR pt und", "sr-Latn-RS sr-Latn und",
      "sr-Cyrl-BA sr-BA sr und", "nb-NO nb no und", "de-Latn-DE de-Latn de und", "hi-Latn en-IN en-001 en und",
      "und-Latn und", "xx-YY xx und",
    ])
  func parents(chain: String) {
    let names = chain.split(separator: " ").map(String.init)
    var walked: [String] = []
    var next = tag(names[0])
    while let tag = next {
      walked.append(name(tag) ?? "")
      next = tag.parent
    }
    // The first is written as it was given, which need not be canonical.
    #expect(walked.last == "und")
    #expect(walked.dropFirst().elementsEqual(names.dropFirst().drop { $0 == walked[0] }))
  }

  @Test("Every tag leads to the root, and is what it is written as")
  func everyTag() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    let parts = [
      ["en", "zh", "sr", "pt", "es", "no", "nb", "hi", "yue", "uz", "de", "qq", "und"],
      ["", "-Latn", "-Hant", "-Cyrl"],
      ["", "-HK", "-GB", "-ME", "-001", "-150", "-419", "-AF", "-MO"],
    ]
    for _ in 0..<2000 {
      let text = parts.map { random.pick($0) }.joined()
      guard let first = tag(text) else {
        Issue.record("\(text) is refused, seed \(seed)")
        return
      }
      #expect(name(first).flatMap { tag($0) } == first, "\(text), seed \(seed)")
      var steps = 0
      var next: LanguageTag? = first
      while let tag = next, steps < 10 {
        next = tag.parent
        steps += 1
      }
      #expect(steps < 8, "\(text), seed \(seed)")
    }
  }

  @Test(
    "Plural forms",
    arguments: [
      ("en", 1, PluralCategory.one), ("en", 0, .other), ("fr", 0, .one), ("fr", 1_000_000, .many), ("ja", 1, .other),
      ("ar", 0, .zero), ("ar", 2, .two), ("ar", 103, .few), ("ar", 111, .many), ("ar", 100, .other), ("pl", 22, .few),
      ("pl", 25, .many), ("ru", 111, .many), ("cy", 6, .many), ("kw", 20_000, .two), ("kw", 100_000, .two),
      ("pt", 0, .one), ("pt-PT", 0, .other), ("sr-Latn", 21, .one), ("hi-Latn", 0, .one), ("zh-Hant", 1, .other),
      ("xx", 1, .other), ("und", 1, .other), ("ru", 4_294_967_295, .many), ("ru", UInt64.max, .many),
    ])
  func plurals(language: String, number: UInt64, expected: PluralCategory) throws {
    #expect(LanguageRules(try #require(tag(language))).category(of: number) == expected)
  }

  @Test(
    "Lists",
    arguments: [
      ("en", ["a"], "a"), ("en", ["a", "b"], "a and b"), ("en", ["a", "b", "c", "d"], "a, b, c, and d"),
      ("en-AU", ["a", "b", "c"], "a, b and c"), ("en-CA", ["a", "b", "c"], "a, b and c"),
      ("zh-TW", ["a", "b", "c"], "a、b和c"), ("zh-HK", ["a", "b"], "a及b"), ("zh-Hant-MO", ["a", "b"], "a及b"),
      ("es-MX", ["Ana", "Inés", "Hilario"], "Ana, Inés e Hilario"), ("es", ["a", "hielo"], "a y hielo"),
      ("es", ["Iris", "Ana"], "Iris y Ana"), ("es", ["a", "HI"], "a e HI"), ("he", ["a", "דנה"], "a ודנה"),
      ("iw-IL", ["דנה", "Bob"], "דנה ו-Bob"), ("ml", ["a", "b", "c"], "a, b, c എന്നിവ"), ("ti", ["a", "b"], "aን bን"),
      ("nb", ["a", "b"], "a og b"), ("th", ["a", "b", "c"], "a b และc"), ("xx", ["a", "b"], "a, b"),
    ])
  func lists(language: String, items: [String], expected: String) throws {
    var words = Words()
    try words.define("messages", [.other: "%@"])
    let group = ([""] + items).map { Posted(argument: $0) }
    #expect(try words.summary(group, language).text == expected)
  }

  @Test("Every built-in summary has each form of its language that counts from 1 on take")
  func builtIn() throws {
    var words = Words()
    let languages = "en zh zh-Hant ja ko de fr es pt it ru pl ar he hi th".split(separator: " ").map(String.init)
    for language in languages {
      for count in [UInt64(2), 5, 21, 1_000_003] {
        let shown = try words.summary([Posted(), Posted(count: count)], language)
        let hidden = try words.summary([Posted(count: count)], hidden: true, language)
        #expect(shown.language == language && hidden.language == language)
        #expect(shown.text.contains("\(count)") || count == 2, "\(language) \(shown.text)")
        #expect(hidden.text.contains("\(count)") || count == 2, "\(language) \(hidden.text)")
      }
    }
    #expect(try words.summary([Posted(), Posted(count: 22)], "pl").text == "jeszcze 22 powiadomienia")
    #expect(try words.summary([Posted(count: 11)], hidden: true, "ru").text == "11 уведомлений")
    #expect(try words.summary([Posted(), Posted(count: 2)], "ar").text == "إشعاران آخران")
    #expect(try words.summary([Posted(), Posted(count: 3)], "zh-MO").text == "還有3則通知")
  }

  @Test("The word between two summaries depends on how the second one begins, also if that is empty or one byte")
  func links() throws {
    for (language, second, expected) in [
      ("es", "i", "1 e i"), ("es", "", "1 y "), ("es", "x", "1 y x"), ("he", "", "1 ו"), ("he", "x", "1 ו-x"),
    ] {
      var words = Words()
      try words.define("messages", [.other: "%u"])
      try words.define("photos", [.other: second])
      let told = try words.summary([Posted(), Posted(), Posted(category: "photos")], language)
      #expect(told.text == expected, "\(language) \(second)")
    }
  }

  @Test("In Hebrew, a dash stands before what is not Hebrew")
  func hebrew() throws {
    var words = Words()
    try words.define("messages", [.other: "%@"])
    func hasDash(_ code: UInt32) throws -> Bool {
      let item = String(try #require(Unicode.Scalar(code))) + "x"
      let told = try words.summary([Posted(), Posted(argument: "a"), Posted(argument: item)], "he").text
      try #require(told == "a ו-" + item || told == "a ו" + item, "\(told)")
      // By bytes, because some of them combine with the character before them.
      return told.utf8.starts(with: "a ו-".utf8)
    }
    // Letters, points, ligatures and presentation forms, and the places between them that have no character.
    let hebrew: [ClosedRange<UInt32>] = [
      0x591...0x5C7, 0x5D0...0x5EA, 0x5EF...0x5F4, 0xFB1D...0xFB36, 0xFB38...0xFB3C, 0xFB3E...0xFB3E, 0xFB40...0xFB41,
      0xFB43...0xFB44, 0xFB46...0xFB4F,
    ]
    for code in Array(UInt32(0x580)...0x610) + Array(UInt32(0xFB00)...0xFB60) + [0x41, 0xE9, 0x4E00, 0xFFFD, 0x1F600] {
      #expect(try hasDash(code) == !hebrew.contains { $0.contains(code) }, "\(String(code, radix: 16))")
    }
  }
}

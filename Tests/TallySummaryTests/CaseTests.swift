import Testing

@testable import TallySummary

/// The cases of the specification, by their numbers. Groups are written with the newest notification first.
struct CaseTests {
  private static let fromWhom: Words.Forms = [
    .one: "%u more message from %@", .other: "%u more messages from %@",
  ]

  private static func messages() throws -> Words {
    var words = Words()
    try words.define(
      "messages", [.one: "%u more message", .other: "%u more messages"],
      hidden: [.one: "%u message", .other: "%u messages"])
    return words
  }

  private static func messagesFrom() throws -> Words {
    var words = Words()
    try words.define("messages", fromWhom)
    return words
  }

  @Test(
    "1 to 5: messages",
    arguments: [(1, "", "1 message"), (2, "1 more message", ""), (9, "8 more messages", "9 messages")])
  func plain(count: Int, shown: String, hidden: String) throws {
    var words = try Self.messages()
    let group = Array(repeating: Posted(), count: count)
    let told = try words.summary(group)
    #expect(told.text == shown)
    #expect(told.origin == (count == 1 ? .nothing : .categories))
    if !hidden.isEmpty { #expect(try words.summary(group, hidden: true).text == hidden) }
  }

  @Test("6, 7: episodes")
  func episodes() throws {
    var words = Words()
    let forms: Words.Forms = [.one: "A new episode is available.", .other: "%u new episodes are available."]
    try words.define("podcasts", forms, hidden: forms)
    let group = [2, 3, 1, 3].map { Posted(category: "podcasts", count: $0) }
    #expect(try words.summary(group).text == "7 new episodes are available.")
    #expect(try words.summary(group, hidden: true).text == "9 new episodes are available.")
  }

  @Test(
    "8 to 13: names",
    arguments: [
      (["L", "Kritarth"], "1 more message from Kritarth", "en"),
      (["L", "Kritarth", "Teja"], "2 more messages from Kritarth and Teja", "en"),
      (["L", "Kritarth", "Teja", "Michele"], "3 more messages from Kritarth, Teja, and Michele", "en"),
      (["L", "Kritarth", "Teja", "Michele"], "3 more messages from Kritarth, Teja and Michele", "en-GB"),
      (["L", "iCloud", "iCloud", "iCloud"], "3 more messages from iCloud", "en"),
      (["Z", "A", "A"], "2 more messages from A", "en"),
    ])
  func names(arguments: [String], expected: String, language: String) throws {
    var words = try Self.messagesFrom()
    #expect(try words.summary(arguments.map { Posted(argument: $0) }, language).text == expected)
  }

  @Test("14: sums and names, the newest first")
  func sumsAndNames() throws {
    var words = Words()
    try words.define("messages", [.one: "%u more episode from %@", .other: "%u more episodes from %@"])
    let group = [
      Posted(argument: "Radiolab", count: 2), Posted(argument: "Song by Song", count: 3),
      Posted(argument: "Serial"), Posted(argument: "Song by Song", count: 3),
    ]
    #expect(try words.summary(group).text == "7 more episodes from Song by Song and Serial")
  }

  @Test("15, 16: several categories")
  func severalCategories() throws {
    var words = try Self.messages()
    try words.define(
      "photos", [.one: "%u more photo", .other: "%u more photos"], hidden: [.one: "%u photo", .other: "%u photos"])
    var group = Array(repeating: Posted(), count: 6)
    group += Array(repeating: Posted(category: "photos"), count: 3)
    #expect(try words.summary(group).text == "5 more messages and 3 more photos")
    #expect(try words.summary(group, hidden: true).text == "6 messages and 3 photos")

    try words.define("messages", Self.fromWhom, hidden: [.one: "%u message", .other: "%u messages"])
    let told = try words.summary(group)
    #expect(told.text == "8 more notifications")
    #expect(told.origin == .builtIn)
    #expect(try words.summary(group, hidden: true).text == "6 messages and 3 photos")

    try words.define("messages", Self.fromWhom)
    #expect(try words.summary(group, hidden: true).text == "9 notifications")
  }

  @Test("17: no format")
  func noFormat() throws {
    var words = Words()
    #expect(try words.summary(Array(repeating: Posted(), count: 10)).text == "9 more notifications")
    #expect(try words.summary(Array(repeating: Posted(category: ""), count: 2)).text == "1 more notification")
    #expect(try words.summary([Posted()], hidden: true).text == "1 notification")
  }

  @Test("18: arguments wanted, and none there")
  func noArguments() throws {
    var words = try Self.messagesFrom()
    #expect(try words.summary(Posted.from("", "", "")).text == "2 more notifications")
    #expect(try words.summary(Posted.from("Teja", "", "")).text == "2 more notifications")
    #expect(try words.summary(Posted.from("", "", "Teja")).text == "2 more messages from Teja")
  }

  @Test("19: a count of 0 counts as 1")
  func countOfZero() throws {
    var words = try Self.messages()
    #expect(try words.summary([Posted(count: 0), Posted(count: 0), Posted(count: 0)]).text == "2 more messages")
  }

  @Test(
    "20: Russian",
    arguments: [(3, "ещё 3 сообщения"), (11, "ещё 11 сообщений"), (21, "ещё 21 сообщение"), (20, "ещё 20 сообщений")])
  func russian(covered: UInt64, expected: String) throws {
    var words = Words()
    try words.define(
      "messages",
      [
        .one: "ещё %u сообщение", .few: "ещё %u сообщения", .many: "ещё %u сообщений", .other: "ещё %u сообщения",
      ])
    #expect(try words.summary([Posted(), Posted(count: covered)], "ru").text == expected)
  }

  @Test("21: Chinese turns the places around")
  func chinese() throws {
    var words = Words()
    try words.define("messages", [.other: "还有来自%2$@的%1$u条消息"])
    #expect(try words.summary(Posted.from("L", "李", "李", "王"), "zh").text == "还有来自李和王的3条消息")
  }

  @Test("22: an argument is data")
  func argumentIsData() throws {
    var words = try Self.messagesFrom()
    #expect(try words.summary(Posted.from("L", "100%u {0}")).text == "1 more message from 100%u {0}")
    #expect(
      try words.summary(Posted.from("L", "%@", "\u{E}\u{F}", "{1}")).text
        == "3 more messages from %@, \u{E}\u{F}, and {1}")
  }

  @Test("A covered notification without a format decides; the leading one does not")
  func onlyCoveredDecide() throws {
    var words = try Self.messages()
    let group = [Posted(category: ""), Posted(), Posted()]
    #expect(try words.summary(group).text == "2 more messages")
    #expect(try words.summary(group, hidden: true).text == "3 notifications")
    #expect(try words.summary(group.reversed()).text == "2 more notifications")
  }

  @Test("Counts beyond 64 bits end there")
  func greatCounts() throws {
    var words = try Self.messages()
    let group = [Posted(), Posted(count: .max), Posted(count: .max)]
    #expect(try words.summary(group).text == "18446744073709551615 more messages")
  }
}

import CSQLite
import Foundation
import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

let example = """
  {"v":1, "epoch":"e7", "cursor":"opaque", "more":false, "reset":false,
   "items":[{"id":"196014","rev":"3","seq":"196014","ts":1635528741,"path":"inbox.mentions","kind":"mention",
             "title":"…","body":"…","count":1,"read":false,"thread":"t1","category":"msg","arg":"Ann","arg_count":1}],
   "gone":["196001"], "marks":{"inbox":{"upto":"196010","ver":4}},
   "badges":{"promo.item1":{"count":5},"promo.item2":{"dot":true,"icon":"new","until":1635600000},"promo.old":null},
   "title":"Message center", "poll":900, "spread":0}
  """

/// SQLite's verdict on JSON.
final class JSONOracle {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  init() throws {
    try #require(sqlite3_open(":memory:", &database) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(database, "SELECT json_valid(?1)", -1, &statement, nil) == SQLITE_OK)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  /// nil: not a text that SQLite checks.
  func isValid(_ bytes: [UInt8]) throws -> Bool? {
    if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return nil }
    defer { sqlite3_reset(statement) }
    ctally_sqlite_bind_text_transient(statement, 1, bytes, Int32(bytes.count))
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return sqlite3_column_int(statement, 0) == 1
  }
}

/// A page as plain values.
struct Decoded {
  var cursor = ""
  var epoch = ""
  var title = ""
  var items: [[String: String]] = []
  var gone: [String] = []
  var marks: [String] = []
  var badges: [String] = []
  var tallies: [PageTally] = []
  /// Its bytes no longer exist.
  var page: Page
  var isEmpty = false

  init(_ bytes: [UInt8], _ decoder: PageDecoder) throws {
    let body = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { body.deallocate() }
    body.copyBytes(from: bytes)
    page = try decoder.decode(UnsafeRawBufferPointer(body))
    isEmpty = page.isEmpty
    var items: [[String: String]] = []
    var (gone, marks, badges): ([String], [String], [String]) = ([], [], [])
    tallies.append(
      try decoder.visitItems(page) { item throws(Failure) in
        items.append([
          "id": text(item.id), "rev": text(item.revision), "seq": text(item.sequence), "ts": "\(item.time)",
          "path": text(item.path), "kind": text(item.kind), "title": text(item.title),
          "body": text(item.body),
          "count": "\(item.count)", "read": "\(item.isRead)", "thread": text(item.thread),
          "category": text(item.category), "arg": text(item.argument), "arg_count": "\(item.argumentCount)",
        ])
        return text(item.path) != "refuse"
      })
    tallies.append(
      try decoder.visitGone(page) { id throws(Failure) in
        gone.append(text(id))
        return true
      })
    tallies.append(
      try decoder.visitMarks(page) { path, upTo, version throws(Failure) in
        marks.append("\(text(path)) \(text(upTo)) \(version)")
        return true
      })
    tallies.append(
      try decoder.visitBadges(page) { path, badge throws(Failure) in
        badges.append("\(text(path)) \(badge.kind) \(badge.count) \(badge.until)")
        return true
      })
    (self.items, self.gone, self.marks, self.badges) = (items, gone, marks, badges)
    (cursor, epoch, title) = (text(page.cursor), text(page.epoch), text(page.title))
  }

  init(_ body: String) throws { try self.init(Array(body.utf8), try PageDecoder.make()) }
}

@Suite struct PageTests {
  @Test func theExample() throws {
    let page = try Decoded(example)
    #expect(page.cursor == "opaque" && page.epoch == "e7" && page.title == "Message center")
    #expect(!page.page.hasMore && !page.page.isReset && page.page.poll == 900_000 && page.page.spread == 0)
    #expect(!page.isEmpty)
    #expect(
      page.items == [
        [
          "id": "196014", "rev": "3", "seq": "196014", "ts": "1635528741000", "path": "inbox.mentions",
          "kind": "mention", "title": "…", "body": "…", "count": "1", "read": "false", "thread": "t1",
          "category": "msg", "arg": "Ann", "arg_count": "1",
        ]
      ])
    #expect(page.gone == ["196001"])
    #expect(page.marks == ["inbox 196010 4"])
    #expect(page.badges == ["promo.item1 2 5 0", "promo.item2 1 0 1635600000000", "promo.old 0 0 0"])
    #expect(page.tallies.allSatisfy { $0.rejected == 0 })
  }

  @Test func defaultsAndEmptiness() throws {
    let page = try Decoded(#"{"cursor":"","items":[ ],"gone":null,"marks":{},"title":null}"#)
    #expect(page.isEmpty && page.page.poll == -1 && !page.page.hasTitle && page.epoch == "")
    #expect(try !Decoded(#"{"cursor":"","items":[0]}"#).isEmpty)
    #expect(try !Decoded(#"{"cursor":"","items":[],"badges":{"a":null}}"#).isEmpty)
    let item = try Decoded(#"{"cursor":1,"items":[{"id":"a","path":"p"}]}"#).items[0]
    #expect(item["count"] == "1" && item["seq"] == "a" && item["ts"] == "0" && item["read"] == "false")
  }

  /// A page that was not decoded has no entries.
  @Test func aPageOfNothing() throws {
    let decoder = try PageDecoder.make()
    var visited = 0
    let items = try decoder.visitItems(Page()) { _ throws(Failure) in
      visited += 1
      return true
    }
    #expect(Page().isEmpty && visited == 0 && items.accepted == 0 && items.rejected == 0)
  }

  @Test func numbersKeepTheirLiteralText() throws {
    let page = try Decoded(
      #"{"cursor":12345678901234567890123,"epoch":1.50,"#
        + #""items":[{"id":9007199254740993,"rev":1e400,"seq":-0,"path":"p","ts":1635528741.2569}],"#
        + #""gone":[18446744073709551617,1.10,"x"],"marks":{"p":{"upto":99999999999999999999}}}"#)
    #expect(page.cursor == "12345678901234567890123" && page.epoch == "1.50")
    #expect(page.items[0]["id"] == "9007199254740993" && page.items[0]["rev"] == "1e400")
    #expect(page.items[0]["seq"] == "-0" && page.items[0]["ts"] == "1635528741256")
    #expect(page.gone == ["18446744073709551617", "1.10", "x"])
    #expect(page.marks == ["p 99999999999999999999 0"])
  }

  @Test func escapes() throws {
    let page = try Decoded(
      #"{"cursor":"a\/b\u00e9","title":"\ud83d\ude00\u0000\ud800x\n","items":[{"id":"\"\\","path":"a\\.b","#
        + #""title":"\b\f\n\r\t\u20AC","body":"\udc00\ud800\u0041"}]}"#)
    #expect(page.cursor == "a/bé" && page.title == "😀\u{FFFD}\u{FFFD}x\n")
    #expect(page.items[0]["id"] == "\"\\" && page.items[0]["path"] == "a\\.b")
    #expect(page.items[0]["title"] == "\u{8}\u{c}\n\r\t€" && page.items[0]["body"] == "\u{FFFD}\u{FFFD}A")
  }

  /// Texts with escapes are decoded into a buffer. It has room for all texts of an entry before the first one is
  /// decoded, so none of them moves while it is borrowed: of whatever length, and also in the first entry of all.
  @Test func decodedTextsDoNotMove() throws {
    for length in 1...300 {
      let rest = String(repeating: "x", count: length)
      let marks = try Decoded(
        #"{"cursor":"c","items":[],"marks":{"\u0061\#(rest)":{"upto":"\u0031234567890123456789","ver":4}}}"#)
      #expect(marks.marks == ["a\(rest) 1234567890123456789 4"])
      let items = try Decoded(
        #"{"cursor":"c","items":[{"id":"\u0061\#(rest)","path":"\u0062\#(rest)","title":"\u0063\#(rest)"}]}"#)
      let item = try #require(items.items.first)
      #expect(item["id"] == "a" + rest && item["path"] == "b" + rest && item["title"] == "c" + rest)
      let badges = try PageDecoder.make()
      let page = try badges.decode(
        raw(#"{"cursor":"c","items":[],"badges":{"\u0061\#(rest)":{"dot":true,"icon":"\u0062\#(rest)"}}}"#))
      var found: [String] = []
      _ = try badges.visitBadges(page) { path, badge throws(Failure) in
        found = [text(path), text(badge.icon)]
        return true
      }
      #expect(found == (length < 255 ? ["a" + rest, "b" + rest] : []))
    }
  }

  @Test func theLastOfTwoCounts() throws {
    let page = try Decoded(#"{"cursor":"a","cursor":"b","items":3,"items":[{"id":"1","id":"2","path":"p"}]}"#)
    #expect(page.cursor == "b" && page.items[0]["id"] == "2")
  }

  @Test(arguments: [
    ("", "too early, at byte 0"),
    ("[]", "not a JSON object"),
    ("null", "not a JSON object"),
    ("{}", "'cursor' is missing"),
    (#"{"items":[]}"#, "'cursor' is missing"),
    (#"{"cursor":null,"items":[]}"#, "'cursor' is missing"),
    (#"{"cursor":"a"}"#, "'items' is missing"),
    (#"{"cursor":[],"items":[]}"#, "'cursor' is not a string or number"),
    (#"{"cursor":true,"items":[]}"#, "'cursor' is not a string or number"),
    (#"{"cursor":"a\u0000b","items":[]}"#, "'cursor' is not a string or number"),
    (#"{"cursor":"a\ud800","items":[]}"#, "'cursor' is not a string or number"),
    (#"{"cursor":"a","items":{}}"#, "'items' is not an array"),
    (#"{"cursor":"a","items":[],"gone":{}}"#, "'gone' is not an array"),
    (#"{"cursor":"a","items":[],"marks":[]}"#, "'marks' is not an object"),
    (#"{"cursor":"a","items":[],"badges":7}"#, "'badges' is not an object"),
    (#"{"cursor":"a","items":[],"epoch":{}}"#, "'epoch' is not a string or number"),
    (#"{"cursor":"a","items":[],"more":1}"#, "'more' is not true or false"),
    (#"{"cursor":"a","items":[],"reset":"true"}"#, "'reset' is not true or false"),
    (#"{"cursor":"a","items":[],"title":1}"#, "'title' is not a string"),
    (#"{"cursor":"a","items":[],"poll":"900"}"#, "'poll' is not a number"),
    (#"{"cursor":"a","items":[],"spread":[]}"#, "'spread' is not a number"),
    (#"{"cursor":"a","items":[]"#, "too early"),
    (#"{"cursor":"a","items":[]} x"#, "at byte 26"),
    (#"{"cursor":"a",}"#, "at byte 14"),
    (#"{"cursor":'a'}"#, "at byte 10"),
    (#"{cursor:"a"}"#, "at byte 1"),
    (#"{"cursor":01}"#, "at byte 11"),
    (#"{"cursor":1.}"#, "at byte 12"),
    (#"{"cursor":+1}"#, "at byte 10"),
    (#"{"cursor":NaN}"#, "at byte 10"),
    (#"{"cursor":"\x"}"#, "at byte 11"),
    (#"{"cursor":"\u12g4"}"#, "at byte 11"),
    ("{\"cursor\":\"a\u{1}\"}", "at byte 12"),
    ("{\"cursor\":\"a\u{0}\"}", "at byte 12"),
    ("\u{FEFF}{}", "at byte 0"),
    (#"{"cursor":tru"#, "too early"),
  ])
  func malformed(body: String, words: String) throws {
    let answer = refusal { _ = try Decoded(body) }
    #expect(answer?.code == .protocolError)
    #expect(answer?.words.contains(words) == true, "\(body): \(answer?.words ?? "accepted")")
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) throws {
    let body = Array(#"{"cursor":"a","items":[],"x":""#.utf8) + bytes + Array(#""}"#.utf8)
    #expect(refusal { _ = try Decoded(body, try PageDecoder.make()) }?.code == .protocolError)
  }

  @Test func deepAndHuge() throws {
    func nested(_ depth: Int) -> String {
      #"{"cursor":"a","items":[],"x":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}"
    }
    #expect(try Decoded(nested(100)).cursor == "a")
    #expect(refusal { _ = try Decoded(nested(128)) }?.code == .protocolError)
    #expect(refusal { _ = try Decoded(nested(1_000_000)) }?.code == .protocolError)
    #expect(refusal { _ = try Decoded(String(repeating: "{\"a\":", count: 500_000)) }?.code == .protocolError)
    let digits = String(repeating: "9", count: 100_000)
    let page = try Decoded(
      #"{"cursor":"a","poll":\#(digits),"items":[{"id":"a","path":"p","count":\#(digits)},"#
        + #"{"id":"a","path":"p","ts":1e\#(digits)},{"id":"a","path":"p","count":0e\#(digits)},"#
        + #"{"id":"a","path":"p","count":1e-\#(digits)},{"id":\#(digits),"path":"p"}]}"#)
    #expect(page.tallies[0].accepted == 1 && page.tallies[0].rejected == 4)
    #expect(page.page.poll == maximumTime)
  }

  @Test(arguments: [
    (#""x""#, "not an object"), ("[]", "not an object"), ("null", "not an object"),
    (#"{"path":"p"}"#, "'id'"), (#"{"id":"","path":"p"}"#, "'id'"), (#"{"id":null,"path":"p"}"#, "'id'"),
    (#"{"id":{},"path":"p"}"#, "'id'"), (#"{"id":"a\u0000","path":"p"}"#, "'id'"),
    (#"{"id":"a\n","path":"p"}"#, "'id'"), ("{\"id\":\"a\u{7F}\",\"path\":\"p\"}", "'id'"),
    (#"{"id":"\udc00","path":"p"}"#, "'id'"),
    (#"{"id":"1"}"#, "'path'"), (#"{"id":"1","path":5}"#, "'path'"), (#"{"id":"1","path":""}"#, "'path'"),
    (#"{"id":"1","path":"p","rev":[]}"#, "'rev'"), (#"{"id":"1","path":"p","seq":true}"#, "'seq'"),
    (#"{"id":"1","path":"p","ts":"1"}"#, "'ts'"), (#"{"id":"1","path":"p","ts":-1}"#, "'ts'"),
    (#"{"id":"1","path":"p","ts":1e400}"#, "'ts'"),
    (#"{"id":"1","path":"p","count":-1}"#, "'count'"),
    (#"{"id":"1","path":"p","count":4294967296}"#, "'count'"),
    (#"{"id":"1","path":"p","count":1.5}"#, "'count'"), (#"{"id":"1","path":"p","count":"1"}"#, "'count'"),
    (#"{"id":"1","path":"p","arg_count":1e99}"#, "'arg_count'"),
    (#"{"id":"1","path":"p","read":1}"#, "'read'"), (#"{"id":"1","path":"p","title":1}"#, "'title'"),
    (#"{"id":"1","path":"p","arg":[]}"#, "'arg'"), (#"{"id":"1","path":"refuse"}"#, "path is invalid"),
  ])
  func oneBadItemIsSetAside(item: String, reason: String) throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[{"id":"a","path":"p"},\#(item),{"id":"b","path":"p"}]}"#)
    let ids = page.items.map { $0["id"] ?? "" }
    #expect(ids.filter { ["a", "b"].contains($0) } == ["a", "b"])
    #expect(
      page.tallies[0].accepted == 2 && page.tallies[0].rejected == 1 && page.tallies[0].firstRejected == 1)
    #expect("\(page.tallies[0].reason)".contains(reason), "\(page.tallies[0].reason)")
  }

  @Test func countsAreExact() throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[{"id":"a","path":"p","count":4294967295},{"id":"b","path":"p","count":1.20e1},"#
        + #"{"id":"c","path":"p","count":0},{"id":"d","path":"p","count":500e-2},{"id":"e","path":"p","ts":1e9}]}"#
    )
    #expect(page.items.map { $0["count"] } == ["4294967295", "12", "0", "5", "1"])
    #expect(page.items[4]["ts"] == "1000000000000")
  }

  @Test func badEntriesOfOtherKinds() throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[],"gone":["a",null,{},"","b"],"#
        + #""marks":{"a":{"upto":"1"},"b":{},"c":null,"d":{"upto":"1","ver":"x"},"":{"upto":"1"}},"#
        + #""badges":{"a":{},"b":{"count":-1},"c":{"dot":1},"d":{"count":0},"e":{"dot":false},"f":5,"g":{"dot":true},"#
        + #""h\u0000":null,"i":{"count":3,"until":"x"},"\u00e9":{"count":3,"until":1.5}}}"#)
    #expect(page.gone == ["a", "b"] && page.tallies[1].rejected == 3)
    #expect(page.marks == ["a 1 0"] && page.tallies[2].rejected == 4)
    #expect(page.badges == ["d 0 0 0", "g 1 0 0", "é 2 3 1500"] && page.tallies[3].rejected == 7)
  }

  /// Any change of the example is decoded or rejected. For decoded ones, SQLite agrees that they are JSON.
  @Test func mutations() throws {
    let seed = randomSeed()
    var random = Generator(state: seed)
    let decoder = try PageDecoder.make()
    let seeds: [UInt8] =
      Array(#"{}[]",:\u0123456789eE+-.tfn "#.utf8) + [0, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF, 10]
    let sqlite = try JSONOracle()
    var accepted = 0
    for iteration in 0..<5000 {
      var bytes = Array(example.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = seeds.randomElement(using: &random)!
        case 1: bytes.insert(seeds.randomElement(using: &random)!, at: index)
        case 2: bytes.remove(at: index)
        case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
        default: bytes = bytes + bytes[index...]
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      let code = refusal { _ = try Decoded(bytes, decoder) }?.code
      if code == nil {
        accepted += 1
      }
      // The decoder and SQLite agree on JSON. SQLite does not check UTF-8, and ends at a NUL.
      if let isJSON = try sqlite.isValid(bytes) {
        let comment = "seed \(seed), iteration \(iteration): \(String(decoding: bytes, as: UTF8.self))"
        if code == nil { #expect(isJSON, "\(comment)") }
        if !isJSON { #expect(code == .protocolError, "\(comment)") }
        if isJSON && code != nil { #expect(lastMessage().contains("field"), "\(lastMessage()) \(comment)") }
      }
      #expect(code == nil || code == .protocolError, "seed \(seed), iteration \(iteration)")
    }
    print("mutations: \(accepted) of 5000 accepted, seed \(seed)")
  }

  @Test func speed() throws {
    let item =
      #"{"id":"196014","rev":"3","seq":"196014","ts":1635528741,"path":"inbox.mentions","kind":"mention","title":"A title of some length","body":"A body with a \n line break and more text","count":1,"thread":"t1"}"#
    let body = raw(
      #"{"cursor":"c","items":["# + Array(repeating: item, count: 10_000).joined(separator: ",") + "]}")
    let decoder = try PageDecoder.make()
    let start = ContinuousClock.now
    let page = try decoder.decode(body)
    let tally = try decoder.visitItems(page) { _ throws(Failure) in true }
    #expect(tally.accepted == 10_000)
    print("10,000 items, \(body.count) bytes:", ContinuousClock.now - start)
  }
}

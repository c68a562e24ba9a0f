import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

/// The language of mappings, one thing at a time.
@Suite struct MappingLanguageTests {
  /// A response as the page that a mapping makes of it.
  private struct Translated {
    let decoder: PageDecoder
    let page: Page
    let json: String
    /// Copies, because the decoder's bytes go with it.
    let cursor: String
    let next: String

    init(_ mapping: String, _ body: String, known: String = "", limit: UInt32 = 200) throws {
      let decoder = try PageDecoder.make()
      let page = try decoder.decode(
        raw(body), through: Mapping.make(preset: nil, text: raw(mapping)), known: raw(known), limit: limit)
      (json, cursor, next) = (text(decoder.translated.bytes), text(page.cursor), text(page.next))
      (self.decoder, self.page) = (decoder, page)
    }

    /// The translated members of a list, without its brackets.
    func list(_ name: String) throws -> String {
      let start = try #require(json.range(of: "\"\(name)\":["))
      let rest = json[start.upperBound...]
      var depth = 0
      let end = try #require(
        rest.indices.first { index in
          if rest[index] == "[" { depth += 1 }
          if rest[index] == "]" { depth -= 1 }
          return depth < 0
        })
      return String(rest[..<end])
    }

    /// Why the first rejected item is.
    func rejection() throws -> String {
      let tally = try decoder.visitItems(page) { _ throws(Failure) in true }
      return tally.rejected == 0 ? "" : "\(tally.reason)"
    }
  }

  /// The item of an element, behind its id.
  private func item(_ members: String, _ element: String) throws -> String {
    let mapping = #"{"list":"$","item":{"id":"x","path":"p","# + members + "}}"
    let item = try Translated(mapping, "[\(element)]").list("items")
    let start = #"{"read":false,"id":"x","path":"root.p""#
    try #require(item.hasPrefix(start) && item.hasSuffix("}"), "\(item)")
    return String(item.dropFirst(start.count).dropLast())
  }

  @Test(arguments: [
    (#""title":"$.a.b[1].c""#, #"{"a":{"b":[0,{"c":"t"}]}}"#, #","title":"t""#),
    (#""title":"$.\"a.b\"""#, #"{"a.b":"t"}"#, #","title":"t""#),
    (#""title":"$.ab""#, #"{"\u0061b":"t"}"#, #","title":"t""#),
    (#""title":"$.a""#, #"{"a":"t","a":"u"}"#, #","title":"u""#), (#""title":"$""#, #""t""#, #","title":"t""#),
    (#""title":["$.a","$.b"]"#, #"{"a":null,"b":true}"#, #","title":"true""#),
    (#""title":["$.a","none"]"#, #"{}"#, #","title":"none""#), (#""title":"$.a""#, #"{"a":1.50}"#, #","title":"1.50""#),
    // There is no such place.
    (#""title":"$.a""#, "{}", ""), (#""title":"$.a[2]""#, #"{"a":[1,2]}"#, ""),
    (#""title":"$.a[0]""#, #"{"a":{"0":1}}"#, ""),
    (#""title":"$.a.b""#, #"{"a":"b"}"#, ""), (#""title":"$[0]""#, #"{}"#, ""),
    (#""title":"$.a[0].b""#, #"{"a":[]}"#, ""),
    // Templates.
    (#""title":"<{a}> {$.b[0]}{@}""#, #"{"a":"\"\\\n","b":[7]}"#, #","title":"<\"\\\u000a> 70""#),
    (#""title":"{a}{b}""#, #"{"a":"t"}"#, ""), (#""title":"{a}""#, #"{"a":[]}"#, ""),
    (#""title":"{a}""#, #"{"a":{}}"#, ""),
    (#""title":"{\"a b\"}""#, #"{"a b":false}"#, #","title":"false""#),
    // Each member by its name.
    (
      #""kind":"k","body":"b","thread":"t","category":"c","arg":"a""#, "{}",
      #","kind":"k","body":"b","thread":"t","category":"c","arg":"a""#
    ),
    (#""arg_count":"$.n""#, #"{"n":3}"#, #","arg_count":3"#),
    // Numbers.
    (#""count":"$.n""#, #"{"n":"17"}"#, #","count":17"#), (#""count":"$.n""#, #"{"n":1e3}"#, #","count":1e3"#),
    (#""count":0"#, "{}", #","count":0"#), (#""count":"$.n""#, #"{"n":"many"}"#, #","count":"many""#),
    (#""ts":"$.t""#, #"{"t":1635528741.5}"#, #","ts":1635528741.500"#),
    (#""ts":"$.t""#, #"{"t":"7"}"#, #","ts":7.000"#),
    (#""ts":"$.t""#, #"{"t":"1970-01-01T00:00:01.007Z"}"#, #","ts":1.007"#),
    (#""ts":"$.t""#, #"{"t":"1970-01-01T00:00:01.07Z"}"#, #","ts":1.070"#),
    (#""ts":["$.t",5]"#, #"{"t":null}"#, #","ts":5"#),
  ])
  func members(members: String, element: String, expected: String) throws {
    #expect(try item(members, element) == expected, "\(members) \(element)")
  }

  @Test(arguments: [
    ("a.{p}", #"{"p":"x.y\\z"}"#, #"root.a.x\\.y\\\\z"#), ("{p}", #"{"p":"root"}"#, "root.root"),
    ("root.{p}", #"{"p":"a"}"#, "root.a"), ("$.p", #"{"p":"x.y"}"#, "x.y"),
    ("rooted.{p}", #"{"p":1}"#, "root.rooted.1"),
    ("root", "{}", "root"), ("roo", "{}", "root.roo"), (#"a\\.b\\\\"#, "{}", #"root.a\\.b\\\\"#),
  ])
  func paths(path: String, element: String, expected: String) throws {
    let translated = try Translated(#"{"list":"$","item":{"id":"x","path":"\#(path)"}}"#, "[\(element)]")
    #expect(try translated.list("items") == #"{"read":false,"id":"x","path":"\#(expected)"}"#)
  }

  @Test(arguments: [
    ("$.u", #"{"u":1}"#, true), ("$.u", #"{"u":"x"}"#, true), ("$.u", #"{"u":{}}"#, true), ("$.u", #"{"u":0}"#, false),
    ("$.u", #"{"u":"0"}"#, false), ("$.u", #"{"u":false}"#, false), ("$.u", #"{"u":""}"#, false), ("$.u", "{}", false),
    ("$.u", #"{"u":null}"#, false), ("!$.u", "{}", true), ("!$.u", #"{"u":true}"#, false),
    ("$.u=false", #"{"u":false}"#, true), ("$.u=", "{}", true), ("$.u=a", #"{"u":"\u0061"}"#, true),
    ("$.u=a", #"{"u":"b"}"#, false), ("$.u!=a", #"{"u":"b"}"#, true), ("$.u!=a", #"{"u":"a"}"#, false),
    ("$.u!=a", "{}", true), ("!$.u=a", #"{"u":"a"}"#, false), ("@=0", "{}", true), ("@@=0", "{}", true),
    ("true", "{}", true), ("false", "{}", false), ("0", "{}", false),
  ])
  func conditions(condition: String, element: String, holds: Bool) throws {
    func list(_ name: String) throws -> String {
      try Translated(#"{"list":"$","item":{"id":"x","\#(name)":"\#(condition)"}}"#, "[\(element)]").list("items")
    }
    #expect(try list("read").contains(#""read":\#(holds)"#))
    #expect(try list("deleted").contains(#""deleted":true"#) == holds)
    #expect(try list("where").isEmpty != holds)
  }

  /// One of several is enough.
  @Test func alternativesOfConditions() throws {
    let mapping = #"{"list":"$","item":{"id":"x","read":["!$.u","$.v"]}}"#
    for (element, holds) in [(#"{"u":1}"#, false), (#"{"u":1,"v":1}"#, true), (#"{"u":0,"v":0}"#, true)] {
      #expect(try Translated(mapping, "[\(element)]").list("items").contains(#""read":\#(holds)"#), "\(element)")
    }
  }

  @Test(arguments: [
    (#"{"list":"$","item":{"id":"@","title":"$"}}"#, #"["x","y"]"#, ["0 x", "1 y"]),
    (#"{"list":"$.l","item":{"id":"@","title":"$.t"}}"#, #"{"l":{"a":{"t":"x"},"b\"":{"t":"y"}}}"#, ["a x", "b\" y"]),
    (
      #"{"list":["$.rooms","$.events"],"item":{"id":"{@@}/{@}","title":"{n}"}}"#,
      #"{"rooms":{"r":{"events":[{"n":5},{"n":6}]},"s":1,"t":{"events":{"k":{"n":7}}}}}"#, ["r/0 5", "r/1 6", "t/k 7"]
    ),
    (#"{"lines":true,"item":{"id":"$.id","title":"{@}"}}"#, "{\"id\":8}\n\n{\"id\":9}\r\n", ["8 0", "9 1"]),
    (
      #"{"lines":true,"list":"$.l","item":{"id":"$","title":"{@@}"}}"#, "{\"l\":[4,5]}\n{}\n{\"l\":[6]}",
      ["4 0", "5 0", "6 2"]
    ),
  ])
  func lists(mapping: String, body: String, expected: [String]) throws {
    let translated = try Translated(mapping, body)
    var found: [String] = []
    _ = try translated.decoder.visitItems(translated.page) { item throws(Failure) in
      found.append("\(text(item.id)) \(text(item[.title]))")
      return true
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    (#"{"list":"$.l","cursor":"$.c","item":{"id":"$"}}"#, #"{"c":7}"#, #"{"v":1,"cursor":"7","items":[],"gone":[]}"#),
    (
      #"{"list":"$.l","cursor":"$.c","epoch":"$.e","more":"$.m","poll":"$.p","title":"$.t","item":{"id":"$"}}"#,
      #"{"l":[],"c":"7","e":1,"m":"yes","p":60,"t":"T"}"#,
      #"{"v":1,"cursor":"7","epoch":"1","title":"T","poll":60,"more":true,"items":[],"gone":[]}"#
    ),
    (
      #"{"list":"$.l","gone":"$.g","item":{"id":"$"}}"#, #"{"l":[],"g":[1,"b"]}"#,
      #"{"v":1,"items":[],"gone":[1,"b"],"cursor":""}"#
    ),
    (
      #"{"list":"$.l","gone":"$.g","item":{"id":"$"}}"#, #"{"l":[],"g":{"a":{},"b":1}}"#,
      #"{"v":1,"items":[],"gone":["a","b"],"cursor":""}"#
    ),
    (
      #"{"list":"$.l","gone":"$.g","more":"$.m","item":{"id":"$"}}"#, #"{"l":[],"g":7}"#,
      #"{"v":1,"more":false,"items":[],"gone":[],"cursor":""}"#
    ),
    (
      #"{"list":"$","item":{"seq":"$.s","rev":"$.r","id":"x"}}"#, #"[{"r":1,"s":"2"}]"#,
      #"{"v":1,"items":[{"read":false,"path":"root","id":"x","rev":"1","seq":"2"}],"gone":[],"cursor":""}"#
    ),
    (
      #"{"total":"$.n","path":"chat"}"#, #"{"n":3}"#,
      #"{"v":1,"items":[{"read":false,"path":"root.chat","total":3}],"gone":[],"cursor":""}"#
    ),
    (
      #"{"list":"$","item":{"total":"$","path":"n.{@}"}}"#, #"{"a":3,"b":null}"#,
      #"{"v":1,"items":[{"read":false,"path":"root.n.a","total":3}],"gone":[],"cursor":""}"#
    ),
  ])
  func responses(mapping: String, body: String, page: String) throws {
    #expect(try Translated(mapping, body).json == page)
  }

  /// As many elements as were requested are followed by another page, unless the cursor stays where it is.
  @Test(arguments: [(2, "", true), (3, "", false), (1, "", true), (2, "9", false)] as [(UInt32, String, Bool)])
  func fullPages(limit: UInt32, known: String, hasMore: Bool) throws {
    let mapping = #"{"list":"$","greatest":"$","limit_parameter":"n","item":{"id":"$"}}"#
    #expect(try Translated(mapping, "[5,9]", known: known, limit: limit).page.hasMore == hasMore)
    let own = #"{"list":"$","greatest":"$","limit":2,"limit_parameter":"n","item":{"id":"$"}}"#
    #expect(try Translated(own, "[5,9]", known: known).page.hasMore == (known.isEmpty))
    // The server says whether there are more.
    let told = #"{"list":"$","greatest":"$","limit_parameter":"n","more":"false","item":{"id":"$"}}"#
    #expect(try !Translated(told, "[5,9]", known: known, limit: limit).page.hasMore)
  }

  /// A list that goes backward has a next page, until what is known was reached.
  @Test(arguments: [
    (#"{"l":[9,8],"n":"p\u0061ge"}"#, "page", false), (#"{"l":[9,7],"n":"page"}"#, "page", true),
    (#"{"l":[9],"n":5}"#, "", false), (#"{"l":[9]}"#, "", false), (#"{"l":[],"n":"page"}"#, "page", true),
    (#"{"l":["5",{}],"n":"page"}"#, "page", true),
  ])
  func backward(body: String, next: String, isAtKnown: Bool) throws {
    let translated = try Translated(
      #"{"list":"$.l","greatest":"$","next":"$.n","item":{"id":"$"}}"#, body, known: "7")
    #expect(translated.next == next && translated.page.isAtKnown == isAtKnown, "\(body)")
    let linked = try Translated(
      #"{"list":"$.l","greatest":"$","next":"link","item":{"id":"$"}}"#, body, known: "7")
    #expect(linked.next.isEmpty && linked.page.isAtKnown == isAtKnown)
  }

  @Test(arguments: [
    (#"{"list":"$.l","item":{"id":"$"}}"#, "{}", "'list' is not in the answer"),
    (#"{"list":"$.l","item":{"id":"$"}}"#, #"{"l":"x"}"#, "'list' is not in the answer"),
    (#"{"list":"$.l","cursor":"$.c","item":{"id":"$"}}"#, #"{"c":1,"l":2}"#, "'list' is not in the answer"),
    (#"{"list":"$.l","cursor":"$.c","item":{"id":"$"}}"#, #"{"l":[]}"#, "'cursor' is missing"),
    (#"{"list":"$","item":{"id":"$"}}"#, "[1,}", "at byte 3"), (#"{"list":"$","item":{"id":"$"}}"#, "", "at byte 0"),
    (#"{"lines":true,"item":{"id":"$"}}"#, "1\n{", "at byte 3"),
    (#"{"total":"$.n"}"#, #"{"n":4294967296}"#, "'total' is not in the answer"),
    (#"{"total":"$.n"}"#, #"{"n":-1}"#, "'total' is not in the answer"),
    (#"{"total":"$.n"}"#, #"{"n":{}}"#, "'total' is not in the answer"),
    (#"{"total":"$.n"}"#, "{}", "'total' is not in the answer"),
  ])
  func rejectedResponses(mapping: String, body: String, words: String) {
    let answer = refusal { _ = try Translated(mapping, body) }
    #expect(answer?.code == .protocolError)
    #expect(answer?.words.contains(words) == true, "\(body): \(answer?.words ?? "accepted")")
  }

  @Test(arguments: [
    (#""ts":"$.v""#, #""yesterday""#, "'ts'"), (#""ts":"$.v""#, "-1", "'ts'"),
    (#""count":"$.v""#, "4294967296", "'count'"),
    (#""title":"$.v""#, "[]", "'title'"), (#""rev":"$.v""#, "{}", "'rev'"), (#""path":"$.v""#, "7.5", ""),
  ])
  func rejectedItems(member: String, value: String, reason: String) throws {
    let translated = try Translated(#"{"list":"$","item":{"id":"x",\#(member)}}"#, #"[{"v":\#(value)}]"#)
    let found = try translated.rejection()
    #expect(reason.isEmpty ? found.isEmpty : found.contains(reason), "\(found)")
  }

  /// One value in every item, or many times in one, does not make a page of any size.
  @Test(arguments: ["{s}", String(repeating: "{s}", count: 3000)])
  func aPageTooLong(template: String) throws {
    let long = String(repeating: "x", count: 4000)
    let body = #"{"l":["# + Array(repeating: #"{"s":"\#(long)"}"#, count: 20).joined(separator: ",") + "]}"
    let mapping = #"{"list":"$.l","item":{"id":"1","title":"\#(template)"}}"#
    let answer = refusal { _ = try Translated(mapping, body) }
    if template == "{s}" { return #expect(answer == nil) }
    #expect(answer?.code == .protocolError && answer?.words.contains("too long a page") == true)
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("", "malformed JSON, at byte 0"), (#"{"list":}"#, "malformed JSON, at byte 8"),
    ("[]", "an object is due, at byte 0"),
    ("{}", "no 'list', 'lines' or 'total', at byte 2"), (#"{"list":"$"}"#, "its item has no 'id', at byte 12"),
    (#"{"list":"$","item":7}"#, "an object is due, at byte 19"),
    (#"{"lists":"$"}"#, "no member of that name, at byte 1"),
    (#"{"list":"$","item":{"ids":"$"}}"#, "no member of that name, at byte 20"),
    (#"{"list":"$","id":"$"}"#, "no member of that name, at byte 12"),
    (#"{"list":7}"#, "path that begins with $ is due, at byte 8"), (#"{"list":{}}"#, "a text is due, at byte 8"),
    (#"{"list":"@"}"#, "path that begins with $ is due, at byte 9"),
    (#"{"gone":"x"}"#, "begins with $ is due, at byte 9"),
    (#"{"list":[]}"#, "too few or too many in an array, at byte 8"),
    (#"{"list":["$","$.a","$.b"]}"#, "too few or too many in an array, at byte 8"),
    (#"{"title":[]}"#, "too few or too many in an array"), (#"{"title":[["$"]]}"#, "a text is due, at byte 10"),
    (#"{"title":["$",null]}"#, "a text is due, at byte 14"),
    (#"{"title":"$."}"#, "not a path of JSON, at byte 12"), (#"{"title":"$.a[x]"}"#, "not a path of JSON, at byte 14"),
    (#"{"title":"$.a[1"}"#, "not a path of JSON, at byte 15"), (#"{"title":"$.a[]"}"#, "not a path of JSON"),
    (#"{"title":"$.a[1234567890]"}"#, "not a path of JSON"), (#"{"title":"$.\"a"}"#, "not a path of JSON"),
    (#"{"title":"$x"}"#, "not a path of JSON, at byte 11"), (#"{"title":"$.a=b"}"#, "not a path of JSON, at byte 13"),
    (#"{"title":"@@@"}"#, "not a path of JSON, at byte 12"), (#"{"title":"{a"}"#, "not a path of JSON, at byte 12"),
    (#"{"title":"{}"}"#, "not a path of JSON, at byte 11"), (#"{"title":"{a=b}"}"#, "not a path of JSON, at byte 12"),
    (#"{"title":"a}"}"#, "a } without a {, at byte 11"),
    (#"{"path":"a..b"}"#, "component of the path is empty, at byte 11"),
    (#"{"path":".a"}"#, "component of the path is empty, at byte 9"),
    (#"{"path":"{a}."}"#, "component of the path is empty"),
    (#"{"path":""}"#, "component of the path is empty, at byte 9"),
    (#"{"path":"a\\b"}"#, "a backslash may only stand before"),
    (#"{"path":"a\\"}"#, "a backslash may only stand before"),
    (#"{"path":"a\nb"}"#, "control characters are not allowed"),
    ("{\"path\":\"a\u{7F}\"}", "control characters are not allowed"), (#"{"more":"$.a!b"}"#, "= is due, at byte 13"),
    (#"{"more":"!a"}"#, "begins with $ is due, at byte 10"), (#"{"more":"$.a[0]x"}"#, "not a path of JSON"),
    (#"{"poll":"many"}"#, "a number or a path that begins with $ is due, at byte 9"),
    (#"{"poll":true}"#, "a number or a path that begins with $ is due, at byte 8"),
    (#"{"limit":-1}"#, "none of the values that there are"), (#"{"limit":"7"}"#, "none of the values that there are"),
    (#"{"overlap":1.5}"#, "none of the values that there are"),
    (#"{"lines":"yes"}"#, "none of the values that there are"),
    (#"{"ts_unit":"min"}"#, "none of the values that there are"),
    (#"{"query":"a b"}"#, "a character that no parameter has"),
    ("{\"query\":\"a\u{7F}\"}", "a character that no parameter has"),
    (#"{"query":"a#b"}"#, "a character that no parameter has"),
    (#"{"query":"é"}"#, "a character that no parameter has"),
    (#"{"query":7}"#, "a text is due"), (#"{"query":["a"]}"#, "a text is due"),
    (#"{"next":"after"}"#, "begins with $ is due"),
    (#"{"next":"$.a="}"#, "not a path of JSON"),
  ])
  func refusals(mapping: String, words: String) {
    let answer = refusal { _ = try Mapping.make(preset: nil, text: raw(mapping)) }
    #expect(answer?.code == .malformed)
    #expect(
      answer?.words.hasPrefix("mapping: ") == true && answer?.words.contains(words) == true, "\(answer?.words ?? "")")
  }

  @Test func presetsAndSizes() throws {
    let unknown = refusal { _ = try Mapping.make(preset: raw("ntf"), text: nil) }
    #expect(unknown?.code == .argument && unknown?.words.contains("ntfy") == true)
    #expect(refusal { _ = try Mapping.make(preset: nil, text: nil) }?.code == .malformed)
    let mapping = #"{"list":"$","item":{"id":"$"}}"#
    let longest = mapping + String(repeating: " ", count: 65_536 - mapping.utf8.count)
    #expect(throws: Never.self) { try Mapping.make(preset: nil, text: raw(longest)) }
    #expect(refusal { _ = try Mapping.make(preset: nil, text: raw(longest + " ")) }?.code == .malformed)
  }

  @Test func settings() throws {
    let mapping = try Mapping.make(
      preset: nil,
      text: raw(
        #"{"list":"$","cursor_parameter":"since","limit_parameter":"n","query":"a=b&c","limit":50,"overlap":7,"#
          + #""ts_unit":"ms","item":{"id":"$"}}"#))
    #expect(text(mapping.cursorParameter) == "since" && text(mapping.limitParameter) == "n")
    #expect(text(mapping.query) == "a=b&c" && mapping.overlap == 7 && mapping.hasMilliseconds)
    #expect(mapping.limit(200) == 50 && mapping.limit(20) == 20)
    #expect(!mapping.isBackward && !mapping.followsLinks && !mapping.isLines)
    let plain = try Mapping.make(preset: nil, text: raw(#"{"lines":true,"next":"link","item":{"id":"$"}}"#))
    #expect(plain.isBackward && plain.followsLinks && plain.isLines && !plain.hasMilliseconds)
    #expect(plain.limit(200) == 200 && plain.overlap == 0 && plain.query.isEmpty)
  }

  /// The greatest value of several alternatives, the first that is there. One that is too long is none.
  @Test func greatestValues() throws {
    let mapping = #"{"list":"$","greatest":["$.a","$.b"],"item":{"id":"x"}}"#
    func cursor(_ body: String) throws -> String { try Translated(mapping, body, known: "7").cursor }
    #expect(try cursor(#"[{"b":9},{"a":8},{"a":null,"b":20},{}]"#) == "20")
    #expect(try cursor(#"[{"a":8,"b":99}]"#) == "8")
    let longest = String(repeating: "9", count: 1024)
    #expect(try cursor(#"[{"a":"\#(longest)"}]"#) == longest)
    #expect(try cursor(#"[{"a":8},{"a":"\#(longest)9"}]"#) == "8")
  }

  /// Any of its texts may be malformed; their sizes add up.
  @Test func measuresTexts() throws {
    var item = MessageItem()
    #expect(item.measure() == 0)
    for (index, name) in MessageText.allCases.enumerated() {
      item[name] = raw(String(repeating: "é", count: index + 1))
    }
    #expect(item.measure() == 2 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10))
    for name in MessageText.allCases {
      var bad = item
      bad[name] = raw([0xC3])
      #expect(bad.measure() == nil, "\(name)")
    }
  }
}

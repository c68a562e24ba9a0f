import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

/// Members of pages, one at a time.
@Suite struct PageMemberTests {
  /// Several marks of a path, in an array. Each one is accepted or rejected on its own.
  @Test func severalMarksOfAPath() throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[],"marks":{"a":[{"upto":"9","ver":2},{"upto":"5","ver":7},7,{"ver":1}],"b":[]}}"#)
    #expect(page.marks == ["a 9 2", "a 5 7"])
    #expect(page.tallies[2].accepted == 2 && page.tallies[2].rejected == 2 && page.tallies[2].firstRejected == 2)
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("9007199254740990", 9_007_199_254_740_990), ("1e3", 1000), ("9007199254740991", nil),
      ("-1", nil), ("1.5", nil), (#""7""#, nil), ("true", nil), ("null", -1),
    ] as [(String, Int64?)])
  func versions(version: String, expected: Int64?) throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(raw(#"{"cursor":"c","items":[{"id":"1","path":"p","ver":\#(version)}]}"#))
    var found: Int64?
    let tally = try decoder.visitItems(page) { item throws(Failure) in
      found = item.version
      return true
    }
    #expect(found == expected)
    #expect(expected != nil || "\(tally.reason)".contains("'ver'"))
  }

  /// A total is the server's own number. It replaces the count, and 0 removes the item.
  @Test(
    arguments: [
      (#""total":3"#, [3, 1, 0]), (#""total":0"#, [0, 1, 1]), (#""total":3,"count":9"#, [3, 1, 0]),
      (#""count":0"#, [0, 0, 0]), (#""count":2,"deleted":true"#, [2, 0, 1]), (#""deleted":false"#, [1, 0, 0]),
      (#""total":null"#, [1, 0, 0]), (#""total":4294967296"#, nil), (#""total":"3""#, nil), (#""deleted":1"#, nil),
    ] as [(String, [Int]?)])
  func totals(members: String, expected: [Int]?) throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(raw(#"{"cursor":"c","items":[{"id":"1","path":"p",\#(members)}]}"#))
    var found: [Int]?
    let tally = try decoder.visitItems(page) { item throws(Failure) in
      found = [Int(item.count), item.isLevel ? 1 : 0, item.isGone ? 1 : 0]
      return true
    }
    #expect(found == expected)
    let name = String(members.split(separator: "\"")[0])
    #expect(expected != nil || "\(tally.reason)".contains("'\(name)'"), "\(tally.reason)")
  }

  /// A path may be absent, because the id says what is gone.
  @Test func deletedItemsNeedNoPath() throws {
    let page = try Decoded(#"{"cursor":"c","items":[{"id":"1","deleted":true},{"id":"2","deleted":false}]}"#)
    #expect(page.items.map { $0["id"] } == ["1"] && page.tallies[0].rejected == 1)
  }

  @Test func rejectedItemsAreReported() throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(raw(#"{"cursor":"c","items":[{"id":"1","path":"p"},7,{"id":"","path":"p"}]}"#))
    var reports: [String] = []
    _ = try decoder.visitItems(
      page,
      rejected: { index, reason, item in reports.append("\(index) \(reason): \(text(item))") },
      { _ throws(Failure) in true })
    #expect(reports.count == 2 && reports[0] == "1 it is not an object: 7")
    #expect(
      reports[1].hasPrefix("2 it has no") && reports[1].hasSuffix(#"'id': {"id":"","path":"p"}"#), "\(reports[1])")
  }

  // MARK: - Unknown members

  private func unknown(_ body: String, _ decoder: PageDecoder) throws -> [String] {
    _ = try Decoded(Array(body.utf8), decoder)
    var found: [String] = []
    decoder.unknown.forEach { name, place in found.append("\(place) \(text(name))") }
    return found
  }

  @Test func unknownMembersAreNotedOnce() throws {
    let decoder = try PageDecoder.make()
    let body =
      #"{"cursor":"c","v":1,"extra":1,"items":[{"id":"1","path":"p","x":1,"x":2},{"id":"2","path":"p","x":1,"extra":{}}],"#
      + #""marks":{"p":{"upto":"1","z":1}},"badges":{"p":{"dot":true,"w":1}}}"#
    let expected = ["page extra", "item x", "item extra", "mark z", "badge w"]
    #expect(try unknown(body, decoder) == expected)
    // They add up until the caller forgets them.
    #expect(try unknown(#"{"cursor":"c","items":[],"later":1,"extra":2}"#, decoder) == expected + ["page later"])
    decoder.unknown.removeAll()
    #expect(decoder.unknown.count == 0)
    #expect(try unknown(#"{"cursor":"c","items":[],"later":1}"#, decoder) == ["page later"])
  }

  /// A server may send any number of any length.
  @Test func unknownMembersAreBounded() throws {
    let decoder = try PageDecoder.make()
    let many = (0..<100).map { #""n\#($0)":0"# }.joined(separator: ",")
    let found = try unknown(#"{"cursor":"c","items":[],\#(many)}"#, decoder)
    #expect(found == (0..<UnknownMembers.limit).map { "page n\($0)" })
    decoder.unknown.removeAll()
    // A name is cut between characters, and two that begin equally are one.
    let long = "x" + String(repeating: "é", count: 40)
    let cut = try unknown(#"{"cursor":"c","items":[],"\#(long)":1,"\#(long)é":2,"\#(long.dropLast(20))":3}"#, decoder)
    #expect(cut == ["page x" + String(repeating: "é", count: 31), "page x" + String(repeating: "é", count: 20)])
  }

  // MARK: - Values

  /// A badge may have a revision, or the one that was dismissed, or only that.
  @Test func claimsHaveRevisions() throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(
      raw(
        #"{"cursor":"c","items":[],"badges":{"a":{"dot":true,"rev":9},"b":{"count":2,"rev":"\u0031","dismissed":"0"},"#
          + #""c":{"dismissed":12345678901234567890},"d":{"count":0,"rev":"1"},"e":{"rev":"1"},"#
          + #""f":{"dot":true,"rev":""},"#
          + #""g":{"dismissed":true},"h":{"dot":true,"rev":null,"dismissed":null},"i":{"until":5,"dismissed":"1"}}}"#))
    var found: [String] = []
    let tally = try decoder.visitBadges(page) { path, badge throws(Failure) in
      let texts = "\(text(badge.revision)) \(text(badge.dismissed))"
      found.append("\(text(path)) \(badge.kind) \(texts) \(badge.saysNothing)")
      return true
    }
    #expect(
      found == [
        "a 1 9  false", "b 2 1 0 false", "c -1  12345678901234567890 true", "d 0 1  false", "h 1   false",
        "i -1  1 true",
      ])
    #expect(tally.rejected == 3)
  }

  @Test func badgesAreEqualWithEqualIcons() {
    func badge(_ kind: Int32, _ count: UInt32, _ until: Int64, _ icon: String) -> PageBadge {
      var badge = PageBadge(kind: kind, count: count, until: until)
      badge.icon = raw(icon)
      return badge
    }
    let one = badge(2, 3, 4, "star")
    #expect(one == badge(2, 3, 4, "star"))
    var (revised, dismissed) = (one, one)
    revised.revision = raw("1")
    dismissed.dismissed = raw("1")
    for other in [
      badge(1, 3, 4, "star"), badge(2, 4, 4, "star"), badge(2, 3, 5, "star"), badge(2, 3, 4, "stars"), revised,
      dismissed,
    ] {
      #expect(one != other)
    }
  }

  @Test func numbersOfAMessage() {
    var item = MessageItem()
    for (index, name) in MessageNumber.allCases.enumerated() { item[name] = Int64(index + 5) }
    #expect(item.time == 5 && item.count == 6 && item.argumentCount == 7 && item.level == 8)
    #expect(MessageNumber.allCases.map { item[$0] } == [5, 6, 7, 8])
  }

  /// A total belongs to its path, so its item needs no id.
  @Test func totalsAreIdentifiedByTheirPath() throws {
    let page = try Decoded(#"{"cursor":"c","items":[{"path":"p\u0061","total":3},{"path":"q","count":3}]}"#)
    #expect(page.items.map { $0["id"] } == ["pa"] && page.items[0]["path"] == "pa" && page.tallies[0].rejected == 1)
  }

  /// A mark says what was read, what was seen, or both. Each is visited.
  @Test func marksOfWhatWasSeen() throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[],"marks":{"a":{"seen":"7"},"b":[{"upto":"1","ver":2,"seen":9},{"seen":null}],"#
        + #""c":{"seen":""},"d":{"seen":true},"e":{"upto":"1","seen":{}},"f":{"seen":"1","ver":"x"}}}"#)
    #expect(page.marks == ["a 7 -1", "b 1 2", "b 9 -1"])
    #expect(page.tallies[2].accepted == 2 && page.tallies[2].rejected == 5)
  }

  @Test func itemsThatWereSeen() throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(
      raw(
        #"{"cursor":"c","items":[{"id":"1","path":"a","seen":true},{"id":"2","path":"a","seen":false},"#
          + #"{"id":"3","path":"a","seen":null},{"id":"4","path":"a","seen":1}]}"#))
    var seen: [Bool] = []
    let tally = try decoder.visitItems(page) { item throws(Failure) in
      seen.append(item.isSeen)
      return true
    }
    #expect(seen == [true, false, false] && tally.rejected == 1)
  }

  @Test func marksWithoutAVersion() throws {
    let page = try Decoded(
      #"{"cursor":"c","items":[],"marks":{"a":{"upto":"1","ver":null},"b":{"upto":"1","ver":-1}}}"#)
    #expect(page.marks == ["a 1 0"] && page.tallies[2].rejected == 1)
  }

  @Test(arguments: [
    (#"{"dot":true,"count":0,"until":5}"#, "p 1 0 5000"), (#"{"dot":false,"count":0,"until":5}"#, "p 0 0 0"),
    (#"{"dot":true,"count":2}"#, "p 2 2 0"), (#"{"count":1}"#, "p 2 1 0"), (#"{"dot":true,"icon":7}"#, nil),
    (#"{"dot":true,"icon":"a\n"}"#, nil),
    (#"{"count":0,"icon":7}"#, "p 0 0 0"), (#"{"dot":true,"icon":null}"#, "p 1 0 0"), ("7", nil), ("null", "p 0 0 0"),
  ])
  func badges(badge: String, expected: String?) throws {
    #expect(try Decoded(#"{"cursor":"c","items":[],"badges":{"p":\#(badge)}}"#).badges == (expected.map { [$0] } ?? []))
  }

  @Test func countsOfANotification() throws {
    for (count, expected) in [("6", 6), ("-1", 0), ("1.5", 0), ("4294967296", 0), ("null", 0)] as [(String, UInt32)] {
      let decoder = try PageDecoder.make()
      var push = Push()
      try decoder.decode(raw(#"{"path":"p","aps":{"alert":{"summary-arg-count":\#(count)}}}"#), into: &push)
      #expect(push.item.argumentCount == expected, "\(count)")
    }
  }

  /// A page without a mapping is read as it is.
  @Test func withoutAMapping() throws {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(raw(#"{"cursor":"7","items":[]}"#), through: nil, known: raw("9"), limit: 1)
    #expect(text(page.cursor) == "7" && !page.isAtKnown && page.next.isEmpty)
  }

  /// A list that goes backward ends where the caller says.
  @Test func moreIsTheCallersWord() throws {
    let decoder = try PageDecoder.make()
    var page = try decoder.decode(raw(#"{"cursor":"7","items":[],"more":true}"#))
    page.setMore(false)
    #expect(!page.hasMore)
  }
}

/// Decisions of the user at paths.
@Suite struct PageSettingTests {
  private func read(_ settings: String) throws -> (found: [String], tally: PageTally) {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(raw(#"{"cursor":"c","items":[],"settings":[\#(settings)]}"#))
    var found: [String] = []
    let tally = try decoder.visitSettings(page) { path, setting throws(Failure) in
      let mute = setting.mute.map { "\($0)-\(setting.muteUntil)" } ?? ""
      let flag = setting.isFlagged.map { "\($0)" } ?? ""
      found.append("\(text(path)) \(mute) \(flag) \(setting.snooze.map { "\($0)" } ?? "") \(setting.version)")
      return true
    }
    return (found, tally)
  }

  @Test(
    arguments: [
      (#"{"path":"a","mute":"all","pass":true,"until":5.5,"flag":true,"snooze":7,"ver":4}"#, "a 6-5500 true 7000 4"),
      (#"{"path":"a","mute":"number","ver":4}"#, "a 1-0   4"), (#"{"path":"a","snooze":0,"ver":1}"#, "a   0 1"),
      (#"{"path":"a","mute":"none","pass":true,"until":5,"ver":1}"#, "a 0-0   1"),
      (#"{"path":"a","flag":false,"mute":null,"snooze":null,"ver":1}"#, "a  false  1"),
      (#"{"path":"a","ver":1,"more":2}"#, nil), (#"{"path":"a","flag":true,"ver":0}"#, nil),
      (#"{"path":"a"}"#, nil), (#"{"ver":1}"#, nil), ("7", nil),
      (#"{"path":7,"ver":1}"#, nil), (#"{"path":"","ver":1}"#, nil), (#"{"path":"a","ver":-1}"#, nil),
      (#"{"path":"a","ver":"1"}"#, nil), (#"{"path":"a","mute":"some","ver":1}"#, nil),
      (#"{"path":"a","mute":2,"ver":1}"#, nil), (#"{"path":"a","mute":"all","pass":1,"ver":1}"#, nil),
      (#"{"path":"a","mute":"all","until":"x","ver":1}"#, nil), (#"{"path":"a","flag":1,"ver":1}"#, nil),
      (#"{"path":"a","snooze":true,"ver":1}"#, nil), (#"{"path":"a","snooze":-1,"ver":1}"#, nil),
    ] as [(String, String?)])
  func eachIsAcceptedOrRejected(setting: String, expected: String?) throws {
    let (found, tally) = try read(setting)
    #expect(found == [expected].compactMap(\.self))
    #expect(tally.rejected == (expected == nil ? 1 : 0))
  }

  @Test func aBadOneLeavesTheOthers() throws {
    let (found, tally) = try read(#"{"path":"a","flag":true,"ver":1},{},{"path":"b","flag":true,"ver":2}"#)
    #expect(found == ["a  true  1", "b  true  2"] && tally.rejected == 1 && tally.firstRejected == 1)
  }

  @Test func settingsAreContent() throws {
    #expect(try !Decoded(#"{"cursor":"","items":[],"settings":[{}]}"#).isEmpty)
    #expect(throws: (any Error).self) { try Decoded(#"{"cursor":"","items":[],"settings":{}}"#) }
  }
}

import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

/// The contents of a push, alone or in the payload of an APNs notification.
@Suite struct PushTests {
  /// A push as plain values. Its bytes are kept.
  private struct Decoded {
    var push = Push()
    let decoder: PageDecoder

    init(_ payload: String) throws {
      decoder = try PageDecoder.make()
      try decoder.decode(raw(payload), into: &push)
    }

    var target: [String] { [text(push.feed), text(push.cursor), "\(push.spread)"] }
    var item: MessageItem { push.item }
    var texts: [String] { MessageText.allCases.map { text(push.item[$0]) } }
    var hasTexts: Bool { texts.contains { !$0.isEmpty } }
  }

  @Test func theTarget() throws {
    #expect(try Decoded("{}").target == ["", "", "-1"])
    #expect(try Decoded(#"{"feed":"in\u0062ox","cursor":"7","spread":2.5}"#).target == ["inbox", "7", "2500"])
    #expect(
      try Decoded(#"{"feed":null,"cursor":12345678901234567890,"spread":-1}"#).target == [
        "", "12345678901234567890", "0",
      ])
    // The last one of two members counts, and one of the application's is ignored.
    #expect(try Decoded(#"{"feed":"a","feed":"b","x":{"feed":"c"}}"#).target == ["b", "", "-1"])
    #expect(try Decoded("{}").push.badge == nil && !Decoded("{}").push.hasAlert)
  }

  @Test func anItem() throws {
    let push = try Decoded(
      #"{"feed":"f","path":"in.a","id":7,"seq":"9","ts":2,"count":3,"read":true,"kind":"k","title":"t","body":"b","#
        + #""thread":"th","category":"c","arg":"Ann","arg_count":4,"link":"l","icon":"i","subtitle":"s","#
        + #""data":[ 1 ],"own":true,"also":["m","n.\u0041"]}"#)
    #expect(text(push.item.path) == "in.a" && text(push.item.id) == "7" && text(push.item.sequence) == "9")
    #expect(push.item.time == 2000 && push.item.count == 3 && push.item.isRead && push.item.argumentCount == 4)
    #expect(push.texts == ["k", "t", "b", "th", "c", "Ann", "l", "i", "s", "\nm\nn.A"])
    #expect(text(push.item.data) == "[1]" && push.item.isOwn)
    // Without an id it is not identified, and without a sequence it is ordered by its arrival.
    let nameless = try Decoded(#"{"path":"in"}"#)
    #expect(text(nameless.item.path) == "in" && nameless.item.id.isEmpty && nameless.item.sequence.isEmpty)
    #expect(nameless.item.count == 1)
    // Without a path there is no item, whatever else there is.
    let pathless = try Decoded(#"{"id":"7","title":"t"}"#)
    #expect(pathless.item.path.isEmpty && pathless.item.id.isEmpty && !pathless.hasTexts)
  }

  @Test(arguments: [
    ("", "byte 0"), ("[]", "not a JSON object"), (#"{"feed":7}"#, "'feed' is not a string"),
    (#"{"cursor":[]}"#, "'cursor' is not a string"), (#"{"cursor":true}"#, "'cursor' is not a string"),
    (#"{"spread":"7"}"#, "'spread' is not a number of seconds"), (#"{"path":7}"#, "'path'"),
    (#"{"path":""}"#, "'path'"), (#"{"path":"in","id":""}"#, "'id'"), (#"{"path":"in","id":[]}"#, "'id'"),
    (#"{"path":"in","count":-1}"#, "'count'"), (#"{"path":"in","title":[]}"#, "'title'"),
  ])
  func refusals(payload: String, words: String) {
    let answer = refusal { _ = try Decoded(payload) }
    #expect(answer?.code == .protocolError)
    #expect(answer?.words.contains(words) == true, "\(payload): \(answer?.words ?? "accepted")")
  }

  /// Beside `aps`, the application has members of its own. One that is invalid for its field counts as one of those.
  @Test(arguments: [
    #""feed":7"#, #""cursor":[]"#, #""cursor":true"#, #""spread":"7""#, #""path":7"#, #""path":"""#, #""path":[]"#,
  ])
  func membersOfTheApplication(member: String) throws {
    #expect(refusal { _ = try Decoded("{\(member)}") }?.code == .protocolError)
    let push = try Decoded(#"{"aps":{"badge":2},\#(member)}"#)
    #expect(push.target == ["", "", "-1"] && push.item.path.isEmpty && push.push.badge == 2)
  }

  @Test func fieldsOfTheApplicationsItem() throws {
    let push = try Decoded(
      #"{"aps":{},"path":"in","id":{},"rev":[],"seq":"","ts":"soon","count":-1,"read":"yes","ver":-2,"deleted":1,"#
        + #""arg_count":1.5,"kind":1,"title":{},"body":[],"thread":2,"category":null,"arg":true,"link":"\n","icon":7,"#
        + #""subtitle":[],"own":1}"#)
    #expect(text(push.item.path) == "in" && push.item.id.isEmpty && push.item.revision.isEmpty)
    #expect(push.item.sequence.isEmpty && push.item.time == 0 && push.item.count == 1 && !push.item.isRead)
    #expect(push.item.version == -1 && !push.item.isGone && push.item.argumentCount == 0)
    #expect(!push.hasTexts)
    // Valid ones are taken, as without `aps`.
    let valid = try Decoded(#"{"aps":{},"path":"in","id":"7","rev":"2","count":5,"read":true,"ver":3,"title":"t"}"#)
    #expect(text(valid.item.id) == "7" && text(valid.item.revision) == "2" && valid.item.count == 5)
    #expect(valid.item.isRead && valid.item.version == 3 && text(valid.item[.title]) == "t")
  }

  /// The texts of the notification fill what the item lacks.
  @Test func theNotificationsTexts() throws {
    let aps =
      #""aps":{"alert":{"title":"T","body":"B","summary-arg":"A","summary-arg-count":6,"subtitle":"S"},"#
      + #""thread-id":"TH","category":"C"}"#
    let push = try Decoded("{\(aps),\"path\":\"in\"}")
    #expect(
      push.texts == ["", "T", "B", "TH", "C", "A", "", "", "S", ""] && push.item.argumentCount == 6
        && push.push.hasAlert)
    let own = try Decoded(
      "{\(aps)," + #""path":"in","title":"t","body":"b","thread":"th","category":"c","arg":"a","arg_count":2}"#)
    #expect(own.texts == ["", "t", "b", "th", "c", "a", "", "", "S", ""] && own.item.argumentCount == 2)
    // An alert may be a string, and the thread may stand beside `aps`.
    let plain = try Decoded(#"{"aps":{"alert":"hello"},"path":"in","thread-id":"x"}"#)
    #expect(plain.texts == ["", "", "hello", "x", "", "", "", "", "", ""] && plain.push.hasAlert)
    #expect(try !Decoded(#"{"aps":{"alert":null},"path":"in"}"#).push.hasAlert)
    // Invalid texts are ignored, and without a path there is no item.
    let odd = try Decoded(#"{"aps":{"alert":{"title":1,"summary-arg-count":"6"},"category":[]},"path":"in"}"#)
    #expect(!odd.hasTexts && odd.item.argumentCount == 0)
    #expect(try !Decoded("{\(aps)}").hasTexts)
  }

  @Test(
    arguments: [
      ("0", 0, false), ("7", 7, false), ("4294967295", 4_294_967_295, false), ("4294967296", nil, true),
      ("-1", nil, true), (#""7""#, nil, true), ("null", nil, false),
    ] as [(String, UInt32?, Bool)])
  func theNumberForTheIcon(badge: String, number: UInt32?, isUnusable: Bool) throws {
    let push = try Decoded(#"{"aps":{"badge":\#(badge)}}"#).push
    #expect(push.badge == number && push.isBadgeUnusable == isUnusable)
  }

  /// `aps` counts only as an object.
  @Test func onlyAnObjectIsANotification() throws {
    #expect(refusal { _ = try Decoded(#"{"aps":[],"feed":7}"#) }?.code == .protocolError)
    #expect(try Decoded(#"{"aps":"x","feed":"f"}"#).target == ["f", "", "-1"])
  }
}

import CMemory
import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

// Allocation failures are process-wide, and tests of other targets run in the same process. So tests with failures run
// in a process of their own.

@Suite struct MemoryTests {
  /// For each number of successful allocations: a call fails as out of memory, or gives the whole result.
  @Test func pages() async {
    await #expect(processExitsWith: .success) {
      let long = String(repeating: "x", count: 300)
      let body = raw(
        #"{"cursor":"\u0061\#(long)","epoch":"\u0062","title":"\u0063","new":1,"items":[{"id":"\u0064\#(long)","#
          + #""path":"\u0065","title":"\u0066\#(long)","x":1}],"gone":["\u0067\#(long)"],"#
          + #""marks":{"\u0068\#(long)":{"upto":"\u0069","ver":3}},"badges":{"\u006A":{"dot":true,"icon":"\u006B"}}}"#)
      try everyAllocationFails(least: 3) { () throws in
        let decoder = try PageDecoder.make()
        let page = try decoder.decode(body)
        var found = "\(text(page.cursor)) \(text(page.epoch)) \(text(page.title))"
        _ = try decoder.visitItems(page) { item throws(Failure) in
          found += " \(text(item.id)) \(text(item.path)) \(text(item.title))"
          return true
        }
        _ = try decoder.visitGone(page) { id throws(Failure) in
          found += " \(text(id))"
          return true
        }
        _ = try decoder.visitMarks(page) { path, upTo, version throws(Failure) in
          found += " \(text(path)) \(text(upTo)) \(version)"
          return true
        }
        _ = try decoder.visitBadges(page) { path, badge throws(Failure) in
          found += " \(text(path)) \(text(badge.icon))"
          return true
        }
        return found
      }
    }
  }

  /// A decoder that ran out of memory works when there is some again.
  @Test func decodersRecover() async {
    await #expect(processExitsWith: .success) {
      let body = raw(#"{"cursor":"\u0061","items":[{"id":"\u0062","path":"\u0063"}]}"#)
      for successes in Int64(0)..<2 {
        let decoder = try PageDecoder.make()
        func read() throws -> String {
          let page = try decoder.decode(body)
          var found = text(page.cursor)
          _ = try decoder.visitItems(page) { item throws(Failure) in
            found += " \(text(item.id)) \(text(item.path))"
            return true
          }
          return found
        }
        ctally_memory_fail_after(successes)
        let answer = refusal { _ = try read() }
        ctally_memory_fail_after(-1)
        #expect(answer?.code == .noMemory && (try? read()) == "a b c", "after \(successes) allocations")
      }
    }
  }

  @Test func pushes() async {
    await #expect(processExitsWith: .success) {
      let payload = raw(
        #"{"feed":"\u0061","cursor":"\u0062","path":"\u0063","aps":{"alert":{"title":"\u0064"},"thread-id":"\u0065"}}"#)
      try everyAllocationFails(least: 1) { () throws in
        let decoder = try PageDecoder.make()
        var push = Push()
        try decoder.decode(payload, into: &push)
        return withExtendedLifetime(decoder) {
          [push.feed, push.cursor, push.item.path, push.item.title, push.item.thread].map(text).joined(
            separator: " ")
        }
      }
    }
  }

  @Test func mappings() async {
    await #expect(processExitsWith: .success) {
      let changes = raw(
        #"{"list":"$.l","greatest":"$.n","next":"$.p","query":null,"item":{"id":"{@}","title":["{t} {\"u v\"}","$.t"]}}"#
      )
      let body = raw(
        #"{"p":"\u0061","l":[{"n":"\u0031","t":"\u0062","u v":"x"},{"n":22,"\u0074":"\#(String(repeating: "y", count: 500))"}]}"#
      )
      try everyAllocationFails(least: 5) { () throws in
        let decoder = try PageDecoder.make()
        let mapping = try Mapping.make(preset: raw("ntfy"), text: changes)
        let lines = try decoder.decode(
          raw(#"{"event":"message","id":"1"}"#), through: mapping, known: raw("0"), limit: 9)
        return withExtendedLifetime(decoder) { "\(lines.isEmpty) \(text(decoder.translated.bytes))" }
      }
      let mapping = try Mapping.make(
        preset: nil,
        text: raw(#"{"list":"$.l","greatest":"$.n","next":"$.p","item":{"id":"{@}","title":["{t} {\"u v\"}","$.t"]}}"#))
      try everyAllocationFails(least: 5) { () throws in
        let decoder = try PageDecoder.make()
        let page = try decoder.decode(body, through: mapping, known: raw("0"), limit: 9)
        return withExtendedLifetime(decoder) {
          "\(text(page.next)) \(text(page.cursor)) \(text(decoder.translated.bytes))"
        }
      }
    }
  }

  /// A text that needs memory has none without it, and a member whose name needs memory is not found.
  @Test func elements() async {
    await #expect(processExitsWith: .success) {
      let document = try #require(JSONElement(raw(#"{"a":"x\ny","b\n":1,"":2}"#)))
      func read() -> [String?] {
        let named = document.member("b\n").map { "\($0.integer(in: 0...9) ?? -1)" }
        return [document.member("a")?.text, named, document.member("a")?.name]
      }
      #expect(read() == ["x\ny", "1", nil])
      ctally_memory_fail_after(0)
      let without = read()
      ctally_memory_fail_after(-1)
      #expect(without == [nil, nil, nil] && read() == ["x\ny", "1", nil])
    }
  }

  @Test func strings() async {
    await #expect(processExitsWith: .success) {
      let catalog = raw(
        #"{"sourceLanguage":"\u0065n","strings":{"k\u0065y":{"localizations":{"d\u0065":{"stringUnit":{"value":"%#@c@"},"#
          + #""substitutions":{"c":{"variations":{"plural":{"other":{"stringUnit":{"value":"%arg n\u0065w"}}}}}}}}}}}"#)
      try everyAllocationFails(least: 3) { () throws in
        var found = ""
        _ = try StringCatalog.read(
          catalog,
          { form throws(Failure) in found += " \(text(form.key)) \(text(form.language)) \(text(form.text))" },
          keys: { key, source throws(Failure) in found += " \(text(key)) \(text(source))" })
        return found
      }
      let dictionary = raw(
        "<plist><dict><key>&amp;b</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@c@ &lt;</string>"
          + "<key>c</key><dict><key>NSStringFormatValueTypeKey</key><string>u</string><key>other</key>"
          + "<string>%u &gt;</string></dict></dict></dict></plist>")
      try everyAllocationFails(least: 3) { () throws in
        var found = ""
        _ = try StringsDictionary.read(dictionary, language: raw("de")) { form throws(Failure) in
          found += " \(text(form.key)) \(text(form.text))"
        }
        return found
      }
    }
  }
}

/// Performs a call once for each number of successful allocations, until it needs no more.
/// - Parameter least: the fewest allocations that it makes.
private func everyAllocationFails(least: Int, _ call: () throws -> String) throws {
  let expected = try call()
  var refusals = 0
  for successes in Int64(0)..<2000 {
    var found: String?
    var refused: Failure?
    ctally_memory_fail_after(successes)
    do { found = try call() } catch let error as Failure { refused = error }
    let calls = ctally_memory_fail_after(-1)
    if let refused {
      refusals += 1
      #expect(refused == .noMemory, "after \(successes) allocations")
    } else {
      #expect(found == expected, "after \(successes) allocations")
    }
    if calls <= successes {
      #expect(found == expected && refusals > 0 && successes >= least, "\(successes), \(refusals)")
      return
    }
  }
  Issue.record("it never succeeded")
}

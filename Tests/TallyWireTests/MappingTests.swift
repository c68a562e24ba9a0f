import Foundation
import TallyFailure
import TestSupport
import Testing

@testable import TallyWire

@Suite struct MappingTests {
  private func mapping(_ text: String, preset: String? = nil) throws -> Mapping {
    try Mapping.make(preset: preset.map { raw($0) }, text: raw(text))
  }

  /// The mapping's result for a body, as JSON.
  private func page(
    _ mapping: Mapping, _ body: [UInt8], known: String = "", newest: String? = nil
  ) throws -> [String: Any] {
    let decoder = try PageDecoder.make()
    _ = try decoder.decode(
      raw(body), through: mapping, known: raw(known), newest: newest.map { raw($0) }, limit: 200)
    let page = try JSONSerialization.jsonObject(with: Data(decoder.translated.bytes))
    return try #require(page as? [String: Any])
  }

  @Test func everyPresetIsWellFormed() throws {
    for name in String(decoding: text(of: Presets.names), as: UTF8.self).split(separator: " ") {
      #expect(throws: Never.self) { try Mapping.make(preset: raw(String(name)), text: nil) }
    }
  }

  private func text(of words: StaticString) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
  }

  @Test func theCursorNeverGoesBackBehindTheOneThatIsKnown() throws {
    let ids = try mapping(#"{"list":"$","greatest":"$","item":{"id":"$"}}"#)
    #expect(try page(ids, Array("[5,40,300]".utf8), known: "77")["cursor"] as? String == "300")
    #expect(try page(ids, Array("[5,40]".utf8), known: "77")["cursor"] as? String == "77")
    #expect(try page(ids, Array("[]".utf8), known: "77")["cursor"] as? String == "77")
    // In a list that goes backward, the pages before have newer ones.
    #expect(try page(ids, Array("[300]".utf8), known: "77", newest: "400")["cursor"] as? String == "400")
    #expect(try page(ids, Array(#"[[1,2],{},true,"a\nb",5]"#.utf8))["cursor"] as? String == "5")
    #expect(try page(ids, Array(#"["a\"b"]"#.utf8))["cursor"] as? String == "a\"b")
  }

  @Test func anEqualTextHasAnEqualHash() throws {
    let texts = [#"{"total":"$"}"#, #"{"total":"$" }"#, #"{"total":"$.a"}"#]
    let hashes = try texts.map { try mapping($0).hash }
    #expect(Set(hashes).count == 3)
    #expect(try mapping(texts[0]).hash == hashes[0])
    // A preset with an empty change is not the same as the preset alone, because the host has given a text.
    let alone = try Mapping.make(preset: raw("ntfy"), text: nil).hash
    #expect(try mapping("{}", preset: "ntfy").hash != alone)
  }

  @Test func nullTakesAMemberAway() throws {
    let changed = try mapping(#"{"query":null,"item":{"where":null,"body":null}}"#, preset: "ntfy")
    #expect(changed.query.isEmpty && !changed.has(.isWanted) && !changed.has(.body) && changed.has(.title))
  }

  /// A lone surrogate and control characters make no valid identifier, wherever they come from.
  @Test func invalidIdentifiersAreRejected() throws {
    let decoder = try PageDecoder.make()
    for id in [#"\ud800"#, #"\u0000"#, #"a\u001fb"#, ""] {
      for source in ["$.id", "{id}"] {
        let ids = try mapping(#"{"list":"$","item":{"id":"\#(source)"}}"#)
        let page = try decoder.decode(raw(#"[{"id":"\#(id)"}]"#), through: ids, known: raw(""), limit: 1)
        let tally = try decoder.visitItems(page) { (_) throws(Failure) in true }
        // Within a template the text is decoded, and an invalid character becomes U+FFFD.
        let isDecoded = source == "{id}" && (id == #"\ud800"# || id == #"\u0000"#)
        #expect(tally.accepted == (isDecoded ? 1 : 0), "\(source) \(id)")
      }
    }
  }

  /// For any body: a page that reads as JSON, or a rejection. Prints its seed.
  @Test func brokenBodies() throws {
    let seed = randomSeed()
    var generator = Generator(state: seed)
    let matrix = try mapping(
      #"{"list":["$.a","$.b"],"gone":"$.g","cursor":"$.c","item":{"id":"{@@}{@}","total":"$.n","title":["{t}","$.u"]}}"#
    )
    let body = Array(#"{"c":"1","g":[1,"x"],"a":{"k":{"b":[{"n":1,"t":"é\u0041"},{"n":"2","u":[]}]},"l":null}}"#.utf8)
    var accepted = 0
    for _ in 0..<5000 {
      var broken = body
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(in: 0x20...0xFF, using: &generator)
      }
      do {
        _ = try page(matrix, broken)
        accepted += 1
      } catch let error as Failure {
        #expect(error.status == .protocolError, "seed \(seed)")
      }
    }
    #expect(accepted > 0, "seed \(seed)")
  }
}

import Foundation
import TallyFailure
import TallyMemory
import TestSupport
import Testing

@testable import TallyWire

/// A form as the tests write it: key, language, category, text.
private struct Form: Equatable, CustomStringConvertible {
  var key: String
  var language: String
  var category: String
  var text: String

  init(_ key: String, _ language: String, _ category: String, _ text: String) {
    (self.key, self.language, self.category, self.text) = (key, language, category, text)
  }

  init(_ form: StringForm) {
    let names = ["", "zero", "one", "two", "few", "many", "other"]
    let texts = [form.key, form.language, form.text].map { String(decoding: $0, as: UTF8.self) }
    self.init(texts[0], texts[1], names[Int(form.category)], texts[2])
  }

  var description: String { "\(key) \(language) \(category): \(text)" }
}

private func catalog(_ file: UnsafeRawBufferPointer) throws(Failure) -> ([Form], StringsTally) {
  var forms: [Form] = []
  let tally = try StringCatalog.read(file) { (form) throws(Failure) in forms.append(Form(form)) }
  return (forms, tally)
}

private func dictionary(_ file: UnsafeRawBufferPointer) throws(Failure) -> ([Form], StringsTally) {
  var forms: [Form] = []
  let tally = try StringsDictionary.read(file, language: raw("de")) { (form) throws(Failure) in
    forms.append(Form(form))
  }
  return (forms, tally)
}

/// The error's place in a file; nil: no error.
private func failure(_ body: () throws(Failure) -> Void) -> (words: String, position: Int)? {
  do throws(Failure) { try body() } catch {
    #expect(error.status == .malformed)
    let message = lastMessage()
    guard let comma = message.range(of: ", at byte ", options: .backwards),
      let position = Int(message[comma.upperBound...])
    else { return (message, -1) }
    return (String(message[..<comma.lowerBound]), position)
  }
  return nil
}

struct StringCatalogTests {
  private static let example = """
    { "version": "1.0", "sourceLanguage": "en", "strings": {
      "%u more": { "comment": "below a group", "localizations": {
        "de": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "translated", "value": "%d weitere" } },
          "other": { "stringUnit": { "state": "translated", "value": "%1$lld weitere von %2$@" } } } } },
        "fr": { "stringUnit": { "state": "new", "value": "" } },
        "it": { "stringUnit": { "value": "altri 100%% \\u00e8 %%d" } } } },
      "messages": { "localizations": {
        "en": { "stringUnit": { "state": "translated", "value": "Now %1$#@count@ here" }, "substitutions": {
          "count": { "argNum": 1, "formatSpecifier": "u", "variations": { "plural": {
            "one": { "stringUnit": { "value": "%arg message" } },
            "other": { "stringUnit": { "value": "%arg messages" } } } } } } },
        "es": { "variations": { "width": { "20": { "stringUnit": { "value": "largo %d" } },
          "5": { "stringUnit": { "value": "x" } } } } },
        "pl": { "variations": { "device": { "mac": { "stringUnit": { "value": "x" } } } } },
        "ru": { "stringUnit": { "value": "%#@a@ %#@b@" }, "substitutions": {} } } },
      "plain": {}
    } }
    """

  @Test func formsOfAllLanguages() throws {
    let (forms, tally) = try catalog(raw(Self.example))
    #expect(
      forms == [
        Form("%u more", "de", "one", "%u weitere"), Form("%u more", "de", "other", "%1$u weitere von %2$@"),
        Form("%u more", "it", "other", "altri 100%% è %%d"), Form("%u more", "en", "other", "%u more"),
        Form("messages", "en", "one", "Now %u message here"), Form("messages", "en", "other", "Now %u messages here"),
        Form("messages", "es", "other", "largo %u"), Form("plain", "en", "other", "plain"),
      ])
    #expect(tally == StringsTally(forms: 8, skipped: 2))
  }

  @Test(arguments: [
    ("{", "malformed JSON", 1), ("[]", "an object is due", 0), ("{}", "there is no 'sourceLanguage'", 0),
    (#"{"sourceLanguage":"en"}"#, "there are no 'strings'", 0),
    (#"{"sourceLanguage":1,"strings":{}}"#, "a text is due", 18),
    (#"{"sourceLanguage":"en","strings":{"a":1}}"#, "an object is due", 38),
    (#"{"sourceLanguage":"en","strings":{"a":{"localizations":[]}}}"#, "an object is due", 55),
    (
      #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{}}}}}}"#, "there is no 'value'", 75
    ),
    (
      #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"variations":{"plural":{"uno":{}}}}}}}}"#,
      "no plural category has that name", 86
    ),
    (
      #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"value":"%#@b@"}}}}}}"#,
      "a variable has no variations", 84
    ),
  ])
  func refused(file: String, words: String, position: Int) throws {
    let found = try #require(failure { () throws(Failure) in _ = try catalog(raw(file)) })
    #expect(found.words == "the translations: " + words)
    #expect(found.position == position)
  }

  @Test func whateverItHolds() { mutate(Self.example) { (bytes) throws(Failure) in _ = try catalog(bytes) } }
}

struct StringsDictionaryTests {
  private static let example = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <!-- Under a group. -->
    <dict>
      <key>%u more &amp; more</key>
      <dict>
        <key>count</key>
        <dict>
          <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
          <key>NSStringFormatValueTypeKey</key><string>lu</string>
          <key>one</key><string>%lu weitere</string>
          <key>other</key><string>%lu <![CDATA[<weitere>]]> &#x41;&#66;</string>
        </dict>
        <key>NSStringLocalizedFormatKey</key>
        <string>Noch %#@count@ von %2$@</string>
      </dict>
      <key>width</key>
      <dict><key>NSStringVariableWidthRuleType</key><dict><key>20</key><string>kurz<!-- k -->er</string></dict></dict>
      <key>plain</key>
      <dict><key>NSStringLocalizedFormatKey</key><string>nur %d</string></dict>
      <key>two</key>
      <dict><key>NSStringLocalizedFormatKey</key><string>%#@a@ %#@b@</string></dict>
    </dict>
    </plist>

    """

  @Test func formsOfOneLanguage() throws {
    let (forms, tally) = try dictionary(raw(Self.example))
    #expect(
      forms == [
        Form("%u more & more", "de", "one", "Noch %u weitere von %2$@"),
        Form("%u more & more", "de", "other", "Noch %u <weitere> AB von %2$@"),
        Form("width", "de", "other", "kurzer"), Form("plain", "de", "other", "nur %u"),
      ])
    #expect(tally == StringsTally(forms: 4, skipped: 1))
    #expect(try dictionary(raw("\u{FEFF}<plist><dict/></plist>")).1 == StringsTally())
  }

  /// The members of an entry, and the text that is taken.
  @Test(arguments: [
    ("Width", "<key>9</key><string>b</string><key>20</key><string>c %d</string><key>x</key><string>a</string>", "c %u"),
    ("Width", "<key>20</key><string>c</string><key>other</key><string>o</string>", "o"),
    ("Width", "<key>1</key><dict><key>NSStringLocalizedFormatKey</key><string>f</string></dict>", "f"),
    ("Device", "<key>mac</key><string>m</string><key>other</key><string>o</string>", "o"),
    (
      "Device",
      "<key>other</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>5</key><string>w</string></dict></dict>",
      "w"
    ), ("Device", "<key>mac</key><string>m</string><key>20</key><string>x</string>", nil), ("Device", "", nil),
  ])
  func variations(rule: String, members: String, text: String?) throws {
    let name = rule == "Width" ? "NSStringVariableWidthRuleType" : "NSStringDeviceSpecificRuleType"
    let file = "<plist><dict><key>k</key><dict><key>\(name)</key><dict>\(members)</dict></dict></dict></plist>"
    let (forms, tally) = try dictionary(raw(file))
    #expect(forms == (text.map { [Form("k", "de", "other", $0)] } ?? []))
    #expect(tally == StringsTally(forms: forms.count, skipped: text == nil ? 1 : 0))
  }

  @Test(arguments: [
    ("", "a property list is due", 0), ("bplist00", "text where an element is due", 0),
    ("<dict></dict>", "a property list is due", 6), ("<plist><array/></plist>", "a dictionary is due", 15),
    ("<plist><dict>", "the end of an element is due", 13),
    ("<plist><dict/></plist>x", "text where an element is due", 22),
    ("<plist><dict/></list>", "the end of an element is due", 14), ("<plist><dict><key>a", "a text does not end", 19),
    ("<plist><dict><string/></dict></plist>", "a key is due", 13),
    ("<plist><dict><key>a</key></dict></plist>", "a dictionary is due", 25),
    ("<plist><dict><key>&copy;</key></dict></plist>", "no character has that name", 18),
    ("<plist><dict><key>&#0;</key></dict></plist>", "no character has that name", 18),
    ("<plist><dict><key>&#xD800;</key></dict></plist>", "no character has that name", 18),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><plist/>", "a document type of one's own", 12),
    ("<plist", "a tag does not end", 6), ("<!-- ", "a comment does not end", 0),
    (
      "<plist><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@b@</string></dict></dict>"
        + "</plist>",
      "a variable has no dictionary", 90
    ),
    (
      "<plist><dict><key>a</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>other</key><true/></dict>"
        + "</dict></dict></plist>",
      "a text is due", 94
    ),
  ])
  func refused(file: String, words: String, position: Int) throws {
    let found = try #require(failure { () throws(Failure) in _ = try dictionary(raw(file)) })
    #expect(found.words == "the translations: " + words)
    #expect(found.position == position)
  }

  @Test func elementsWithinEachOther() {
    let deep = String(repeating: "<array>", count: 5000)
    let file = "<plist><dict><key>a</key><dict><key>b</key>" + deep
    #expect(
      failure { () throws(Failure) in _ = try dictionary(raw(file)) }?.words
        == "the translations: more than 32 elements within each other")
  }

  @Test func everyPluralForm() throws {
    let names = ["zero", "one", "two", "few", "many", "other"]
    let parts = names.map { "<key>\($0)</key><string>%u \($0)</string>" }.joined()
    let file =
      "<plist><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@c@</string><key>c</key>"
      + "<dict><key>NSStringFormatValueTypeKey</key><string>u</string>\(parts)</dict></dict></dict></plist>"
    #expect(try dictionary(raw(file)).0 == names.map { Form("k", "de", $0, "%u \($0)") })
    let plurals = names.map { #""\#($0)":{"stringUnit":{"value":"%u \#($0)"}}"# }.joined(separator: ",")
    let other =
      #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"de":{"variations":{"plural":{\#(plurals)}}}}}}}"#
    let forms = try catalog(raw(other)).0
    #expect(forms.filter { $0.language == "de" } == names.map { Form("k", "de", $0, "%u \($0)") })
  }

  @Test func namedCharacters() throws {
    let file =
      "<plist><dict><key>&quot;&apos;&lt;&gt;&amp;&#228;&#xE4;</key><dict><key>NSStringDeviceSpecificRuleType</key>"
      + "<dict><key>other</key><string>x</string></dict></dict></dict></plist>"
    #expect(try dictionary(raw(file)).0 == [Form("\"'<>&ää", "de", "other", "x")])
  }

  /// An element without content has an empty text.
  @Test func emptyElements() throws {
    let file =
      "<plist><dict><key/><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>other</key><string>x</string>"
      + "</dict></dict></dict></plist>"
    #expect(try dictionary(raw(file)).0 == [Form("", "de", "other", "x")])
  }

  @Test func variablesEnd() throws {
    for format in ["%#@", "%#@count", "a %1$#@b", "%%#@c@"] { #expect(StringVariable.find(in: raw(format)) == nil) }
    let found = try #require(StringVariable.find(in: raw("a %1$#@b@ c")))
    #expect(found.place == 2..<9 && text(found.name) == "b")
  }

  @Test func nothingFollowsTheList() throws {
    let found = try #require(failure { () throws(Failure) in _ = try dictionary(raw("<plist><dict/></plist><dict/>")) })
    #expect(found.words == "the translations: the end is due")
    let wrong =
      #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"variations":{"device":{"other":7}}}}}}}"#
    let other = try #require(failure { () throws(Failure) in _ = try catalog(raw(wrong)) })
    #expect(other.words == "the translations: an object is due")
  }

  @Test func whateverItHolds() { mutate(Self.example) { (bytes) throws(Failure) in _ = try dictionary(bytes) } }
}

/// Reads each prefix of a file, and random changes of it: it is read, or rejected at a place within it.
private func mutate(_ file: String, _ read: (UnsafeRawBufferPointer) throws(Failure) -> Void) {
  let original = Array(file.utf8)
  let seed = randomSeed()
  var generator = Generator(state: seed)
  func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  func check(_ bytes: [UInt8], _ what: String) {
    // Exactly as long as the file, so that a sanitizer sees reads beyond it.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    let found = failure { () throws(Failure) in try read(UnsafeRawBufferPointer(copy)) }
    if let found { #expect((0...bytes.count).contains(found.position), "\(what) \(found)") }
  }
  for count in 0..<original.count - 2 {
    check(Array(original[..<count]), "beginning \(count)")
  }
  let pieces = ["<", ">", "</", "/>", "&", "%#@", "\"", "{", "}", "<!--", "]]>", "\u{0}", "é"].map { Array($0.utf8) }
  for _ in 0..<3000 {
    var bytes = original
    for _ in 0...random(3) {
      let place = random(bytes.count)
      switch random(3) {
      case 0: bytes[place] = UInt8(random(256))
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
      }
    }
    check(bytes, "seed \(seed)")
  }
}

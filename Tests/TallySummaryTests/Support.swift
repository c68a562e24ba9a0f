import TallyMemory

@testable import TallySummary

/// Random numbers from a seed that a failure prints.
typealias SplitMix = TallyMemory.SplitMix

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

func withBytes<Result, Failure: Error>(
  _ text: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
  var copy = text
  let result = copy.withUTF8 { (bytes) -> Swift.Result<Result, Failure> in
    do throws(Failure) { return .success(try body(UnsafeRawBufferPointer(bytes))) } catch { return .failure(error) }
  }
  return try result.get()
}

func tag(_ text: String) -> LanguageTag? { withBytes(text) { LanguageTag($0) } }

func name(_ tag: LanguageTag?) -> String? {
  guard let tag else { return nil }
  var output = ByteOutput()
  do throws(OutOfMemory) { try tag.append(to: &output) } catch { return nil }
  return text(output)
}

func text(_ output: borrowing ByteOutput) -> String {
  String(decoding: UnsafeRawBufferPointer(output.written ?? .init(start: nil, count: 0)), as: UTF8.self)
}

/// A notification: its category ("" for none), its argument ("" for none) and its count.
struct Posted: Equatable {
  var category = "messages"
  var argument = ""
  var count: UInt64 = 1

  static func from(_ arguments: String...) -> [Posted] { arguments.map { Posted(argument: $0) } }
}

/// A catalogue with strings.
struct Words: ~Copyable {
  var catalogue = Catalogue()

  /// The forms of a text: "other", or by category.
  typealias Forms = [PluralCategory: String]

  mutating func define(_ category: String, _ summary: Forms?, hidden: Forms? = nil) throws {
    let number = try withBytes(category) { (bytes) throws(OutOfMemory) in try catalogue.category(named: bytes) }
    let keys = (category + ".summary", category + ".hidden")
    if let summary { try translate(keys.0, "und", summary) }
    if let hidden { try translate(keys.1, "und", hidden, isHidden: true) }
    catalogue.setCategory(number, summary: try key(keys.0), hidden: hidden == nil ? -1 : try key(keys.1))
  }

  mutating func translate(_ key: String, _ language: String, _ forms: Forms, isHidden: Bool = false) throws {
    var format = Format()
    for (category, text) in forms {
      try withBytes(text) { (bytes) throws(FormatError) in try format.add(category, bytes, isHidden: isHidden) }
    }
    let number = try self.key(key)
    try catalogue.setFormat(format.compiled, key: number, language: tag(language) ?? .root)
  }

  /// Puts one form under a key, in the place of the one that was there.
  mutating func put(
    _ form: PluralCategory, _ text: String, under key: String, _ language: String, isHidden: Bool = false
  ) throws {
    let (number, language) = (try self.key(key), tag(language) ?? .root)
    try withBytes(text) { (bytes) throws(FormatError) in
      try catalogue.setForm(form, bytes, key: number, language: language, isHidden: isHidden)
    }
  }

  /// The source text under a key is that of a language.
  mutating func refer(_ key: String, to language: String) throws {
    let reference = try Format.reference(to: tag(language) ?? .root)
    try catalogue.setFormat(reference.bytes, key: try self.key(key), language: .root)
  }

  mutating func setSummary(of category: String, _ key: String) throws {
    let number = try withBytes(category) { (bytes) throws(OutOfMemory) in try catalogue.category(named: bytes) }
    catalogue.setCategory(number, summary: try self.key(key), hidden: -1)
  }

  private mutating func key(_ name: String) throws -> Int32 {
    try withBytes(name) { (bytes) throws(OutOfMemory) in try catalogue.key(named: bytes) }
  }

  /// The summary of a group, whose newest notification is the first.
  mutating func summary(
    _ group: [Posted], hidden: Bool = false, _ language: String = "en", orElse fallback: String = "en"
  ) throws -> (text: String, origin: Wording.Origin, language: String) {
    var digest = GroupDigest()
    try gather(group, into: &digest)
    return try summary(of: digest, hidden: hidden, language, orElse: fallback)
  }

  mutating func gather(_ group: [Posted], into digest: inout GroupDigest) throws {
    for posted in group.reversed() {
      let category =
        posted.category.isEmpty
        ? GroupDigest.noCategory
        : try withBytes(posted.category) { (bytes) throws(OutOfMemory) in try catalogue.category(named: bytes) }
      try withBytes(posted.argument) { (bytes) throws(OutOfMemory) in
        try digest.append(category: category, argument: bytes, count: posted.count)
      }
    }
  }

  func summary(
    of digest: borrowing GroupDigest, hidden: Bool = false, _ language: String, orElse fallback: String = "en"
  ) throws -> (text: String, origin: Wording.Origin, language: String) {
    var output = ByteOutput()
    let wording = try catalogue.word(
      digest, isHidden: hidden, in: tag(language) ?? .root, orElse: tag(fallback) ?? .root, into: &output)
    return (text(output), wording.origin, name(wording.language) ?? "")
  }
}

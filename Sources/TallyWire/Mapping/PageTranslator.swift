import TallyMemory

/// The input of a mapping: an element of a list, or a whole response. Borrowed from the body.
struct MappedElement {
  /// The name in an object, or the place in an array.
  struct Key {
    var name: JSONValue?
    var index = 0
  }

  var value: JSONValue
  var key = Key()
  /// The key of the element that contains the list.
  var outerKey = Key()
}

/// Rewrites another server's response in the wire format by a mapping. Values are copied unchanged, digit by digit. The
/// reader of the wire format decides whether they are valid for an item.
///
/// Invariants: `page` grows by whole members. An incomplete one is cut off again. A complete page without a failure is
/// one JSON object: each part is a literal of this file, escaped text, a number, or a checked value. All text is UTF-8.
/// A value is at most `depth` deeper in it than in the response, and the check of the response allows for that.
struct PageTranslator: ~Copyable {
  struct Outcome {
    /// The offset at which the response is malformed JSON.
    var failedAt: Int?
    /// Why the response cannot be used.
    var problem: StaticString?
    /// Something in it is not behind the known cursor, or it is empty.
    var isAtKnown = false
    /// Memory ran out, so the page cannot be used.
    var isFull = false
  }

  private enum Pass: Int { case top, items, inner, gone }

  /// A whole response may become a member of an item, below the page and its `items`.
  private static let depth = 3

  let mapping: Mapping
  var page = TextOutput()
  /// The response's next page.
  var next = TextOutput()
  private(set) var outcome = Outcome()
  private var elements = 0

  /// The greatest page for a response of that many bytes. A template can insert one value into every item, and many
  /// times. So a response could otherwise make a page of thousands of times its size.
  private static func limit(_ response: Int) -> Int {
    let usual = min(response, 2 << 20) * 32
    return max(min(response, Int.max / 4) * 2, usual) + 1_048_576
  }
  /// Borrowed while a response is translated.
  private var known = UnsafeRawBufferPointer(start: nil, count: 0)
  private var greatest = TextOutput()
  private var candidate = TextOutput()
  /// The value that is being decoded.
  private var part = TextOutput()
  private var digits = TextOutput()

  init(_ mapping: Mapping) { self.mapping = mapping }

  /// - Parameters:
  ///   - known: the cursor that is held.
  ///   - newest: the cursor of the pages so far. A greatest value never goes back behind it.
  ///   - limit: the number of requested elements.
  mutating func translate(
    _ body: UnsafeRawBufferPointer, known: UnsafeRawBufferPointer, newest: UnsafeRawBufferPointer, limit: Int64
  ) {
    var reader = JSONReader(body, depth: PageTranslator.depth)
    guard let answer = mapping.isLines ? reader.readLines() : reader.readDocument().map({ JSONWalk(over: $0) }) else {
      outcome.failedAt = reader.position
      return
    }
    if isText(known) { self.known = known }
    if isText(newest) { greatest.put(newest) }
    page.limit = PageTranslator.limit(body.count)
    page.put("{\"v\":1")
    go(through: answer, .top)
    page.put(",\"items\":[")
    go(through: answer, .items)
    page.put("],\"gone\":[")
    go(through: answer, .gone)
    page.put("]")
    outcome.isAtKnown = outcome.isAtKnown || elements == 0
    if !mapping.has(.cursor) {
      page.put(",\"cursor\":\"")
      appendEscaped(greatest.bytes, asPath: false)
      page.put("\"")
    }
    // A full page is followed by another one.
    let isFull = mapping.has(.limitParameter) && !mapping.has(.more) && Int64(elements) >= limit
    if isFull && !isEqual(greatest.bytes, known) { page.put(",\"more\":true") }
    page.put("}")
    if page.isTooLong { outcome.problem = "the mapping makes too long a page of the response" }
    outcome.isFull =
      page.isFull || next.isFull || greatest.isFull || candidate.isFull || part.isFull || digits.isFull
  }

  private mutating func go(through answer: JSONWalk, _ pass: Pass) {
    var answer = answer
    var index = 0
    while !page.isTooLong, let document = answer.nextElement() {
      let element = MappedElement(value: document, key: MappedElement.Key(index: index))
      var position = 0
      if pass == .top {
        takeTop(element)
      } else if let place = mapping.nextAlternative(pass == .gone ? .gone : .list, &position) {
        each(place, of: element, pass)
      } else if pass == .items {
        takeItem(element)
      }
      index += 1
    }
  }

  /// The members beside the list.
  private mutating func takeTop(_ document: MappedElement) {
    let hasCursor = write(.cursor, of: document)
    write(.epoch, of: document)
    write(.name, of: document)
    write(.poll, of: document)
    if mapping.has(.more) { page.put(isTrue(.more, of: document) ? ",\"more\":true" : ",\"more\":false") }
    var position = 0
    if !mapping.followsLinks, let place = mapping.nextAlternative(.next, &position) {
      var syntax = MappingSyntax(place)
      next.removeAll()
      if let value = find(&syntax, in: document), value.kind == .string {
        next.put(unescaped: value.text)
      }
    }
    position = 0
    guard !mapping.isLines, let place = mapping.nextAlternative(.list, &position) else { return }
    var syntax = MappingSyntax(place)
    let list = find(&syntax, in: document)
    // A server that gives a cursor may omit an empty list.
    if list?.kind == .array || list?.kind == .object || (list == nil && hasCursor) { return }
    outcome.problem = "the mapping's 'list' is not in the answer, or neither an array nor an object"
  }

  /// Iterates over an array, or the members of an object.
  private mutating func each(
    _ place: UnsafeRawBufferPointer, of element: MappedElement, _ pass: Pass
  ) {
    var syntax = MappingSyntax(place)
    guard let list = find(&syntax, in: element), list.kind == .array || list.kind == .object else { return }
    var walk = JSONWalk(list)
    var child = MappedElement(value: list, outerKey: element.key)
    while !page.isTooLong {
      if list.kind == .object {
        guard let (name, value) = walk.nextMember() else { return }
        child.key.name = name
        child.value = value
      } else {
        guard let value = walk.nextElement() else { return }
        child.value = value
      }
      var position = place.count + 1
      if pass == .gone {
        separate()
        page.put((child.key.name ?? child.value).text)
      } else if pass == .items, let inner = mapping.nextAlternative(.list, &position) {
        each(inner, of: child, .inner)
      } else {
        takeItem(child)
      }
      child.key.index += 1
    }
  }

  /// Writes a comma, unless the array begins here.
  private mutating func separate() {
    if page.bytes.last != 0x5B { page.put(byte: 0x2C) }
  }

  private mutating func takeItem(_ element: MappedElement) {
    if mapping.has(.isWanted), !isTrue(.isWanted, of: element) { return }
    elements += 1
    compareWithGreatest(element)
    let start = page.count
    separate()
    page.put(isTrue(.isRead, of: element) ? "{\"read\":true" : "{\"read\":false")
    if isTrue(.isDeleted, of: element) { page.put(",\"deleted\":true") }
    if isTrue(.isOwn, of: element) { page.put(",\"own\":true") }
    if isTrue(.isSeen, of: element) { page.put(",\"seen\":true") }
    if !mapping.has(.path) { page.put(",\"path\":\"root\"") }
    var hasTotal = !mapping.has(.total)
    for index in 0...Mapping.Member.argumentCount.rawValue {
      if let member = Mapping.Member(rawValue: index), write(member, of: element), member == .total { hasTotal = true }
    }
    page.put("}")
    if hasTotal { return }
    // The server does not give this member.
    page.truncate(to: start)
    if mapping.has(.list) || mapping.isLines { return }
    outcome.problem = "the mapping's 'total' is not in the answer, or no number of 0 to 4294967295"
  }

  /// The greatest value by length, then by bytes, becomes the cursor.
  private mutating func compareWithGreatest(_ element: MappedElement) {
    var position = 0
    while let text = mapping.nextAlternative(.greatest, &position) {
      var syntax = MappingSyntax(text)
      guard let value = find(&syntax, in: element) else { continue }
      // A value that is not an identifier concerns only its item, not the response.
      guard value.kind == .number || (value.kind == .string && UTF8Text.isIdentifier(value.text)) else { return }
      candidate.removeAll()
      PageTranslator.appendDecoded(value, to: &candidate)
      if candidate.count > maximumIdentifierBytes { return }
      if !isShorterOrBefore(known, candidate.bytes) { outcome.isAtKnown = true }
      if isShorterOrBefore(greatest.bytes, candidate.bytes) { swap(&greatest, &candidate) }
      return
    }
  }

  // MARK: - Members

  /// Writes a member of the page or an item with its first existing alternative.
  @discardableResult
  private mutating func write(_ member: Mapping.Member, of element: MappedElement) -> Bool {
    let start = page.count
    var position = 0
    while let text = mapping.nextAlternative(member, &position) {
      page.put(",\"")
      page.put(Mapping.name(of: member))
      page.put("\":")
      if append(text, of: element, as: member) { return true }
      page.truncate(to: start)
    }
    return false
  }

  private mutating func append(
    _ text: UnsafeRawBufferPointer, of element: MappedElement, as member: Mapping.Member
  ) -> Bool {
    var syntax = MappingSyntax(text)
    if syntax.beginsSource {
      guard let value = find(&syntax, in: element) else { return false }
      return append(value, as: member)
    }
    if member.isNumber {
      page.put(text)
      return true
    }
    let isPath = member == .path
    page.put("\"")
    // An inserted value is never taken for the root itself.
    if isPath && !beginsAtRoot(text) { page.put("root.") }
    while syntax.position < text.count, !page.isTooLong {
      if syntax.take(0x7B) {
        guard let value = find(&syntax, in: element) else { return false }
        if value.kind == .array || value.kind == .object { return false }
        part.removeAll()
        PageTranslator.appendDecoded(value, to: &part)
        _ = syntax.take(0x7D)
        appendPart(asPath: isPath)
      } else {
        let start = syntax.position
        while syntax.position < text.count, syntax.next != 0x7B { syntax.position += 1 }
        part.removeAll()
        part.put(bytes(of: text, start, syntax.position))
        appendPart(asPath: false)
      }
    }
    page.put("\"")
    return true
  }

  /// Appends a value in the member's form if possible. Otherwise it is copied unchanged, and the reader rejects it.
  private mutating func append(_ value: JSONValue, as member: Mapping.Member) -> Bool {
    if !member.isNumber {
      let isBare = member != .data && member != .level && (value.kind == .number || value.kind == .boolean)
      if isBare { page.put("\"") }
      page.put(value.text)
      if isBare { page.put("\"") }
      return true
    }
    let text = value.kind == .string ? value.inner : value.text
    if member == .time, let time = Timestamp.read(text, isMilliseconds: mapping.hasMilliseconds) {
      page.put(decimal: time / 1000)
      let rest = time % 1000
      page.put(rest < 10 ? ".00" : rest < 100 ? ".0" : ".")
      page.put(decimal: rest)
      return true
    }
    let isNumber = Timestamp.number(text, power: 0) != nil
    // A number out of range rejects its element. If there is only one element, it rejects the response.
    let isOnly = member == .total && !mapping.has(.list)
    if isOnly, !isNumber || JSONNumber.count(text) == nil { return false }
    page.put(isNumber ? text : value.text)
    return true
  }

  private static func appendDecoded(_ value: JSONValue, to buffer: inout TextOutput) {
    if value.kind == .string {
      buffer.put(unescaped: value.text)
    } else {
      buffer.put(value.text)
    }
  }

  private func beginsAtRoot(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.count < 4 || !isEqual(bytes(of: text, 0, 4), "root") { return false }
    return text.count == 4 || text[4] == 0x2E
  }

  private mutating func appendPart(asPath isPath: Bool) {
    var text = TextOutput()
    swap(&text, &part)
    appendEscaped(text.bytes, asPath: isPath)
    swap(&text, &part)
  }

  /// Appends text within a JSON string.
  /// - Parameter isPath: as one component of a path.
  private mutating func appendEscaped(_ text: UnsafeRawBufferPointer, asPath isPath: Bool) {
    let digits: StaticString = "0123456789abcdef"
    for byte in text {
      if isPath && (byte == 0x2E || byte == 0x5C) { page.put("\\\\") }
      if byte < 0x20 {
        page.put("\\u00")
        page.put(byte: digits.utf8Start[Int(byte >> 4)])
        page.put(byte: digits.utf8Start[Int(byte & 15)])
        continue
      }
      if byte == 0x22 || byte == 0x5C { page.put(byte: 0x5C) }
      page.put(byte: byte)
    }
  }

  // MARK: - Conditions

  /// Whether one of the alternatives holds.
  private mutating func isTrue(_ member: Mapping.Member, of element: MappedElement) -> Bool {
    var position = 0
    while let text = mapping.nextAlternative(member, &position) {
      var syntax = MappingSyntax(text)
      let isNegated = syntax.take(0x21)
      part.removeAll()
      if syntax.beginsSource {
        let value = find(&syntax, in: element)
        part.removeAll()
        if let value { PageTranslator.appendDecoded(value, to: &part) }
      } else {
        part.put(text)
        syntax.position = text.count
      }
      let isUnequal = syntax.take(0x21)
      var holds = !part.isEmpty && !isEqual(part.bytes, "false") && !isEqual(part.bytes, "0")
      if syntax.take(0x3D) {
        holds = isEqual(part.bytes, bytes(of: text, syntax.position, text.count)) != isUnequal
      }
      if holds != isNegated { return true }
    }
    return false
  }

  // MARK: - Places

  /// The value of a source. Moves the syntax behind it. nil: there is none, or it is null.
  private mutating func find(
    _ syntax: inout MappingSyntax, in element: MappedElement
  ) -> JSONValue? {
    if syntax.take(0x40) {
      let key = syntax.take(0x40) ? element.outerKey : element.key
      if let name = key.name { return name }
      digits.removeAll()
      digits.put(decimal: Int64(key.index))
      var reader = JSONReader(digits.bytes)
      return reader.readDocument()
    }
    var current: JSONValue? = element.value
    // Within braces the first step may be only a name.
    var step = syntax.take(0x24) ? syntax.nextStep() : syntax.nextName()
    while true {
      switch step {
      case .name(let name): current = member(name, of: current)
      case .index(let index):
        guard let list = current, list.kind == .array else {
          current = nil
          break
        }
        var walk = JSONWalk(list)
        current = walk.nextElement()
        for _ in 0..<index where current != nil { current = walk.nextElement() }
      case .end, .wrong: return current?.kind == .null ? nil : current
      }
      step = syntax.nextStep()
    }
  }

  /// If a name occurs twice, the last one wins.
  private mutating func member(
    _ name: UnsafeRawBufferPointer, of value: JSONValue?
  ) -> JSONValue? {
    guard let value, value.kind == .object else { return nil }
    var found: JSONValue?
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      var plain = key.inner
      if plain.count > name.count, plain.contains(0x5C) {
        part.removeAll()
        part.put(unescaped: key.text)
        plain = part.bytes
      }
      if isEqual(plain, name) { found = value }
    }
    return found
  }
}

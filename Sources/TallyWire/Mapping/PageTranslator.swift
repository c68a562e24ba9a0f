import TallyMemory

/// What a mapping is evaluated in: an element of a list, or an answer as a whole. Borrowed from the body.
struct MappedElement {
  /// The name in an object, or the place in an array.
  struct Key {
    var name: JSONValue?
    var index = 0
  }

  var value: JSONValue
  var key = Key()
  /// Of the element that the list lies in.
  var outerKey = Key()
}

/// Writes an answer of another server anew, in the wire format, as a mapping says. Values are copied as they stand,
/// digit by digit; whether they are what an item needs, is judged by who reads the wire format.
///
/// Invariants: `page` grows by whole members; what cannot be completed is cut off again. Once it is complete, and
/// nothing failed, it is one object of JSON: each part is a literal of this file, text that was escaped, a number, or a
/// value that was checked. All text is UTF-8. A value is at most `depth` deeper in it than in the answer, and the
/// answer is checked with that in mind.
struct PageTranslator: ~Copyable {
  struct Outcome {
    /// Where the answer is no JSON.
    var failedAt: Int?
    /// Why the answer is of no use.
    var problem: StaticString?
    /// Something in it is not behind the cursor that was known, or nothing is in it.
    var isAtKnown = false
    /// There was no memory for something, and what there is, is of no use.
    var isFull = false
  }

  private enum Pass: Int { case top, items, inner, gone }

  /// An answer as a whole may become a member of an item, below the page and its `items`.
  private static let depth = 3

  let mapping: Mapping
  var page = TextOutput()
  /// Where the answer says that its list goes on.
  var next = TextOutput()
  private(set) var outcome = Outcome()
  private var elements = 0
  /// Borrowed while an answer is translated.
  private var known = UnsafeRawBufferPointer(start: nil, count: 0)
  private var greatest = TextOutput()
  private var candidate = TextOutput()
  /// A value that is decoded.
  private var part = TextOutput()
  private var digits = TextOutput()

  init(_ mapping: Mapping) { self.mapping = mapping }

  /// - Parameters:
  ///   - known: the cursor that is held. The greatest of something never goes back behind it.
  ///   - limit: how many elements were asked for.
  mutating func translate(
    _ body: UnsafeRawBufferPointer, known: UnsafeRawBufferPointer, limit: Int64
  ) {
    var reader = JSONReader(body, depth: PageTranslator.depth)
    guard let answer = mapping.isLines ? reader.readLines() : reader.readDocument().map({ JSONWalk(over: $0) }) else {
      outcome.failedAt = reader.position
      return
    }
    if isText(known) {
      self.known = known
      greatest.put(known)
    }
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
    outcome.isFull =
      page.isFull || next.isFull || greatest.isFull || candidate.isFull || part.isFull || digits.isFull
  }

  private mutating func go(through answer: JSONWalk, _ pass: Pass) {
    var answer = answer
    var index = 0
    while let document = answer.nextElement() {
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

  /// What stands beside the list.
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
    // A server that says where we are may leave out a list that is empty.
    if list?.kind == .array || list?.kind == .object || (list == nil && hasCursor) { return }
    outcome.problem = "the mapping's 'list' is not in the answer, or neither an array nor an object"
  }

  /// Goes through an array, or the members of an object.
  private mutating func each(
    _ place: UnsafeRawBufferPointer, of element: MappedElement, _ pass: Pass
  ) {
    var syntax = MappingSyntax(place)
    guard let list = find(&syntax, in: element), list.kind == .array || list.kind == .object else { return }
    var walk = JSONWalk(list)
    var child = MappedElement(value: list, outerKey: element.key)
    while true {
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

  /// A comma, unless the array begins here.
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
    if !mapping.has(.path) { page.put(",\"path\":\"root\"") }
    var hasTotal = !mapping.has(.total)
    for index in 0...Mapping.Member.argumentCount.rawValue {
      guard let member = Mapping.Member(rawValue: index) else { break }
      if write(member, of: element), member == .total { hasTotal = true }
    }
    page.put("}")
    if hasTotal { return }
    // The server says nothing about this one.
    page.truncate(to: start)
    if mapping.has(.list) || mapping.isLines { return }
    outcome.problem = "the mapping's 'total' is not in the answer, or no number of 0 to 4294967295"
  }

  /// The greatest by length, then by bytes, is where we are.
  private mutating func compareWithGreatest(_ element: MappedElement) {
    var position = 0
    while let text = mapping.nextAlternative(.greatest, &position) {
      var syntax = MappingSyntax(text)
      guard let value = find(&syntax, in: element) else { continue }
      // What is no identifier is a matter of its item, not of the answer.
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

  /// Writes a member of the page or an item with the first alternative that is there.
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
    // A value that is put in is never taken for the root itself.
    if isPath && !beginsAtRoot(text) { page.put("root.") }
    while syntax.position < text.count {
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

  /// Appends a value as a member is to have it, where it can be that at all; else as it is, for whoever refuses it.
  private mutating func append(_ value: JSONValue, as member: Mapping.Member) -> Bool {
    if !member.isNumber {
      let isBare = value.kind == .number || value.kind == .boolean
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
    // A number that cannot be one refuses an element; where there is but the one, the answer.
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

  /// Appends text within a string of JSON.
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

  /// The value of a source, which the syntax then stands behind; nil: there is none, or null.
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
    // Within braces the first step may be a name alone.
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

  /// Of a name that comes twice, the last one counts.
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

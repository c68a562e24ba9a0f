import TallyMemory

/// Reads the reminders of an iCalendar file (RFC 5545), one after the other. It ignores everything else, which must
/// still be well formed. Lines may also end with LF alone.
///
/// The bytes are borrowed as long as the reader is used.
///
/// Invariant: `open` has the names of the components that are open, each with a semicolon behind it.
public struct ICalendarReader: ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var nextLine = 1
  /// The first line of the current content line.
  private var number = 0
  private var open = ByteBuffer()
  private var hasBegun = false
  private var line = ByteBuffer()
  /// The texts of the item. `facts` has their places.
  private var texts = ByteBuffer()
  private var facts = ICalendarFacts()
  /// The line where the item begins.
  private var itemLine = 0
  private var isOutOfMemory = false

  /// The time of day for items without one.
  private let defaultTime: Int32
  /// The entries and the parts that were skipped.
  public private(set) var findings = List<ICalendarFinding>()
  /// The number of entries that were skipped.
  public private(set) var skipped = 0

  /// Returns the findings since the last call, and passes their ownership to the caller.
  public mutating func takeFindings() -> List<ICalendarFinding> {
    var taken = List<ICalendarFinding>()
    swap(&taken, &findings)
    return taken
  }

  /// - Parameter defaultTime: 0..<86,400, for items that are due on a day without a time.
  public init(_ bytes: UnsafeRawBufferPointer, defaultTime: Int32) {
    self.bytes = bytes
    self.defaultTime = defaultTime
  }

  /// The next item; nil: there is none.
  public mutating func next() throws(ICalendarError) -> ICalendarItem? {
    while try readLine() {
      let (nameCount, valueStart) = try split()
      let name = line.bytes(at: 0, count: nameCount)
      let value = line.bytes(at: valueStart, count: line.count - valueStart)
      let isInItem = isOpen("VCALENDAR;VTODO;")
      if isName(name, "BEGIN") {
        try begin(value)
      } else if isName(name, "END") {
        try end(value)
        if isInItem, let item = item { return item }
      } else if open.isEmpty {
        throw failure(.nesting)
      } else if isInItem {
        try property(nameCount, valueStart)
      }
      if isOutOfMemory { throw failure(.outOfMemory) }
    }
    if !hasBegun || !open.isEmpty { throw ICalendarError(.incomplete, line: nextLine) }
    return nil
  }

  private func failure(_ problem: ICalendarError.Problem) -> ICalendarError { ICalendarError(problem, line: number) }

  // MARK: Components

  @inline(never)
  private func isOpen(_ names: StaticString) -> Bool { isName(open.bytes, names) }

  private mutating func begin(_ name: UnsafeRawBufferPointer) throws(ICalendarError) {
    // Deeper than any real file, and a limit.
    let isCalendar = isName(name, "VCALENDAR")
    if name.isEmpty || isCalendar != open.isEmpty || open.count > 256 { throw failure(.nesting) }
    hasBegun = true
    if (try? open.append(name)) == nil || (try? open.append(byte: UInt8(ascii: ";"))) == nil {
      throw failure(.outOfMemory)
    }
    if isOpen("VCALENDAR;VTODO;") {
      facts = ICalendarFacts()
      itemLine = number
      texts.removeAll()
    }
  }

  private mutating func end(_ name: UnsafeRawBufferPointer) throws(ICalendarError) {
    let start = open.count - name.count - 1
    guard start >= 0, isEqual(open.bytes(at: start, count: name.count), name),
      start == 0 || open.bytes[start - 1] == UInt8(ascii: ";")
    else { throw failure(.nesting) }
    open.truncate(to: start)
  }

  // MARK: Lines

  /// Reads a line with its continuation lines, and skips empty ones. false: the end.
  private mutating func readLine() throws(ICalendarError) -> Bool {
    line.removeAll()
    while position < bytes.count, line.isEmpty {
      number = nextLine
      try readPart()
      while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
        position += 1
        try readPart()
      }
    }
    return !line.isEmpty
  }

  private mutating func readPart() throws(ICalendarError) {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A {
      let byte = bytes[position]
      let isReturn = byte == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
      if byte < 0x20 && byte != 0x09 && !isReturn || byte == 0x7F { throw ICalendarError(.line, line: nextLine) }
      position += 1
    }
    var end = position
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    if (try? line.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))) == nil {
      throw failure(.outOfMemory)
    }
    if position < bytes.count { position += 1 }
    nextLine += 1
  }

  /// The length of the name, and where the value begins: behind a colon that is not quoted.
  private func split() throws(ICalendarError) -> (name: Int, value: Int) {
    let bytes = line.bytes
    var name = 0
    while name < bytes.count, isNamePart(bytes[name]) { name += 1 }
    var isQuoted = false
    for index in name..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] != UInt8(ascii: ":") || isQuoted { continue }
      if name == 0 || index > name && bytes[name] != UInt8(ascii: ";") { break }
      return (name, index + 1)
    }
    throw failure(.line)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
  }

  // MARK: Properties

  private mutating func property(_ nameCount: Int, _ valueStart: Int) throws(ICalendarError) {
    let name = line.bytes(at: 0, count: nameCount)
    guard let property = ICalendarProperty.allCases.first(where: { isName(name, $0.name) }) else { return }
    let value = line.bytes(at: valueStart, count: line.count - valueStart)
    // Lines may be folded within a character, so a text is checked when it is complete.
    if property.isText {
      if !isText(value) { throw failure(.text) }
      facts.places[Int(property.rawValue)] = keepText(valueStart)
    } else if !take(property, value) {
      throw failure(.value)
    }
    facts.note(property, line: number)
    if property == .due || property == .start && facts.places[Int(ICalendarProperty.zone.rawValue)].count == 0 {
      keepZone(nameCount, valueStart)
    }
  }

  /// Other programs write a backslash before a semicolon in values that they do not know. Outside of texts, a backslash
  /// has no other meaning.
  private mutating func take(_ property: ICalendarProperty, _ value: UnsafeRawBufferPointer) -> Bool {
    if !value.contains(UInt8(ascii: "\\")) { return facts.take(property, value) }
    let start = texts.count
    for byte in value where byte != UInt8(ascii: "\\") { append(byte: byte) }
    let isTaken = facts.take(property, texts.bytes(at: start, count: texts.count - start))
    texts.truncate(to: start)
    return isTaken || isOutOfMemory
  }

  /// Reads the zone of a line such as DUE;TZID=Europe/Berlin:20260331T090000.
  private mutating func keepZone(_ nameCount: Int, _ valueStart: Int) {
    let start = texts.count
    let wanted: StaticString = ";TZID="
    var position = nameCount
    var isQuoted = false
    while valueStart - position > wanted.utf8CodeUnitCount {
      if line.bytes[position] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, isName(line.bytes(at: position, count: wanted.utf8CodeUnitCount), wanted) {
        position += wanted.utf8CodeUnitCount
        while position < valueStart - 1, line.bytes[position] != UInt8(ascii: ";") {
          if line.bytes[position] != UInt8(ascii: "\"") { append(byte: line.bytes[position]) }
          position += 1
        }
        break
      }
      position += 1
    }
    if line.bytes[line.count - 1] == UInt8(ascii: "Z"), (try? texts.append("Etc/UTC")) == nil { isOutOfMemory = true }
    if texts.count == start { return }
    let place = ICalendarFacts.Place(offset: start, count: texts.count - start)
    facts.places[Int(ICalendarProperty.zone.rawValue)] = place
  }

  /// Keeps a text without its escapes.
  private mutating func keepText(_ valueStart: Int) -> ICalendarFacts.Place {
    let start = texts.count
    var isEscaped = false
    for index in valueStart..<line.count {
      let byte = line.bytes[index]
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      append(byte: isEscaped && byte | 0x20 == UInt8(ascii: "n") ? 0x0A : byte)
      isEscaped = false
    }
    return ICalendarFacts.Place(offset: start, count: texts.count - start)
  }

  @inline(never)
  private mutating func append(byte: UInt8) {
    if (try? texts.append(byte: byte)) == nil { isOutOfMemory = true }
  }

  /// The terms of the entry that has ended.
  private func terms() throws(ICalendarFinding.Reason) -> ReminderTerms {
    if facts.instanceLine > 0 { throw .instance }
    if facts.places[Int(ICalendarProperty.uid.rawValue)].count == 0 { throw .unnamed }
    return try facts.terms(defaultTime: defaultTime)
  }

  private mutating func find(_ reason: ICalendarFinding.Reason) {
    if reason.skipsEntry { skipped += 1 }
    let finding = ICalendarFinding(reason: reason, line: facts.line(of: reason) ?? itemLine)
    if (try? findings.append(finding)) == nil { isOutOfMemory = true }
  }

  /// The entry that has ended; nil if it is skipped.
  private var item: ICalendarItem? {
    mutating get {
      let terms: ReminderTerms
      do throws(ICalendarFinding.Reason) { terms = try self.terms() } catch {
        find(error)
        return nil
      }
      if facts.exceptionsLine > 0 { find(.exceptions) }
      if facts.additionsLine > 0 { find(.additions) }
      var item = ICalendarItem(terms: terms)
      item.line = itemLine
      item.uid = text(.uid)
      item.title = text(.title)
      item.body = text(.body)
      item.badge = text(.badge)
      item.zone = text(.zone)
      item.stamp = facts.stamp
      item.revision = facts.revision
      item.isDone = facts.isDone
      item.isExact = facts.isExact
      item.until = facts.until
      return item
    }
  }

  private func text(_ property: ICalendarProperty) -> UnsafeRawBufferPointer {
    let place = facts.places[Int(property.rawValue)]
    return texts.bytes(at: place.offset, count: place.count)
  }
}

/// Names may be written in either case.
@inline(never)
func isName(_ bytes: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
  if bytes.count != name.utf8CodeUnitCount { return false }
  for index in 0..<bytes.count {
    let byte = bytes[index]
    let isSmall = byte >= 0x61 && byte <= 0x7A
    if (isSmall ? byte - 0x20 : byte) != name.utf8Start[index] { return false }
  }
  return true
}

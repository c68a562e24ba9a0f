import TallyFailure
import TallyMemory

// For fuzz_decoder.c, fuzz_mappings.c and fuzz_strings.c. Compiled as a file of TallyWire: see build_pure.

/// Is called for each text of a page. Identifiers have no control characters.
public typealias Listener = @convention(c) (UnsafeRawPointer?, Int, _ isIdentifier: Int32) -> Void

/// Decodes a page and visits all that it holds.
/// - Returns: the number of entries, or -1 if the page is malformed.
@_cdecl("fuzz_decode")
public func decode(_ data: UnsafeRawPointer?, _ size: Int, _ listener: Listener) -> Int {
  do throws(Failure) {
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(UnsafeRawBufferPointer(start: data, count: size))
    tell(listener, identifiers: page.cursor, page.epoch)
    tell(listener, texts: page.title)
    var tallies = PageTallies()
    tallies.add(try decoder.visitItems(page) { (item) throws(Failure) in visit(item, listener) })
    tallies.add(
      try decoder.visitGone(page) { (id) throws(Failure) in
        tell(listener, identifiers: id)
        return true
      })
    tallies.add(
      try decoder.visitMarks(page) { (path, upTo, _) throws(Failure) in
        tell(listener, identifiers: path, upTo)
        return true
      })
    tallies.add(
      try decoder.visitBadges(page) { (path, badge) throws(Failure) in
        precondition((0...2).contains(badge.kind) && (badge.kind == 2) == (badge.count > 0) && badge.until >= 0)
        tell(listener, identifiers: path)
        return true
      })
    // A page is empty exactly if it has no entries.
    precondition(page.isEmpty == (tallies.count == 0) && page.poll >= -1 && page.spread >= 0)
    return tallies.count
  } catch {
    return -1
  }
}

private struct PageTallies {
  var count = 0

  mutating func add(_ tally: PageTally) {
    precondition((tally.rejected == 0) == (tally.firstRejected < 0))
    count += tally.accepted + tally.rejected
  }
}

private func visit(_ item: MessageItem, _ listener: Listener) -> Bool {
  precondition(item.id.count > 0 && item.sequence.count > 0)
  tell(listener, identifiers: item.id, item.revision, item.sequence, item.path)
  tell(listener, texts: item.kind, item.title, item.body, item.thread, item.category, item.argument)
  return true
}

private func tell(_ listener: Listener, identifiers: UnsafeRawBufferPointer...) {
  for text in identifiers { listener(text.baseAddress, text.count, 1) }
}

private func tell(_ listener: Listener, texts: UnsafeRawBufferPointer...) {
  for text in texts { listener(text.baseAddress, text.count, 0) }
}

/// Reads a response through a mapping, and visits all that it holds.
/// - Parameter take: receives the page of the wire format.
/// - Returns: the status.
@_cdecl("fuzz_map")
public func map(
  _ preset: UnsafeRawPointer?, _ presetSize: Int, _ mapping: UnsafeRawPointer?, _ mappingSize: Int,
  _ data: UnsafeRawPointer?, _ size: Int, _ take: @convention(c) (UnsafeRawPointer?, Int) -> Void
) -> Int32 {
  func optional(_ text: UnsafeRawPointer?, _ size: Int) -> UnsafeRawBufferPointer? {
    size == 0 ? nil : UnsafeRawBufferPointer(start: text, count: size)
  }
  do throws(Failure) {
    let mapping = try Mapping.make(preset: optional(preset, presetSize), text: optional(mapping, mappingSize))
    let decoder = try PageDecoder.make()
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    _ = try decoder.decode(
      UnsafeRawBufferPointer(start: data, count: size), through: mapping, known: none, limit: UInt32.max)
    take(decoder.translated.bytes.baseAddress, decoder.translated.count)
    return Status.ok.rawValue
  } catch {
    return error.status.rawValue
  }
}

/// Reads a file of translations and visits its forms.
/// - Returns: how many forms and skipped texts it has, -1 where it was refused.
@_cdecl("fuzz_strings")
public func readStrings(_ data: UnsafeRawPointer?, _ size: Int, _ isCatalog: Int32, _ listener: Listener) -> Int {
  let file = UnsafeRawBufferPointer(start: data, count: size)
  var heard = 0
  func visit(_ form: StringForm) {
    precondition((1...6).contains(form.category) && (0...size).contains(form.position))
    tell(listener, texts: form.key, form.language, form.text)
    heard += 1
  }
  do throws(Failure) {
    let tally =
      isCatalog != 0
      ? try StringCatalog.read(file) { (form) throws(Failure) in visit(form) }
      : try StringsDictionary.read(file, language: UnsafeRawBufferPointer(start: nil, count: 0)) {
        (form) throws(Failure) in visit(form)
      }
    precondition(tally.forms == heard)
    return tally.forms + tally.skipped
  } catch {
    return -1
  }
}

import TallyFailure
import TallyMemory

extension PageDecoder {
  /// The same as `decode`, through a mapping if there is one.
  /// - Parameters:
  ///   - known: the cursor that is held.
  ///   - newest: the cursor of the pages so far, behind which a greatest value never goes back; nil: the known one.
  ///   - limit: the number of requested elements.
  public func decode(
    _ body: UnsafeRawBufferPointer, through mapping: Mapping?, known: UnsafeRawBufferPointer,
    newest: UnsafeRawBufferPointer? = nil, limit: UInt32
  ) throws(Failure) -> Page {
    guard let mapping else { return try decode(body) }
    let outcome = translate(body, mapping, known, newest ?? known, mapping.limit(limit))
    if outcome.isFull { throw Failure.noMemory }
    if let position = outcome.failedAt { throw syntaxError(position, body) }
    if let problem = outcome.problem { throw malformed(problem) }
    var page = try read(JSONValue(translated: translated.bytes))
    page.next = next.bytes
    page.isAtKnown = outcome.isAtKnown
    return page
  }

  private func translate(
    _ body: UnsafeRawBufferPointer, _ mapping: Mapping, _ known: UnsafeRawBufferPointer,
    _ newest: UnsafeRawBufferPointer, _ limit: Int64
  ) -> PageTranslator.Outcome {
    var translator = PageTranslator(mapping)
    translator.translate(body, known: known, newest: newest, limit: limit)
    swap(&translated, &translator.page.buffer)
    swap(&next, &translator.next.buffer)
    return translator.outcome
  }
}

import TallyFailure
import TallyMemory

extension PageDecoder {
  /// The same as `decode`, through a mapping if there is one.
  /// - Parameters:
  ///   - known: the cursor that is held.
  ///   - limit: the number of requested elements.
  public func decode(
    _ body: UnsafeRawBufferPointer, through mapping: Mapping?, known: UnsafeRawBufferPointer, limit: UInt32
  ) throws(Failure) -> Page {
    guard let mapping else { return try decode(body) }
    let outcome = translate(body, mapping, known, mapping.limit(limit))
    if outcome.isFull { throw Failure.noMemory }
    if let position = outcome.failedAt { throw syntaxError(position, body) }
    if let problem = outcome.problem { throw malformed(problem) }
    var page = try read(JSONValue(translated: translated.bytes))
    page.next = next.bytes
    page.isAtKnown = outcome.isAtKnown
    return page
  }

  private func translate(
    _ body: UnsafeRawBufferPointer, _ mapping: Mapping, _ known: UnsafeRawBufferPointer, _ limit: Int64
  ) -> PageTranslator.Outcome {
    var translator = PageTranslator(mapping)
    translator.translate(body, known: known, limit: limit)
    swap(&translated, &translator.page.buffer)
    swap(&next, &translator.next.buffer)
    return translator.outcome
  }
}

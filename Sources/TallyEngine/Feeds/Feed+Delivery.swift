import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// Pages that the host delivers.

extension Feed {
  /// Applies a page like a response with status 200. It may be complete: if it says `reset`, comes from another epoch,
  /// or is the first one from the feed's current URL.
  public func deliver(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let decoder = try engine.decoder(for: bytes)
    var answer = try expectDelivery()
    while try !applies(bytes, decoder, &answer) { answer = try expectDelivery() }
    let hold = lock()
    if isClosed || isRemoved { return }
    if answer.mapping == nil { logUnknown(decoder) }
    tellSync(hold, answer.counts, ExchangeResult(outcome: .success, status: .ok))
    completeNews()
    if answer.asksForAll { advise(hold, .refresh) }
  }

  private func expectDelivery() throws(Failure) -> Answer {
    let hold = try enter()
    if !account.isLoggedIn { throw .loggedOut }
    return try Answer(hold, deliveredTo: self)
  }

  /// Applies a page of the host.
  /// - Returns: false: another page was applied in between, and nothing has happened.
  private func applies(
    _ bytes: UnsafeRawBufferPointer, _ decoder: PageDecoder, _ answer: inout Answer
  ) throws(Failure) -> Bool {
    do throws(Failure) {
      try asAnswer { () throws(Failure) in
        let page = try answer.read(bytes, decoder)
        if answer.isReset(by: page) { answer.becomeSnapshot() }
        if answer.isSnapshot, page.hasMore {
          throw Failure(.protocolError, "a page that takes the place of all must be the only one, but says 'more'")
        }
        try apply(ReadPage(page: page, decoder: decoder), of: &answer)
      }
      return true
    } catch {
      if answer.isOvertaken { return false }
      throw error
    }
  }
}

extension Engine {
  /// A decoder for a single page or push, on any thread.
  func decoder(for bytes: UnsafeRawBufferPointer) throws(Failure) -> PageDecoder {
    try checkFork()
    if bytes.count > limits.responseBytes { throw Failure(.tooLarge, "it is longer than a response may be") }
    return try PageDecoder.make()
  }

  /// The loop thread's decoder.
  func pageDecoder() throws(Failure) -> PageDecoder {
    if let decoder = own.decoder { return decoder }
    let made = try PageDecoder.make()
    own.decoder = made
    return made
  }
}

/// An error in a server's data is not the caller's error.
func asAnswer(_ body: () throws(Failure) -> Void) throws(Failure) {
  do throws(Failure) { try body() } catch {
    throw error.status == .argument || error.status == .path ? Failure(keepingMessage: .protocolError) : error
  }
}

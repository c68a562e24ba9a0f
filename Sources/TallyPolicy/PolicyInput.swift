/// An event for a feed.
public enum PolicyInput: Equatable, Sendable {
  /// A planned time may have come.
  case tick
  /// The account logged in, or logged in again with another credential.
  case logIn
  /// The same for a feed without an address, whose pages the host delivers. It never polls.
  case logInLocally
  /// `options` has changed.
  case optionsChanged
  case logOut
  /// The feed was removed for good.
  case remove
  /// The application came to the foreground, or left it.
  case foreground(Bool)
  /// A registered page, `0..<PolicyInput.maxPages`. Other numbers are ignored.
  case pageShown(UInt8)
  case pageHidden(UInt8)
  /// `isHeld`: the push names the cursor that is already held. `spread`: the time in milliseconds over which the server
  /// wants its clients to be spread.
  case push(isHeld: Bool, spread: Int64)
  /// The host wants news. A request in flight is enough.
  case refresh
  /// The host wants news, but a request in flight began too early. Each force completes once, in their order.
  case force
  /// Ends the exchange and the round that waits behind it.
  case cancel
  /// The feed has another address, on the same server or not. Requests to the former address no longer count.
  case moved(isSameServer: Bool)
  /// In an earlier run the server asked for a wait. The value is the milliseconds that remain. It comes
  /// before the log-in.
  case mustWait(Int64)
  /// In an earlier run a response was good. The value is the milliseconds since then.
  case hadSucceeded(Int64)
  /// Stops automatic polling, or resumes it.
  case pause(Bool)
  /// The network was lost, or a network is available (again, or another one).
  case network(isThere: Bool)
  /// The machine slept.
  case woke
  /// The exchange's request, or the next of its requests, is sent. Its deadlines begin now.
  case begun(UInt32)
  /// The exchange's origin is down, so no request was sent.
  case postponed(UInt32)
  /// A byte of the exchange's response came.
  case heard(UInt32)
  /// The exchange's response is complete and is applied now. Its deadlines end.
  case answered(UInt32)
  /// The server no longer knows the exchange's cursor (410, another epoch, `reset`).
  case cursorExpired(UInt32)
  /// The exchange ended. `poll`: the shortest interval that the server allows, in milliseconds, if a response has one.
  case finished(UInt32, PolicyOutcome, poll: Int64?)

  public static let maxPages: UInt8 = 8
}

/// How an exchange ended, by the engine's reading of the response.
public enum PolicyOutcome: Equatable, Sendable {
  /// A 200 response that was applied, empty or not.
  case success
  /// The same, but its cursor is older than the one that was held.
  case setback
  /// 304.
  case notModified
  /// 204.
  case noContent
  /// 401, or a 403 that is not about rate limits.
  case unauthorized
  /// 429, 503, or a 403 about rate limits, with the requested wait in milliseconds.
  case rateLimited(retryAfter: Int64?)
  /// 404.
  case notFound
  /// Any other status, and everything that prevents a response.
  case failed
  /// A response that was rejected as a whole.
  case protocolError
}

/// The result of a forced refresh.
public enum ForceResult: Equatable, Sendable {
  case synced
  case notModified
  case failed
  /// The milliseconds until the server allows the next request.
  case rateLimited(Int64)
  case unauthorized
  case loggedOut
  case cancelled
}

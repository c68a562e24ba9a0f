/// What happens to a feed.
public enum PolicyInput: Equatable, Sendable {
  /// The time has come, or somebody thinks so.
  case tick
  /// The account logged in, or did so again with another credential.
  case logIn
  case logOut
  /// The feed is gone, for good.
  case remove
  /// The application came to the foreground, or left it.
  case foreground(Bool)
  /// A registered page, `0..<PolicyInput.maxPages`. Other numbers are passed over.
  case pageShown(UInt8)
  case pageHidden(UInt8)
  /// `isHeld`: it names the cursor that is held already. `spread`: the milliseconds that the server wants its clients
  /// to be scattered over.
  case push(isHeld: Bool, spread: Int64)
  /// Somebody would like to know what is new. A request under way will tell.
  case refresh
  /// The same, but what is under way began too early. Each one is completed, once, in their order.
  case force
  /// What is under way is to end, and the round that waits behind it.
  case cancel
  /// The feed has another address, of the same server or not. Requests to the former one no longer count.
  case moved(isSameServer: Bool)
  /// In an earlier run the server has asked to wait; so many milliseconds from now remain.
  case mustWait(Int64)
  /// Nothing is to be asked by itself, or is again.
  case pause(Bool)
  /// The network was lost, or is there (again, or another one).
  case network(isThere: Bool)
  /// The machine slept.
  case woke
  /// The flight's request, or the next of its requests, goes out: its deadlines begin now.
  case begun(UInt32)
  /// The flight's origin is out, so no request went out.
  case postponed(UInt32)
  /// A byte of the flight's answer came.
  case heard(UInt32)
  /// All of the flight's answer is there, and is applied now: its deadlines end.
  case answered(UInt32)
  /// The server does not know the flight's cursor any more (410, another epoch, `reset`).
  case cursorExpired(UInt32)
  /// The flight ended. `poll`: the least interval that the server asks for, in milliseconds, where its answer says so.
  case finished(UInt32, PolicyOutcome, poll: Int64?)

  public static let maxPages: UInt8 = 8
}

/// How a flight ended, as the engine understood the answer.
public enum PolicyOutcome: Equatable, Sendable {
  /// 200 that was applied, empty or not.
  case success
  /// The same, but its cursor lies before the one that was held.
  case setback
  /// 304.
  case notModified
  /// 204.
  case noContent
  /// 401, or 403 that is not about rates.
  case unauthorized
  /// 429, 503, or 403 that is about rates; with the wait that was asked for, in milliseconds.
  case rateLimited(retryAfter: Int64?)
  /// 404.
  case notFound
  /// Any other status, and everything that prevents an answer.
  case failed
  /// An answer that was refused as a whole.
  case protocolError
}

/// What a forced refresh came to.
public enum ForceResult: Equatable, Sendable {
  case synced
  case notModified
  case failed
  /// With the milliseconds until the server may be asked again.
  case rateLimited(Int64)
  case unauthorized
  case loggedOut
  case cancelled
}

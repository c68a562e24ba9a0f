internal import TallyEngine
internal import TallyFailure
internal import TallyMemory

/// A secret for one server, and its place in a request.
///
/// It is kept in memory only. Its descriptions do not contain the secret.
public struct Credential: Hashable, Sendable {
  /// The place of a credential in a request.
  public enum Kind: Hashable, Sendable {
    /// `Authorization: Bearer SECRET` (RFC 6750).
    case bearer
    /// `Authorization: Basic …` (RFC 7617). The secret is the password.
    case basic(user: String)
    /// A header. The format is its value, in which `{token}` stands for the secret; nil: the secret alone.
    case header(String, format: String? = nil)
    /// A parameter of the URL.
    case query(String)
  }

  /// Its place in a request.
  public var kind: Kind
  /// The token, or the password.
  public var secret: String
  /// It may also be sent over `http:` to another machine, where others can read it.
  public var allowsPlainHTTP: Bool

  /// Creates a credential.
  /// - Parameters:
  ///   - kind: its place in a request.
  ///   - secret: 1 to 16,384 bytes, without control characters.
  ///   - allowsPlainHTTP: it may also be sent over `http:` to another machine.
  public init(_ kind: Kind = .bearer, secret: String, allowsPlainHTTP: Bool = false) {
    self.kind = kind
    self.secret = secret
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Its kind, without the secret.
  public var description: String { "a credential (\(kind))" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Without the secret, so that no log contains it.
  public var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}

extension Account {
  /// Gives the account a credential for one server, or replaces it.
  ///
  /// Feeds and the outbox send it to this origin (scheme, host and port), and to no other one: not after a redirect,
  /// and not to the next page that a server names. It is forgotten when the account logs out. Feeds of the server that
  /// stopped because it rejected the last credential poll again.
  /// - Parameters:
  ///   - credential: its secret, and the secret's place in a request.
  ///   - url: one of the server's.
  /// - Throws: ``TallyError/Code/url``; ``TallyError/Code/argument``, also if it would be sent without encryption and
  ///   ``Credential/allowsPlainHTTP`` is not set; ``TallyError/Code/limit`` for more than 64 servers.
  public func setCredential(_ credential: Credential, for url: String) throws(TallyError) {
    try calling(with: url) { (url) throws(Failure) in
      try credential.withGiven { (given) throws(Failure) in try core.setCredential(given, for: url) }
    }
  }

  /// Removes the account's credential for the server of a URL, if there is one.
  /// - Throws: ``TallyError/Code/url``.
  public func removeCredential(for url: String) throws(TallyError) {
    try calling(with: url) { (url) throws(Failure) in try core.setCredential(nil, for: url) }
  }
}

extension Feed {
  /// Gives the feed a credential of its own, or replaces it. It is sent to the server of the feed's URL, and to no
  /// other one. If the feed gets a URL of another server, it is not sent until it is set again.
  /// - Throws: ``TallyError/Code/url`` if the feed has no server, and as ``Account/setCredential(_:for:)``.
  public func setCredential(_ credential: Credential) throws(TallyError) {
    try calling { () throws(Failure) in
      try credential.withGiven { (given) throws(Failure) in try core.setCredential(given) }
    }
  }

  /// Removes the feed's own credential: that of the account for its server counts again.
  public func removeCredential() throws(TallyError) {
    try calling { () throws(Failure) in try core.setCredential(nil) }
  }
}

extension Credential {
  fileprivate func withGiven(_ body: (GivenCredential) throws(Failure) -> Void) throws(Failure) {
    let (place, name, format): (GivenCredential.Kind, String, String) =
      switch kind {
      case .bearer: (.bearer, "", "")
      case .basic(let user): (.basic, user, "")
      case .header(let name, let format): (.header, name, format ?? "")
      case .query(let name): (.query, name, "")
      }
    try withBytes(Array(name.utf8)) { (name) throws(Failure) in
      try withBytes(Array(secret.utf8)) { (secret) throws(Failure) in
        try withBytes(Array(format.utf8)) { (format) throws(Failure) in
          var given = GivenCredential(place, name: name, secret: secret, format: format)
          given.mayBePlain = allowsPlainHTTP
          try body(given)
        }
      }
    }
  }
}

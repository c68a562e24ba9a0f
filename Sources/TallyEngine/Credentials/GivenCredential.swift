import TallyFailure
import TallyHTTP
import TallyMemory

/// A credential as the host gives it. Its texts are borrowed.
public struct GivenCredential {
  public enum Kind: Int32, Sendable {
    case bearer = 1
    case basic
    case header
    case query
  }

  public var kind: Kind
  /// The user of `basic`, the header's name of `header`, the parameter's name of `query`; otherwise empty.
  public var name: UnsafeRawBufferPointer
  public var secret: UnsafeRawBufferPointer
  /// The value of a header, in which `{token}` stands for the secret; empty: the secret alone.
  public var format: UnsafeRawBufferPointer
  /// It may also be sent without encryption to another machine.
  public var mayBePlain = false

  public init(
    _ kind: Kind, name: UnsafeRawBufferPointer, secret: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer
  ) {
    (self.kind, self.name, self.secret, self.format) = (kind, name, secret, format)
  }

  /// The longest secret, name and format, in bytes. Servers limit a header to 8,000 or 16,000.
  public static let maxBytes = 16_384

  func check() throws(Failure) {
    try Self.check(name, "the credential's name is longer than 16,384 bytes, or has control characters")
    try Self.check(secret, "the credential's secret is longer than 16,384 bytes, or has control characters")
    try Self.check(format, "the credential's format is longer than 16,384 bytes, or has control characters")
    if secret.isEmpty { throw Failure(.argument, "a credential needs a secret") }
    if kind != .header, !format.isEmpty { throw Failure(.argument, "only a credential in a header has a format") }
    switch kind {
    case .bearer: if !name.isEmpty { throw Failure(.argument, "a bearer token has no name") }
    case .basic: if name.contains(0x3A) { throw Failure(.argument, "a user's name must not have a colon") }
    case .header: try checkHeader()
    case .query: if name.isEmpty { throw Failure(.argument, "the name of the parameter is missing") }
    }
  }

  private static func check(_ text: UnsafeRawBufferPointer, _ problem: StaticString) throws(Failure) {
    if text.count > maxBytes || text.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw Failure(.argument, problem) }
  }

  private func checkHeader() throws(Failure) {
    guard !name.isEmpty, name.allSatisfy(isTokenCharacter) else {
      throw Failure(.argument, "not the name of a header: ", quoting: name)
    }
    for own in Self.ownHeaders where isHeader(name, own) {
      throw Failure(.argument, "the library sets this header: ", quoting: name)
    }
    if !format.isEmpty, find(Self.placeholder, in: format) == nil {
      throw Failure(.argument, "the format does not have {token}")
    }
  }

  static let placeholder: StaticString = "{token}"
  /// Headers whose meaning is not that of a credential: the library, libcurl or the host's transport sets them.
  private static let ownHeaders: [StaticString] = [
    "accept", "connection", "content-length", "content-type", "expect", "host", "idempotency-key", "if-modified-since",
    "if-none-match", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}

/// RFC 9110, section 5.6.2.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
  default: false
  }
}

/// The offset of the first occurrence.
func find(_ wanted: StaticString, in text: UnsafeRawBufferPointer) -> Int? {
  let length = wanted.utf8CodeUnitCount
  var start = 0
  while start + length <= text.count {
    var matched = 0
    while matched < length, text[start + matched] == wanted.utf8Start[matched] { matched += 1 }
    if matched == length { return start }
    start += 1
  }
  return nil
}

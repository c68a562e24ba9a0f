import TallyMemory

/// What to ask for, and for how long to wait. Goes into ``HTTPClient/start(_:completion:)``.
///
/// Invariant: `headerLines` are ended by NUL each, and none has a line break within.
public struct HTTPRequest: ~Copyable {
  public enum Method: Sendable {
    case get
    /// Sends `body`, also where it is empty.
    case post
  }

  public var method = Method.get
  public var url = ByteBuffer()
  public var body = ByteBuffer()
  /// With a credential (in a header line, or in the URL) redirects are followed only within the same origin.
  public var carriesCredential = false
  /// Whoever made it knows that the URL is well-formed, of a supported scheme, and without a user's name: it is not
  /// parsed once more before libcurl does so.
  public var hasPlainURL = false
  /// In milliseconds, from the start, redirects included.
  public var totalTimeout: Int64 = 300_000
  /// In milliseconds, without a byte.
  public var idleTimeout: Int64 = 60_000
  /// Of the body, decompressed.
  public var maxBytes: Int64 = 8 << 20
  private(set) var headerLines = ByteBuffer()

  public init() {}

  /// Adds `name: value`. libcurl's own line of that name, if there is one, is replaced.
  /// - Throws: ``HTTPStartError/malformedHeader`` where the value is empty or could break out of its line.
  public mutating func addHeader(
    _ name: StaticString, _ value: UnsafeRawBufferPointer
  ) throws(HTTPStartError) {
    if value.isEmpty { throw HTTPStartError.malformedHeader }
    for byte in value where byte == 0 || byte == 0x0A || byte == 0x0D { throw HTTPStartError.malformedHeader }
    // Whoever forgets to say so does not give it away to whomever the server names.
    if isEqual(name, "authorization") || isEqual(name, "cookie") { carriesCredential = true }
    let before = headerLines.count
    do {
      try appendLine(name, value)
    } catch {
      headerLines.truncate(to: before)
      throw HTTPStartError.outOfMemory
    }
  }

  private mutating func appendLine(
    _ name: StaticString, _ value: UnsafeRawBufferPointer
  ) throws(OutOfMemory) {
    try headerLines.append(name)
    try headerLines.append(": ")
    try headerLines.append(value)
    try headerLines.append(byte: 0)
  }
}

/// Whether a name is, whatever its case, this one in lower case.
private func isEqual(_ name: StaticString, _ wanted: StaticString) -> Bool {
  if name.utf8CodeUnitCount != wanted.utf8CodeUnitCount { return false }
  for index in 0..<name.utf8CodeUnitCount
  where lowercased(name.utf8Start[index]) != wanted.utf8Start[index] { return false }
  return true
}

import TallyFailure
import TallyMemory

/// A request and its deadlines, for ``HTTPClient/start(_:completion:)``.
///
/// Invariant: each of the `headerLines` ends with NUL and contains no line break.
public struct HTTPRequest: ~Copyable {
  public enum Method: Sendable {
    case get
    /// Sends `body`, even an empty one.
    case post
  }

  public var method = Method.get
  public var url = ByteBuffer()
  public var body = ByteBuffer()
  /// With a credential (in a header line, or in the URL) redirects are followed only within the same origin.
  public var carriesCredential = false
  /// The caller knows that the URL is well formed, has a supported scheme, and has no user name. It is then not parsed
  /// before libcurl does so.
  public var hasPlainURL = false
  /// In milliseconds from the start, including redirects.
  public var totalTimeout: Int64 = 300_000
  /// In milliseconds without a byte.
  public var idleTimeout: Int64 = 60_000
  /// The limit of the decompressed body.
  public var maxBytes: Int64 = 8 << 20
  private(set) var headerLines = ByteBuffer()

  public init() {}

  /// Adds `name: value`. This replaces libcurl's own line of that name.
  /// - Throws: `argument` if the value is empty or could break out of its line.
  public mutating func addHeader(
    _ name: StaticString, _ value: UnsafeRawBufferPointer
  ) throws(Failure) {
    try addHeader(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value)
  }

  private mutating func addHeader(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(Failure) {
    if value.isEmpty || value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
      throw Failure(.argument, "a header line would hold a line break")
    }
    // A caller that forgets the flag does not send the credential to another origin.
    if isHeader(name, "authorization") || isHeader(name, "cookie") { carriesCredential = true }
    let before = headerLines.count
    do throws(OutOfMemory) {
      try headerLines.append(name)
      try headerLines.append(": ")
      try headerLines.append(value)
      try headerLines.append(byte: 0)
    } catch {
      headerLines.truncate(to: before)
      throw Failure.noMemory
    }
  }

  /// Adds a credential as `name: value`. Redirects are then followed only within the same origin.
  public mutating func addCredential(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(Failure) {
    carriesCredential = true
    try addHeader(name, value)
  }

  /// Adds a credential as a parameter of the URL, before its fragment. Both are percent-encoded. Redirects are then
  /// followed only within the same origin.
  public mutating func addCredentialParameter(
    _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(OutOfMemory) {
    carriesCredential = true
    var whole = ByteBuffer()
    let address = url.bytes
    let end = address.firstIndex(of: 0x23) ?? address.count
    let hasQuery = address[..<end].contains(0x3F)
    try whole.append(UnsafeRawBufferPointer(rebasing: address[..<end]))
    try whole.append(byte: hasQuery ? 0x26 : 0x3F)
    try whole.append(name)
    try whole.append(byte: 0x3D)
    try whole.append(value)
    try whole.append(UnsafeRawBufferPointer(rebasing: address[end...]))
    url = whole
  }

  /// Whether the URL's scheme is `file`, in any case.
  var isFile: Bool {
    let scheme: StaticString = "file:"
    let text = url.bytes
    if text.count < scheme.utf8CodeUnitCount { return false }
    for index in 0..<scheme.utf8CodeUnitCount
    where lowercased(text[index]) != scheme.utf8Start[index] { return false }
    return true
  }
}

/// Whether the name of a header, in any case, is this one, in lower case.
public func isHeader(_ name: UnsafeRawBufferPointer, _ wanted: StaticString) -> Bool {
  if name.count != wanted.utf8CodeUnitCount { return false }
  for index in 0..<name.count where lowercased(name[index]) != wanted.utf8Start[index] { return false }
  return true
}

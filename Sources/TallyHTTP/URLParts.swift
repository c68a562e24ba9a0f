import CCurl
import TallyMemory

/// A URL as libcurl reads it, so that the same parser checks it and fetches it.
///
/// Invariant: `handle` is libcurl's and is freed with the structure. It holds a URL exactly if `failure` is none. Where
/// memory runs out, no part looks as if the URL did not have it.
struct URLParts: ~Copyable {
  private let handle: OpaquePointer?
  /// none, malformedURL or outOfMemory. Any scheme is accepted.
  let failure: HTTPFailure

  init(_ text: UnsafePointer<CChar>) {
    handle = curl_url()
    let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
    if handle == nil || code == CURLUE_OUT_OF_MEMORY {
      failure = .outOfMemory
    } else {
      failure = code == CURLUE_OK ? .none : .malformedURL
    }
  }

  /// The URL of a reference. A relative reference is resolved against `base`. The result has no fragment, since no
  /// request carries one.
  init(_ base: UnsafePointer<CChar>, resolving reference: UnsafePointer<CChar>) {
    handle = curl_url()
    // The base is well formed, since a response came from there. With any other base a relative reference has no
    // meaning.
    var code = curl_url_set(handle, CURLUPART_URL, base, UInt32(CURLU_NON_SUPPORT_SCHEME))
    // libcurl rejects an empty reference and a fragment alone. Both mean the base.
    if code == CURLUE_OK, reference.pointee != 0, reference.pointee != 0x23 {
      code = curl_url_set(handle, CURLUPART_URL, reference, UInt32(CURLU_NON_SUPPORT_SCHEME))
    }
    if code == CURLUE_OK { code = curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) }
    if handle == nil || code == CURLUE_OUT_OF_MEMORY {
      failure = .outOfMemory
    } else {
      failure = code == CURLUE_OK ? .none : .malformedURL
    }
  }

  deinit {
    curl_url_cleanup(handle)
  }

  /// Whether the part exists and equals this text, in any case.
  func holds(_ part: CURLUPart, _ wanted: StaticString) throws(OutOfMemory) -> Bool {
    guard let text = try copy(part) else { return false }
    defer { curl_free(text) }
    var index = 0
    while index < wanted.utf8CodeUnitCount {
      let byte = UInt8(bitPattern: text[index])
      if byte == 0 || lowercased(byte) != wanted.utf8Start[index] { return false }
      index += 1
    }
    return text[index] == 0
  }

  func hasSupportedScheme() throws(OutOfMemory) -> Bool {
    if try isWeb() { return true }
    return try holds(CURLUPART_SCHEME, "file")
  }

  func isWeb() throws(OutOfMemory) -> Bool {
    if try holds(CURLUPART_SCHEME, "https") { return true }
    return try holds(CURLUPART_SCHEME, "http")
  }

  /// Whether the host is the machine itself.
  func isOfThisMachine() throws(OutOfMemory) -> Bool {
    if try holds(CURLUPART_HOST, "localhost") { return true }
    if try holds(CURLUPART_HOST, "[::1]") { return true }
    guard let text = try copy(CURLUPART_HOST) else { return false }
    defer { curl_free(text) }
    // libcurl writes addresses in full, so `127.1` has become `127.0.0.1`.
    var dots = 0
    var index = 0
    while text[index] != 0 {
      let byte = UInt8(bitPattern: text[index])
      if byte == 0x2E { dots += 1 } else if byte < 0x30 || byte > 0x39 { return false }
      index += 1
    }
    return dots == 3 && text[0] == 0x31 && text[1] == 0x32 && text[2] == 0x37 && text[3] == 0x2E
  }

  func hasUser() throws(OutOfMemory) -> Bool {
    guard let text = try copy(CURLUPART_USER) else { return false }
    curl_free(text)
    return true
  }

  /// Appends the path with its escapes decoded, and a NUL.
  /// - Returns: none, malformedURL (also: it contains control characters) or outOfMemory.
  func readPath(into output: inout ByteBuffer) -> HTTPFailure {
    if failure != .none { return failure }
    var text: UnsafeMutablePointer<CChar>?
    let code = curl_url_get(handle, CURLUPART_PATH, &text, UInt32(CURLU_URLDECODE))
    guard code == CURLUE_OK, let text else { return code == CURLUE_OUT_OF_MEMORY ? .outOfMemory : .malformedURL }
    defer { curl_free(text) }
    var count = 0
    while text[count] != 0 { count += 1 }
    do throws(OutOfMemory) { try output.append(UnsafeRawBufferPointer(start: text, count: count + 1)) } catch {
      return .outOfMemory
    }
    return .none
  }

  func appendURL(to output: inout ByteBuffer) throws(OutOfMemory) {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, CURLUPART_URL, &text, 0) == CURLUE_OK, let text else { throw OutOfMemory() }
    defer { curl_free(text) }
    var count = 0
    while text[count] != 0 { count += 1 }
    try output.append(UnsafeRawBufferPointer(start: text, count: count))
  }

  /// Whether both have scheme, host and port in common.
  func hasOrigin(of other: borrowing URLParts) throws(OutOfMemory) -> Bool {
    if try !hasEqual(CURLUPART_SCHEME, other) { return false }
    // Files have neither host nor port.
    if try holds(CURLUPART_SCHEME, "file") { return true }
    if try !hasEqual(CURLUPART_HOST, other) { return false }
    return try hasEqual(CURLUPART_PORT, other)
  }

  /// A number for scheme, host and port: FNV-1a of their texts. Equal origins have equal numbers. Each file is its own
  /// origin.
  func origin() throws(OutOfMemory) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    try add(CURLUPART_SCHEME, to: &hash)
    if try !isWeb() { try add(CURLUPART_PATH, to: &hash) }
    try add(CURLUPART_HOST, to: &hash)
    try add(CURLUPART_PORT, to: &hash)
    return hash
  }

  private func add(_ part: CURLUPart, to hash: inout UInt64) throws(OutOfMemory) {
    guard let text = try copy(part) else { return }
    defer { curl_free(text) }
    var index = 0
    repeat {
      hash = (hash ^ UInt64(lowercased(UInt8(bitPattern: text[index])))) &* 0x100_0000_01B3
      index += 1
    } while text[index - 1] != 0
  }

  private func hasEqual(_ part: CURLUPart, _ other: borrowing URLParts) throws(OutOfMemory) -> Bool {
    let mine = try copy(part)
    defer { curl_free(mine) }
    let theirs = try other.copy(part)
    defer { curl_free(theirs) }
    guard let mine, let theirs else { return false }
    var index = 0
    while mine[index] != 0 {
      if lowercased(UInt8(bitPattern: mine[index])) != lowercased(UInt8(bitPattern: theirs[index])) {
        return false
      }
      index += 1
    }
    return theirs[index] == 0
  }

  /// The caller owns the copy and frees it with `curl_free`. nil: there is no such part.
  private func copy(_ part: CURLUPart) throws(OutOfMemory) -> UnsafeMutablePointer<CChar>? {
    var text: UnsafeMutablePointer<CChar>?
    // Without this flag an omitted default port differs from the same port written out.
    let code = curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT))
    if code == CURLUE_OUT_OF_MEMORY { throw OutOfMemory() }
    return code == CURLUE_OK ? text : nil
  }
}

extension HTTPClient {
  /// Whether the client accepts the URL: well formed, and `http:`, `https:` or `file:`. Any thread.
  public static func isSupportedURL(_ bytes: UnsafeRawBufferPointer) -> Bool {
    checkURL(bytes) == .none
  }

  /// The same with the reason: none, malformedURL, unsupportedScheme or outOfMemory. Any thread.
  public static func checkURL(_ bytes: UnsafeRawBufferPointer) -> HTTPFailure {
    // The URL is stored and written out.
    if !isText(bytes) { return .malformedURL }
    var copy = ByteBuffer()
    do throws(OutOfMemory) {
      try copy.append(bytes)
      return try copy.withCString { checkURL($0).failure }
    } catch {
      return .outOfMemory
    }
  }

  /// The same as ``checkURL(_:)`` for the URL of a server: that of a file has an unsupported scheme. Any thread.
  public static func checkServer(_ url: UnsafeRawBufferPointer) -> HTTPFailure {
    let isFile = url.count > 5 && url[4] == 0x3A && url[0] | 0x20 == 0x66
    let verdict = checkURL(url)
    return verdict == .none && isFile ? .unsupportedScheme : verdict
  }

  /// Whether a URL has the scheme, host and port of another one. Any thread.
  public static func isOfOrigin(
    _ url: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) throws(OutOfMemory) -> Bool {
    // A NUL would hide what follows it from libcurl.
    for byte in url where byte == 0 { return false }
    var texts = ByteBuffer()
    try texts.append(url)
    try texts.append(byte: 0)
    let start = texts.count
    try texts.append(other)
    try texts.append(byte: 0)
    guard let base = texts.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
    let here = URLParts(base)
    let there = URLParts(base + start)
    if here.failure == .outOfMemory || there.failure == .outOfMemory { throw OutOfMemory() }
    if here.failure != .none || there.failure != .none { return false }
    return try here.hasOrigin(of: there)
  }

  /// Whether nobody else can read a request on its way: by `https:`, or to this machine. Any thread.
  public static func isPrivate(_ url: UnsafeRawBufferPointer) throws(OutOfMemory) -> Bool {
    var text = ByteBuffer()
    try text.append(url)
    try text.append(byte: 0)
    guard let start = text.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
    let parts = URLParts(start)
    if parts.failure == .outOfMemory { throw OutOfMemory() }
    if parts.failure != .none { return false }
    if try parts.holds(CURLUPART_SCHEME, "https") { return true }
    return try parts.isOfThisMachine()
  }

  /// A number for the URL's scheme, host and port. URLs of one origin have the same number. 0: the text is not a URL,
  /// or memory ran out. Any thread.
  public static func origin(of url: UnsafeRawBufferPointer) -> UInt64 {
    var copy = ByteBuffer()
    do throws(OutOfMemory) {
      try copy.append(url)
      return try copy.withCString { (text) throws(OutOfMemory) in
        let parts = URLParts(text)
        return parts.failure == .none ? try parts.origin() : 0
      }
    } catch {
      return 0
    }
  }

  static func checkURL(_ text: UnsafePointer<CChar>) -> (failure: HTTPFailure, hasUser: Bool) {
    let parts = URLParts(text)
    if parts.failure != .none { return (parts.failure, false) }
    do throws(OutOfMemory) {
      let hasScheme = try parts.hasSupportedScheme()
      return (hasScheme ? .none : .unsupportedScheme, try parts.hasUser())
    } catch {
      return (.outOfMemory, false)
    }
  }
}

import CCurl
import TallyFailure
import TallyMemory

extension Transfer {
  /// The error in the request's URL, if any. A URL with a user name carries a credential.
  func judgeURL() -> HTTPFailure {
    isFile = request.isFile
    if request.hasPlainURL { return .none }
    for byte in request.url.bytes where byte == 0 { return .malformedURL }
    do throws(OutOfMemory) {
      let verdict = try request.url.withCString { HTTPClient.checkURL($0) }
      if verdict.hasUser { request.carriesCredential = true }
      return verdict.failure
    } catch {
      return .outOfMemory
    }
  }

  /// Passes the request to libcurl.
  func prepare() throws(Failure) {
    try setURL()
    if !isSetUp {
      try setCallbacks()
      try setConduct()
      isSetUp = true
    }
    // Rejects a response immediately if it announces a size beyond the limit. `takeBody` rejects the others.
    try need(ctally_curl_set_large(easy, CURLOPT_MAXFILESIZE_LARGE, max(request.maxBytes, 1)))
    try setHeaderLines()
    if request.method == .post { try setBody() }
  }

  private func setURL() throws(Failure) {
    do throws(OutOfMemory) {
      let easy = easy
      let code = try request.url.withCString { ctally_curl_set_text(easy, CURLOPT_URL, $0) }
      if code == CURLE_OK { return }
    } catch {}
    throw Failure.noMemory
  }

  private func setCallbacks() throws(Failure) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    try need(ctally_curl_set_pointer(easy, CURLOPT_PRIVATE, context))
    try need(ctally_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
    try need(ctally_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
    try need(ctally_curl_set_pointer(easy, CURLOPT_HEADERDATA, context))
    try need(
      ctally_curl_set_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        Transfer.behind(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      })
    try need(
      ctally_curl_set_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        Transfer.behind(context)?.takeHeaderLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
          ?? 0
      })
  }

  /// The client handles redirects and deadlines. libcurl's verification of certificates stays on.
  private func setConduct() throws(Failure) {
    try need(ctally_curl_set_long(easy, CURLOPT_NOSIGNAL, 1))
    // A cancelled name lookup does not wait for its thread.
    try need(ctally_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1))
    try need(ctally_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
    try need(ctally_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1))
    // A libcurl without TLS refuses a list with a protocol that it does not have. The client reads files itself.
    let all = ctally_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    let lacksTLS = all == CURLE_UNSUPPORTED_PROTOCOL
    try need(lacksTLS ? ctally_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http") : all)
    // Everything that this libcurl can decompress.
    try need(ctally_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, ""))
    try need(ctally_curl_set_text(easy, CURLOPT_USERAGENT, client.userAgentText))
    let authorities = client.authorities
    if authorities.replacesFile { try need(ctally_curl_set_text(easy, CURLOPT_CAINFO, authorities.fileText)) }
    if authorities.replacesDirectory {
      // NULL leaves out libcurl's own. A TLS library may have no such option.
      let code = ctally_curl_set_text(easy, CURLOPT_CAPATH, authorities.directoryText)
      if authorities.directoryText != nil { try need(code) }
    }
  }

  private func setHeaderLines() throws(Failure) {
    let bytes = request.headerLines.bytes
    var start = 0
    while start < bytes.count, let base = bytes.baseAddress {
      let line = (base + start).assumingMemoryBound(to: CChar.self)
      // libcurl copies the line.
      guard let longer = curl_slist_append(lines, line) else { throw Failure.noMemory }
      lines = longer
      while bytes[start] != 0 { start += 1 }
      start += 1
    }
    if lines != nil { try need(ctally_curl_set_lines(easy, CURLOPT_HTTPHEADER, lines)) }
  }

  /// The bytes stay the request's, which lives until the transfer ends.
  private func setBody() throws(Failure) {
    try need(ctally_curl_set_long(easy, CURLOPT_POST, 1))
    try need(ctally_curl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.body.count)))
    let start = UnsafeMutableRawPointer(mutating: request.body.bytes.baseAddress)
    // An empty body also needs a pointer: for NULL libcurl calls a function that reads the body.
    try need(ctally_curl_set_pointer(easy, CURLOPT_POSTFIELDS, start ?? UnsafeMutableRawPointer(errorText)))
  }

  @inline(never)
  private func need(_ code: CURLcode) throws(Failure) {
    if code != CURLE_OK { throw Failure(code: code) }
  }
}

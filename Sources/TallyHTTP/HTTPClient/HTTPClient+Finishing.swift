import CCurl
import CPlatform
import CUV
import TallyFailure
import TallyMemory

extension HTTPClient {
  /// Handles kept for later requests, 5 kB each: one for each connection.
  private static let idleLimit = HTTPClient.connectionLimit
  private static let redirectLimit = 5

  /// libcurl has finished a transfer.
  func didEnd(_ transfer: Transfer, _ code: CURLcode) {
    let status = Int32(truncatingIfNeeded: ctally_curl_long(transfer.easy, CURLINFO_RESPONSE_CODE))
    let failure = transfer.judge(code, status: status)
    if failure != .none {
      finish(transfer, failure)
    } else if isRedirect(status),
      let target = ctally_curl_text(transfer.easy, CURLINFO_REDIRECT_URL)
    {
      follow(transfer, to: target, status: status)
    } else {
      finish(transfer, .none)
    }
  }

  private func isRedirect(_ status: Int32) -> Bool {
    (status >= 301 && status <= 303) || status == 307 || status == 308
  }

  /// Follows a redirect. libcurl would follow to other origins without a way to prevent it.
  private func follow(_ transfer: Transfer, to target: UnsafePointer<CChar>, status: Int32) {
    guard let multi, mayFollow(transfer, to: target, status: status) else {
      finish(transfer, .redirectRefused)
      return
    }
    transfer.redirects += 1
    // libcurl copies the target, which belongs to the handle.
    let code = ctally_curl_set_text(transfer.easy, CURLOPT_URL, target)
    detach(transfer)
    transfer.response?.headerLines.removeAll()
    transfer.response?.content.removeAll()
    transfer.hasWholeHeader = false
    if code == CURLE_OK && curl_multi_add_handle(multi, transfer.easy) == CURLM_OK {
      transfer.isAdded = true
    } else {
      finish(transfer, .outOfMemory)
    }
  }

  /// Whether a redirect is followed. Where memory runs out, it is not.
  private func mayFollow(_ transfer: Transfer, to target: UnsafePointer<CChar>, status: Int32) -> Bool {
    if transfer.redirects >= HTTPClient.redirectLimit { return false }
    // A body is sent again only if the server says so.
    if transfer.request.method == .post && status < 307 { return false }
    let there = URLParts(target)
    if there.failure != .none { return false }
    do throws(OutOfMemory) {
      if try !there.isWeb() { return false }
      if !transfer.request.carriesCredential { return true }
      guard let current = ctally_curl_text(transfer.easy, CURLINFO_EFFECTIVE_URL) else { return false }
      let here = URLParts(current)
      return here.failure == .none ? try here.hasOrigin(of: there) : false
    } catch {
      return false
    }
  }

  /// Ends a request: frees everything, then calls the completion.
  func finish(_ transfer: Transfer, _ failure: HTTPFailure) {
    let response = transfer.response
    let completion = transfer.completion
    if let response { describe(transfer, failure, in: response) }
    detach(transfer)
    if let slot = transfers.slot(of: SlabHandle(number: transfer.id)) { transfers.remove(slot) }
    putAway(transfer)
    if let response { completion?(response) }
  }

  private func describe(_ transfer: Transfer, _ failure: HTTPFailure, in response: HTTPResponse) {
    response.failure = failure
    if transfer.isFile {
      if failure == .none { response.status = 200 }
    } else {
      response.status = Int32(truncatingIfNeeded: ctally_curl_long(transfer.easy, CURLINFO_RESPONSE_CODE))
    }
    // A message is useful, but its absence is not a failure.
    do throws(OutOfMemory) {
      if transfer.isFile {
        try response.location.append(transfer.request.url.bytes)
      } else if let url = ctally_curl_text(transfer.easy, CURLINFO_EFFECTIVE_URL) {
        try response.location.append(bytes(of: url))
      }
      if failure == .none { return }
      // If the library ended the request, libcurl's message does not apply.
      let isOurs = transfer.abort != .none || failure == .timeout
      // The message may quote the server.
      let words = bytes(of: transfer.errorText)
      if !isOurs && isText(words) { try response.text.append(words) }
      if response.text.isEmpty { try response.text.append(failure.words) }
      if failure == .tls { try authorities.appendWords(to: &response.text) }
    } catch {}
  }

  private func bytes(of text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text, count: ctally_text_length(text))
  }

  /// Takes the transfer from libcurl, which then makes no more callbacks about it.
  func detach(_ transfer: Transfer) {
    if !transfer.isAdded { return }
    transfer.isAdded = false
    if let multi { _ = curl_multi_remove_handle(multi, transfer.easy) }
  }

  func takeTransfer() throws(Failure) -> Transfer {
    if let transfer = idle {
      idle = transfer.nextIdle
      transfer.nextIdle = nil
      idleCount -= 1
      return transfer
    }
    do throws(OutOfMemory) { return try Transfer.make(client: self) } catch { throw .noMemory }
  }

  func putAway(_ transfer: Transfer) {
    transfer.reset()
    if isClosing || idleCount >= HTTPClient.idleLimit {
      transfer.destroy()
    } else {
      transfer.nextIdle = idle
      idle = transfer
      idleCount += 1
    }
  }
}

extension HTTPFailure {
  /// The message if libcurl has none.
  var words: StaticString {
    switch self {
    case .none: ""
    case .malformedURL: "the URL is malformed"
    case .unsupportedScheme: "the URL's scheme is not supported"
    case .outOfMemory: "out of memory"
    case .resolve: "the host's name cannot be resolved"
    case .connect: "the server cannot be reached"
    case .tls: "the secure connection was rejected"
    case .timeout: "a deadline passed"
    case .tooLarge: "the answer exceeds the limit"
    case .truncated: "the answer is not complete"
    case .malformedAnswer: "the answer is not HTTP"
    case .redirectRefused: "the redirect was not followed"
    case .cancelled: "the request was cancelled"
    case .other: "the request failed"
    }
  }
}

import CCurl

/// Why there is no answer.
public enum HTTPFailure: Int32, Error, Sendable {
  case none = 0
  case malformedURL
  /// Neither `http:` nor `https:` nor `file:`.
  case unsupportedScheme
  case outOfMemory
  case resolve
  /// The server (or the file) could not be reached, or hung up before it answered.
  case connect
  case tls
  /// One of the request's two deadlines passed.
  case timeout
  /// The body, decompressed, exceeds the limit, or the header lines do.
  case tooLarge
  /// The connection broke within the answer, in its header or in its body.
  case truncated
  /// What came is not HTTP, or is not compressed as it says.
  case malformedAnswer
  /// To another origin with a credential, to another scheme, or too many.
  case redirectRefused
  case cancelled
  case other
}

/// Why a request, or a client, was not begun.
public enum HTTPStartError: Error, Equatable, Sendable {
  case outOfMemory
  /// A header line with bytes that none can have.
  case malformedHeader
  case closed
  /// libcurl, or the loop, cannot be had; with the code of either.
  case system(Int32)
}

extension HTTPFailure {
  /// `CURLE_TOO_LARGE`, which libcurl has since 8.6.
  private static let curlTooLarge = CURLcode(rawValue: 100)

  /// What libcurl's code means, where the URL's scheme is supported and the answer had that status; 0: no answer.
  init(_ code: CURLcode, status: Int32) {
    switch code {
    case CURLE_OK: self = .none
    case CURLE_URL_MALFORMAT: self = .malformedURL
    case CURLE_OUT_OF_MEMORY: self = .outOfMemory
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .resolve
    case CURLE_COULDNT_CONNECT, CURLE_FILE_COULDNT_READ_FILE, CURLE_INTERFACE_FAILED: self = .connect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_USE_SSL_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .tls
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_FILESIZE_EXCEEDED, HTTPFailure.curlTooLarge: self = .tooLarge
    case CURLE_PARTIAL_FILE: self = .truncated
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      self = status == 0 ? .connect : .truncated
    // libcurl's code for an answer in the manner of HTTP/0.9, which is to say for anything at all.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      self = .malformedAnswer
    default: self = .other
    }
  }
}

import CCurl
import TallyFailure

/// Why there is no response.
public enum HTTPFailure: Int32, Error, Sendable {
  case none = 0
  case malformedURL
  /// Neither `http:` nor `https:` nor `file:`.
  case unsupportedScheme
  case outOfMemory
  case resolve
  /// The server (or the file) could not be reached, or closed the connection before it responded.
  case connect
  case tls
  /// One of the request's two deadlines passed.
  case timeout
  /// The decompressed body exceeds the limit, or the header lines do.
  case tooLarge
  /// The connection broke within the response, in its header or in its body.
  case truncated
  /// The response is not HTTP, or not compressed as it claims.
  case malformedAnswer
  /// The redirect leads to another origin with a credential, or to another scheme, or there were too many.
  case redirectRefused
  case cancelled
  case other
}

extension Failure {
  /// A request or a client was not begun, because libcurl failed.
  @inline(never)
  init(code: CURLcode) {
    if code == CURLE_OUT_OF_MEMORY {
      self = .noMemory
    } else {
      self.init(.network, "a request could not be begun: error ")
      Words.add(number: Int64(code.rawValue))
    }
  }
}

extension HTTPFailure {
  /// `CURLE_TOO_LARGE`, which exists since libcurl 8.6.
  private static let curlTooLarge = CURLcode(rawValue: 100)

  /// The meaning of libcurl's code, if the URL's scheme is supported and the response had that status; 0: no response.
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
    // libcurl's code for an HTTP/0.9 response, which may be anything at all.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      self = .malformedAnswer
    default: self = .other
    }
  }
}

import CCurl
import TallyFailure
import Testing

@testable import TallyHTTP

/// The meaning of libcurl's codes.
@Suite struct FailureTests {
  static let codes: [(code: CURLcode, status: Int32, failure: HTTPFailure)] = [
    (CURLE_OK, 200, .none), (CURLE_URL_MALFORMAT, 0, .malformedURL), (CURLE_OUT_OF_MEMORY, 0, .outOfMemory),
    (CURLE_COULDNT_RESOLVE_HOST, 0, .resolve), (CURLE_COULDNT_CONNECT, 0, .connect),
    (CURLE_FILE_COULDNT_READ_FILE, 0, .connect), (CURLE_PEER_FAILED_VERIFICATION, 0, .tls),
    (CURLE_OPERATION_TIMEDOUT, 0, .timeout), (CURLE_FILESIZE_EXCEEDED, 200, .tooLarge),
    (CURLcode(rawValue: 100), 200, .tooLarge), (CURLE_PARTIAL_FILE, 200, .truncated),
    // A connection that breaks before the response is one that was not made.
    (CURLE_RECV_ERROR, 0, .connect), (CURLE_RECV_ERROR, 200, .truncated), (CURLE_HTTP2, 0, .connect),
    (CURLE_GOT_NOTHING, 0, .connect), (CURLE_WEIRD_SERVER_REPLY, 0, .malformedAnswer),
    (CURLE_BAD_CONTENT_ENCODING, 200, .malformedAnswer), (CURLE_FAILED_INIT, 0, .other),
  ]

  @Test(arguments: codes) func aCodeHasItsMeaning(_ code: CURLcode, _ status: Int32, _ failure: HTTPFailure) {
    #expect(HTTPFailure(code, status: status) == failure)
  }

  /// A log or a user sees why a request failed, whatever libcurl says.
  @Test func eachFailureHasItsOwnWords() {
    let failures = (0...Int32(13)).compactMap(HTTPFailure.init(rawValue:))
    let words = failures.map { "\($0.words)" }
    #expect(failures.count == 14 && failures.last == .other && HTTPFailure(rawValue: 14) == nil)
    #expect(words.first == "" && Set(words).count == 14)
  }

  @Test func aRequestThatCouldNotBeginSaysWhy() {
    #expect(Failure(code: CURLE_OUT_OF_MEMORY).status == .noMemory)
    let failure = Failure(code: CURLE_FAILED_INIT)
    #expect(failure.status == .network)
    #expect(String(decoding: Words.text, as: UTF8.self) == "a request could not be begun: error 2")
  }
}

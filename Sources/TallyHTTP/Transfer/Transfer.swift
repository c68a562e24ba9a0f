import CCurl
import CUV
import TallyLoop
import TallyMemory

/// One request under way, and what is kept of it for the next: libcurl's handle and the timer of its deadlines.
///
/// Invariants:
/// - `easy` and `timer` are initialised from `make` to `destroy`; `isAdded` says whether libcurl's multi handle has
///   `easy`.
/// - `abort`, where it is not none, is how the request ends, whatever libcurl says.
/// - `isSetUp`: what all requests have in common is set in `easy`, and nothing else but a URL, header lines and a
///   limit, which each request sets.
final class Transfer {
  /// It outlives its transfers: they are destroyed in its `close` at the latest.
  unowned(unsafe) let client: HTTPClient
  let easy: UnsafeMutableRawPointer
  /// The timer, and behind it libcurl's error text.
  private var memory: RawBlock
  let timer: UnsafeMutablePointer<uv_timer_t>
  let errorText: UnsafeMutablePointer<CChar>

  var id: UInt64 = 0
  var request = HTTPRequest()
  var response: HTTPResponse?
  var completion: ((HTTPResponse) -> Void)?
  var lines: UnsafeMutablePointer<curl_slist>?
  var isAdded = false
  var isSetUp = false
  var abort = HTTPFailure.none
  var redirects = 0
  /// The empty line behind the header lines of the last answer has come.
  var hasWholeHeader = false
  /// On the loop's clock.
  var startTime: Int64 = 0
  var lastByteTime: Int64 = 0
  /// The next one of those kept for later.
  var nextIdle: Transfer?

  private static let timerBytes = (MemoryLayout<uv_timer_t>.size + 63) & ~63

  private init(
    client: HTTPClient, easy: UnsafeMutableRawPointer, memory: consuming RawBlock,
    base: UnsafeMutableRawPointer
  ) {
    self.client = client
    self.easy = easy
    self.memory = memory
    timer = base.bindMemory(to: uv_timer_t.self, capacity: 1)
    errorText = (base + Transfer.timerBytes).bindMemory(to: CChar.self, capacity: Int(CURL_ERROR_SIZE))
  }

  static func make(client: HTTPClient) throws(OutOfMemory) -> Transfer {
    var memory = RawBlock()
    try memory.replaceWithZeros(timerBytes + Int(CURL_ERROR_SIZE))
    guard let base = memory.base, let easy = curl_easy_init() else { throw OutOfMemory() }
    let transfer = Transfer(client: client, easy: easy, memory: memory, base: base)
    _ = uv_timer_init(client.loop.uv, transfer.timer)
    transfer.timer.pointee.data = Unmanaged.passUnretained(transfer).toOpaque()
    return transfer
  }

  /// Gives everything back. libuv needs the timer's memory until it has closed it.
  func destroy() {
    curl_easy_cleanup(easy)
    timer.pointee.data = Unmanaged.passRetained(self).toOpaque()
    timer.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
      uv_close(handle) { closed in
        guard let context = closed?.pointee.data else { return }
        Unmanaged<Transfer>.fromOpaque(context).release()
      }
    }
  }

  /// Forgets the request, keeping what the next one can use.
  func reset() {
    _ = uv_timer_stop(timer)
    // To set up a handle costs as much as half a request; but of a user's name or a body nothing must be left.
    if request.method == .post || !request.hasPlainURL {
      curl_easy_reset(easy)
      isSetUp = false
    } else {
      _ = ctally_curl_set_lines(easy, CURLOPT_HTTPHEADER, nil)
    }
    curl_slist_free_all(lines)
    lines = nil
    request = HTTPRequest()
    response = nil
    completion = nil
    abort = .none
    redirects = 0
    hasWholeHeader = false
    errorText[0] = 0
  }

  static func behind(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context else { return nil }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}

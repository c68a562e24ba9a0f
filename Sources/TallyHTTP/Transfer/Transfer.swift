import CCurl
import CUV
import TallyLoop
import TallyMemory

/// A request in flight. libcurl's handle and the deadline timer are kept for the next request.
///
/// Invariants:
/// - `easy` and `timer` are initialised from `make` to `destroy`. `isAdded` says whether libcurl's multi handle has
///   `easy`.
/// - If `abort` is not none, it is the request's result, whatever libcurl says.
/// - `isSetUp`: `easy` has the settings that all requests share. Apart from them it has only a URL, header lines and a
///   limit, which each request sets.
final class Transfer {
  /// The client outlives its transfers. Its `close` destroys them at the latest.
  unowned(unsafe) let client: HTTPClient
  let easy: UnsafeMutableRawPointer
  /// The timer, followed by libcurl's error text.
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
  /// The request is for a file, so libcurl does nothing for it.
  var isFile = false
  /// The file has been read.
  var hasReadFile = false
  var redirects = 0
  /// The empty line after the header of the last response has come.
  var hasWholeHeader = false
  /// On the loop's clock.
  var startTime: Int64 = 0
  var lastByteTime: Int64 = 0
  /// The next idle transfer.
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

  /// Frees everything. libuv needs the timer's memory until the timer is closed.
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

  /// Forgets the request and keeps everything that the next request can use.
  func reset() {
    _ = uv_timer_stop(timer)
    // Setting up a handle costs as much as half a request. But nothing of a user name or a body may remain.
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
    isFile = false
    hasReadFile = false
    redirects = 0
    hasWholeHeader = false
    errorText[0] = 0
  }

  static func behind(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context else { return nil }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}

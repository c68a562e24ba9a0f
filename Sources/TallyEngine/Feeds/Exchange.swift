import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyWire

/// An exchange of a feed with its server: up to `maxPages` requests, one after the other. Loop thread only.
///
/// Invariants: `answer` is that of its last request. Responses wait in `staged` only if they must be applied as one.
/// `next` has something only for the next page of a list that goes backward.
final class Exchange {
  static let maxPages = 20

  let number: UInt32
  let mode: PolicyStart.Mode
  /// Its place at its origin, and its end as the origin sees it.
  let permit: Permit
  var outcome = RequestOutcome.cancelled
  var request: UInt64 = 0
  var answer: Answer

  private(set) var pages = 0
  private(set) var bytes = 0
  /// How often a response was ignored because it was older than a row that the server has accepted.
  private var repeats = 0
  /// The responses that wait. They are decoded again when they are applied, because a decoded page needs much more
  /// memory: a mapping can make 1 MiB and 32 times the response of it.
  private(set) var staged: [HTTPResponse] = []
  /// The cursor of the last one.
  private(set) var newest = ByteBuffer()
  /// The URL of the next request.
  private(set) var next = ByteBuffer()
  /// The number of the account's session when the last request was made.
  var login: UInt32 = 0
  /// The last request had no credential.
  var isAnonymous = false

  /// The status of the last response; 0: there was none since the last request began.
  var httpStatus: Int32 = 0
  /// The description of the error.
  private(set) var problem = ByteBuffer()
  /// The changes by all pages that were applied.
  var counts = Answer.Counts()
  var poll: Int64?
  /// A page's cursor was older than the one that was held.
  var isSetback = false

  /// Begins one.
  init(_ hold: borrowing LockHold, _ start: PolicyStart, of feed: Feed, _ permit: Permit) {
    number = start.exchange
    mode = start.mode
    self.permit = permit
    answer = Answer(hold, to: feed, inExchange: start)
  }

  /// A response has arrived.
  func count(_ response: HTTPResponse) {
    pages += 1
    bytes += response.body.count
    httpStatus = response.status
    outcome = RequestOutcome(response)
  }

  /// Its last response is ignored, unless that has happened too often.
  func repeatsRequest() -> Bool {
    if repeats >= 3 { return false }
    repeats += 1
    pages -= 1
    return true
  }

  var mayGoOn: Bool { pages < Exchange.maxPages }

  /// Decodes a response.
  func read(_ response: HTTPResponse, _ decoder: PageDecoder) throws(Failure) -> Page {
    var page = try answer.read(response.body, newest: staged.isEmpty ? nil : newest.bytes, decoder)
    try follow(&page, response)
    return page
  }

  /// Follows a list that goes backward until it reaches something known. The newest items come first, so nothing may be
  /// stored before all pages have arrived.
  private func follow(_ page: inout Page, _ response: HTTPResponse) throws(Failure) {
    guard answer.isBackward, let mapping = answer.mapping else { return }
    let target = mapping.followsLinks ? response.nextLink : page.next
    page.setMore(target.map { !$0.isEmpty } ?? false && !page.isAtKnown && mayGoOn)
    next.removeAll()
    guard page.hasMore, let target else { return }
    var isOfServer = false
    try growing { () throws(OutOfMemory) in isOfServer = try response.resolve(target, to: &next) }
    if !isOfServer {
      throw Failure(.protocolError, "the next page ", quoting: target, " is not on the same server")
    }
  }

  /// The cursor of the next request of a snapshot; empty: it begins, or its pages are followed by their URLs.
  var cursor: UnsafeRawBufferPointer {
    answer.isBackward ? UnsafeRawBufferPointer(start: nil, count: 0) : newest.bytes
  }

  /// Keeps a response until all have arrived.
  func stage(_ response: HTTPResponse, _ page: Page) throws(Failure) {
    staged.append(response)
    newest.removeAll()
    try growing { () throws(OutOfMemory) in try newest.append(page.cursor) }
  }

  /// Its snapshot or its list starts again.
  func beginAgain() {
    next.removeAll()
    newest.removeAll()
    staged.removeAll()
    answer.isOvertaken = false
  }

  /// Requests everything from now on.
  func becomeSnapshot() {
    answer.becomeSnapshot()
    beginAgain()
    (pages, bytes) = (0, 0)
  }

  // MARK: The description of an error

  func describe(_ words: UnsafeRawBufferPointer) {
    problem.removeAll()
    // Without memory for the description, the status must be enough.
    do throws(OutOfMemory) { try problem.append(words) } catch {}
  }

  /// Takes the calling thread's error message as the description.
  func describeLastError() { describe(Words.text) }

  func describe(status: Int32) {
    problem.removeAll()
    do throws(OutOfMemory) {
      try problem.append("the server answered with status ")
      try problem.append(decimal: Int64(status))
      if isAnonymous, status == 401 || status == 403 {
        try problem.append("; there is no credential for this server")
      }
    } catch {}
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    answer.verify() && answer.source == .exchange(number) && (0...Exchange.maxPages).contains(pages)
      && staged.count <= (answer.isWhole ? pages : 0) && (newest.isEmpty || !staged.isEmpty)
      && (next.isEmpty || answer.isBackward)
  }
}

/// The result of an exchange.
struct ExchangeResult {
  var outcome: PolicyOutcome
  var status: Status
  /// That of the last response; 0: there was none, or the host delivered the page.
  var httpStatus: Int32 = 0
}

extension RequestOutcome {
  /// The meaning of a response for its origin.
  init(_ response: HTTPResponse) {
    switch response.failure {
    case .none: self = response.status < 500 ? .reached : .unreachable
    case .tooLarge, .redirectRefused: self = .reached
    case .malformedURL, .unsupportedScheme, .outOfMemory, .cancelled: self = .cancelled
    default: self = .unreachable
    }
  }
}

import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyTree
import TallyWire

/// The known state for which a page of a feed is expected, how to read and apply it, and the results. The pages of a
/// snapshot or of a list that goes backward are applied as one answer.
///
/// Invariants: an answer that replaces all is a snapshot. Only one to a request has a moment: nobody knows when another
/// page was made, so a delivered page undoes no local read. An acknowledgement has no known state, and is no snapshot.
/// `counts` are zero unless the pages were applied.
struct Answer: ~Copyable {
  /// How its page comes.
  enum Source: Equatable {
    /// As the response to a request of the exchange with this number.
    case exchange(UInt32)
    /// From the host.
    case delivery
    /// With the server's acceptance of a row of the outbox.
    case acknowledgement

    /// The cause of the change that applies it to a feed.
    func cause(of feed: Int64) -> Cause {
      switch self {
      case .exchange(let number): .page(feed: feed, exchange: number)
      case .delivery: .delivery(feed: feed)
      case .acknowledgement: .acknowledgement
      }
    }
  }

  /// The changes of a feed's data.
  struct Counts: Equatable {
    var added: UInt32 = 0
    var changed: UInt32 = 0
    var removed: UInt32 = 0
    var rejected: UInt32 = 0

    static func += (sum: inout Counts, more: Counts) {
      sum.added &+= more.added
      sum.changed &+= more.changed
      sum.removed &+= more.removed
      sum.rejected &+= more.rejected
    }
  }

  let source: Source
  /// The version of the feed's URL.
  private(set) var version: UInt32 = 0
  /// How to read its pages, and how many items are requested.
  private(set) var mapping: Mapping?
  private(set) var pageLimit: UInt32 = 0
  /// Its pages have everything that is not gone.
  private(set) var isSnapshot = false
  /// Even repeated items do not keep their state.
  private(set) var replacesAll = false

  // The known state.
  private(set) var cursor = ByteBuffer()
  private(set) var epoch = ByteBuffer()
  /// The moment among the reads of the engine: see `MessageNumbers`.
  private(set) var moment: Int64 = 0
  /// The number of pages that the host had delivered.
  private(set) var deliveries: UInt32 = 0
  /// The number of messages that were pushed.
  private(set) var pushes: UInt32 = 0

  // The results.
  var counts = Counts()
  /// It was not applied, because another page was meanwhile.
  var isOvertaken = false
  /// A row of the outbox masks one of its statements: see `FeedState`.
  var isContradicted = false
  /// A snapshot is to be requested, because the server counts something else.
  var asksForAll = false
  /// The events for paths where the server counts something else.
  var drifts: [OneTimeEvent] = []

  private init(_ source: Source) { self.source = source }

  private init(_ source: Source, to feed: Feed) {
    self.source = source
    version = feed.version
    mapping = feed.requests.mapping
    pageLimit = feed.requests.pageLimit
    replacesAll = feed.mustReplace
    isSnapshot = replacesAll
  }

  /// The answer of an exchange that begins.
  init(_ hold: borrowing LockHold, to feed: Feed, inExchange start: PolicyStart) {
    self.init(.exchange(start.exchange), to: feed)
    if start.mode == .snapshot || (feed.wantsAll && !isBackward) { isSnapshot = true }
  }

  /// A page that the host delivers.
  init(_ hold: borrowing LockHold, deliveredTo feed: Feed) throws(Failure) {
    self.init(.delivery, to: feed)
    pushes = feed.pushes
    try know(feed.cursor, feed.epoch)
  }

  /// The page with the acceptance of a row.
  static func acknowledgement() -> Answer { Answer(.acknowledgement) }

  /// Its list goes from the newest to the oldest.
  var isBackward: Bool { mapping?.isBackward ?? false }

  /// All of its pages must have arrived before any is applied.
  var isWhole: Bool { isSnapshot || isBackward }

  /// Begins to expect the next page.
  /// - Parameter cursor: the one that is sent.
  mutating func expect(
    _ hold: borrowing LockHold, from cursor: UnsafeRawBufferPointer, of feed: Feed, isFirst: Bool
  ) throws(Failure) {
    counts = Counts()
    isContradicted = false
    moment = feed.engine.numbers.moment
    if isFirst { (deliveries, pushes) = (feed.deliveries, feed.pushes) }
    try know(cursor, feed.epoch)
  }

  private mutating func know(_ position: UnsafeRawBufferPointer, _ era: UnsafeRawBufferPointer) throws(Failure) {
    cursor.removeAll()
    epoch.removeAll()
    do throws(OutOfMemory) {
      try cursor.append(position)
      try epoch.append(era)
    } catch { throw .noMemory }
  }

  /// The page is complete, or must be.
  mutating func becomeSnapshot() { isSnapshot = true }

  /// Decodes a page.
  /// - Parameter newest: the cursor of the page before it in a list that goes backward.
  func read(
    _ body: UnsafeRawBufferPointer, newest: UnsafeRawBufferPointer? = nil, _ decoder: PageDecoder
  ) throws(Failure) -> Page {
    try decoder.decode(body, through: mapping, known: cursor.bytes, newest: newest, limit: pageLimit)
  }

  /// Whether a page comes from another epoch than the known one, or says that the known cursor means nothing to it.
  func isReset(by page: Page) -> Bool {
    page.isReset || (!epoch.isEmpty && !page.epoch.isEmpty && !isEqual(epoch.bytes, page.epoch))
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    if replacesAll && !isSnapshot { return false }
    switch source {
    case .exchange: return true
    case .delivery: return moment == 0
    case .acknowledgement: return moment == 0 && !isSnapshot && cursor.isEmpty && epoch.isEmpty
    }
  }
}

/// A decoded page, and what it borrows from.
struct ReadPage {
  let page: Page
  let decoder: PageDecoder
  /// nil: its body belongs to the caller.
  var response: HTTPResponse?

  func header(_ name: StaticString) -> UnsafeRawBufferPointer {
    response?.header(name) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }
}

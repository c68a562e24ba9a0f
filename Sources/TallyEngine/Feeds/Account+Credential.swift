import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The token of an account, and the only origin that receives it. The host gives one token and does not say for which
// server. So it goes to the server of the feed that was added first, and to no other one.

/// An account's token.
///
/// Invariant: `url` is empty while no origin is known, and stays the same until the next log-in otherwise.
struct Credential: ~Copyable {
  /// The value of the `Authorization` header; empty: none. Kept only in memory.
  private(set) var header = ByteBuffer()
  /// A URL of the origin that receives it.
  private(set) var url = ByteBuffer()

  /// Replaces the token. Its origin is unknown again.
  /// - Parameter room: for a URL, so that `bind` cannot fail.
  mutating func set(token: UnsafeRawBufferPointer, room: Int) throws(OutOfMemory) {
    try header.reserve(token.count + 7)
    try url.reserve(room)
    header.removeAll()
    url.removeAll()
    if token.isEmpty { return }
    try header.append("Bearer ")
    try header.append(token)
  }

  /// Makes room for a URL, so that `bind` cannot fail.
  mutating func reserve(url count: Int) throws(OutOfMemory) {
    if url.isEmpty { try url.reserve(count) }
  }

  /// Gives it an origin if it has none. There is room.
  mutating func bind(to address: UnsafeRawBufferPointer) {
    if !isLoose { return }
    do throws(OutOfMemory) { try url.append(address) } catch { preconditionFailure("room was not reserved") }
  }

  var isEmpty: Bool { header.isEmpty }
  /// It has no origin yet.
  var isLoose: Bool { !header.isEmpty && url.isEmpty }

  mutating func forget() {
    header.removeAll(keepingCapacity: false)
    url.removeAll(keepingCapacity: false)
  }

  /// The header for a request to this URL; nil: it must not carry one.
  func header(for address: UnsafeRawBufferPointer) throws(OutOfMemory) -> UnsafeRawBufferPointer? {
    if header.isEmpty || url.isEmpty { return nil }
    return try HTTPClient.isOfOrigin(address, url.bytes) ? header.bytes : nil
  }
}

extension Account {
  /// Gives the token to the outbox's server, unless a stored feed has a server. Such a feed is still to be added. Loop
  /// thread, without a lock.
  /// - Returns: whether the token has an origin, or there is none.
  func bindCredential(toOutbox url: [UInt8]) throws(Failure) -> Bool {
    var name = ByteBuffer()
    var hasServer = false
    var isFull = false
    var hasMore = true
    while hasMore, !hasServer {
      hasMore = try listFeeds(after: name.bytes, limit: 100) { feed, _ in
        if isServer(feed.url) { hasServer = true }
        name.removeAll()
        do throws(OutOfMemory) { try name.append(feed.name) } catch { isFull = true }
      }
      if isFull { throw .noMemory }
    }
    let hold = try engine.enter()
    if hasServer { return !session.credential.isLoose }
    try growing { () throws(OutOfMemory) in try session.credential.reserve(url: url.count) }
    url.withUnsafeBytes { bindCredential(hold, $0) }
    return true
  }

  /// A feed was added, or got a URL. There is room for the URL.
  func bindCredential(_ hold: borrowing LockHold, _ url: UnsafeRawBufferPointer) {
    if url.isEmpty || !session.credential.isLoose { return }
    session.credential.bind(to: url)
    outbox?.wake(hold)
    if HTTPClient.isReadableByOthers(url) {
      let line = LogLine("the token of account ")
      name.withUnsafeBytes { line.quote($0) }
      line.append(" is sent without encryption: its server's URL begins with http:")
      engine.log(2, line)
    }
  }
}

extension Feed {
  /// Whether it is polled by HTTP.
  var isOfServer: Bool { isServer(url) }
}

/// Whether a URL that was checked is one of HTTP.
private func isServer(_ url: UnsafeRawBufferPointer) -> Bool { url.count > 4 && url[0] | 0x20 == 0x68 }

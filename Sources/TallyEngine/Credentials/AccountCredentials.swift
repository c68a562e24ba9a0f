import TallyFailure
import TallyHTTP
import TallyMemory
import TallyStore

/// A credential, and the only origin (scheme, host and port) to which it goes.
final class BoundCredential {
  /// A URL of the origin.
  let url: ByteBuffer
  let credential: Credential

  init(_ credential: consuming Credential, of url: UnsafeRawBufferPointer) throws(Failure) {
    var copy = ByteBuffer()
    try growing { () throws(OutOfMemory) in try copy.append(url) }
    self.url = copy
    self.credential = credential
  }

  func isOf(_ url: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    var isSame = false
    try growing { () throws(OutOfMemory) in isSame = try HTTPClient.isOfOrigin(url, self.url.bytes) }
    return isSame
  }

  /// Adds it to a request if it may go there.
  /// - Returns: whether it was added.
  func add(to request: inout HTTPRequest) throws(Failure) -> Bool {
    guard try isOf(request.url.bytes), try credential.maySend(to: request.url.bytes) else { return false }
    try credential.add(to: &request)
    return true
  }
}

/// The credentials of an account: one for each origin that the host has named. A request gets the one of its own
/// origin, or none.
///
/// Invariant: no two are of one origin.
struct AccountCredentials: ~Copyable {
  private var all: [BoundCredential] = []
  /// The most origins of an account.
  static let maxOrigins = 64

  var isEmpty: Bool { all.isEmpty }

  /// Makes room for the credential of an origin.
  /// - Returns: its place.
  mutating func prepare(for url: UnsafeRawBufferPointer) throws(Failure) -> Int {
    let place = try place(of: url)
    if place < all.count { return place }
    if all.count == Self.maxOrigins { throw Failure(.limit, "an account has credentials for at most 64 servers") }
    try growing { () throws(OutOfMemory) in try all.reserveRoom(1) }
    return place
  }

  /// The place of an origin's credential, or that behind the last one.
  func place(of url: UnsafeRawBufferPointer) throws(Failure) -> Int { try position(of: url) ?? all.count }

  /// Gives an origin its credential, or another one, at the place that `prepare` has returned.
  mutating func set(_ fresh: BoundCredential, at place: Int) {
    if place < all.count { all[place] = fresh } else { all.append(fresh) }
  }

  /// Whether requests to a URL would have one.
  /// - Parameter own: that of the feed, which counts in place of the account's.
  func has(for url: UnsafeRawBufferPointer, own: BoundCredential? = nil) throws(Failure) -> Bool {
    if url.isEmpty { return false }
    if let own { return try own.isOf(url) }
    if isEmpty { return false }
    return try position(of: url) != nil
  }

  /// Removes the one at a place, if there is one.
  mutating func remove(at place: Int) { if place < all.count { all.remove(at: place) } }

  mutating func removeAll() { all = [] }

  /// Adds the credential of the request's origin, if there is one that may go there.
  /// - Returns: whether it was added.
  func add(to request: inout HTTPRequest) throws(Failure) -> Bool {
    guard let place = try position(of: request.url.bytes) else { return false }
    return try all[place].add(to: &request)
  }

  private func position(of url: UnsafeRawBufferPointer) throws(Failure) -> Int? {
    for index in 0..<all.count where try all[index].isOf(url) { return index }
    return nil
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() throws(Failure) -> Bool {
    for index in 0..<all.count where try position(of: all[index].url.bytes) != index { return false }
    return all.count <= Self.maxOrigins
  }
}

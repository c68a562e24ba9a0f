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

  /// Gives an origin its credential, or another one.
  mutating func set(_ fresh: BoundCredential) throws(Failure) {
    if let known = try position(of: fresh.url.bytes) {
      all[known] = fresh
      return
    }
    if all.count == Self.maxOrigins { throw Failure(.limit, "an account has credentials for at most 64 servers") }
    try growing { () throws(OutOfMemory) in try all.reserveRoom(1) }
    all.append(fresh)
  }

  mutating func remove(of url: UnsafeRawBufferPointer) throws(Failure) {
    if let known = try position(of: url) { all.remove(at: known) }
  }

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

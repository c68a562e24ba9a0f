internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A path of an account that was looked up once. Operations on it do not hash the path again. It keeps the path's place
/// in the tree, and its engine open, until it is released or ``release()`` is called.
///
///     let node = try account.node(at: "root.chat.bo")
///     try node.add(1)
///
/// Each function is the one of ``Account`` with the same name, and may be called from any thread.
public final class Node: Sendable {
  /// The account that it belongs to.
  public let account: Account
  /// Two objects of one path have the same handle. It is released as often as it was made.
  private let shared: UInt64
  private let isReleased = Flag()

  fileprivate init(_ account: Account, _ handle: UInt64) {
    self.account = account
    shared = handle
  }

  /// 0, which is never a handle, after the release.
  var handle: UInt64 { isReleased.isRaised ? 0 : shared }

  deinit {
    // If the engine was closed, the handle no longer exists.
    if isReleased.raise() { do throws(Failure) { try account.core.release(shared) } catch {} }
  }

  /// Releases the path. All later calls fail with ``TallyError/Code/staleHandle``, including this one.
  public func release() throws(TallyError) {
    let handle = isReleased.raise() ? shared : 0
    try calling { () throws(Failure) in try account.core.release(handle) }
  }

  /// Returns the path in canonical form.
  public func path() throws(TallyError) -> String {
    var path = ""
    try calling { () throws(Failure) in
      try account.core.withPath(of: handle) { bytes in path = String(decoding: bytes, as: UTF8.self) }
    }
    return path
  }

  /// Sets its own badge to a number. 0 removes the badge.
  /// - Parameters:
  ///   - count: 0 to 4,294,967,295.
  ///   - until: when the badge expires; nil: it does not expire.
  /// - Throws: ``TallyError/Code/range``, ``TallyError/Code/staleHandle``.
  public func set(_ count: Int, until: Date? = nil) throws(TallyError) {
    _ = try perform(.set(Int64(count), until: until.forEngine))
  }

  /// Sets its own badge to a dot.
  /// - Parameter until: when the badge expires; nil: it does not expire.
  public func dot(until: Date? = nil) throws(TallyError) { _ = try perform(.dot(until: until.forEngine)) }

  /// Adds to its own number. If the result is 0, the badge is removed.
  /// - Throws: ``TallyError/Code/range`` if the result is out of range.
  public func add(_ delta: Int) throws(TallyError) { _ = try perform(.add(Int64(delta))) }

  /// Clears its badge, as when the user has looked.
  /// - Returns: whether it still shows a badge, because of its children or messages.
  @discardableResult
  public func clear() throws(TallyError) -> Badge.ClearResult { try perform(.clear) == .held ? .held : .cleared }

  /// Clears its badge and those in its subtree.
  /// - Returns: whether it still shows a badge, because unread messages feed it.
  @discardableResult
  public func clearTree() throws(TallyError) -> Badge.ClearResult {
    try perform(.clearTree) == .held ? .held : .cleared
  }

  /// Sets what it contributes to its parent.
  /// - Parameters:
  ///   - mute: what it keeps from its parent.
  ///   - until: when the mute expires; nil: it does not expire.
  public func mute(_ mute: Badge.Mute, until: Date? = nil) throws(TallyError) {
    _ = try perform(.mute(mute.rawValue, until: until.forEngine))
  }

  /// Returns its visible badge.
  public func badge() throws(TallyError) -> Badge {
    Badge(try calling { () throws(Failure) in try account.core.info(.node(handle)) })
  }

  private func perform(_ operation: TallyEngine.Operation) throws(TallyError) -> TallyFailure.Status {
    try calling { () throws(Failure) in try account.core.perform(operation, .node(handle)) }
  }
}

extension Node: Hashable {
  /// Whether both are the same object. Two objects of one path are not equal, because each is released on its own.
  public static func == (left: Node, right: Node) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Account {
  /// Looks a path up, and creates it if it does not exist.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit``.
  /// - Complexity: O(length of the path).
  public func node(at path: some BadgePathConvertible) throws(TallyError) -> Node {
    Node(self, try calling(with: path) { (bytes) throws(Failure) in try core.resolve(bytes) })
  }
}

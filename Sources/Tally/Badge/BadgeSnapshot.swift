internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The own states of a path and its subtree at one moment. The value belongs to no engine, and its encoding is the same
/// on every machine (docs/snapshot-format.md). It does not include messages. Equal states are equal, byte for byte.
///
///     let before = try account.badgeSnapshot(at: "root.chat")
///     try account.clearTree(at: "root.chat")
///     try account.restore(before, at: "root.chat")
public struct BadgeSnapshot: Sendable {
  /// A path and its own state.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The path relative to the snapshot's top. The top's own path is empty.
    public let path: String
    /// The own state of the path.
    public let own: Badge.Own

    /// The same as ``path``.
    public var id: String { path }
  }

  let core: TallyEngine.Snapshot

  init(_ core: TallyEngine.Snapshot) { self.core = core }

  /// Decodes a snapshot. The bytes may come from any source; they are checked and copied.
  /// - Throws: ``TallyError/Code/malformed``, with the error and its place.
  /// - Complexity: O(size).
  public init(decoding bytes: some Collection<UInt8>) throws(TallyError) {
    core = try calling { () throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in try TallyEngine.Snapshot.decode(bytes) }
    }
  }

  /// The encoded form.
  public var bytes: [UInt8] { [UInt8](core.bytes) }

  /// The number of paths with an own state.
  public var count: Int { core.count }

  /// The paths and their own states, sorted by the bytes of the paths.
  public func entries() throws(TallyError) -> [Entry] {
    var entries: [Entry] = []
    try calling { () throws(Failure) in
      try core.reader.forEach { path, own in
        entries.append(Entry(path: String(decoding: path, as: UTF8.self), own: Badge.Own(own)))
      }
    }
    return entries
  }

  /// Returns the minimal patch from this snapshot to another one.
  /// - Complexity: O(bytes) of both. Equal parts are compared at the speed of memory.
  public func patch(to other: BadgeSnapshot) throws(TallyError) -> BadgePatch {
    var output = ByteOutput()
    try calling { () throws(Failure) in try core.compare(to: other.core, into: &output) }
    return try BadgePatch(output.take())
  }
}

extension BadgeSnapshot: Hashable {
  /// Whether both have the same entries.
  public static func == (left: BadgeSnapshot, right: BadgeSnapshot) -> Bool {
    left.core.bytes.elementsEqual(right.core.bytes)
  }

  /// Hashes the encoded form.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes: core.bytes) }
}

extension BadgeSnapshot: Codable {
  /// Decodes and checks ``bytes``.
  public init(from decoder: any Decoder) throws {
    try self.init(decoding: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Encodes ``bytes``, in JSON as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

/// The difference of two states of a subtree: the own state before and after of each path that differs.
public struct BadgePatch: Hashable, Sendable {
  /// A path that differs.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The path relative to the patch's top. The top's own path is empty.
    public let path: String
    /// The own state before.
    public let before: Badge.Own
    /// The own state with the patch applied.
    public let after: Badge.Own

    /// The same as ``path``.
    public var id: String { path }
  }

  /// The encoded form (docs/snapshot-format.md).
  public let bytes: [UInt8]
  /// The number of paths that it changes; 0: no difference.
  public let count: Int

  /// Decodes a patch. The bytes may come from any source; they are checked.
  /// - Throws: ``TallyError/Code/malformed``, with the error and its place.
  /// - Complexity: O(bytes).
  public init(decoding bytes: some Collection<UInt8>) throws(TallyError) {
    var count = 0
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(Failure) in count = reader.count }
    }
    self.bytes = [UInt8](bytes)
    self.count = count
  }

  init(_ written: consuming ByteBuffer) throws(TallyError) { try self.init(decoding: [UInt8](written.bytes)) }

  /// The paths that it changes, sorted by their bytes.
  public func entries() throws(TallyError) -> [Entry] {
    var entries: [Entry] = []
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(Failure) in
        try reader.forEach { path, before, after in
          let path = String(decoding: path, as: UTF8.self)
          entries.append(Entry(path: path, before: Badge.Own(before), after: Badge.Own(after)))
        }
      }
    }
    return entries
  }

  /// Returns the inverse patch.
  public func inverse() throws(TallyError) -> BadgePatch {
    var output = ByteOutput()
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(Failure) in try reader.encodeInverse(into: &output) }
    }
    return try BadgePatch(output.take())
  }

  private static func read(
    _ bytes: some Collection<UInt8>, _ body: (borrowing PatchReader) throws(Failure) -> Void
  ) throws(Failure) {
    try withBytes(bytes) { (bytes) throws(Failure) in
      let reader = try PatchReader(bytes)
      try body(reader)
    }
  }
}

extension BadgePatch: Codable {
  /// Decodes and checks ``bytes``.
  public init(from decoder: any Decoder) throws {
    try self.init(decoding: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Encodes ``bytes``, in JSON as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

extension Account {
  /// Returns the own states of a path and its subtree. ``export()`` returns all data of the account.
  /// - Complexity: O(n log n) at most in the paths listed below.
  public func badgeSnapshot(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> BadgeSnapshot {
    BadgeSnapshot(try calling(with: path) { (bytes) throws(Failure) in try core.takeSnapshot(bytes) })
  }

  /// Replaces the own states of a path and its subtree with those of a snapshot, in one transaction. It is on the disk
  /// when this returns.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit``, ``TallyError/Code/io``, ``TallyError/Code/full``.
  ///   Nothing has then changed.
  public func restore(_ snapshot: BadgeSnapshot, at path: some BadgePathConvertible) throws(TallyError) {
    try calling(with: path) { (bytes) throws(Failure) in try core.restore(bytes, from: snapshot.core) }
  }

  /// Returns a number that is equal for equal subtrees, and almost never for different ones. It is the same on every
  /// machine. It does not withstand adversaries.
  /// - Complexity: O(what changed since the last call).
  public func digest(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> UInt64 {
    try calling(with: path) { (bytes) throws(Failure) in try core.digest(bytes) }
  }

  /// Returns the minimal patch from the own states of a subtree to those of another account of the engine, or of
  /// another path of this one.
  /// - Throws: ``TallyError/Code/argument`` if the accounts belong to different engines.
  /// - Complexity: O(what differs), whatever the size of the trees.
  public func patch(
    from path: some BadgePathConvertible = BadgePath.root, to other: Account,
    at otherPath: some BadgePathConvertible = BadgePath.root
  ) throws(TallyError) -> BadgePatch {
    var output = ByteOutput()
    let target = [UInt8](otherPath.badgePathText.utf8)
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(target) { (target) throws(Failure) in
        try core.diff(path, to: other.core, target, into: &output)
      }
    }
    return try BadgePatch(output.take())
  }

  /// Applies a patch at a path in one transaction. It is on the disk when this returns.
  /// - Parameters:
  ///   - patch: the changes.
  ///   - path: the place of the patch's top.
  ///   - overwriting: writes the patch's new states, whatever the current states are.
  /// - Throws: ``TallyError/Code/conflict`` if a path does not have the state that the patch begins with. The message
  ///   names the first such path. Nothing has then changed.
  public func apply(
    _ patch: BadgePatch, at path: some BadgePathConvertible = BadgePath.root, overwriting: Bool = false
  ) throws(TallyError) {
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(patch.bytes) { (bytes) throws(Failure) in try core.apply(bytes, at: path, force: overwriting) }
    }
  }

  /// Returns everything that is stored for the account at one moment. ``Engine/importAccount(_:from:)`` moves it to
  /// another engine. Styles, observers and the token are not included. Other threads may change badges meanwhile.
  public func export() throws(TallyError) -> [UInt8] {
    var output = ByteBuffer()
    try calling { () throws(Failure) in try core.export(into: &output) }
    return [UInt8](output.bytes)
  }
}

extension Engine {
  /// Creates an account from the result of ``Account/export()``, here or on another machine; all or nothing.
  /// - Parameters:
  ///   - name: a new name. An existing account is ``TallyError/Code/exists``.
  ///   - bytes: the exported bytes, which may come from any source.
  /// - Throws: ``TallyError/Code/malformed`` for bytes that are not an export, with the error and its place.
  public func importAccount(_ name: String, from bytes: some Collection<UInt8>) throws(TallyError) {
    try calling(with: name) { (name) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in try core.importAccount(name, from: bytes) }
    }
  }
}

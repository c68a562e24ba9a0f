internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a path owns, with its ends.
public struct OwnedBadge: Hashable, Codable, Sendable {
  /// Its own badge.
  public let manual: Badge.Manual
  /// When that goes by itself; nil: it stays.
  public let end: Date?
  /// What it keeps from its parent.
  public let mute: Mute
  /// When that ends; nil: it stays.
  public let muteEnd: Date?

  init(_ own: OwnState) {
    manual = Badge.Manual(own.manual)
    end = Date(engine: own.expires)
    mute = Mute(rawValue: Int32(own.mute.rawValue)) ?? .none
    muteEnd = Date(engine: own.muteUntil)
  }
}

/// What a path and all below it own, of one moment: a value that belongs to no engine, and is written the same on every
/// machine (docs/snapshot-format.md). Messages are no part of it. Equal states are equal, byte for byte.
///
///     let before = try account.badgeSnapshot(at: "root.chat")
///     try account.clearTree(at: "root.chat")
///     try account.restore(before, at: "root.chat")
public struct BadgeSnapshot: Sendable {
  /// A path and what it owns.
  public struct Entry: Identifiable, Hashable, Codable, Sendable {
    /// Relative to the snapshot's top, which is the empty one.
    public let path: String
    /// What the path owns.
    public let owned: OwnedBadge

    /// The same as ``path``.
    public var id: String { path }
  }

  let core: TallyEngine.Snapshot

  init(_ core: TallyEngine.Snapshot) { self.core = core }

  /// Checks bytes, which may come from anywhere, and copies them.
  /// - Throws: ``Status/malformed``, with what is wrong and where.
  /// - Complexity: O(bytes).
  public init(decoding bytes: [UInt8]) throws(TallyError) {
    core = try calling { () throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in try TallyEngine.Snapshot.decode(bytes) }
    }
  }

  /// The encoded form.
  public var bytes: [UInt8] { [UInt8](core.bytes) }

  /// How many paths own something.
  public var count: Int { core.count }

  /// What the paths own, by the bytes of their names.
  public func entries() throws(TallyError) -> [Entry] {
    var entries: [Entry] = []
    try calling { () throws(Failure) in
      do throws(SnapshotError) {
        try core.reader.forEach { path, own in
          entries.append(Entry(path: String(decoding: path, as: UTF8.self), owned: OwnedBadge(own)))
        }
      } catch { throw Failure(error) }
    }
    return entries
  }

  /// The minimal patch that leads from this to another one.
  /// - Complexity: O(bytes of both), at the speed of comparing memory where they are the same.
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
  /// Reads and checks ``bytes``.
  public init(from decoder: any Decoder) throws {
    try self.init(decoding: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Writes ``bytes``, in JSON as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

/// The difference of two states of a subtree: for each path that differs, what it owned before and what it owns after.
public struct BadgePatch: Hashable, Sendable {
  /// A path that differs.
  public struct Entry: Identifiable, Hashable, Codable, Sendable {
    /// Relative to the patch's top, which is the empty one.
    public let path: String
    /// What the path owned.
    public let before: OwnedBadge
    /// What the path owns with the patch applied.
    public let after: OwnedBadge

    /// The same as ``path``.
    public var id: String { path }
  }

  /// The encoded form (docs/snapshot-format.md).
  public let bytes: [UInt8]
  /// How many paths it changes; 0: nothing differs.
  public let count: Int

  /// Checks bytes, which may come from anywhere.
  /// - Throws: ``Status/malformed``, with what is wrong and where.
  /// - Complexity: O(bytes).
  public init(decoding bytes: [UInt8]) throws(TallyError) {
    var count = 0
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(SnapshotError) in count = reader.count }
    }
    self.bytes = bytes
    self.count = count
  }

  init(_ written: consuming ByteBuffer) throws(TallyError) { try self.init(decoding: [UInt8](written.bytes)) }

  /// The paths that it changes, by the bytes of their names.
  public func entries() throws(TallyError) -> [Entry] {
    var entries: [Entry] = []
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(SnapshotError) in
        try reader.forEach { path, before, after in
          let path = String(decoding: path, as: UTF8.self)
          entries.append(Entry(path: path, before: OwnedBadge(before), after: OwnedBadge(after)))
        }
      }
    }
    return entries
  }

  /// The patch that leads back.
  public func inverse() throws(TallyError) -> BadgePatch {
    var output = ByteOutput()
    try calling { () throws(Failure) in
      try Self.read(bytes) { (reader) throws(SnapshotError) in try reader.encodeInverse(into: &output) }
    }
    return try BadgePatch(output.take())
  }

  private static func read(
    _ bytes: [UInt8], _ body: (borrowing PatchReader) throws(SnapshotError) -> Void
  ) throws(Failure) {
    try withBytes(bytes) { (bytes) throws(Failure) in
      do throws(SnapshotError) {
        let reader = try PatchReader(bytes)
        try body(reader)
      } catch { throw Failure(error) }
    }
  }
}

extension BadgePatch: Codable {
  /// Reads and checks ``bytes``.
  public init(from decoder: any Decoder) throws {
    try self.init(decoding: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Writes ``bytes``, in JSON as Base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

extension Account {
  /// What a path and all below it own now. For all that belongs to the account: ``export()``.
  /// - Complexity: O(paths at and below it that own something).
  public func badgeSnapshot(at path: String = BadgePath.root) throws(TallyError) -> BadgeSnapshot {
    BadgeSnapshot(try calling(with: path) { (bytes) throws(Failure) in try core.takeSnapshot(bytes) })
  }

  /// Makes a path and all below it own what a snapshot says, and nothing else: one transaction, on the disk when this
  /// returns.
  /// - Throws: ``Status/path``, ``Status/limit``, ``Status/io``, ``Status/full``; then nothing has changed.
  public func restore(_ snapshot: BadgeSnapshot, at path: String = BadgePath.root) throws(TallyError) {
    try calling(with: path) { (bytes) throws(Failure) in try core.restore(bytes, from: snapshot.core) }
  }

  /// A number that is equal for equal subtrees, and for others hardly ever; the same on every machine. Not for
  /// adversaries.
  /// - Complexity: O(what changed since it was last asked for).
  public func digest(at path: String = BadgePath.root) throws(TallyError) -> UInt64 {
    try calling(with: path) { (bytes) throws(Failure) in try core.digest(bytes) }
  }

  /// The minimal patch that leads from what a path and all below it own to what those of another account of the engine,
  /// or another path of this one, do.
  /// - Throws: ``Status/argument`` where the accounts belong to different engines.
  /// - Complexity: O(what differs), not what exists.
  public func patch(
    from path: String = BadgePath.root, to other: Account, at otherPath: String = BadgePath.root
  ) throws(TallyError) -> BadgePatch {
    var output = ByteOutput()
    let target = [UInt8](otherPath.utf8)
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(target) { (target) throws(Failure) in
        try core.diff(path, to: other.core, target, into: &output)
      }
    }
    return try BadgePatch(output.take())
  }

  /// Applies a patch at a path: one transaction, on the disk when this returns.
  /// - Parameters:
  ///   - patch: what is to change.
  ///   - path: where the patch's top is to be.
  ///   - overwriting: writes the patch's new states, whatever the paths own now.
  /// - Throws: ``Status/conflict`` where what is there is not what the patch begins with, with the first such path in
  ///   the message. Nothing has changed then.
  public func apply(
    _ patch: BadgePatch, at path: String = BadgePath.root, overwriting: Bool = false
  ) throws(TallyError) {
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(patch.bytes) { (bytes) throws(Failure) in try core.apply(bytes, at: path, force: overwriting) }
    }
  }

  /// All that belongs to the account, as bytes of one moment: badges, mutes and expiries, feeds with their cursors,
  /// messages with their states, positions and identifiers of batches. For moving it to another engine, with
  /// ``Engine/importAccount(_:from:)``, or keeping it. Others may change badges meanwhile.
  public func export() throws(TallyError) -> [UInt8] {
    var output = ByteBuffer()
    try calling { () throws(Failure) in try core.snapshot(into: &output) }
    return [UInt8](output.bytes)
  }
}

extension Engine {
  /// Creates an account from what ``Account/export()`` returned, here or on another machine. All of it, or nothing.
  /// - Parameters:
  ///   - name: of which there must be no account: else ``Status/exists``.
  ///   - snapshot: what another engine gave; it may come from anywhere.
  /// - Throws: ``Status/malformed`` for bytes that are no snapshot, with what is wrong and where.
  public func importAccount(_ name: String, from snapshot: [UInt8]) throws(TallyError) {
    try calling(with: name) { (name) throws(Failure) in
      try withBytes(snapshot) { (bytes) throws(Failure) in try core.importAccount(name, from: bytes) }
    }
  }
}

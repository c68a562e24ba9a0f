import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

@c @implementation
public func tally_badge_digest(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outDigest: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outDigest, "out_digest")
    target.pointee = try account(handle).digest(try unchecked(path, "path"))
    return .ok
  }
}

@c @implementation
public func tally_badge_diff(
  _ from: OpaquePointer?, _ fromPath: UnsafePointer<CChar>?, _ to: OpaquePointer?, _ toPath: UnsafePointer<CChar>?,
  _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try account(from)
    let target = try account(to)
    let sourcePath = try unchecked(fromPath, "from_path")
    let targetPath = try unchecked(toPath, "to_path")
    var result = ByteOutput()
    try source.diff(sourcePath, to: target, targetPath, into: &result)
    return result.take()
  }
}

// MARK: Handles

@c @implementation
public func tally_snapshot_decode(
  _ source: UnsafeRawPointer?, _ size: Int, _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outSnapshot, "out_snapshot")
    target.pointee = nil
    target.pointee = handle(owning: try Snapshot.decode(try bytes(source, size)))
    return .ok
  }
}

@c @implementation
public func tally_snapshot_take(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outSnapshot, "out_snapshot")
    target.pointee = nil
    let taken = try account(handle).takeSnapshot(try unchecked(path, "path"))
    target.pointee = TallyABI.handle(owning: taken)
    return .ok
  }
}

@c @implementation
public func tally_snapshot_release(_ handle: OpaquePointer?) {
  release(handle, as: Snapshot.self)
}

@c @implementation
public func tally_snapshot_encode(
  _ handle: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try snapshot(handle)
    var result = ByteBuffer()
    do throws(OutOfMemory) {
      // With the NUL, in one allocation.
      try result.reserve(source.bytes.count + 1)
      try result.append(source.bytes)
    } catch { throw .noMemory }
    return result
  }
}

@c @implementation
public func tally_snapshot_diff(
  _ from: OpaquePointer?, _ to: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try snapshot(from, "from")
    let target = try snapshot(to, "to")
    var result = ByteOutput()
    try source.compare(to: target, into: &result)
    return result.take()
  }
}

@c @implementation
public func tally_patch_inverse(
  _ patch: UnsafeRawPointer?, _ size: Int, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let reader = try PatchReader(try bytes(patch, size))
    var result = ByteOutput()
    try reader.encodeInverse(into: &result)
    return result.take()
  }
}

@c @implementation
public func tally_badge_restore(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: OpaquePointer?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try account(handle)
    try target.restore(try unchecked(path, "path"), from: try snapshot(given))
    return .ok
  }
}

@c @implementation
public func tally_badge_apply(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ patch: UnsafeRawPointer?, _ size: Int, _ flags: UInt32
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_APPLY_OVERWRITE) == 0, "unknown flags")
    try account(handle).apply(
      try bytes(patch, size), at: try unchecked(path, "path"), force: flags & UInt32(TALLY_APPLY_OVERWRITE) != 0)
    return .ok
  }
}

// MARK: Entries

@c @implementation
public func tally_snapshot_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_snapshot_entry.self) { (list) throws(Failure) in
    let part = try EntryPart(path, flags)
    let source = try snapshot(handle)
    let start = try list.begin(part.name(.snapshot, of: source.bytes), after: after)
    try source.reader.visit { path, own in
      if !part.lists(path, after: start) { return true }
      list.place.name = list.add(path)
      list.add(entry: tally_snapshot_entry(list.place.name, tally_badge_own(own)))
      return !list.isFull
    }
    return false
  }
}

@c @implementation
public func tally_patch_list(
  _ patch: UnsafeRawPointer?, _ size: Int, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_patch_entry.self) { (list) throws(Failure) in
    let part = try EntryPart(path, flags)
    let bytes = try bytes(patch, size)
    let source = try PatchReader(bytes)
    let start = try list.begin(part.name(.patch, of: bytes), after: after)
    try source.visit { path, old, new in
      if !part.lists(path, after: start) { return true }
      list.place.name = list.add(path)
      list.add(entry: tally_patch_entry(list.place.name, tally_badge_own(old), tally_badge_own(new)))
      return !list.isFull
    }
    return false
  }
}

/// The entries of a snapshot or a patch that a call lists.
private struct EntryPart: ~Copyable {
  private let path: Path
  private let isSubtree: Bool

  /// - Parameter path: below the top, which is its root; NULL or empty: the top.
  init(_ path: UnsafePointer<CChar>?, _ flags: UInt32) throws(Failure) {
    try refuseFlags(flags, but: TALLY_SUBTREE)
    let given = uncheckedOrNone(path)
    var parsed = Path()
    try parsed.parse(given.isEmpty ? rootPath : given, limits: PathLimits())
    isSubtree = flags & TALLY_SUBTREE != 0
    self.path = parsed
  }

  /// The name of the list, with the checksum at the end of the bytes.
  func name(_ kind: ListName.Kind, of bytes: UnsafeRawBufferPointer) -> ListName {
    let checksum = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: Int64.self)
    return ListName(kind, account: isSubtree ? 1 : 0, number: Int64(littleEndian: checksum), path.bytes.bytes)
  }

  /// Whether it lists an entry. `entry` is relative to the top, whose own path is empty.
  func lists(_ entry: UnsafeRawBufferPointer, after start: ListPlace?) -> Bool {
    if let start, !isOrderedBefore(start.name, entry) { return false }
    let top = relative
    if entry.count <= top.count { return isSubtree && isEqual(entry, top) }
    if !isEqual(UnsafeRawBufferPointer(rebasing: entry[..<top.count]), top) { return false }
    if !top.isEmpty && entry[top.count] != 0x2E { return false }
    return isSubtree || !entry[(top.isEmpty ? 0 : top.count + 1)...].contains(0x2E)
  }

  /// The path without `root` and the dot behind it.
  private var relative: UnsafeRawBufferPointer {
    let whole = path.bytes.bytes
    return UnsafeRawBufferPointer(rebasing: whole[min(rootPath.count + 1, whole.count)...])
  }
}

private var rootPath: UnsafeRawBufferPointer {
  let root: StaticString = "root"
  return UnsafeRawBufferPointer(start: root.utf8Start, count: root.utf8CodeUnitCount)
}

extension tally_snapshot_entry {
  fileprivate init(_ path: tally_text, _ own: tally_badge_own) {
    self.init()
    (self.path, count, until, mute_until) = (path, own.count, own.until, own.mute_until)
    (kind, mute, snoozed_until) = (own.kind, own.mute, own.snoozed_until)
  }
}

extension tally_patch_entry {
  fileprivate init(_ path: tally_text, _ before: tally_badge_own, _ after: tally_badge_own) {
    self.init()
    self.path = path
    (before_count, before_until, before_mute_until) = (before.count, before.until, before.mute_until)
    (before_kind, before_mute, before_snoozed_until) = (before.kind, before.mute, before.snoozed_until)
    (after_count, after_until, after_mute_until) = (after.count, after.until, after.mute_until)
    (after_kind, after_mute, after_snoozed_until) = (after.kind, after.mute, after.snoozed_until)
  }
}

// MARK: Whole accounts

@c @implementation
public func tally_account_export(
  _ handle: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var whole = ByteBuffer()
    try account(handle).export(into: &whole)
    return whole
  }
}

@c @implementation
public func tally_account_import(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafeRawPointer?, _ size: Int
) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).importAccount(try text(name, "name"), from: try bytes(given, size))
    return .ok
  }
}

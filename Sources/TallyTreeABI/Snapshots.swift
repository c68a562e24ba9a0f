public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Snapshots and patches.

/// Lets `body` write bytes into the host's buffer, as many as fit.
@inline(never)
private func bytesOut(
  _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?,
  _ body: (inout ByteOutput) throws(Failure) -> Void
) throws(Failure) -> Status {
  let size = try output(outSize, "out_size")
  let memory = UnsafeMutableRawBufferPointer(start: buffer, count: buffer == nil ? 0 : max(capacity, 0))
  var result = ByteOutput(into: memory)
  try body(&result)
  size.pointee = result.count
  if !result.isComplete { throw Failure(.bufferTooSmall, "the buffer is too small for the bytes; see out_size") }
  return .ok
}

private func find(_ host: HostPointer, _ place: UnsafePointer<CChar>?) throws(Failure) -> NodeIndex? {
  let (path, tree) = (try path(place), host.pointee.tree)
  return try tree.find(path)
}

@c @implementation
public func tally_tree_snapshot(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ buffer: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let at = try find(host, place)
    return try bytesOut(buffer, capacity, outSize) { (result) throws(Failure) in
      try host.pointee.tree.encodeSnapshot(at: at, into: &result)
    }
  }
}

// MARK: Writing to a tree

/// Changes a path and its subtree.
@inline(never)
private func write(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ source: UnsafeRawPointer?, _ size: Int,
  _ body: (Tree, Bytes, NodeIndex) throws(Failure) -> Void
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (path, bytes) = (try path(place), try bytes(source, size))
    try change(host) { (tree) throws(Failure) in
      let top = try tree.findOrCreate(path)
      try body(tree, bytes, top)
    }
    return .ok
  }
}

@c @implementation
public func tally_tree_restore(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ snapshot: UnsafeRawPointer?, _ size: Int
) -> tally_tree_status {
  write(handle, place, snapshot, size) { (tree, bytes, top) throws(Failure) in
    try tree.restore(from: SnapshotReader(bytes), at: top)
  }
}

@c @implementation
public func tally_tree_merge(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ snapshot: UnsafeRawPointer?, _ size: Int
) -> tally_tree_status {
  write(handle, place, snapshot, size) { (tree, bytes, top) throws(Failure) in
    try tree.merge(SnapshotReader(bytes), at: top)
  }
}

@c @implementation
public func tally_tree_apply(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ patch: UnsafeRawPointer?, _ size: Int, _ flags: UInt32
) -> tally_tree_status {
  write(handle, place, patch, size) { (tree, bytes, top) throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_TREE_APPLY_OVERWRITE) == 0, "unknown flags")
    try tree.apply(encoded: bytes, at: top, force: flags != 0)
  }
}

// MARK: Comparing

@c @implementation
public func tally_tree_digest(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ outDigest: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outDigest, "out_digest")
    let tree = host.pointee.tree
    // A path without a node owns as much as an empty node.
    guard let at = try find(host, place) else {
      target.pointee = 0
      return .ok
    }
    target.pointee = try tree.digest(at)
    return .ok
  }
}

/// Finds a path of another tree and updates that tree's digests. The memory comes from that tree.
private func prepare(_ other: HostPointer, _ place: UnsafePointer<CChar>?) throws(Failure) -> NodeIndex? {
  let former = ctree_memory_enter(other.pointee.memory)
  defer { ctree_memory_enter(former) }
  let tree = other.pointee.tree
  let at = try find(other, place)
  _ = try tree.digest(.root)
  return at
}

@c @implementation
public func tally_tree_diff(
  _ from: OpaquePointer?, _ fromPath: UnsafePointer<CChar>?, _ to: OpaquePointer?, _ toPath: UnsafePointer<CChar>?,
  _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(from) { (host) throws(Failure) in
    guard let to else { throw Failure.missing("to") }
    let other = HostPointer(to)
    let at = try find(host, fromPath)
    let otherAt = try prepare(other, toPath)
    return try bytesOut(buffer, capacity, outSize) { (result) throws(Failure) in
      try host.pointee.tree.encodeDiff(at: at, to: other.pointee.tree, at: otherAt, into: &result)
    }
  }
}

@c @implementation
public func tally_tree_diff_snapshot(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ snapshot: UnsafeRawPointer?, _ size: Int,
  _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let at = try find(host, place)
    let source = try bytes(snapshot, size)
    return try bytesOut(buffer, capacity, outSize) { (result) throws(Failure) in
      try host.pointee.tree.encodeDiff(at: at, to: SnapshotReader(source), into: &result)
    }
  }
}

@c @implementation
public func tally_tree_snapshot_diff(
  _ handle: OpaquePointer?, _ from: UnsafeRawPointer?, _ fromSize: Int, _ to: UnsafeRawPointer?, _ toSize: Int,
  _ buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (_) throws(Failure) in
    let (source, target) = (try bytes(from, fromSize), try bytes(to, toSize))
    return try bytesOut(buffer, capacity, outSize) { (result) throws(Failure) in
      try SnapshotReader(source).encodeDiff(to: SnapshotReader(target), into: &result)
    }
  }
}

@c @implementation
public func tally_tree_patch_inverse(
  _ handle: OpaquePointer?, _ patch: UnsafeRawPointer?, _ size: Int, _ buffer: UnsafeMutableRawPointer?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (_) throws(Failure) in
    let source = try bytes(patch, size)
    return try bytesOut(buffer, capacity, outSize) { (result) throws(Failure) in
      try PatchReader(source).encodeInverse(into: &result)
    }
  }
}

// MARK: Decoding

@c @implementation
public func tally_tree_snapshot_decode(
  _ handle: OpaquePointer?, _ snapshot: UnsafeRawPointer?, _ size: Int, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_tree_rows>?
) -> tally_tree_status {
  listing(handle, rows, MemoryLayout<tally_tree_snapshot_entry>.size) { (_, list) throws(Failure) in
    let (source, start) = (try bytes(snapshot, size), try continuation(after))
    // Relative to the top, as the snapshot has them. Once a row is written, `after` may be overwritten.
    let last = start.map { Bytes(rebasing: $0.dropFirst(5)) }
    var isBehind = last == nil
    try SnapshotReader(source).forEach { path, own in
      if !isBehind, let last { isBehind = last.precedes(path) }
      if isBehind { list.add(tally_tree_snapshot_entry(own), path, isBelowTop: true) }
    }
    return try list.finish()
  }
}

extension tally_tree_snapshot_entry {
  fileprivate init(_ own: OwnState) {
    self.init()
    (kind, count) = own.kindAndCount
    (until, mute_until) = (own.expires, own.muteUntil)
    mute = Int32(own.mute.rawValue)
  }
}

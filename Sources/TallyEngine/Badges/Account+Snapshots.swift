import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// Snapshots, patches and digests of the nodes' own states.

extension Account {
  /// Writes the own states of a subtree into `output`.
  public func snapshot(_ path: UnsafeRawBufferPointer, into output: inout ByteOutput) throws(Failure) {
    var hold = try enter()
    let tree = tree
    try exclusively(&hold, for: tree.count) { () throws(Failure) in
      let at = try tree.find(path)
      try tree.encodeSnapshot(at: at, into: &output)
    }
  }

  /// Takes the own states of a subtree, to compare or restore them. They are checked without the lock.
  public func takeSnapshot(_ path: UnsafeRawBufferPointer) throws(Failure) -> Snapshot {
    var output = ByteOutput()
    try snapshot(path, into: &output)
    return try Snapshot.keep(output.take())
  }

  public func digest(_ path: UnsafeRawBufferPointer) throws(Failure) -> UInt64 {
    var hold = try enter()
    let tree = tree
    // A path without a node owns as much as an empty node.
    var digest: UInt64 = 0
    try exclusively(&hold, for: tree.count) { () throws(Failure) in
      if let at = try tree.find(path) { digest = try tree.digest(at) }
    }
    return digest
  }

  /// Writes the minimal patch from a subtree of this account to one of another into `output`.
  public func diff(
    _ path: UnsafeRawBufferPointer, to other: Account, _ otherPath: UnsafeRawBufferPointer,
    into output: inout ByteOutput
  ) throws(Failure) {
    guard other.engine === engine else { throw Failure(.argument, "the accounts belong to different engines") }
    var hold = try enter(with: other)
    let at = try tree.find(path)
    let otherAt = try other.tree.find(otherPath)
    try exclusively(&hold, with: other, for: tree.count + other.tree.count) { () throws(Failure) in
      try tree.encodeDiff(at: at, to: other.tree, at: otherAt, into: &output)
    }
  }

  /// Replaces the own states of a subtree with those of the snapshot.
  public func restore(_ path: UnsafeRawBufferPointer, from snapshot: Snapshot) throws(Failure) {
    try change(.call) { (_, hold) throws(Failure) in
      try exclusively(&hold) { () throws(Failure) in
        let top = try tree.findOrCreate(path)
        try snapshot.restore(in: tree, at: top)
      }
    }
  }

  /// Applies a patch at a path; `force`: whatever the current states are.
  public func apply(
    _ bytes: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, force: Bool
  ) throws(Failure) {
    try change(.call) { (_, hold) throws(Failure) in
      try exclusively(&hold) { () throws(Failure) in
        let top = try tree.findOrCreate(path)
        try tree.apply(encoded: bytes, at: top, force: force)
      }
    }
  }
}

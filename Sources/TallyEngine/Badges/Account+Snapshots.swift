import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// Snapshots, patches and digests of what the nodes own.

extension Account {
  /// Writes what is owned at and below a path into `output`.
  public func snapshot(_ path: UnsafeRawBufferPointer, into output: inout ByteOutput) throws(Failure) {
    try enter()
    defer { engine.lock.unlock() }
    let tree = tree
    try exclusively(for: tree.count) { () throws(Failure) in
      let at = try growingTree(path) { () throws(TreeError) in try tree.find(path) }
      do throws(SnapshotError) { try tree.encodeSnapshot(at: at, into: &output) } catch { throw Failure(error) }
    }
  }

  /// What is owned at and below a path, to be compared with others, or restored. It is checked without the lock.
  public func takeSnapshot(_ path: UnsafeRawBufferPointer) throws(Failure) -> Snapshot {
    var output = ByteOutput()
    try snapshot(path, into: &output)
    return try Snapshot.keep(output.take())
  }

  public func digest(_ path: UnsafeRawBufferPointer) throws(Failure) -> UInt64 {
    try enter()
    defer { engine.lock.unlock() }
    let tree = tree
    // A path without a node owns what a node without anything owns.
    var digest: UInt64 = 0
    try exclusively(for: tree.count) { () throws(Failure) in
      try growingTree(path) { () throws(TreeError) in
        if let at = try tree.find(path) { digest = try tree.digest(at) }
      }
    }
    return digest
  }

  /// Writes the minimal patch from a subtree of this account to one of another into `output`.
  public func diff(
    _ path: UnsafeRawBufferPointer, to other: Account, _ otherPath: UnsafeRawBufferPointer,
    into output: inout ByteOutput
  ) throws(Failure) {
    guard other.engine === engine else { throw Failure(.argument, "the accounts belong to different engines") }
    try enter(with: other)
    defer { engine.lock.unlock() }
    let at = try growingTree(path) { () throws(TreeError) in try tree.find(path) }
    let otherAt = try growingTree(otherPath) { () throws(TreeError) in try other.tree.find(otherPath) }
    try exclusively(with: other, for: tree.count + other.tree.count) { () throws(Failure) in
      do throws(SnapshotError) {
        try tree.encodeDiff(at: at, to: other.tree, at: otherAt, into: &output)
      } catch { throw Failure(error) }
    }
  }

  /// Restores encoded bytes, which are checked without the lock.
  public func restore(_ path: UnsafeRawBufferPointer, decoding bytes: UnsafeRawBufferPointer) throws(Failure) {
    try enter()
    engine.lock.unlock()
    try restore(path, from: try Snapshot.decode(bytes))
  }

  /// Makes a path and all below it own what the snapshot says, and nothing else.
  public func restore(_ path: UnsafeRawBufferPointer, from snapshot: Snapshot) throws(Failure) {
    try transact { () throws(Failure) in
      try exclusively { () throws(Failure) in
        let top = try growingTree(path) { () throws(TreeError) in try tree.findOrCreate(path) }
        try snapshot.restore(in: tree, at: top)
      }
    }
  }

  /// Applies a patch at a path; `force`: whatever is there.
  public func apply(
    _ bytes: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, force: Bool
  ) throws(Failure) {
    try transact { () throws(Failure) in
      try exclusively { () throws(Failure) in
        let top = try growingTree(path) { () throws(TreeError) in try tree.findOrCreate(path) }
        try apply(bytes, at: top, force)
      }
    }
  }

  private func apply(_ bytes: UnsafeRawBufferPointer, at top: NodeIndex, _ force: Bool) throws(Failure) {
    var conflict = ByteBuffer()
    var isConflict = false
    do throws(SnapshotError) {
      let patch = try PatchReader(bytes)
      isConflict = try tryToApply(patch, at: top, force, &conflict)
    } catch {
      throw Failure(error)
    }
    if isConflict { throw Failure.conflict(at: conflict.bytes) }
  }

  /// - Returns: whether it conflicts with what is there; then `path` has the first place.
  private func tryToApply(
    _ patch: borrowing PatchReader, at top: NodeIndex, _ force: Bool, _ path: inout ByteBuffer
  ) throws(SnapshotError) -> Bool {
    do throws(SnapshotError) {
      try tree.apply(patch, at: top, force: force)
      return false
    } catch {
      guard case .conflict(let entry) = error else { throw error }
      return try patch.appendPath(ofEntry: entry, to: &path)
    }
  }
}

extension Failure {
  public init(_ error: SnapshotError) { self.init(error, from: 0) }

  /// - Parameter start: where the bytes lie within others.
  init(_ error: SnapshotError, from start: Int) {
    switch error {
    case .outOfMemory: self = .noMemory
    case .refused(let refused, _): self.init(refused, path: nil)
    case .conflict: self.init(.conflict, "what is there is not what the patch begins with")
    case .malformed(let problem, let offset):
      self.init(.malformed, Failure.words(problem))
      Words.add(", at byte ")
      Words.add(number: Int64(start + offset))
    }
  }

  static func conflict(at path: UnsafeRawBufferPointer) -> Failure {
    Failure(
      .conflict, "what is there is not what the patch begins with, first at ", quoting: path,
      " below the patch's path")
  }

  private static func words(_ problem: SnapshotProblem) -> StaticString {
    switch problem {
    case .truncated: return "the bytes end too early"
    case .magic: return "not a snapshot or patch of this library"
    case .version: return "a version that is not known"
    case .flags: return "a flag that is not known"
    case .checksum: return "the checksum is wrong: the bytes are damaged"
    case .count: return "the number of entries is wrong"
    case .number: return "a number is not in its shortest form"
    case .sharing: return "a path shares more or less with the one before it than is said"
    case .order: return "paths are not in order"
    case .path: return "a path is not well formed"
    case .state: return "a state that means nothing"
    case .range: return "a count is out of range"
    case .time: return "an end at time 0"
    case .redundant: return "an entry that says nothing"
    }
  }
}

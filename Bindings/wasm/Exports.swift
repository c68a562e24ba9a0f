import CMemory
import TallyMemory
import TallyTree

// What the module gives to JavaScript: functions of numbers alone. A tree is an address; texts and bytes come in as an
// address and a size in the module's memory (``memory_allocate``), and go out in the tree's output, which is valid
// until the tree's next call. Statuses are those of tally.h; what an error has to say is the output then.

/// A tree, and what its last call put out.
private final class Handle {
  let tree: Tree
  var output = ByteBuffer()
  /// Where the last patch was in conflict, below the path that it was applied at.
  var conflict = ByteBuffer()
  /// Between `tree_begin` and its end.
  var isInTransaction = false

  init(_ tree: Tree) { self.tree = tree }
}

private struct Refused: Error {
  let status: Int32
}

/// The statuses of tally.h that occur here.
private enum Status {
  static let ok: Int32 = 0
  static let held: Int32 = 1
  static let resync: Int32 = 3
  static let argument: Int32 = -1
  static let noMemory: Int32 = -2
  static let path: Int32 = -3
  static let range: Int32 = -4
  static let limit: Int32 = -5
  static let conflict: Int32 = -8
  static let staleHandle: Int32 = -10
  static let internalError: Int32 = -15
  static let malformed: Int32 = -17
}

private typealias Bytes = UnsafeRawBufferPointer

private func bytes(_ address: UnsafeRawPointer?, _ size: Int32) -> Bytes {
  Bytes(start: address, count: Int(size))
}

private func handle(_ address: UnsafeMutableRawPointer) -> Handle {
  Unmanaged<Handle>.fromOpaque(address).takeUnretainedValue()
}

// MARK: Errors

extension Handle {
  /// Ends a call: its status, with the message as the output where it is an error.
  func answer(_ body: () throws(Refused) -> Int32) -> Int32 {
    output.removeAll()
    do throws(Refused) { return try body() } catch { return error.status }
  }

  func refuse(
    _ status: Int32, _ text: StaticString, quoting quoted: Bytes? = nil, at offset: Int? = nil
  ) -> Refused {
    output.removeAll()
    // Where there is no memory for the message, the status speaks for itself.
    do throws(OutOfMemory) {
      try output.append(text)
      if let quoted {
        try output.append("'")
        try output.append(quoted)
        try output.append("' below the patch's path")
      }
      if let offset {
        try output.append(", at byte ")
        try output.append(decimal: Int64(offset))
      }
    } catch { output.removeAll() }
    return Refused(status: status)
  }

  func refuse(_ error: TreeError) -> Refused {
    switch error {
    case .outOfMemory: return refuse(Status.noMemory, "memory could not be had")
    case .staleHandle: return refuse(Status.staleHandle, "the node was released")
    case .range: return refuse(Status.range, "a count must be 0 to 4294967295, also after adding")
    case .nodeLimit: return refuse(Status.limit, "the tree has as many nodes as it may have")
    case .path(let problem, let offset):
      return refuse(Status.path, words(problem), at: problem == .empty ? nil : offset)
    }
  }

  func refuse(_ error: SnapshotError) -> Refused {
    switch error {
    case .outOfMemory: return refuse(TreeError.outOfMemory)
    case .refused(let refused, _): return refuse(refused)
    case .conflict:
      return refuse(
        Status.conflict, "what is there is not what the patch begins with, first at ", quoting: conflict.bytes)
    case .malformed(_, let offset):
      return refuse(Status.malformed, "not a snapshot or patch of this library, or damaged", at: offset)
    }
  }

  func grow<Result>(_ body: () throws(TreeError) -> Result) throws(Refused) -> Result {
    do throws(TreeError) { return try body() } catch { throw refuse(error) }
  }

  func decode<Result>(_ body: () throws(SnapshotError) -> Result) throws(Refused) -> Result {
    do throws(SnapshotError) { return try body() } catch { throw refuse(error) }
  }

  func put(_ body: () throws(OutOfMemory) -> Void) throws(Refused) {
    do throws(OutOfMemory) { try body() } catch { throw refuse(TreeError.outOfMemory) }
  }

  private func words(_ problem: PathProblem) -> StaticString {
    switch problem {
    case .empty: return "a path must not be empty"
    case .emptyComponent: return "a component is empty"
    case .invalidUTF8: return "not valid UTF-8"
    case .controlCharacter: return "control characters are not allowed"
    case .danglingEscape: return "nothing follows the backslash"
    case .unknownEscape: return "a backslash may only stand before a dot or a backslash"
    case .componentTooLong: return "a component is longer than 255 bytes"
    case .tooDeep: return "it has more components than allowed"
    case .tooLong: return "it is longer than allowed"
    }
  }
}

// MARK: Transactions

extension Handle {
  /// One operation, as a transaction of its own, or as a part of the one under way.
  func single(_ body: () throws(TreeError) -> Int32) throws(Refused) -> Int32 {
    if isInTransaction { return try grow(body) }
    tree.begin(.single)
    defer { tree.commit() }
    return try grow(body)
  }

  /// What may have to be taken back, likewise.
  func undoable(_ body: () throws(Refused) -> Void) throws(Refused) -> Int32 {
    if isInTransaction {
      try body()
      return Status.ok
    }
    tree.begin(.undoable)
    do throws(Refused) {
      try body()
      try grow { () throws(TreeError) in try tree.prepareCommit() }
    } catch {
      tree.rollback()
      throw error
    }
    tree.commit()
    return Status.ok
  }
}

// MARK: Output

extension Handle {
  private func put<Value: BitwiseCopyable>(_ value: Value) throws(OutOfMemory) {
    var value = value
    let size = MemoryLayout<Value>.size
    try withUnsafePointer(to: &value) { (pointer) throws(OutOfMemory) in
      try output.append(Bytes(start: pointer, count: size))
    }
  }

  func put(path: Bytes) throws(OutOfMemory) {
    try output.append(path)
    while output.count % 8 != 0 { try output.append(byte: 0) }
  }

  /// A record: count, revision (8 bytes each), shows, flags of tally_badge, manual count, length of the path (4 bytes
  /// each), and the path, up to a multiple of 8 bytes.
  func put(badge at: NodeIndex?) throws(OutOfMemory) {
    let shown = at.map { tree.visible($0) } ?? .nothing
    let path = at.map { tree.path(of: $0) } ?? Bytes(start: nil, count: 0)
    var manual: UInt32 = 0
    var flags: UInt32 = 0
    if let at {
      switch tree.manual(at) {
      case .none: break
      case .dot: flags |= 2
      case .count(let count):
        flags |= 1
        manual = count
      }
      if tree.isFed(at) { flags |= 4 }
      if tree.isLit(at) { flags |= 8 }
      flags |= UInt32(tree.ownState(at).mute.rawValue) << 4
    }
    try put(shown.count)
    try put(at.map { tree.revision(of: $0) } ?? 0)
    try put(UInt32(shown.shows ? 1 : 0))
    try put(flags)
    try put(manual)
    try put(UInt32(path.count))
    try put(path: path)
  }

  func put(notice: Notice) throws(OutOfMemory) {
    let path = tree.path(of: notice.node)
    try put(notice.observer)
    try put(UInt32(path.count))
    try put(path: path)
  }

  func put(number: UInt64) throws(OutOfMemory) { try put(number) }
}

// MARK: Memory and trees

@_cdecl("memory_allocate")
public func memoryAllocate(_ size: Int32) -> UnsafeMutableRawPointer? {
  size < 0 ? nil : ctally_memory_allocate(Int(size))
}

@_cdecl("memory_free")
public func memoryFree(_ memory: UnsafeMutableRawPointer?) { ctally_memory_free(memory) }

/// aggregation: TALLY_AGGREGATION_…. Answers 0 where there is no memory.
@_cdecl("tree_new")
public func treeNew(
  _ aggregation: Int32, _ depth: Int32, _ pathBytes: Int32, _ nodes: Int32, _ seed: Int64
) -> UnsafeMutableRawPointer? {
  do throws(TreeError) {
    let tree = try Tree.make(
      aggregation: aggregation == 2 ? .sum : .children,
      limits: PathLimits(depth: Int(depth), bytes: Int(pathBytes)), maxNodes: Int(nodes),
      seed: UInt64(bitPattern: seed))
    return Unmanaged.passRetained(Handle(tree)).toOpaque()
  } catch {
    return nil
  }
}

@_cdecl("tree_free")
public func treeFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<Handle>.fromOpaque(address).release()
}

@_cdecl("tree_output")
public func treeOutput(_ address: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
  handle(address).output.bytes.baseAddress
}

@_cdecl("tree_output_size")
public func treeOutputSize(_ address: UnsafeMutableRawPointer) -> Int32 { Int32(handle(address).output.count) }

@_cdecl("tree_revision")
public func treeRevision(_ address: UnsafeMutableRawPointer) -> Int64 {
  Int64(bitPattern: handle(address).tree.revision)
}

// MARK: Operations

/// kind: TALLY_OP_SET to _MUTE. now: what ends at or before it ends at once.
@_cdecl("tree_operate")
public func treeOperate(
  _ address: UnsafeMutableRawPointer, _ kind: Int32, _ path: UnsafeRawPointer?, _ length: Int32, _ value: Int64,
  _ until: Int64, _ now: Int64
) -> Int32 {
  let handle = handle(address)
  let tree = handle.tree
  let path = bytes(path, length)
  let isOver = until != 0 && until <= now
  return handle.answer { () throws(Refused) in
    try handle.single { () throws(TreeError) in
      switch kind {
      case 1:
        guard let number = UInt32(exactly: value), until >= 0 else { throw .range }
        try replace(tree, path, number == 0 || isOver ? .none : .count(number), until)
      case 2:
        if until < 0 { throw .range }
        try replace(tree, path, isOver ? .none : .dot, until)
      case 3: try add(tree, path, value)
      case 4: return try clear(tree, path)
      case 5: if let at = try tree.find(path) { try tree.force(at) }
      default:
        guard until >= 0, let raw = UInt8(exactly: value), let mute = Mute(rawValue: raw) else { throw .range }
        try changeMute(tree, path, isOver ? .none : mute, until)
      }
      return Status.ok
    }
  }
}

private func replace(_ tree: Tree, _ path: Bytes, _ manual: Manual, _ until: Int64) throws(TreeError) {
  if manual == .none {
    if let at = try tree.find(path) { try tree.setManual(at, .none) }
  } else {
    try tree.setManual(try tree.findOrCreate(path), manual, expires: until)
  }
}

private func add(_ tree: Tree, _ path: Bytes, _ delta: Int64) throws(TreeError) {
  if let at = try tree.find(path) {
    try tree.add(at, delta)
  } else if delta != 0 {
    // Refused before a node is made for it.
    guard UInt32(exactly: delta) != nil else { throw .range }
    try tree.add(try tree.findOrCreate(path), delta)
  }
}

private func clear(_ tree: Tree, _ path: Bytes) throws(TreeError) -> Int32 {
  guard let at = try tree.find(path) else { return Status.ok }
  if tree.isHeld(at) { return Status.held }
  try tree.setManual(at, .none)
  return tree.visible(at).shows ? Status.held : Status.ok
}

private func changeMute(_ tree: Tree, _ path: Bytes, _ mute: Mute, _ until: Int64) throws(TreeError) {
  if mute == .none {
    if let at = try tree.find(path) { try tree.setMute(at, .none) }
  } else {
    try tree.setMute(try tree.findOrCreate(path), mute, until: until)
  }
}

/// Begins a transaction of any number of operations; ended by `tree_commit` or `tree_rollback`.
@_cdecl("tree_begin")
public func treeBegin(_ address: UnsafeMutableRawPointer) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    if handle.isInTransaction { throw handle.refuse(Status.argument, "transactions do not nest") }
    handle.tree.begin(.undoable)
    handle.isInTransaction = true
    return Status.ok
  }
}

/// After an error nothing of the transaction has happened.
@_cdecl("tree_commit")
public func treeCommit(_ address: UnsafeMutableRawPointer) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    if !handle.isInTransaction { throw handle.refuse(Status.argument, "no transaction is under way") }
    handle.isInTransaction = false
    do throws(TreeError) { try handle.tree.prepareCommit() } catch {
      handle.tree.rollback()
      throw handle.refuse(error)
    }
    handle.tree.commit()
    return Status.ok
  }
}

@_cdecl("tree_rollback")
public func treeRollback(_ address: UnsafeMutableRawPointer) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    if !handle.isInTransaction { throw handle.refuse(Status.argument, "no transaction is under way") }
    handle.isInTransaction = false
    handle.tree.rollback()
    return Status.ok
  }
}

/// When the next badge or mute ends; 0: nothing has an end.
@_cdecl("tree_deadline")
public func treeDeadline(_ address: UnsafeMutableRawPointer) -> Int64 { handle(address).tree.nextDeadline ?? 0 }

/// Ends what is due. Not within a transaction.
@_cdecl("tree_expire")
public func treeExpire(_ address: UnsafeMutableRawPointer, _ now: Int64) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    if handle.isInTransaction { throw handle.refuse(Status.argument, "a transaction is under way") }
    return try handle.undoable { () throws(Refused) in
      try handle.grow { () throws(TreeError) in try handle.tree.expire(now: now) }
    }
  }
}

// MARK: Reading

/// Puts out one record; of an unknown path without a path.
@_cdecl("tree_get")
public func treeGet(_ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    let at = try handle.grow { () throws(TreeError) in try handle.tree.find(bytes(path, length)) }
    try handle.put { () throws(OutOfMemory) in try handle.put(badge: at) }
    return Status.ok
  }
}

/// subtree: 1, the node itself and all below it; 0, the nodes directly below. Puts out records.
@_cdecl("tree_list")
public func treeList(
  _ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32, _ subtree: Int32
) -> Int32 {
  let handle = handle(address)
  var found = List<NodeIndex>()
  return handle.answer { () throws(Refused) in
    try handle.grow { () throws(TreeError) in
      if let at = try handle.tree.find(bytes(path, length)) {
        try handle.tree.collect(at, subtree: subtree != 0, into: &found)
      }
    }
    try handle.put { () throws(OutOfMemory) in
      for position in 0..<found.count { try handle.put(badge: found[position]) }
    }
    return Status.ok
  }
}

/// What changed after a revision, as records in no order; RESYNC: that is no longer known.
@_cdecl("tree_changes")
public func treeChanges(_ address: UnsafeMutableRawPointer, _ since: Int64) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    try handle.grow { () throws(TreeError) in try handle.tree.trackChanges() }
    let result = handle.tree.changes(since: UInt64(bitPattern: since)) { at in
      do throws(OutOfMemory) {
        try handle.put(badge: at)
        return true
      } catch {
        return false
      }
    }
    switch result {
    case .complete: return Status.ok
    case .partial: throw handle.refuse(TreeError.outOfMemory)
    case .resync: return Status.resync
    }
  }
}

/// Recounts everything.
@_cdecl("tree_verify")
public func treeVerify(_ address: UnsafeMutableRawPointer) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    let wrong = try handle.grow { () throws(TreeError) in try handle.tree.verify() }
    if wrong != nil { throw handle.refuse(Status.internalError, "a node is wrong") }
    return Status.ok
  }
}

// MARK: Watching

/// Answers the observer's number, from 0, or an error.
@_cdecl("tree_observe")
public func treeObserve(
  _ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32, _ subtree: Int32
) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    if handle.isInTransaction { throw handle.refuse(Status.argument, "a transaction is under way") }
    return try handle.grow { () throws(TreeError) in
      let at = try handle.tree.findOrCreate(bytes(path, length))
      return Int32(try handle.tree.observe(at, subtree: subtree != 0))
    }
  }
}

@_cdecl("tree_unobserve")
public func treeUnobserve(_ address: UnsafeMutableRawPointer, _ observer: Int32) {
  handle(address).tree.removeObserver(UInt32(observer))
}

/// Puts out whom the last transactions tell, in their order: the observer and the length of the path (4 bytes each),
/// and the path, up to a multiple of 8 bytes.
@_cdecl("tree_notices")
public func treeNotices(_ address: UnsafeMutableRawPointer) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    try handle.put { () throws(OutOfMemory) in
      for position in 0..<handle.tree.notices.count { try handle.put(notice: handle.tree.notices[position]) }
    }
    handle.tree.clearNotices()
    return Status.ok
  }
}

// MARK: Snapshots and patches

extension Handle {
  /// Applies a patch; of a conflict its place is kept.
  func apply(_ patch: borrowing PatchReader, at top: NodeIndex, force: Bool) throws(SnapshotError) {
    do throws(SnapshotError) {
      try tree.apply(patch, at: top, force: force)
    } catch {
      conflict.removeAll()
      if case .conflict(let entry) = error { _ = try patch.appendPath(ofEntry: entry, to: &conflict) }
      throw error
    }
  }
}

/// Puts out the bytes of docs/snapshot-format.md.
@_cdecl("tree_snapshot")
public func treeSnapshot(_ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32) -> Int32 {
  let handle = handle(address)
  var output = ByteOutput()
  let status = handle.answer { () throws(Refused) in
    let at = try handle.grow { () throws(TreeError) in try handle.tree.find(bytes(path, length)) }
    try handle.decode { () throws(SnapshotError) in try handle.tree.encodeSnapshot(at: at, into: &output) }
    return Status.ok
  }
  if status == Status.ok { handle.output = output.take() }
  return status
}

/// Puts out eight bytes.
@_cdecl("tree_digest")
public func treeDigest(_ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    let digest = try handle.grow { () throws(TreeError) in
      // A path without a node owns what a node without anything owns.
      guard let at = try handle.tree.find(bytes(path, length)) else { return 0 as UInt64 }
      return try handle.tree.digest(at)
    }
    try handle.put { () throws(OutOfMemory) in try handle.put(number: digest) }
    return Status.ok
  }
}

@_cdecl("tree_restore")
public func treeRestore(
  _ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32, _ snapshot: UnsafeRawPointer?,
  _ size: Int32
) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    try handle.undoable { () throws(Refused) in
      let top = try handle.grow { () throws(TreeError) in try handle.tree.findOrCreate(bytes(path, length)) }
      try handle.decode { () throws(SnapshotError) in
        try handle.tree.restore(from: SnapshotReader(bytes(snapshot, size)), at: top)
      }
    }
  }
}

/// Puts out the minimal patch from a subtree of the first tree to one of the other.
@_cdecl("tree_diff")
public func treeDiff(
  _ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32,
  _ other: UnsafeMutableRawPointer, _ otherPath: UnsafeRawPointer?, _ otherLength: Int32
) -> Int32 {
  let handle = handle(address)
  let otherTree = Unmanaged<Handle>.fromOpaque(other).takeUnretainedValue().tree
  var output = ByteOutput()
  let status = handle.answer { () throws(Refused) in
    let at = try handle.grow { () throws(TreeError) in try handle.tree.find(bytes(path, length)) }
    let otherAt = try handle.grow { () throws(TreeError) in try otherTree.find(bytes(otherPath, otherLength)) }
    try handle.decode { () throws(SnapshotError) in
      try handle.tree.encodeDiff(at: at, to: otherTree, at: otherAt, into: &output)
    }
    return Status.ok
  }
  if status == Status.ok { handle.output = output.take() }
  return status
}

/// force: 1, writes what is after, whatever is there.
@_cdecl("tree_apply")
public func treeApply(
  _ address: UnsafeMutableRawPointer, _ path: UnsafeRawPointer?, _ length: Int32, _ patch: UnsafeRawPointer?,
  _ size: Int32, _ force: Int32
) -> Int32 {
  let handle = handle(address)
  return handle.answer { () throws(Refused) in
    try handle.undoable { () throws(Refused) in
      let top = try handle.grow { () throws(TreeError) in try handle.tree.findOrCreate(bytes(path, length)) }
      try handle.decode { () throws(SnapshotError) in
        try handle.apply(PatchReader(bytes(patch, size)), at: top, force: force != 0)
      }
    }
  }
}

/// Puts out the patch that leads back. Any tree will do.
@_cdecl("patch_inverse")
public func patchInverse(_ address: UnsafeMutableRawPointer, _ patch: UnsafeRawPointer?, _ size: Int32) -> Int32 {
  let handle = handle(address)
  var output = ByteOutput()
  let status = handle.answer { () throws(Refused) in
    try handle.decode { () throws(SnapshotError) in try PatchReader(bytes(patch, size)).encodeInverse(into: &output) }
    return Status.ok
  }
  if status == Status.ok { handle.output = output.take() }
  return status
}

/// Puts out the minimal patch from one snapshot to another. Any tree will do.
@_cdecl("snapshot_diff")
public func snapshotDiff(
  _ address: UnsafeMutableRawPointer, _ from: UnsafeRawPointer?, _ fromSize: Int32, _ to: UnsafeRawPointer?,
  _ toSize: Int32
) -> Int32 {
  let handle = handle(address)
  var output = ByteOutput()
  let status = handle.answer { () throws(Refused) in
    try handle.decode { () throws(SnapshotError) in
      try SnapshotReader(bytes(from, fromSize)).encodeDiff(to: SnapshotReader(bytes(to, toSize)), into: &output)
    }
    return Status.ok
  }
  if status == Status.ok { handle.output = output.take() }
  return status
}

import CMemory
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

public import CTally

// Batches of operations on one account.

@_optimize(speed)
@c @implementation
public func tally_badge_batch(
  _ handle: OpaquePointer?, _ operations: UnsafeMutablePointer<tally_operation>?, _ count: Int,
  _ given: UnsafePointer<tally_batch_options>?, _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    if operations == nil && count != 0 { throw Failure.missing("operations") }
    var raw = tally_batch_options()
    try options(given, into: &raw)
    try refuse(unless: raw.flags & ~TALLY_BATCH_EACH == 0 && raw.reserved == 0, "flags and reserved members")
    let batch = try HostBatch(operations, count, size: raw.operation_size)
    let identity = try identity(raw)
    let result: (status: Status, revision: UInt64)
    if raw.flags & TALLY_BATCH_EACH != 0 {
      result = try performEach(batch, account, identity)
    } else {
      result = try account.performBatch(batch, once: identity)
    }
    outRevision?.pointee = result.revision
    return result.status
  }
}

private func identity(_ raw: tally_batch_options) throws(Failure) -> BatchIdentity {
  var identity = BatchIdentity()
  if raw.source != nil { identity.source = try text(raw.source, "source") }
  if raw.id != nil { identity.id = try text(raw.id, "id") }
  identity.state = SourceState(epoch: raw.epoch, position: raw.position)
  return identity
}

private func performEach(
  _ batch: HostBatch, _ account: Account, _ identity: BatchIdentity
) throws(Failure) -> (status: Status, revision: UInt64) {
  if !identity.isEmpty || identity.state.epoch | identity.state.position != 0 {
    throw Failure(.argument, "with EACH a batch has no source and no id, because it is not a transaction")
  }
  return try account.performEach(batch, batch.rows) { _ = tell($0) }
}

@c @implementation
public func tally_account_get_position(
  _ handle: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ outPosition: UnsafeMutablePointer<tally_position>?
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    let target = try output(outPosition, "out_position")
    let state = try account.sourceState(try text(source, "source"))
    try fill(target, with: tally_position(state, time: 0))
    return .ok
  }
}

/// The host's array of operations. A newer program may have a larger structure: the members that this version does not
/// know must be zero.
private struct HostBatch: BatchSource {
  private let start: UnsafeMutableRawPointer?
  private let stride: Int
  let count: Int

  init(_ operations: UnsafeMutablePointer<tally_operation>?, _ count: Int, size: UInt32) throws(Failure) {
    let stride = count == 0 ? tally_operation.firstSize : try tally_operation.size(size)
    guard (0...Int.max / stride).contains(count) else { throw Failure(.argument, "too many operations") }
    (start, self.stride, self.count) = (UnsafeMutableRawPointer(operations), stride, count)
  }

  /// For the tree, which reads usual operations itself. Their unknown members have been checked.
  var rows: OperationRows? {
    guard let start else { return nil }
    if stride > MemoryLayout<tally_operation>.size {
      for index in 0..<count where hasUnknown(start + index &* stride) { return nil }
    }
    return OperationRows(start: start, stride: stride)
  }

  @inline(never)
  private func hasUnknown(_ place: UnsafeMutableRawPointer) -> Bool {
    let known = MemoryLayout<tally_operation>.size
    return !areZero(Bytes(start: place + known, count: stride - known))
  }

  @inline(never)
  private func checkKnown(_ place: UnsafeMutableRawPointer) throws(Failure) {
    if hasUnknown(place) {
      throw Failure(.argument, "an operation has members that this version does not know")
    }
  }

  @inline(__always)
  private func place(_ index: Int) throws(Failure) -> UnsafeMutablePointer<tally_operation> {
    guard let start else { throw Failure.missing("operations") }
    return (start + index &* stride).assumingMemoryBound(to: tally_operation.self)
  }

  @inline(__always)
  func operation(_ index: Int) throws(Failure) -> Operation {
    let raw = try place(index)
    if stride > MemoryLayout<tally_operation>.size { try checkKnown(UnsafeMutableRawPointer(raw)) }
    try refuse(unless: raw.pointee.flags == 0, "the operation's flags")
    if raw.pointee.kind == TALLY_OP_GET { return .get }
    return try change(raw)
  }

  @inline(__always)
  func target(_ index: Int) throws(Failure) -> Target {
    let raw = try place(index)
    let node = raw.pointee.node
    return node != 0 ? .node(node) : .path(try unchecked(raw.pointee.path, "the operation's path"))
  }

  @inline(__always)
  func approach(_ index: Int) {
    guard let start else { return }
    let raw = (start + index &* stride).assumingMemoryBound(to: tally_operation.self)
    ctally_memory_prefetch(raw.pointee.path)
  }

  @inline(__always)
  func report(_ index: Int, _ status: Status, _ shown: Visible) {
    guard let start else { return }
    let raw = (start + index &* stride).assumingMemoryBound(to: tally_operation.self)
    raw.pointee.status = status.rawValue
    raw.pointee.count = shown.count
    raw.pointee.badge_kind = badgeKind(shown)
  }
}

/// The change of a badge that an operation names.
@inline(__always)
func change(_ raw: UnsafePointer<tally_operation>) throws(Failure) -> Operation {
  switch raw.pointee.kind {
  case TALLY_OP_SET: return .set(raw.pointee.value, until: raw.pointee.until)
  case TALLY_OP_DOT: return .dot(until: raw.pointee.until)
  case TALLY_OP_ADD: return .add(raw.pointee.value)
  case TALLY_OP_CLEAR: return .clear
  case TALLY_OP_CLEAR_TREE: return .clearTree
  case TALLY_OP_MUTE: return .mute(Int32(clamping: raw.pointee.value), until: raw.pointee.until)
  default: throw Failure(.argument, "unknown kind of operation")
  }
}

/// The same for callers that need not be fast.
@inline(never)
func changeApart(_ raw: UnsafePointer<tally_operation>) throws(Failure) -> Operation { try change(raw) }

import CMemory
import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

// Every operation exists twice: by path and by node.

@inline(__always)
private func perform(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ operation: Operation
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    try account.perform(operation, .path(try unchecked(path, "path")))
  }
}

@inline(__always)
private func perform(_ handle: OpaquePointer?, _ node: tally_node, _ operation: Operation) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in try account.perform(operation, .node(node)) }
}

// The rarer operations share one function each.

@inline(never)
private func performApart(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ operation: Operation
) -> tally_status { perform(handle, path, operation) }

@inline(never)
private func performApart(_ handle: OpaquePointer?, _ node: tally_node, _ operation: Operation) -> tally_status {
  perform(handle, node, operation)
}

@_optimize(speed)
@c @implementation
public func tally_badge_set(_ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ count: Int64) -> tally_status {
  perform(account, path, .set(count, until: 0))
}

@c @implementation
public func tally_badge_dot(_ account: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_status {
  performApart(account, path, .dot(until: 0))
}

@c @implementation
public func tally_badge_set_until(
  _ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ count: Int64, _ until: Int64
) -> tally_status {
  performApart(account, path, .set(count, until: until))
}

@c @implementation
public func tally_badge_dot_until(
  _ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ until: Int64
) -> tally_status {
  performApart(account, path, .dot(until: until))
}

@c @implementation
public func tally_badge_add(_ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ delta: Int64) -> tally_status {
  performApart(account, path, .add(delta))
}

@_optimize(speed)
@c @implementation
public func tally_badge_clear(_ account: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_status {
  perform(account, path, .clear)
}

@c @implementation
public func tally_badge_clear_tree(_ account: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_status {
  performApart(account, path, .clearTree)
}

@c @implementation
public func tally_badge_mute(
  _ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ mode: Int32, _ until: Int64
) -> tally_status {
  performApart(account, path, .mute(mode, until: until))
}

@c @implementation
public func tally_badge_snooze(
  _ account: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ until: Int64
) -> tally_status {
  performApart(account, path, .snooze(until: until))
}

@c @implementation
public func tally_badge_flag(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ on: Int32
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    if on != 0 && on != 1 { throw Failure(.argument, "on must be 0 or 1") }
    try account.setFlag(try unchecked(path, "path"), on == 1)
    return .ok
  }
}

@_optimize(speed)
@c @implementation
public func tally_badge_get(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outBadge: UnsafeMutablePointer<tally_badge>?
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    let target = try output(outBadge, "out_badge")
    target.pointee = tally_badge(try account.info(.path(try unchecked(path, "path"))))
    return .ok
  }
}

@c @implementation
public func tally_badge_get_own(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outOwn: UnsafeMutablePointer<tally_badge_own>?
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    let target = try output(outOwn, "out_own")
    let (state, isFlagged) = try account.ownChoices(try unchecked(path, "path"))
    var own = tally_badge_own(state)
    if isFlagged { own.flags = UInt32(TALLY_OWN_FLAGGED) }
    try fill(target, with: own)
    return .ok
  }
}

@c @implementation
public func tally_badge_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?, _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  listing(rows, tally_badge_entry.self) { (list) throws(Failure) in
    try refuseFlags(flags, but: TALLY_SUBTREE)
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let start = try list.begin(ListName(.badges, account: account.id, path), after: after)
    let revision = try account.list(
      path, subtree: flags & UInt32(TALLY_SUBTREE) != 0, after: start?.name
    ) { info, path in
      list.add(info, path)
      return !list.isFull
    }
    // The caller repeats the call for rows that do not fit, and must know whether they have the same revision.
    outRevision?.pointee = revision
    return false
  }
}

extension tally_badge_entry {
  @inline(__always)
  fileprivate init(_ info: BadgeInfo, _ path: tally_text) {
    self.init()
    (badge, self.path) = (tally_badge(info), path)
  }
}

extension ListWriter {
  @inline(__always)
  fileprivate mutating func add(_ info: BadgeInfo, _ path: UnsafeRawBufferPointer) {
    place.name = add(path)
    add(inlined: tally_badge_entry(info, place.name))
  }
}

@_optimize(speed)
@c @implementation
public func tally_badge_changes(
  _ handle: OpaquePointer?, _ since: UInt64, _ epoch: UInt64, _ rows: UnsafeMutablePointer<tally_rows>?,
  _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    let room = try room(of: rows, first: tally_badge_entry.firstSize)
    let rows = try output(rows, "rows")
    let revision = try output(outRevision, "out_revision")
    // This does not use the writer, because a program may call it once a frame.
    var (written, used, refused) = (0, 0, 0)
    let result = try account.changes(since: since, epoch: epoch) { info, path in
      guard let entries = room.entries, let text = room.text, written < room.capacity,
        used &+ path.count < room.textCapacity
      else {
        refused = path.count &+ 1
        return false
      }
      if let source = path.baseAddress { (text + used).copyMemory(from: source, byteCount: path.count) }
      text.storeBytes(of: 0, toByteOffset: used &+ path.count, as: UInt8.self)
      let place = tally_text(
        offset: UInt32(truncatingIfNeeded: used), length: UInt32(truncatingIfNeeded: path.count))
      room.store(tally_badge_entry(info, place), entries, written)
      written &+= 1
      used &+= path.count &+ 1
      return true
    }
    switch result {
    case .resync: return .resync
    case .complete(let reached):
      (rows.pointee.count, rows.pointee.text_size) = (written, used)
      revision.pointee = reached
      return .ok
    case .partial(let reached):
      if reached == since {
        (rows.pointee.count, rows.pointee.text_size) = (written &+ 1, used &+ refused)
        throw ListWriter.noRoom
      }
      (rows.pointee.count, rows.pointee.text_size) = (written, used)
      revision.pointee = reached
      return .more
    }
  }
}

// MARK: By node

@c @implementation
public func tally_node_resolve(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outNode: UnsafeMutablePointer<tally_node>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outNode, "out_node")
    target.pointee = 0
    target.pointee = try account(handle).resolve(try unchecked(path, "path"))
    return .ok
  }
}

@c @implementation
public func tally_node_release(_ handle: OpaquePointer?, _ node: tally_node) {
  releasing { () throws(Failure) in try account(handle).release(node) }
}

@c @implementation
public func tally_node_get_path(
  _ handle: OpaquePointer?, _ node: tally_node, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let length = try output(outLength, "out_length")
    var refused: Failure?
    try account(handle).withPath(of: node) { path in
      do throws(Failure) { try copyOut(path, buffer, capacity, length) } catch { refused = error }
    }
    if let refused { throw refused }
    return .ok
  }
}

@_optimize(speed)
@c @implementation
public func tally_node_set(_ account: OpaquePointer?, _ node: tally_node, _ count: Int64) -> tally_status {
  perform(account, node, .set(count, until: 0))
}

@c @implementation
public func tally_node_dot(_ account: OpaquePointer?, _ node: tally_node) -> tally_status {
  perform(account, node, .dot(until: 0))
}

@c @implementation
public func tally_node_set_until(
  _ account: OpaquePointer?, _ node: tally_node, _ count: Int64, _ until: Int64
) -> tally_status {
  performApart(account, node, .set(count, until: until))
}

@c @implementation
public func tally_node_dot_until(_ account: OpaquePointer?, _ node: tally_node, _ until: Int64) -> tally_status {
  performApart(account, node, .dot(until: until))
}

@c @implementation
public func tally_node_add(_ account: OpaquePointer?, _ node: tally_node, _ delta: Int64) -> tally_status {
  performApart(account, node, .add(delta))
}

@_optimize(speed)
@c @implementation
public func tally_node_clear(_ account: OpaquePointer?, _ node: tally_node) -> tally_status {
  perform(account, node, .clear)
}

@c @implementation
public func tally_node_clear_tree(_ account: OpaquePointer?, _ node: tally_node) -> tally_status {
  performApart(account, node, .clearTree)
}

@c @implementation
public func tally_node_mute(
  _ account: OpaquePointer?, _ node: tally_node, _ mode: Int32, _ until: Int64
) -> tally_status {
  performApart(account, node, .mute(mode, until: until))
}

@_optimize(speed)
@c @implementation
public func tally_node_get(
  _ handle: OpaquePointer?, _ node: tally_node, _ outBadge: UnsafeMutablePointer<tally_badge>?
) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    let target = try output(outBadge, "out_badge")
    target.pointee = tally_badge(try account.info(.node(node)))
    return .ok
  }
}

// MARK: Paths

private func parse(_ path: UnsafePointer<CChar>?) throws(Failure) -> Path {
  let bytes = try unchecked(path, "path")
  var parsed = Path()
  try parsed.parse(bytes, limits: PathLimits())
  return parsed
}

private func checkedName(_ name: UnsafePointer<CChar>?) throws(Failure) -> UnsafeRawBufferPointer {
  let bytes = try unchecked(name, "name")
  try Path.checkName(bytes)
  return bytes
}

private func building(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?,
  _ body: (inout ByteBuffer) throws(OutOfMemory) -> Void
) throws(Failure) {
  let length = try output(outLength, "out_length")
  var result = ByteBuffer()
  do throws(OutOfMemory) { try body(&result) } catch { throw Failure.noMemory }
  try copyOut(result.bytes, buffer, capacity, length)
}

@c @implementation
public func tally_path_escape(
  _ name: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let bytes = try checkedName(name)
    try building(buffer, capacity, outLength) { (result) throws(OutOfMemory) in
      try Path.appendEscaped(bytes, to: &result)
    }
    return .ok
  }
}

@c @implementation
public func tally_path_join(
  _ path: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let parsed = try parse(path)
    let bytes = try checkedName(name)
    var joined = ByteBuffer()
    do throws(OutOfMemory) {
      try joined.append(parsed.bytes.bytes)
      try joined.append(byte: 0x2E)
      try Path.appendEscaped(bytes, to: &joined)
    } catch { throw Failure.noMemory }
    // The joined path may be too deep or too long even if its parts are not.
    var whole = Path()
    try whole.parse(joined.bytes, limits: PathLimits())
    try copyOut(whole.bytes.bytes, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}

@c @implementation
public func tally_path_parent(
  _ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let parsed = try parse(path)
    guard let parent = parsed.parent else { throw Failure(.notFound, "root has no parent") }
    try copyOut(parent, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}

@c @implementation
public func tally_path_component(
  _ path: UnsafePointer<CChar>?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let parsed = try parse(path)
    if index < 0 || index >= parsed.depth { throw Failure(.notFound, "the path has fewer components") }
    try building(buffer, capacity, outLength) { (result) throws(OutOfMemory) in
      _ = try parsed.appendComponent(index, to: &result)
    }
    return .ok
  }
}

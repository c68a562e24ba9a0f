public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Functions that change badges. Every operation exists twice: by path and by node.

/// A node as the host names it.
enum Target {
  case path(Bytes)
  case node(UInt64)

  var path: Bytes? {
    if case .path(let path) = self { return path }
    return nil
  }
}

extension Tree {
  func find(_ target: Target) throws(Failure) -> NodeIndex? {
    switch target {
    case .path(let path): return try find(path)
    case .node(let handle): return try node(handle)
    }
  }

  func findOrCreate(_ target: Target) throws(Failure) -> NodeIndex {
    switch target {
    case .path(let path): return try findOrCreate(path)
    case .node(let handle): return try node(handle)
    }
  }
}

/// An operation with the numbers of the header.
struct Operation {
  var kind: Int32
  var value: Int64 = 0
  var until: Int64 = 0

  /// Rejects what the tree itself does not check.
  func check() throws(Failure) {
    let mayEnd = kind == TALLY_TREE_OP_SET || kind == TALLY_TREE_OP_DOT || kind == TALLY_TREE_OP_MUTE
    if mayEnd, until < 0 { throw Failure(.range, "until must not be negative") }
    if kind == TALLY_TREE_OP_MUTE, !(0...2).contains(value) { throw Failure(.argument, "unknown mode of mute") }
    if kind < TALLY_TREE_OP_SET || kind > TALLY_TREE_OP_GET { throw Failure(.argument, "unknown kind of operation") }
  }
}

extension Tree {
  /// Runs one operation within a transaction.
  /// - Parameter isOver: the badge expires before it begins.
  @inline(never)
  func apply(_ operation: Operation, _ target: Target, isOver: Bool) throws(Failure) -> Status {
    switch operation.kind {
    case TALLY_TREE_OP_SET:
      guard let number = UInt32(exactly: operation.value) else { throw .countRange }
      try replace(target, number == 0 || isOver ? .none : .count(number), operation.until)
    case TALLY_TREE_OP_DOT: try replace(target, isOver ? .none : .dot, operation.until)
    case TALLY_TREE_OP_ADD: try add(operation.value, target)
    case TALLY_TREE_OP_CLEAR: return try clear(target)
    case TALLY_TREE_OP_CLEAR_TREE: if let at = try find(target) { try clearTree(at) }
    case TALLY_TREE_OP_MUTE:
      // Checked before.
      let mute = Mute(rawValue: UInt8(truncatingIfNeeded: operation.value)) ?? .none
      try changeMute(target, isOver ? .none : mute, operation.until)
    default: _ = try find(target)
    }
    return .ok
  }

  private func replace(_ target: Target, _ badge: OwnBadge, _ until: Int64) throws(Failure) {
    if badge == .none {
      if let at = try find(target) { try setOwnBadge(at, .none) }
    } else {
      try setOwnBadge(try findOrCreate(target), badge, expires: until)
    }
  }

  private func add(_ delta: Int64, _ target: Target) throws(Failure) {
    if let at = try find(target) {
      try add(at, delta)
    } else if delta != 0 {
      // Rejected before a node is made for it.
      guard UInt32(exactly: delta) != nil else { throw .countRange }
      try add(try findOrCreate(target), delta)
    }
  }

  private func clear(_ target: Target) throws(Failure) -> Status {
    guard let at = try find(target) else { return .ok }
    if isHeld(at) { return .held }
    try setOwnBadge(at, .none)
    return visible(at).shows ? .held : .ok
  }

  private func changeMute(_ target: Target, _ mute: Mute, _ until: Int64) throws(Failure) {
    if mute == .none {
      if let at = try find(target) { try setMute(at, .none) }
    } else {
      try setMute(try findOrCreate(target), mute, until: until)
    }
  }
}

/// Runs one operation as a transaction of its own, or as a part of the current one.
@inline(never)
private func perform(_ host: HostPointer, _ operation: Operation, _ target: Target) throws(Failure) -> Status {
  try operation.check()
  let tree = host.pointee.tree
  let isOver = host.pointee.isOver(operation.until)
  let isAlone = !host.pointee.isInTransaction
  host.pointee.forgetNotices()
  if isAlone { tree.begin(.single) }
  defer { if isAlone { tree.commit() } }
  return try tree.apply(operation, target, isOver: isOver)
}

@inline(never)
private func perform(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ kind: Int32, _ value: Int64 = 0, _ until: Int64 = 0
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try perform(host, Operation(kind: kind, value: value, until: until), .path(try path(place)))
  }
}

@inline(never)
private func perform(
  _ handle: OpaquePointer?, _ node: tally_tree_node, _ kind: Int32, _ value: Int64 = 0, _ until: Int64 = 0
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try perform(host, Operation(kind: kind, value: value, until: until), .node(node))
  }
}

// MARK: By path

@c @implementation
public func tally_tree_set(
  _ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ count: Int64
) -> tally_tree_status { perform(tree, path, TALLY_TREE_OP_SET, count) }

@c @implementation
public func tally_tree_dot(_ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_tree_status {
  perform(tree, path, TALLY_TREE_OP_DOT)
}

@c @implementation
public func tally_tree_set_until(
  _ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ count: Int64, _ until: Int64
) -> tally_tree_status { perform(tree, path, TALLY_TREE_OP_SET, count, until) }

@c @implementation
public func tally_tree_dot_until(
  _ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ until: Int64
) -> tally_tree_status { perform(tree, path, TALLY_TREE_OP_DOT, 0, until) }

@c @implementation
public func tally_tree_add(
  _ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ delta: Int64
) -> tally_tree_status { perform(tree, path, TALLY_TREE_OP_ADD, delta) }

@c @implementation
public func tally_tree_clear(_ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_tree_status {
  perform(tree, path, TALLY_TREE_OP_CLEAR)
}

@c @implementation
public func tally_tree_clear_tree(_ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_tree_status {
  perform(tree, path, TALLY_TREE_OP_CLEAR_TREE)
}

@c @implementation
public func tally_tree_mute(
  _ tree: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ mode: tally_tree_mute_mode, _ until: Int64
) -> tally_tree_status { perform(tree, path, TALLY_TREE_OP_MUTE, Int64(mode), until) }

@c @implementation
public func tally_tree_expire(_ handle: OpaquePointer?, _ now: Int64) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    if now < 0 { throw Failure(.range, "now must not be negative") }
    try change(host) { (tree) throws(Failure) in
      try tree.expire(now: now)
    }
    host.pointee.time = now
    return .ok
  }
}

// MARK: By node

@c @implementation
public func tally_tree_node_resolve(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ outNode: UnsafeMutablePointer<tally_tree_node>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outNode, "out_node")
    target.pointee = 0
    let (path, tree) = (try path(place), host.pointee.tree)
    host.pointee.forgetNotices()
    target.pointee = try tree.retain(try tree.findOrCreate(path))
    return .ok
  }
}

@c @implementation
public func tally_tree_node_release(_ handle: OpaquePointer?, _ node: tally_tree_node) {
  settle(handle) { host in
    // A node of another tree, or one that was released, needs nothing.
    do throws(Failure) { try host.pointee.tree.release(node) } catch {}
  }
}

@c @implementation
public func tally_tree_node_get_path(
  _ handle: OpaquePointer?, _ node: tally_tree_node, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (length, tree) = (try output(outLength, "out_length"), host.pointee.tree)
    let at = try tree.node(node)
    try copyOut(tree.path(of: at), buffer, capacity, length)
    return .ok
  }
}

@c @implementation
public func tally_tree_node_set(
  _ tree: OpaquePointer?, _ node: tally_tree_node, _ count: Int64
) -> tally_tree_status { perform(tree, node, TALLY_TREE_OP_SET, count) }

@c @implementation
public func tally_tree_node_dot(_ tree: OpaquePointer?, _ node: tally_tree_node) -> tally_tree_status {
  perform(tree, node, TALLY_TREE_OP_DOT)
}

@c @implementation
public func tally_tree_node_set_until(
  _ tree: OpaquePointer?, _ node: tally_tree_node, _ count: Int64, _ until: Int64
) -> tally_tree_status { perform(tree, node, TALLY_TREE_OP_SET, count, until) }

@c @implementation
public func tally_tree_node_dot_until(
  _ tree: OpaquePointer?, _ node: tally_tree_node, _ until: Int64
) -> tally_tree_status { perform(tree, node, TALLY_TREE_OP_DOT, 0, until) }

@c @implementation
public func tally_tree_node_add(
  _ tree: OpaquePointer?, _ node: tally_tree_node, _ delta: Int64
) -> tally_tree_status { perform(tree, node, TALLY_TREE_OP_ADD, delta) }

@c @implementation
public func tally_tree_node_clear(_ tree: OpaquePointer?, _ node: tally_tree_node) -> tally_tree_status {
  perform(tree, node, TALLY_TREE_OP_CLEAR)
}

@c @implementation
public func tally_tree_node_clear_tree(_ tree: OpaquePointer?, _ node: tally_tree_node) -> tally_tree_status {
  perform(tree, node, TALLY_TREE_OP_CLEAR_TREE)
}

@c @implementation
public func tally_tree_node_mute(
  _ tree: OpaquePointer?, _ node: tally_tree_node, _ mode: tally_tree_mute_mode, _ until: Int64
) -> tally_tree_status { perform(tree, node, TALLY_TREE_OP_MUTE, Int64(mode), until) }

// MARK: Transactions

@c @implementation
public func tally_tree_begin(_ handle: OpaquePointer?) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try checkNoTransaction(host)
    host.pointee.forgetNotices()
    host.pointee.tree.begin(.undoable)
    host.pointee.isInTransaction = true
    return .ok
  }
}

private func endTransaction(_ host: HostPointer) throws(Failure) {
  guard host.pointee.isInTransaction else { throw Failure(.argument, "no transaction is in progress") }
  host.pointee.isInTransaction = false
}

@c @implementation
public func tally_tree_commit(_ handle: OpaquePointer?) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try endTransaction(host)
    let tree = host.pointee.tree
    host.pointee.forgetNotices()
    do throws(Failure) { try tree.prepareCommit() } catch {
      takeBack(host)
      throw error
    }
    tree.commit()
    return .ok
  }
}

@c @implementation
public func tally_tree_rollback(_ handle: OpaquePointer?) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try endTransaction(host)
    takeBack(host)
    return .ok
  }
}

// MARK: Batches

@c @implementation
public func tally_tree_batch(
  _ handle: OpaquePointer?, _ operations: UnsafeMutablePointer<tally_tree_operation>?, _ count: Int,
  _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    try checkNoTransaction(host)
    guard count >= 0 else { throw Failure(.argument, "too many operations") }
    if operations == nil, count > 0 { throw Failure.missing("operations") }
    let all = UnsafeMutableBufferPointer(start: operations, count: operations == nil ? 0 : count)
    var position = 0
    do throws(Failure) {
      try change(host) { (tree) throws(Failure) in
        while position < all.count {
          try performNext(host, tree, &all[position])
          position += 1
        }
      }
    } catch {
      for index in all.indices { all[index].status = Status.notApplied.rawValue }
      if position < all.count { all[position].status = error.status.rawValue }
      throw error
    }
    outRevision?.pointee = host.pointee.tree.revision
    return .ok
  }
}

private func performNext(
  _ host: HostPointer, _ tree: Tree, _ raw: inout tally_tree_operation
) throws(Failure) {
  try refuse(unless: raw.flags == 0 && raw.reserved == nil, "the operation's flags and its reserved member")
  let operation = Operation(kind: raw.kind, value: raw.value, until: raw.until)
  try operation.check()
  let target = raw.node != 0 ? Target.node(raw.node) : .path(try unchecked(raw.path, "the operation's path"))
  let isOver = host.pointee.isOver(raw.until)
  var shown = Visible.nothing
  let status = try tree.apply(operation, target, isOver: isOver)
  if operation.kind == TALLY_TREE_OP_GET, let at = try tree.find(target) { shown = tree.visible(at) }
  raw.status = status.rawValue
  raw.count = shown.count
  raw.badge_kind = shown.treeKind
}

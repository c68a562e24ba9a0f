public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// The state of a tree, its changes, their reasons; observers.

extension tally_tree_badge {
  init(_ tree: Tree, _ at: NodeIndex) {
    let shown = tree.visible(at)
    let own = tree.ownState(at)
    self.init()
    count = shown.count
    revision = tree.revision(of: at)
    kind = shown.treeKind
    (flags, own_count) = own.flags
    if tree.isLit(at) { flags |= UInt32(TALLY_TREE_BADGE_CHILDREN) }
  }
}

extension Visible {
  /// As the header numbers it.
  var treeKind: Int32 { !shows ? TALLY_TREE_KIND_NONE : count == 0 ? TALLY_TREE_KIND_DOT : TALLY_TREE_KIND_NUMBER }
}

extension OwnState {
  /// The flags of the header, and the manual count.
  var flags: (UInt32, UInt32) {
    var (flags, manual): (UInt32, UInt32) = (0, 0)
    switch self.manual {
    case .none: break
    case .dot: flags = UInt32(TALLY_TREE_BADGE_OWN_DOT)
    case .count(let number): (flags, manual) = (UInt32(TALLY_TREE_BADGE_OWN_COUNT), number)
    }
    if mute == .number { flags |= UInt32(TALLY_TREE_BADGE_MUTE_NUMBER) }
    if mute == .all { flags |= UInt32(TALLY_TREE_BADGE_MUTE_ALL) }
    return (flags, manual)
  }
}

@inline(never)
private func get(
  _ host: HostPointer, _ target: Target, _ outBadge: UnsafeMutablePointer<tally_tree_badge>?
) throws(Failure) -> Status {
  let (place, tree) = (try output(outBadge, "out_badge"), host.pointee.tree)
  let at = try tree.find(target)
  place.pointee = at.map { tally_tree_badge(tree, $0) } ?? tally_tree_badge()
  return .ok
}

@c @implementation
public func tally_tree_get(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ outBadge: UnsafeMutablePointer<tally_tree_badge>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in try get(host, .path(try path(place)), outBadge) }
}

@c @implementation
public func tally_tree_node_get(
  _ handle: OpaquePointer?, _ node: tally_tree_node, _ outBadge: UnsafeMutablePointer<tally_tree_badge>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in try get(host, .node(node), outBadge) }
}

// MARK: Lists

@c @implementation
public func tally_tree_list(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ flags: UInt32,
  _ entries: UnsafeMutablePointer<tally_tree_entry>?, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?,
  _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?,
  _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (count, textSize) = try beginList(outCount, outTextSize)
    try refuse(unless: flags & ~UInt32(TALLY_TREE_SUBTREE) == 0, "unknown flags")
    let (path, tree) = (try path(place), host.pointee.tree)
    var found = List<NodeIndex>()
    if let at = try tree.find(path) { try tree.collect(at, subtree: flags != 0, into: &found) }
    var bytes = 0
    for position in 0..<found.count { bytes += tree.path(of: found[position]).count + 1 }
    var list = try ListOutput(
      needing: found.count, bytes, entries == nil ? 0 : capacity, text, textCapacity, count, textSize)
    if let entries {
      for position in 0..<found.count {
        let path = tree.path(of: found[position])
        entries[position] = tally_tree_entry(
          badge: tally_tree_badge(tree, found[position]), path_offset: list.add(path),
          path_length: UInt32(truncatingIfNeeded: path.count))
      }
    }
    outRevision?.pointee = tree.revision
    return .ok
  }
}

/// The caller's memory for changes. It receives as many as fit.
private struct ChangeOutput {
  let entries: UnsafeMutablePointer<tally_tree_entry>?
  let capacity: Int
  let text: UnsafeMutablePointer<CChar>?
  let textCapacity: Int
  var count = 0
  private var used = 0

  init(
    _ entries: UnsafeMutablePointer<tally_tree_entry>?, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?,
    _ textCapacity: Int
  ) {
    (self.entries, self.capacity, self.text, self.textCapacity) = (entries, capacity, text, textCapacity)
  }

  mutating func add(_ tree: Tree, _ at: NodeIndex) -> Bool {
    let path = tree.path(of: at)
    guard let entries, let text, count < capacity, used + path.count < textCapacity else { return false }
    if let source = path.baseAddress {
      UnsafeMutableRawPointer(text + used).copyMemory(from: source, byteCount: path.count)
    }
    text[used + path.count] = 0
    entries[count] = tally_tree_entry(
      badge: tally_tree_badge(tree, at), path_offset: UInt32(truncatingIfNeeded: used),
      path_length: UInt32(truncatingIfNeeded: path.count))
    count += 1
    used += path.count + 1
    return true
  }
}

@c @implementation
public func tally_tree_changes(
  _ handle: OpaquePointer?, _ since: UInt64, _ entries: UnsafeMutablePointer<tally_tree_entry>?, _ capacity: Int,
  _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?,
  _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (count, revision) = (try output(outCount, "out_count"), try output(outRevision, "out_revision"))
    count.pointee = 0
    let (tree, maxChanges) = (host.pointee.tree, host.pointee.maxChanges)
    try tree.trackChanges(capacity: maxChanges)
    var output = ChangeOutput(entries, capacity, text, textCapacity)
    switch tree.changes(since: since, { at in output.add(tree, at) }) {
    case .resync: return .resync
    case .complete(let reached):
      (count.pointee, revision.pointee) = (output.count, reached)
      return .ok
    case .partial(let reached):
      if reached == since {
        throw Failure(.bufferTooSmall, "the entries or the text do not hold the changes of one transaction")
      }
      (count.pointee, revision.pointee) = (output.count, reached)
      return .more
    }
  }
}

extension tally_tree_reason {
  fileprivate init(_ reason: Reason) {
    self.init()
    contributed = reason.contributed
    kept_count = reason.keptCount
    switch reason.manual {
    case .none: break
    case .dot: flags |= UInt32(TALLY_TREE_REASON_OWN_DOT)
    case .count(let number):
      flags |= UInt32(TALLY_TREE_REASON_OWN_COUNT)
      own_count = number
    }
    if reason.isOverridden { flags |= UInt32(TALLY_TREE_REASON_OVERRIDDEN) }
    if reason.mute == .number { flags |= UInt32(TALLY_TREE_REASON_MUTE_NUMBER) }
    if reason.mute == .all { flags |= UInt32(TALLY_TREE_REASON_MUTE_ALL) }
    if reason.lights { flags |= UInt32(TALLY_TREE_REASON_LIGHTS) }
    if reason.isMuted { flags |= UInt32(TALLY_TREE_REASON_MUTED) }
  }
}

@c @implementation
public func tally_tree_explain(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ entries: UnsafeMutablePointer<tally_tree_reason>?,
  _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int,
  _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (count, textSize) = try beginList(outCount, outTextSize)
    let (path, tree) = (try path(place), host.pointee.tree)
    var found = List<NodeIndex>()
    let explained = try tree.find(path)
    if let explained { try tree.collectReasons(explained, into: &found) }
    var bytes = 0
    for position in 0..<found.count { bytes += tree.path(of: found[position]).count + 1 }
    var list = try ListOutput(
      needing: found.count, bytes, entries == nil ? 0 : capacity, text, textCapacity, count, textSize)
    guard let entries, let explained else { return .ok }
    for position in 0..<found.count {
      let path = tree.path(of: found[position])
      guard let reason = tree.reason(of: found[position], for: explained) else { continue }
      entries[position] = tally_tree_reason(reason)
      entries[position].path_offset = list.add(path)
      entries[position].path_length = UInt32(truncatingIfNeeded: path.count)
    }
    return .ok
  }
}

// MARK: Observers

@c @implementation
public func tally_tree_observe(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ flags: UInt32,
  _ outObserver: UnsafeMutablePointer<UInt32>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outObserver, "out_observer")
    target.pointee = 0
    try refuse(unless: flags & ~UInt32(TALLY_TREE_SUBTREE) == 0, "unknown flags")
    try checkNoTransaction(host)
    let (path, tree) = (try path(place), host.pointee.tree)
    host.pointee.forgetNotices()
    let number = try tree.observe(try tree.findOrCreate(path), subtree: flags != 0)
    // The tree's numbers begin at 0.
    target.pointee = number &+ 1
    return .ok
  }
}

@c @implementation
public func tally_tree_unobserve(_ handle: OpaquePointer?, _ observer: UInt32) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (tree, number) = (host.pointee.tree, observer &- 1)
    guard tree.hasObserver(number) else { throw Failure(.notFound, "there is no such observer") }
    tree.dropNotices(taken: host.pointee.taken, of: number)
    host.pointee.taken = 0
    tree.removeObserver(number)
    return .ok
  }
}

@c @implementation
public func tally_tree_next_notice(
  _ handle: OpaquePointer?, _ outNotice: UnsafeMutablePointer<tally_tree_notice>?,
  _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outNotice, "out_notice")
    let tree = host.pointee.tree
    guard host.pointee.taken < tree.notices.count else { return .empty }
    let notice = tree.notices[host.pointee.taken]
    let path = tree.path(of: notice.node)
    var raw = tally_tree_notice()
    raw.observer = notice.observer &+ 1
    raw.badge = tally_tree_badge(tree, notice.node)
    raw.path_length = UInt32(truncatingIfNeeded: path.count)
    try fill(target, with: raw)
    try copyOut(path, text, textCapacity, nil)
    host.pointee.taken += 1
    return .ok
  }
}

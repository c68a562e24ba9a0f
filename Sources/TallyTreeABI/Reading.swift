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
  /// The flags of the header, and the own count.
  var flags: (UInt32, UInt32) {
    var (flags, count): (UInt32, UInt32) = (0, 0)
    switch badge {
    case .none: break
    case .dot: flags = UInt32(TALLY_TREE_BADGE_OWN_DOT)
    case .count(let number): (flags, count) = (UInt32(TALLY_TREE_BADGE_OWN_COUNT), number)
    }
    if mute == .number { flags |= UInt32(TALLY_TREE_BADGE_MUTE_NUMBER) }
    if mute == .all { flags |= UInt32(TALLY_TREE_BADGE_MUTE_ALL) }
    return (flags, count)
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

extension tally_tree_badge_own {
  init(_ own: OwnState) {
    self.init()
    (kind, count) = own.kindAndCount
    (until, mute_until) = (own.expires, own.muteUntil)
    mute = Int32(own.mute.rawValue)
  }
}

extension OwnState {
  /// The kind of the header, and the count.
  var kindAndCount: (Int32, UInt64) {
    switch badge {
    case .none: (TALLY_TREE_KIND_NONE, 0)
    case .dot: (TALLY_TREE_KIND_DOT, 0)
    case .count(let number): (TALLY_TREE_KIND_NUMBER, UInt64(number))
    }
  }
}

@c @implementation
public func tally_tree_get_own(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ outOwn: UnsafeMutablePointer<tally_tree_badge_own>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let (target, path, tree) = (try output(outOwn, "out_own"), try path(place), host.pointee.tree)
    let at = try tree.find(path)
    try fill(target, with: tally_tree_badge_own(at.map { tree.ownState($0) } ?? OwnState()))
    return .ok
  }
}

// MARK: Lists

@c @implementation
public func tally_tree_list(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_tree_rows>?, _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  listing(handle, rows, MemoryLayout<tally_tree_entry>.size) { (host, list) throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_TREE_SUBTREE) == 0, "unknown flags")
    let (path, start, tree) = (try path(place), try continuation(after), host.pointee.tree)
    var found = List<NodeIndex>()
    if let at = try tree.find(path) { try tree.collect(at, subtree: flags != 0, into: &found) }
    var position = start.map { tree.firstPosition(in: found, behind: $0) } ?? 0
    while position < found.count, !list.isFull {
      list.add(tally_tree_entry(tree, found[position]), tree.path(of: found[position]))
      position += 1
    }
    // A caller that repeats the call with more room must know whether the rows have the same revision.
    outRevision?.pointee = tree.revision
    return try list.finish()
  }
}

extension tally_tree_entry {
  fileprivate init(_ tree: Tree, _ at: NodeIndex) {
    self.init()
    badge = tally_tree_badge(tree, at)
  }
}

@c @implementation
public func tally_tree_changes(
  _ handle: OpaquePointer?, _ since: UInt64, _ rows: UnsafeMutablePointer<tally_tree_rows>?,
  _ outRevision: UnsafeMutablePointer<UInt64>?
) -> tally_tree_status {
  listing(handle, rows, MemoryLayout<tally_tree_entry>.size) { (host, list) throws(Failure) in
    let revision = try output(outRevision, "out_revision")
    let (tree, maxChanges) = (host.pointee.tree, host.pointee.maxChanges)
    try tree.trackChanges(capacity: maxChanges)
    switch tree.changes(since: since, { at in list.add(tally_tree_entry(tree, at), tree.path(of: at)) }) {
    case .resync: return .resync
    case .complete(let reached):
      list.finishWhole()
      revision.pointee = reached
      return .ok
    case .partial(let reached):
      if reached == since { throw list.noRoom() }
      list.finishWhole()
      revision.pointee = reached
      return .more
    }
  }
}

extension tally_tree_reason {
  fileprivate init(_ reason: Reason) {
    self.init()
    contributed = reason.contributed
    kept_count = reason.keptCount
    switch reason.own {
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
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_tree_rows>?
) -> tally_tree_status {
  listing(handle, rows, MemoryLayout<tally_tree_reason>.size) { (host, list) throws(Failure) in
    try refuse(unless: flags == 0, "unknown flags")
    let (path, start, tree) = (try path(place), try continuation(after), host.pointee.tree)
    guard let explained = try tree.find(path) else { return .ok }
    var found = List<NodeIndex>()
    try tree.collectReasons(explained, into: &found)
    var position = start.map { tree.firstPosition(in: found, behind: $0) } ?? 0
    while position < found.count, !list.isFull {
      if let reason = tree.reason(of: found[position], for: explained) {
        list.add(tally_tree_reason(reason), tree.path(of: found[position]))
      }
      position += 1
    }
    return try list.finish()
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
public func tally_tree_unobserve(_ handle: OpaquePointer?, _ observer: UInt32) {
  settle(handle) { host in
    let (tree, number) = (host.pointee.tree, observer &- 1)
    guard tree.hasObserver(number) else { return }
    tree.dropNotices(taken: host.pointee.taken, of: number)
    host.pointee.taken = 0
    tree.removeObserver(number)
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

import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

// Operations on a target, by path or by handle.

extension Tree {
  @inline(__always)
  func find(_ target: Target) throws(Failure) -> NodeIndex? {
    switch target {
    case .path(let path): return try find(path)
    case .node(let handle): return try node(handle)
    }
  }

  @inline(__always)
  func findOrCreate(_ target: Target) throws(Failure) -> NodeIndex {
    switch target {
    case .path(let path): return try findOrCreate(path)
    case .node(let handle): return try node(handle)
    }
  }

  @inline(__always)
  func replaceAlone(_ target: Target, _ badge: PlainBadge) -> Replacement {
    switch target {
    case .path(let path): return replaceAlone(path, badge)
    case .node(let handle): return replaceAlone(handle, badge)
    }
  }

  @inline(__always)
  func replaceLogged(_ target: Target, _ badge: PlainBadge) -> Replacement {
    switch target {
    case .path(let path): return replaceLogged(path, badge)
    case .node(let handle): return replaceLogged(handle, badge)
    }
  }

  func add(_ delta: Int64, _ target: Target) throws(Failure) {
    if let at = try find(target) {
      try add(at, delta)
    } else if delta != 0 {
      // Rejected before a node is made for it.
      guard UInt32(exactly: delta) != nil else { throw .countRange }
      try add(try findOrCreate(target), delta)
    }
  }

  /// Clears a node that nothing feeds.
  func clearUnfed(_ at: NodeIndex) throws(Failure) -> Applied {
    if isHeld(at) { return .held }
    try setOwnBadge(at, .none)
    return visible(at).shows ? .held : .done
  }
}

// Operations on a path, for visitors that cannot throw.

extension Tree {
  /// The node of a path; nil: there is none.
  func known(_ path: UnsafeRawBufferPointer) -> NodeIndex? {
    do throws(Failure) { return try find(path) } catch { return nil }
  }

  /// Sets the icon of a path's own badge, if it has such a badge.
  func setIcon(_ icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer) -> Failure? {
    do throws(Failure) {
      if let at = try find(path) { _ = try setIcon(icon, of: at) }
      return nil
    } catch { return error }
  }

  func hasIcon(at path: UnsafeRawBufferPointer) -> Bool {
    guard mayHaveIcons, let at = known(path) else { return false }
    return hasIcon(at)
  }

  func feed(_ paths: UnsafeRawBufferPointer, _ change: FedChange) -> Failure? {
    do throws(Failure) {
      try feed(paths: paths, change)
      return nil
    } catch { return error }
  }
}

extension Tree {
  /// Changes what feeds a node.
  func feed(_ at: NodeIndex, _ change: FedChange) throws(Failure) {
    try feed(at, count: change.count, badges: change.badges, levels: change.levels)
  }

  /// Feeds the node of a path, or those of several that are one text.
  func feed(paths: UnsafeRawBufferPointer, _ change: FedChange) throws(Failure) {
    if !PlaceList.isShared(paths) { return try feed(try findOrCreate(paths), change) }
    var nodes = List<NodeIndex>()
    // Room for one may come from removing unused nodes, and the earlier ones have nothing yet.
    defer { for place in 0..<nodes.count { unpin(nodes[place]) } }
    var places = PlaceList(paths)
    while let path = places.next() {
      try growing { () throws(OutOfMemory) in try nodes.reserve(nodes.count + 1) }
      let at = try findOrCreate(path)
      pin(at)
      nodes.appendWithinCapacity(at)
    }
    try feed(nodes, count: change.count, badges: change.badges, levels: change.levels)
  }

  /// Whether exactly this feeds several paths together, which are one text.
  func isFed(_ paths: UnsafeRawBufferPointer, _ sum: FedChange) throws(Failure) -> Bool {
    var nodes = List<NodeIndex>()
    guard try add(paths, to: &nodes), let count = sharedCount(nodes) else { return false }
    return count == UInt64(clamping: sum.count) && sharedLevels(nodes) == sum.levels
  }

  /// Adds the nodes of several paths that are one text.
  /// - Returns: false: one is missing, so nothing feeds them together.
  func add(_ paths: UnsafeRawBufferPointer, to nodes: inout List<NodeIndex>) throws(Failure) -> Bool {
    var places = PlaceList(paths)
    while let path = places.next() {
      guard let at = try find(path) else { return false }
      try growing { () throws(OutOfMemory) in try nodes.append(at) }
    }
    return true
  }
}

import TallyFailure
import TallyMemory

// Icons of own badges, which pages set. An icon is removed with its badge, and when the badge is replaced. It is not
// part of snapshots and takes no revision.

extension Tree {
  /// Whether the node's own badge has an icon.
  public func hasIcon(_ at: NodeIndex) -> Bool { nodes[Int(at.raw)].flags.contains(.iconed) }

  /// Whether any node ever had one.
  public var mayHaveIcons: Bool {
    #if TALLY_PLAIN
      return true
    #else
      return !icons.isEmpty
    #endif
  }

  /// Replaces the icon of the node's own badge; no bytes: none. A node without an own badge has no icon. Within a
  /// transaction.
  /// - Returns: whether the icon changed.
  public func setIcon(_ icon: UnsafeRawBufferPointer, of at: NodeIndex) throws(Failure) -> Bool {
    let node = nodes + Int(at.raw)
    let isThere = !icon.isEmpty && !node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge)
    if isThere == hasIcon(at), !isThere || isEqual(icon, icons.icon(at.raw)) { return false }
    try prepare()
    if isThere {
      try Tree.reserve { () throws(OutOfMemory) in try icons.set(at.raw, icon) }
      if mode == .logged { hasExtras = true } else { icons.commit() }
    }
    logOwn(node, at.raw)
    if isThere { node.pointee.flags.insert(.iconed) } else { node.pointee.flags.remove(.iconed) }
    markDirty(node, at.raw)
    return true
  }
}

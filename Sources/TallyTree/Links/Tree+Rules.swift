import TallyFailure
import TallyMemory

/// How a node's number comes from its children.
public enum CountingRule: UInt8, Sendable, BitwiseCopyable {
  /// The tree's aggregation.
  case aggregate = 0
  /// The number of children that contribute a number. Their dots light it, and do not count.
  case lit = 1
}

extension Tree {
  public func rule(of at: NodeIndex) -> CountingRule { isRuled(nodes + Int(at.raw)) ? .lit : .aggregate }

  /// Changes how a node counts.
  /// - Complexity: O(listed children), and with links O(what is lit below, times what is above it).
  public func setRule(_ at: NodeIndex, _ rule: CountingRule) throws(Failure) {
    if self.rule(of: at) == rule { return }
    try Tree.reserve { () throws(OutOfMemory) in try reserveBranches(1) }
    try prepare()
    makeBranch(at.raw)
    if mode == .logged { appendReserved(&ownLog, OwnEntry(node: at.raw, kind: .ruled, other: 0)) }
    toggleRule(at.raw)
  }

  /// The node has a branch.
  func toggleRule(_ index: UInt32) {
    let node = nodes + Int(index)
    let before = visible(node)
    let junction = overlay.junction(index)
    let cleared = clearsAutomatically
    clearsAutomatically = false
    if junction == Node.none {
      let fed = fedCount(NodeIndex(index))
      branches[Int(node.pointee.value)].unusual ^= Branch.ruled
      branches[Int(node.pointee.value)].sum =
        fed &+ (isRuled(node) ? contributingChildren(index) : sumOfChildren(index))
      settle(index, before: before)
    } else {
      toggleRule(of: junction, index, before)
    }
    clearsAutomatically = cleared
    if isRuled(node) {
      ruleCount += 1
    } else {
      ruleCount -= 1
      emptied &+= 1
    }
  }

  /// The change of a parent that counts by a rule, after the number of a child has changed.
  /// - Parameters:
  ///   - count: the change of the number that the child contributes.
  ///   - start: the child, or a node below it.
  @inline(never)
  func countByRule(_ count: UInt64, _ index: UInt32, from start: UInt32) -> UInt64 {
    var below = start
    while true {
      let above = parent(below)
      if above == index || above == Node.none { break }
      below = above
    }
    let after = contribution(nodes + Int(below)).count
    let before = after &- count
    return UInt64(bitPattern: (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0))
  }

  /// The number of children, with the linked ones, that contribute a number.
  func contributingChildren(_ index: UInt32) -> UInt64 {
    var count: UInt64 = 0
    var child = firstListed(index)
    while child != Node.none {
      if contribution(nodes + Int(child)).count > 0 { count += 1 }
      child = links[Int(child)].nextListed
    }
    let junction = overlay.junction(index)
    if junction == Node.none { return count }
    var link = overlay.junctions[Int(junction)].firstIn
    while link != Node.none {
      let source = overlay.junctions[Int(overlay.links[Int(link)].source)]
      let isChild = source.node != Node.none && source.parent != junction
      if isChild, contribution(nodes + Int(source.node)).count > 0 { count += 1 }
      link = overlay.links[Int(link)].nextIn
    }
    return count
  }

  /// The sum of what the listed children contribute, with or without those that are junctions.
  private func sumOfChildren(_ index: UInt32, isWithoutJunctions: Bool = false) -> UInt64 {
    var sum: UInt64 = 0
    var child = firstListed(index)
    while child != Node.none {
      let isLeftOut = isWithoutJunctions && overlay.junction(child) != Node.none
      if !isLeftOut { sum &+= contribution(nodes + Int(child)).count }
      child = links[Int(child)].nextListed
    }
    return sum
  }

  /// The node's number was a sum, and becomes a count of children, or the other way round.
  private func toggleRule(of junction: UInt32, _ index: UInt32, _ before: Visible) {
    let node = nodes + Int(index)
    let branch = branches + Int(node.pointee.value)
    overlay.sortAbove(junction)
    collectGroups(below: junction)
    distributeGroups(isTaken: true)
    branch.pointee.unusual ^= Branch.ruled
    let isCounted = isRuled(node)
    let children = isCounted ? contributingChildren(index) : sumOfChildren(index, isWithoutJunctions: true)
    // A sum gets what shared feeds count here with the groups.
    branch.pointee.sum = overlay.fed(junction) &+ children &+ (isCounted ? sharedCount(at: junction) : 0)
    // A sum counts everything below it again. Then the node's own part is known.
    overlay.junctions[Int(junction)].count = 0
    distributeGroups(isTaken: false, except: junction)
    if !isCounted { branch.pointee.sum &+= overlay.junctions[Int(junction)].count }
    overlay.junctions[Int(junction)].count = 0
    distribute(groupCount(junction), highlights: groupHighlights(junction), from: junction)
    let after = visible(node)
    if after != before {
      if mode == .direct { changes.append(pendingRevision, index) }
      note(node, index, before, shows: after.shows)
      passOn(junction, before, after, passive: 0)
    }
    settleAbove()
  }
}

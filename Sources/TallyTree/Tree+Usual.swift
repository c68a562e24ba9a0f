import TallyMemory

// A short path for the usual operation: replacing the own badge of a known leaf, without an expiry. All other cases
// take the general path (`Tree+Operations.swift`), which has the same result.

/// The result of an attempt to take the short path.
public enum Replacement: UInt8, Sendable, BitwiseCopyable {
  /// The case is not usual. Nothing was done.
  case unusual
  /// Nothing visible has changed.
  case unchanged
  case changed
}

/// An own badge without an expiry, in the form in which a node keeps it.
public struct PlainBadge: BitwiseCopyable, Sendable {
  let flag: Node.Flags
  let count: UInt32

  public static let none = PlainBadge(flag: [], count: 0)
  public static let dot = PlainBadge(flag: .ownDot, count: 0)

  @inline(__always)
  init(flag: Node.Flags, count: UInt32) {
    self.flag = flag
    self.count = count
  }

  /// A count, or nothing if it is 0.
  @inline(__always)
  public init(_ count: UInt32) {
    flag = Node.Flags(rawValue: count == 0 ? 0 : Node.Flags.ownCount.rawValue)
    self.count = count
  }
}

extension Tree {
  /// Replaces the own badge of a path, without an expiry, as a transaction of its own.
  @_optimize(speed)
  public func replaceAlone(_ path: UnsafeRawBufferPointer, _ badge: PlainBadge) -> Replacement {
    let index = lookupHere(path)
    return index == Node.none ? replaceMissing(path, badge) : replaceAlone(index, badge)
  }

  /// The same for a path that was not found.
  @inline(never)
  @_optimize(speed)
  private func replaceMissing(_ path: UnsafeRawBufferPointer, _ badge: PlainBadge) -> Replacement {
    if mode != .idle { return .unusual }
    if badge.flag.isEmpty { return isAbsent(path) ? .unchanged : .unusual }
    return replaceAlone(createPlain(path), badge)
  }

  /// The same by a node's handle.
  @_optimize(speed)
  public func replaceAlone(_ handle: UInt64, _ badge: PlainBadge) -> Replacement {
    replaceAlone(index(of: handle), badge)
  }

  /// Replaces the own badge of a path, without an expiry, within an undoable transaction.
  @_optimize(speed)
  public func replaceLogged(_ path: UnsafeRawBufferPointer, _ badge: PlainBadge) -> Replacement {
    let index = lookupHere(path)
    return index == Node.none ? replaceMissingLogged(path, badge) : replaceLogged(index, badge)
  }

  /// The same for a path that was not found.
  @inline(never)
  @_optimize(speed)
  private func replaceMissingLogged(_ path: UnsafeRawBufferPointer, _ badge: PlainBadge) -> Replacement {
    if isCompound { return .unusual }
    if badge.flag.isEmpty { return isAbsent(path) ? .unchanged : .unusual }
    return replaceLogged(createPlain(path), badge)
  }

  /// The same by a node's handle.
  @_optimize(speed)
  public func replaceLogged(_ handle: UInt64, _ badge: PlainBadge) -> Replacement {
    replaceLogged(index(of: handle), badge)
  }

  @inline(__always)
  private func replaceAlone(_ index: UInt32, _ badge: PlainBadge) -> Replacement {
    if index == Node.none || mode != .idle || !hasRoomForSingle { return .unusual }
    mode = .direct
    let result = replaceLeaf(index, badge, isLogged: false)
    mode = .idle
    if result == .changed { finishAlone() }
    return result
  }

  /// Whether a single operation on a leaf needs no memory for its notes.
  @inline(__always)
  private var hasRoomForSingle: Bool {
    (observers.count == 0 || notices.hasRoom(for: noticeBound))
      && (!storesState || dirty.hasRoom(for: height))
  }

  /// The same as ``commit()`` after a visible change.
  @inline(__always)
  private func finishAlone() {
    if touched.count > 0 { collectTouched() }
    revision &+= 1
    pendingStamp &+= 1
    if pendingStamp == lastStamp { renewStamps() }
  }

  @inline(__always)
  private func replaceLogged(_ index: UInt32, _ badge: PlainBadge) -> Replacement {
    if index == Node.none || isCompound || !hasRoomForLogged { return .unusual }
    return replaceLeaf(index, badge, isLogged: true)
  }

  @inline(__always)
  func replaceLeaf(_ index: UInt32, _ badge: PlainBadge, isLogged: Bool) -> Replacement {
    #if TALLY_PLAIN
      return .unusual
    #else
      // Flags are compared as numbers. As sets they take a third more instructions.
      let node = nodes + Int(index)
      var flags = node.pointee.flags.rawValue
      if flags & Node.Flags.leafMatters.rawValue != 0 { return .unusual }
      let (flag, count) = (badge.flag.rawValue, badge.count)
      let value = node.pointee.value
      let owned = flags & Node.Flags.ownBadge.rawValue
      if owned == flag, value == count { return .unchanged }
      var change = Contribution(UInt64(count) &- UInt64(value), (flag == 0 ? 0 : 1) &- (owned == 0 ? 0 : 1))
      if flags & Node.Flags.leafNotes.rawValue != usualNotes {
        flags = noteLeaf(node, index, isLogged: isLogged)
        mute(&change, node)
      }
      if isLogged {
        appendReserved(
          &ownLog, OwnEntry(node: index, kind: .own, flags: Node.Flags(rawValue: flags), ownCount: value))
        if node.pointee.stamp != pendingStamp {
          logVisible(index, Visible(shows: owned != 0, count: UInt64(value)), node.pointee.stamp)
        }
      } else {
        changes.append(pendingRevision, index)
      }
      node.pointee.value = count
      node.pointee.flags = Node.Flags(rawValue: flags ^ owned ^ flag)
      node.pointee.stamp = pendingStamp
      emptied &+= flag == 0 ? 1 : 0
      carry(change, to: node.pointee.parent, from: index, isLogged: isLogged)
      return .changed
    #endif
  }

  /// Lists a leaf that is about to change, and notes it for its observers and for the store.
  /// - Returns: its flags, which may have changed.
  @inline(never)
  @_optimize(speed)
  func noteLeaf(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, isLogged: Bool) -> UInt16 {
    // Listing comes first, because it determines whether the node is in an observed subtree.
    if !node.pointee.flags.contains(.listed) { list(index) }
    let isNoted = isLogged || node.pointee.stamp == pendingStamp
    if !isNoted, !node.pointee.flags.isDisjoint(with: Node.Flags.watched) { appendReserved(&touched, index) }
    markDirty(node, index)
    return node.pointee.flags.rawValue
  }
}

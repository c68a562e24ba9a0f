import TallyFailure
import TallyMemory

/// An observer, and a node whose change it must be notified of. The node's badge is read when the notice is delivered.
public struct Notice: Sendable, BitwiseCopyable {
  public var observer: UInt32
  public var node: NodeIndex
}

/// The observers of each node. The tree knows an observer only by the number that it assigned.
///
/// Invariants: `first` leads from every node with observers to a chain through `next`, in the order of registration.
/// `subtrees` counts those that observe a subtree.
struct Observers: ~Copyable {
  struct Record {
    var node: UInt32
    var next: UInt32
    var observesSubtree: Bool
    var order: UInt64
  }

  private var first = IntegerMap()
  private(set) var records = Slab<Record>()
  private var registrations: UInt64 = 0
  private(set) var subtrees = 0

  var count: Int { records.count }

  private static func key(_ node: UInt32) -> UInt64 { UInt64(node) + 1 }

  func firstObserver(_ node: UInt32) -> UInt32 {
    first.value(Self.key(node)).map { UInt32(truncatingIfNeeded: $0) } ?? Node.none
  }

  func hasSubtreeObserver(_ node: UInt32) -> Bool {
    var observer = firstObserver(node)
    while observer != Node.none {
      if records[observer].observesSubtree { return true }
      observer = records[observer].next
    }
    return false
  }

  mutating func add(_ node: UInt32, subtree: Bool) throws(OutOfMemory) -> UInt32 {
    try first.reserve(additional: 1)
    let record = Record(node: node, next: Node.none, observesSubtree: subtree, order: registrations)
    let index = try records.insert(record)
    try append(index, to: node)
    registrations += 1
    if subtree { subtrees += 1 }
    return index
  }

  private mutating func append(_ index: UInt32, to node: UInt32) throws(OutOfMemory) {
    var last = firstObserver(node)
    if last == Node.none {
      try first.set(Self.key(node), Int64(index))
      return
    }
    while records[last].next != Node.none { last = records[last].next }
    records[last].next = index
  }

  /// Removes an observer. Returns its node, and whether it was the last one there.
  mutating func remove(_ index: UInt32) -> (node: UInt32, wasLast: Bool) {
    let record = records[index]
    let head = firstObserver(record.node)
    var wasLast = false
    if head == index {
      wasLast = record.next == Node.none
      first.remove(Self.key(record.node))
      // The key was just removed, so its place is free.
      if !wasLast { _ = try? first.set(Self.key(record.node), Int64(record.next)) }
    } else {
      // It is in the list behind another one, so `previous` is never none.
      var previous = head
      while records[previous].next != index { previous = records[previous].next }
      records[previous].next = record.next
    }
    records.remove(index)
    if record.observesSubtree { subtrees -= 1 }
    return (record.node, wasLast)
  }
}

extension Tree {
  /// Registers an observer of a node, or of the node and its subtree. It is notified through `notices`.
  /// - Returns: its number, which may be reused after its removal.
  /// - Complexity: O(1); for a subtree, linear in its listed nodes.
  public func observe(_ at: NodeIndex, subtree: Bool) throws(Failure) -> UInt32 {
    var observer: UInt32 = 0
    try Tree.reserve { () throws(OutOfMemory) in
      try stack.reserve(limits.depth + 2)
      observer = try observers.add(at.raw, subtree: subtree)
    }
    updateFlags(nodes + Int(at.raw)) { $0.insert(.observed) }
    if subtree { markSubtree(at.raw) }
    return observer
  }

  public func hasObserver(_ observer: UInt32) -> Bool { observers.records.contains(observer) }

  public func removeObserver(_ observer: UInt32) {
    let wasSubtree = observers.records[observer].observesSubtree
    let (node, wasLast) = observers.remove(observer)
    if wasLast {
      updateFlags(nodes + Int(node)) { $0.remove(.observed) }
      emptied &+= 1
    }
    if wasSubtree { markSubtree(node) }
  }

  /// Visits the observers of a node in the order of registration.
  public func forEachObserver(of at: NodeIndex, _ body: (UInt32) -> Void) {
    var observer = observers.firstObserver(at.raw)
    while observer != Node.none {
      body(observer)
      observer = observers.records[observer].next
    }
  }

  /// Updates `inObservedSubtree` of a node and all listed nodes below it. The others get it when they are listed.
  private func markSubtree(_ top: UInt32) {
    mark(top)
    var node = firstListed(top)
    // A walk without a stack: down by the first, along by the next, up by the parent.
    while node != Node.none {
      mark(node)
      if firstListed(node) != Node.none {
        node = firstListed(node)
        continue
      }
      while links[Int(node)].nextListed == Node.none {
        node = parent(node)
        if node == top { return }
      }
      node = links[Int(node)].nextListed
    }
  }

  private func mark(_ index: UInt32) {
    let parent = parent(index)
    let inherited = parent != Node.none && nodes[Int(parent)].flags.contains(.inObservedSubtree)
    if inherited || observers.hasSubtreeObserver(index) {
      updateFlags(nodes + Int(index)) { $0.insert(.inObservedSubtree) }
    } else {
      updateFlags(nodes + Int(index)) { $0.remove(.inObservedSubtree) }
    }
  }

  /// Drops the notices after they were taken.
  public func clearNotices() { notices.removeAll() }

  /// Drops the first `taken` notices, and those of one observer.
  public func dropNotices(taken: Int, of observer: UInt32) {
    var kept = 0
    for position in taken..<notices.count where notices[position].observer != observer {
      notices[kept] = notices[position]
      kept += 1
    }
    notices.truncate(to: kept)
  }

  /// The most notices of a single operation: one for each observer of a path, and for each observer of a subtree one
  /// for every node on the way up.
  @inline(__always)
  public var noticeBound: Int {
    observers.count &- observers.subtrees &+ observers.subtrees &* height
  }

  /// Turns the changes into notices, in their order.
  func collectNotices() throws(OutOfMemory) {
    if mode == .logged { try touchLogged() }
    if touched.count > 1 { sortTouched() }
    for position in 0..<touched.count { try collectNotices(of: touched[position]) }
  }

  private func touchLogged() throws(OutOfMemory) {
    touched.removeAll()
    for position in 0..<visibleLog.count {
      let index = visibleLog[position].node
      let node = nodes + Int(index)
      if stamp(node) == pendingStamp, !node.pointee.flags.isDisjoint(with: Node.Flags.watched) {
        try touched.append(index)
      }
    }
  }

  private func sortTouched() {
    heapSort(touched.pointer, count: touched.count) { (a: UInt32, b: UInt32) -> Bool in
      let (depthA, depthB) = (depth(a), depth(b))
      if depthA != depthB { return depthA > depthB }
      return isOrderedBefore(pathBytes(a), pathBytes(b))
    }
  }

  /// Adds the notices of one changed node: for its own observers and those of the subtrees around it, in the order of
  /// registration.
  private func collectNotices(of index: UInt32) throws(OutOfMemory) {
    let start = notices.count
    var holder = index
    // Without an observed subtree around it, its own observers are all.
    let isInSubtree = nodes[Int(index)].flags.contains(.inObservedSubtree)
    while holder != Node.none {
      if nodes[Int(holder)].flags.contains(.observed) {
        var observer = observers.firstObserver(holder)
        while observer != Node.none {
          let record = observers.records[observer]
          if holder == index || record.observesSubtree {
            try notices.append(Notice(observer: observer, node: NodeIndex(index)))
          }
          observer = record.next
        }
      }
      if !isInSubtree { return }
      holder = parent(holder)
    }
    if notices.count - start > 1 {
      heapSort(notices.pointer + start, count: notices.count - start) { (a: Notice, b: Notice) -> Bool in
        observers.records[a.observer].order < observers.records[b.observer].order
      }
    }
  }
}

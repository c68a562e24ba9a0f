import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// Views: observers of a path that are called with how to draw it. A view is a registration with a table. Its pending
// event is an entry of its path, like any other observer's.

/// The functions of a host's view from the face above. The engine never reads them.
public struct ViewTable: BitwiseCopyable, Equatable, @unchecked Sendable {
  public var showDot: UnsafeRawPointer?
  public var showNumber: UnsafeRawPointer?
  public var showIcon: UnsafeRawPointer?
  public var hide: UnsafeRawPointer?

  public init(
    showDot: UnsafeRawPointer? = nil, showNumber: UnsafeRawPointer? = nil, showIcon: UnsafeRawPointer? = nil,
    hide: UnsafeRawPointer? = nil
  ) {
    self.showDot = showDot
    self.showNumber = showNumber
    self.showIcon = showIcon
    self.hide = hide
  }
}

/// The content of one call of a view. The texts are borrowed and end with NUL.
public struct ViewCall {
  public var callback: Callback
  public var table: ViewTable
  public var path: UnsafePointer<CChar>
  public var presentation: Presentation
  public var text: UnsafePointer<CChar>
}

/// The content of a view at the time of reading.
struct Showing: ~Copyable {
  var presentation = Presentation(of: .nothing, style: Style(), hasIcon: false)
  /// Ends with NUL.
  var text = ByteBuffer()
}

extension Scope {
  /// Calls all views of the scope again, with their current content.
  public func refreshViews() throws(Failure) {
    var hold = try engine.enter()
    while engine.state.busyAccounts > 0 { engine.awaitSettled(&hold) }
    if isClosed { throw .closed }
    var views = List<UInt32>()
    try growing { () throws(OutOfMemory) in
      for position in 0..<members.count {
        guard let index = engine.events.find(members[position]) else { continue }
        if engine.events.registrations[index].isView { try views.append(index) }
      }
      try engine.events.reserve(views.count)
    }
    engine.enqueueViews(hold, &views)
  }
}

extension Account {
  /// Finds the views of nodes that meet a condition.
  /// - Complexity: O(observers of the account).
  func collectViews(
    _ hold: borrowing LockHold, _ found: inout List<UInt32>, where isWanted: (NodeIndex) -> Bool
  ) throws(OutOfMemory) {
    for observer in 0..<observers.registrationOf.count {
      let index = observers.registrationOf[observer]
      guard let registration = engine.events.registrations.find(index) else { continue }
      // A former registration of an observer may belong to another one by now.
      let isCurrent =
        registration.isView && !registration.isRemoved && registration.account == slot
        && registration.observer == UInt32(observer)
      if isCurrent, isWanted(tree.nodeIndex(registration.node)) { try found.append(index) }
    }
  }
}

extension Engine {
  /// Adds views to the queue in the order of a transaction. There is room.
  func enqueueViews(_ hold: borrowing LockHold, _ views: inout List<UInt32>) {
    heapSort(views.pointer, count: views.count) { (a: UInt32, b: UInt32) -> Bool in
      isTold(events.registrations[a], before: events.registrations[b])
    }
    for position in 0..<views.count {
      let registration = events.registrations[views[position]]
      enqueue(views[position], accounts[registration.account].tree.nodeIndex(registration.node))
    }
    if views.count > 0 { announce(hold) }
  }

  /// The order of a transaction: deeper paths first, then by the bytes of the path, then in the order of registration.
  func isTold(_ a: Registration, before b: Registration) -> Bool {
    let (treeA, treeB) = (accounts[a.account].tree, accounts[b.account].tree)
    let (nodeA, nodeB) = (treeA.nodeIndex(a.node), treeB.nodeIndex(b.node))
    let (depthA, depthB) = (treeA.depth(of: nodeA), treeB.depth(of: nodeB))
    if depthA != depthB { return depthA > depthB }
    let (pathA, pathB) = (treeA.path(of: nodeA), treeB.path(of: nodeB))
    if isEqual(pathA, pathB) { return a.token < b.token }
    return isOrderedBefore(pathA, pathB)
  }

  /// Reads the content of a view.
  func readView(_ hold: borrowing LockHold, _ registration: Registration, _ showing: inout Showing) throws(Failure) {
    let account = accounts[registration.account]
    showing.text.removeAll()
    showing.presentation = try account.present(account.tree.nodeIndex(registration.node), &showing.text)
    try growing { () throws(OutOfMemory) in try showing.text.append(byte: 0) }
  }
}

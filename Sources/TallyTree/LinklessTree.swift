import TallyFailure
import TallyMemory

// The libraries of the tree alone, which run on small machines, have no links, no counting rules and no levels, and
// leave out the folders Links and Levels. These are their names with what they mean there, so that the compiler drops
// the code that asks.

#if TALLY_LINKLESS
  struct Overlay {
    @inline(__always) var isEmpty: Bool { true }
    @inline(__always) func junction(_ node: UInt32) -> UInt32 { Node.none }
    @inline(__always) func fed(_ junction: UInt32) -> UInt64 { 0 }
  }

  enum CountingRule { case aggregate, lit }

  extension Tree {
    @inline(__always) var hasLinksOrRules: Bool { false }
    @inline(__always) func isLinked(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func isRuled(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func rule(of at: NodeIndex) -> CountingRule { .aggregate }
    @inline(__always) func setRule(_ at: NodeIndex, _ rule: CountingRule) throws(Failure) {}
    @inline(__always) func toggleRule(_ index: UInt32) {}
    @inline(__always) func countByRule(_ count: UInt64, _ index: UInt32, from start: UInt32) -> UInt64 { count }
    @inline(__always) func contributingChildren(_ index: UInt32) -> UInt64 { 0 }
    @inline(__always) func addLink(_ at: NodeIndex, under target: NodeIndex) throws(Failure) -> Bool { false }
    @inline(__always) func removeLink(_ at: NodeIndex, under target: NodeIndex) throws(Failure) -> Bool { false }
    @inline(__always) func connect(_ at: UInt32, _ target: UInt32) {}
    @inline(__always) func disconnect(_ at: UInt32, _ target: UInt32) {}
    @inline(__always) func rewire(_ junction: UInt32, _ change: () -> Void) {}
    @inline(__always) func spread(_ index: UInt32, before: Visible, after: Visible, passive: Int32) {}
    @inline(__always) var hasSharedFeeds: Bool { false }
    @inline(__always) func removeShared(from reason: inout Reason, for top: UInt32) {}
    @inline(__always) func addSharedFeeds(to reason: inout Reason, for top: UInt32) {}
    @inline(__always) func isShared(_ feed: UInt32, with index: UInt32) -> Bool { false }
    @inline(__always) func sweepSharedFeeds() {}
    @inline(__always) func changeShared(_ feed: UInt32, _ count: Int64, _ badges: Int64) {}
    @inline(__always) func feedAgain(_ feed: UInt32, _ change: LoggedFeed) throws(Failure) {}
    @inline(__always) func feedAgain(_ feed: UInt32, _ levels: FedLevels) throws(Failure) {}
    @inline(__always) func noteFed(_ index: UInt32, _ count: Int64) {}
    @inline(__always) func passage(from index: UInt32, to top: UInt32) -> Passage {
      Passage(passesCount: true, mute: .none, needsLink: false)
    }
    @inline(__always)
    func collectReasonsThroughLinks(_ at: NodeIndex, into found: inout List<NodeIndex>) throws(Failure) {}
    @inline(__always) func recountLinks(_ sums: inout List<UInt64>, _ lit: inout List<UInt32>) throws(Failure) {}
    @inline(__always) func clearLinkedTree(_ at: NodeIndex) throws(Failure) {}
    @inline(__always) func endCompoundWithLinks() throws(Failure) {}
  }

  struct Levels {
    var passingMutes: Int { 0 }
    @inline(__always) var isEmpty: Bool { true }
    @inline(__always) var byteCapacity: Int { 0 }
  }

  extension Tree {
    @inline(__always) func hasPassive(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func isLinkedOrPassive(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func isRuledOrPassive(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func isPassing(_ node: UnsafeMutablePointer<Node>) -> Bool { false }
    @inline(__always) func passesHighlights(_ node: UnsafeMutablePointer<Node>) -> Bool { node.pointee.mute == .none }
    @inline(__always) func passed(_ node: UnsafeMutablePointer<Node>, _ shown: Visible) -> Visible { shown }
    @inline(__always) func passiveContribution(_ node: UnsafeMutablePointer<Node>) -> Int32 { 0 }
    @inline(__always) func settleUnusual(_ index: UInt32, before: Visible, after: Visible) {}
    @inline(__always) func applyUnusual(_ change: inout Contribution, _ index: UInt32, from child: UInt32) {}
    @inline(__always) func leave(_ passive: Int32, at place: UInt32) {}
    @inline(__always) func takeArriving(_ place: UInt32) {}
    @inline(__always) func takeBackLevels(_ index: UInt32) {}
    @inline(__always) func takeBackSharedLevels(_ feed: UInt32) {}
    @inline(__always) func keepChangedLevels() {}
    @inline(__always) func forgetChangedLevels() {}
    @inline(__always) func reservePassing(_ index: UInt32) throws(Failure) {}
    @inline(__always) func togglePassing(_ node: UnsafeMutablePointer<Node>) {}
    @inline(__always)
    func replaceHighlights(of node: UnsafeMutablePointer<Node>, _ index: UInt32, isTaken: Bool) {}
    @inline(__always) var loggedLevels: Int { 0 }
    @inline(__always) func level(_ at: NodeIndex) -> VisibleLevel { .nothing }
    @inline(__always) func noteLevels(in withdrawal: inout Withdrawal, after mark: LogMark) throws(OutOfMemory) {}
    @inline(__always)
    func feed(_ at: NodeIndex, count: Int64, badges: Int64, levels: FedLevels) throws(Failure) {}
    @inline(__always) func verifyLevels() throws(Failure) -> NodeIndex? { nil }
    @inline(__always)
    func addLevels(
      to reason: inout Reason, for explained: UInt32, _ node: UnsafeMutablePointer<Node>, _ way: Passage, number: UInt64
    ) {}
  }
#endif

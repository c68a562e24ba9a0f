import TallyFailure
import TallyMemory

// The libraries of the tree alone, which run on small machines, have no links and no counting rules, and leave out the
// folder Links. These are its names with what they mean there, so that the compiler drops the code that asks.

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
    @inline(__always) func spread(_ index: UInt32, before: Visible, after: Visible) {}
    @inline(__always) var hasSharedFeeds: Bool { false }
    @inline(__always) func addSharedFeeds(to reason: inout Reason, for top: UInt32) {}
    @inline(__always) func isShared(_ feed: UInt32, with index: UInt32) -> Bool { false }
    @inline(__always) func sweepSharedFeeds() {}
    @inline(__always) func changeShared(_ feed: UInt32, _ count: Int64, _ badges: Int64) {}
    @inline(__always) func feedAgain(_ feed: UInt32, _ change: LoggedFeed) throws(Failure) {}
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
#endif

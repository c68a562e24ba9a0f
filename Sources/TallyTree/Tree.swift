import CMemory
import TallyFailure
import TallyMemory

/// How a node's number is computed from its children's contributions and its own count.
public enum Aggregation: UInt8, Sendable {
  /// From the children and feeds if they have a number, otherwise its own.
  case children = 1
  /// The sum of both.
  case sum = 2
}

/// The blocks of a tree that always have memory.
private struct TreeBlocks: ~Copyable {
  var nodes = RawBlock()
  var links = RawBlock()
  var branches = RawBlock()
  var branchLinks = RawBlock()
  var slots = RawBlock()

  mutating func allocate() throws(OutOfMemory) {
    try nodes.reserve(16 * MemoryLayout<Node>.stride)
    try links.reserve(16 * MemoryLayout<Links>.stride)
    try branches.reserve(4 * MemoryLayout<Branch>.stride)
    try branchLinks.reserve(4 * MemoryLayout<BranchLinks>.stride)
    try slots.replaceWithZeros(64 * MemoryLayout<Slot>.stride)
  }
}

/// A tree of badges. It has no clock, no disk and no thread. Its owner calls it from one thread at a time and passes
/// the time.
///
/// A change is a transaction: ``begin(_:)``, operations, then ``commit()`` or ``rollback()``. Invariants, besides those
/// of ``Node``:
/// - Node 0 is the root. A node's parent exists as long as the node.
/// - Every node is in the table under its canonical path exactly once.
/// - Between transactions, `revision` is the last revision, and no node has a greater one.
/// - `pendingStamp` is the stamp of the next revision.
/// - `dirty` has each node with the flag of that name once, and no other node.
public final class Tree {
  static let pathAlignment = 2

  public let aggregation: Aggregation
  /// The requested limits, up to the greatest that paths can have here.
  public let limits: PathLimits
  /// The most nodes. It may be below the number of nodes, which then does not grow.
  public var maxNodes: Int

  // Nodes by number, in two arrays: the data that propagation needs, and the rest. Free places are chained from
  // `freeNode`. The pointers are copies of the blocks' addresses for the hot path.
  var nodeBlock = RawBlock()
  var nodes: UnsafeMutablePointer<Node>
  var linkBlock = RawBlock()
  var links: UnsafeMutablePointer<Links>
  var nodeCount = 0
  var freeNode = Node.none
  var freeNodeCount = 0

  // The branches of the nodes that have children, in an array of their own.
  var branchBlock = RawBlock()
  var branches: UnsafeMutablePointer<Branch>
  var branchLinkBlock = RawBlock()
  var branchLinks: UnsafeMutablePointer<BranchLinks>
  var branchCount = 0
  var freeBranch = Node.none

  // The table: open addressing, linear probing. The home of a hash is its lower bits.
  var slotBlock = RawBlock()
  var slots: UnsafeMutablePointer<Slot>
  var slotMask = 0

  // The paths: records as PathRecord describes them, aligned to `pathAlignment`.
  var arena = RawBlock()
  var arenaUsed = 0

  let hashSeed: UInt64
  let firstGeneration: UInt16
  /// A part of every handle of the tree, which identifies handles of other trees.
  let handleTag: UInt16
  var path = Path()

  // The mode of the current transaction.
  var mode = Mode.idle
  public internal(set) var revision: UInt64 = 0
  var pendingRevision: UInt64 { revision &+ 1 }
  var pendingStamp: UInt32 = 1
  /// The revision from which stamps are counted.
  var stampBase: UInt64 = 0
  /// At this stamp counting starts again. A variable only for tests.
  var lastStamp = UInt32.max
  var hasChanged = false
  /// The root's mute was changed since the owner has asked. Nothing that a node shows may have changed with it.
  var hasOtherRootMute = false
  /// The number of things that feed the tree's nodes.
  public internal(set) var fedBadges: Int64 = 0
  var visibleLog = List<VisibleEntry>()
  var ownLog = List<OwnEntry>()
  var ownLogEnds = List<LoggedEnds>()
  var ownLogFeeds = List<LoggedFeed>()
  var touched = List<UInt32>()
  var flips = List<Flip>()
  var isCompound = false
  var isPrepared = false
  var clearsAutomatically = true
  var stack = List<Frame>()

  // Changes to store, to report and to end.
  let storesState: Bool
  /// The flags `dirty` and `digested` of a node whose change needs no more notes.
  let settledFlags: Node.Flags
  /// The value of `Node.Flags.leafNotes` in a usual leaf.
  let usualNotes: UInt16
  var dirty = List<UInt32>()
  /// The length of `dirty` when the undoable transaction began. A rollback drops what came after it.
  var firstDirty = 0
  var deadlines = Deadlines()
  var keptMutes = KeptMutes()
  var observers = Observers()
  var digests = Digests()
  var changes = ChangeRing()
  var styles = StyleTable()
  var icons = BadgeIcons()
  var listed = ListedNodes()
  var query: Mark = 0
  /// How many nodes may have become empty since the last reclamation, and how many there were after it.
  var emptied = 0
  var countAfterReclamation = 0
  /// While this is not 0, no node is removed, because a caller keeps numbers of nodes.
  var reclamationBlocks = 0
  /// The number of pins and handles of all nodes.
  var holds = 0
  #if TALLY_SMALL
    /// The handles and pins of each node that has, or had, some.
    var heldNodes = IntegerMap()
  #endif
  public internal(set) var notices = List<Notice>()

  /// The most nodes that one change of a node reaches, with the node.
  var height: Int
  var overlay = Overlay()
  var levels = Levels()
  /// The current undoable transaction has something more to end than its logs: former icons, or changed levels.
  var hasExtras = false
  /// The number of nodes that count their children by a rule.
  public internal(set) var ruleCount = 0

  private init(
    aggregation: Aggregation, limits: PathLimits, maxNodes: Int, seed: UInt64, storesState: Bool,
    blocks: consuming TreeBlocks
  ) {
    self.aggregation = aggregation
    self.limits = limits.clamped
    height = limits.clamped.depth + 2
    self.maxNodes = maxNodes
    self.storesState = storesState
    settledFlags = storesState ? .dirty : []
    usualNotes = settledFlags.union(.listed).rawValue
    hashSeed = seed
    let mixed = (seed ^ seed >> 31) &* 0x9E37_79B9_7F4A_7C15
    firstGeneration = UInt16(truncatingIfNeeded: mixed >> 48)
    handleTag = UInt16(truncatingIfNeeded: mixed >> 32)
    nodes = blocks.nodes.base.unsafelyUnwrapped.assumingMemoryBound(to: Node.self)
    links = blocks.links.base.unsafelyUnwrapped.assumingMemoryBound(to: Links.self)
    branches = blocks.branches.base.unsafelyUnwrapped.assumingMemoryBound(to: Branch.self)
    branchLinks = blocks.branchLinks.base.unsafelyUnwrapped.assumingMemoryBound(to: BranchLinks.self)
    slots = blocks.slots.base.unsafelyUnwrapped.assumingMemoryBound(to: Slot.self)
    slotMask = blocks.slots.byteCapacity / MemoryLayout<Slot>.stride - 1
    nodeBlock = blocks.nodes
    linkBlock = blocks.links
    branchBlock = blocks.branches
    branchLinkBlock = blocks.branchLinks
    slotBlock = blocks.slots
  }

  /// A tree with only its root.
  /// - Parameters:
  ///   - seed: of the hash and of the handles' generations; different trees should have different ones.
  ///   - storesState: whether ``drainDirty(_:)`` will be called. Otherwise nothing is kept for it.
  public static func make(
    aggregation: Aggregation = .children, limits: PathLimits = PathLimits(), maxNodes: Int = 1 << 24,
    seed: UInt64 = 0, storesState: Bool = false
  ) throws(Failure) -> Tree {
    var blocks = TreeBlocks()
    do throws(OutOfMemory) { try blocks.allocate() } catch { throw .noMemory }
    let tree = Tree(
      aggregation: aggregation, limits: limits, maxNodes: maxNodes, seed: seed, storesState: storesState,
      blocks: blocks)
    try Tree.reserve { () throws(OutOfMemory) in try tree.prepareRoot() }
    return tree
  }

  private func prepareRoot() throws(OutOfMemory) {
    try touched.reserve(height)
    try arena.reserve(256)
    var name = ByteBuffer()
    try name.append("root")
    insert(name.bytes, parent: Node.none)
    nodes[0].flags.insert(.listed)
  }

  /// Turns the allocator's error into the tree's.
  static func reserve(_ body: () throws(OutOfMemory) -> Void) throws(Failure) {
    do throws(OutOfMemory) { try body() } catch { throw .noMemory }
  }

  /// The number of nodes, including the root.
  public var count: Int { nodeCount - freeNodeCount }

  /// Whether a node has an observer, a handle or a pin. Then the tree itself must stay.
  public var isInUse: Bool { holds > 0 || observers.count > 0 }

  /// Whether a node has an observer.
  public var isObserved: Bool { observers.count > 0 }

  /// The bytes of the nodes, their paths and the table.
  public var memory: Int {
    nodeBlock.byteCapacity + linkBlock.byteCapacity + branchBlock.byteCapacity + branchLinkBlock.byteCapacity
      + slotBlock.byteCapacity + arena.byteCapacity + levels.byteCapacity
  }

  /// Whether the current transaction has changed something visible, after it is prepared to be committed.
  public var hasChange: Bool { hasChanged }

  /// Continues the revisions of a stored tree. Call it before the first transaction. The revisions of single nodes are
  /// not stored, so they are not known.
  public func resume(revision: UInt64) {
    for index in 0..<nodeCount { setStamp(nodes + index, 0) }
    self.revision = revision
    stampBase = revision
    pendingStamp = 1
  }

  /// Moves the base of the stamps up by half their range. Nodes that changed before that report no change.
  @inline(never)
  func renewStamps() {
    let half = lastStamp / 2
    for index in 0..<nodeCount {
      let stamp = stamp(nodes + index)
      setStamp(nodes + index, stamp > half ? stamp - half : 0)
    }
    stampBase += UInt64(half)
    pendingStamp -= half
    changes.forget(through: stampBase)
  }

  /// The node with the number that a notice has.
  public func nodeIndex(_ raw: UInt32) -> NodeIndex {
    precondition(Int(raw) < nodeCount && links[Int(raw)].path != Node.none)
    return NodeIndex(raw)
  }

  /// The canonical path of a node. Borrowed until a node is created.
  @inline(__always)
  public func path(of node: NodeIndex) -> UnsafeRawBufferPointer {
    precondition(Int(node.raw) < nodeCount)
    return pathBytes(node.raw)
  }

  /// The number of components of the node's path without the root.
  func depth(_ index: UInt32) -> Int {
    var depth = 0
    var node = parent(index)
    while node != Node.none {
      depth += 1
      node = parent(node)
    }
    return depth
  }
}

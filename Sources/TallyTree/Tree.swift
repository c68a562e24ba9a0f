import CMemory
import TallyMemory

/// How the number of a node is made of what its children contribute and what it owns.
public enum Aggregation: UInt8, Sendable {
  /// Of the children and what feeds it, where they have a number; else its own.
  case children = 1
  /// Both together.
  case sum = 2
}

/// A path's entry in the table: enough to fetch its text, its node and its parent's branch at once.
struct Slot: BitwiseCopyable {
  var hash: UInt32
  /// The node's number + 1; 0: the slot is empty.
  var node: UInt32
  /// As `Links.path`.
  var path: UInt32
  /// As `Node.parent`; of the root 0, which is as good to fetch as any.
  var parent: UInt32
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

/// A tree of badges. It knows no clock, no disk and no thread: whoever owns it calls it from one thread at a time and
/// tells it the time.
///
/// A change is a transaction: ``begin(_:)``, operations, then ``commit()`` or ``rollback()``. Invariants beside those
/// of ``Node``:
/// - node 0 is the root; a node's parent exists as long as the node;
/// - every node is in the table under its canonical path exactly once;
/// - between transactions `revision` is the last one given out, and no node has a greater one;
/// - `pendingStamp` is the stamp of the revision after it.
public final class Tree {
  static let pathAlignment = 2

  public let aggregation: Aggregation
  /// As asked for, but no more than paths can have here.
  public let limits: PathLimits
  public let maxNodes: Int

  // Nodes, by number in two arrays: what propagation needs, and what it does not. Places of nodes that went are
  // chained from `freeNode`. The pointers are the blocks' addresses, kept apart for the hot path.
  var nodeBlock = RawBlock()
  var nodes: UnsafeMutablePointer<Node>
  var linkBlock = RawBlock()
  var links: UnsafeMutablePointer<Links>
  var nodeCount = 0
  var freeNode = Node.none
  var freeNodeCount = 0

  // What the nodes with something below them have beside, in an array of its own.
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

  // The paths: for each the node's number in four bytes, the length in two, and the bytes, aligned to `pathAlignment`.
  var arena = RawBlock()
  var arenaUsed = 0

  let hashSeed: UInt64
  let firstGeneration: UInt16
  /// In every handle of the tree, so that those of other trees are recognised.
  let handleTag: UInt16
  var path = Path()

  // The transaction under way.
  var mode = Mode.idle
  public internal(set) var revision: UInt64 = 0
  var pendingRevision: UInt64 { revision &+ 1 }
  var pendingStamp: UInt32 = 1
  /// The revision that the stamps are counted from.
  var stampBase: UInt64 = 0
  /// From here on stamps are counted anew. A variable for tests alone.
  var lastStamp = UInt32.max
  var hasChanged = false
  /// How many things feed the nodes of the tree, all together.
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

  // What has to be stored, told or ended.
  let storesState: Bool
  /// What a node has of the flags `dirty` and `digested` once its change needs no more notes.
  let settledFlags: Node.Flags
  /// What a usual leaf has of `Node.Flags.leafNotes`.
  let usualNotes: UInt16
  var dirty = List<UInt32>()
  var deadlines = Deadlines()
  var observers = Observers()
  var digests = Digests()
  var changes = ChangeRing()
  var styles = StyleTable()
  var icons = BadgeIcons()
  var query: UInt32 = 0
  /// What may have become empty since the last reclamation, and how many nodes there were after it.
  var emptied = 0
  var countAfterReclamation = 0
  /// While this is not 0, no node goes: somebody keeps numbers of nodes.
  var reclamationBlocks = 0
  /// Pins and handles of all nodes together.
  var holds = 0
  public internal(set) var notices = List<Notice>()

  private init(
    aggregation: Aggregation, limits: PathLimits, maxNodes: Int, seed: UInt64, storesState: Bool,
    blocks: consuming TreeBlocks
  ) {
    self.aggregation = aggregation
    self.limits = limits.clamped
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

  /// A tree with its root alone.
  /// - Parameters:
  ///   - seed: of the hash and of the handles' generations; different trees should have different ones.
  ///   - storesState: whether ``drainDirty(_:)`` will be called; else nothing is kept for it.
  public static func make(
    aggregation: Aggregation = .children, limits: PathLimits = PathLimits(), maxNodes: Int = 1 << 24,
    seed: UInt64 = 0, storesState: Bool = false
  ) throws(TreeError) -> Tree {
    var blocks = TreeBlocks()
    do throws(OutOfMemory) { try blocks.allocate() } catch { throw .outOfMemory }
    let tree = Tree(
      aggregation: aggregation, limits: limits, maxNodes: maxNodes, seed: seed, storesState: storesState,
      blocks: blocks)
    try Tree.reserve { () throws(OutOfMemory) in try tree.prepareRoot() }
    return tree
  }

  private func prepareRoot() throws(OutOfMemory) {
    try touched.reserve(limits.depth + 2)
    try arena.reserve(256)
    var name = ByteBuffer()
    try name.append("root")
    insert(name.bytes, parent: Node.none)
    nodes[0].flags.insert(.listed)
  }

  /// Turns the allocator's error into the tree's.
  static func reserve(_ body: () throws(OutOfMemory) -> Void) throws(TreeError) {
    do throws(OutOfMemory) { try body() } catch { throw .outOfMemory }
  }

  /// Nodes that exist, the root included.
  public var count: Int { nodeCount - freeNodeCount }

  /// Whether somebody observes a node, or has a handle of one, or pins one: the tree itself has to stay then.
  public var isInUse: Bool { holds > 0 || observers.count > 0 }

  /// Whether somebody observes a node.
  public var isObserved: Bool { observers.count > 0 }

  /// Bytes that the nodes, their paths and the table take.
  public var memory: Int {
    nodeBlock.byteCapacity + linkBlock.byteCapacity + branchBlock.byteCapacity + branchLinkBlock.byteCapacity
      + slotBlock.byteCapacity + arena.byteCapacity
  }

  /// Whether the transaction under way has changed something visible, once it is prepared to be committed.
  public var hasChange: Bool { hasChanged }

  /// Takes up the revisions of a stored tree. Before the first transaction. Which of them last changed a node is not
  /// stored, and not known.
  public func resume(revision: UInt64) {
    for index in 0..<nodeCount { setStamp(nodes + index, 0) }
    self.revision = revision
    stampBase = revision
    pendingStamp = 1
  }

  /// Counts the stamps from half their range later. Nodes that changed last before that say that they have not changed.
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

  /// The node with that number, which a notice named.
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

  /// How many components the node's path has, the root not counted.
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

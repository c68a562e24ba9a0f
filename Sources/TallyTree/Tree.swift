import CMemory
import TallyMemory

/// How the number of a node is made of what its children contribute and what it owns.
public enum Aggregation: UInt8, Sendable {
  /// Of the children and what feeds it, where they have a number; else its own.
  case children = 1
  /// Both together.
  case sum = 2
}

/// A tree of badges. It knows no clock, no disk and no thread: whoever owns it calls it from one thread at a time and
/// tells it the time.
///
/// A change is a transaction: ``begin(_:)``, operations, then ``commit()`` or ``rollback()``. Invariants beside those
/// of ``Node``:
/// - node 0 is the root; a node's parent exists as long as the node;
/// - every node is in the table under its canonical path exactly once;
/// - between transactions `revision` is the last one given out, and no node has a greater one.
public final class Tree {
  static let pathAlignment = 2

  public let aggregation: Aggregation
  /// As asked for, but no more than paths can have here.
  public let limits: PathLimits
  public let maxNodes: Int

  // Nodes, in one array. `nodes` is the block's address, kept apart for the hot path.
  var nodeBlock = RawBlock()
  var nodes: UnsafeMutablePointer<Node>
  var nodeCount = 0

  // The table: open addressing, linear probing. A slot holds the hash in its upper and the node's index + 1 in its
  // lower half; 0 is empty. The home of a hash is its lower bits.
  var slotBlock = RawBlock()
  var slots: UnsafeMutablePointer<UInt64>
  var slotMask = 0

  // The paths' bytes: for each a length of two bytes and the bytes, aligned to `pathAlignment`.
  var arena = RawBlock()
  var arenaUsed = 0

  let hashSeed: UInt64
  let firstGeneration: UInt32
  var path = Path()

  // The transaction under way.
  var mode = Mode.idle
  public internal(set) var revision: UInt64 = 0
  var pendingRevision: UInt64 = 1
  var hasChanged = false
  /// How many things feed the nodes of the tree, all together.
  public internal(set) var fedBadges: Int64 = 0
  var visibleLog = List<VisibleEntry>()
  var ownLog = List<OwnEntry>()
  var touched = List<UInt32>()
  var flips = List<Flip>()
  var isCompound = false
  var isPrepared = false
  var clearsAutomatically = true
  var stack = List<Frame>()

  // What has to be stored, told or ended.
  let storesState: Bool
  var dirty = List<UInt32>()
  var deadlines = Deadlines()
  var observers = Observers()
  var digests = Digests()
  var changes = ChangeRing()
  var query: UInt32 = 0
  public internal(set) var notices = List<Notice>()

  private init(
    aggregation: Aggregation, limits: PathLimits, maxNodes: Int, seed: UInt64, storesState: Bool,
    nodes: consuming RawBlock, slots: consuming RawBlock,
    nodePointer: UnsafeMutablePointer<Node>, slotPointer: UnsafeMutablePointer<UInt64>, slotCount: Int
  ) {
    self.aggregation = aggregation
    self.limits = limits.clamped
    self.maxNodes = maxNodes
    self.storesState = storesState
    hashSeed = seed
    firstGeneration = UInt32(truncatingIfNeeded: (seed &* 0x9E37_79B9_7F4A_7C15) >> 32)
    nodeBlock = nodes
    slotBlock = slots
    self.nodes = nodePointer
    self.slots = slotPointer
    slotMask = slotCount - 1
  }

  /// A tree with its root alone.
  /// - Parameters:
  ///   - seed: of the hash and of the handles' generations; different trees should have different ones.
  ///   - storesState: whether ``drainDirty(_:)`` will be called; else nothing is kept for it.
  public static func make(
    aggregation: Aggregation = .children, limits: PathLimits = PathLimits(), maxNodes: Int = 1 << 24,
    seed: UInt64 = 0, storesState: Bool = false
  ) throws(TreeError) -> Tree {
    let slotCount = 64
    var nodeBlock = RawBlock()
    var slotBlock = RawBlock()
    try reserve { () throws(OutOfMemory) in
      try nodeBlock.reserve(16 * MemoryLayout<Node>.stride)
      try slotBlock.replaceWithZeros(slotCount * MemoryLayout<UInt64>.stride)
    }
    guard let nodes = nodeBlock.base?.assumingMemoryBound(to: Node.self),
      let slots = slotBlock.base?.assumingMemoryBound(to: UInt64.self)
    else { throw .outOfMemory }
    let tree = Tree(
      aggregation: aggregation, limits: limits, maxNodes: maxNodes, seed: seed, storesState: storesState,
      nodes: nodeBlock, slots: slotBlock, nodePointer: nodes, slotPointer: slots, slotCount: slotCount)
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
  public var count: Int { nodeCount }

  /// Bytes that the nodes, their paths and the table take.
  public var memory: Int { nodeBlock.byteCapacity + slotBlock.byteCapacity + arena.byteCapacity }

  /// Whether the transaction under way has changed something visible, once it is prepared to be committed.
  public var hasChange: Bool { hasChanged }

  /// Takes up the revisions of a stored tree. Before the first transaction. Which of them last changed a node is not
  /// stored, and not known.
  public func resume(revision: UInt64) {
    for index in 0..<nodeCount { nodes[index].revision = 0 }
    self.revision = revision
    pendingRevision = revision + 1
  }

  /// The node with that number, which a notice named.
  public func nodeIndex(_ raw: UInt32) -> NodeIndex {
    precondition(Int(raw) < nodeCount)
    return NodeIndex(raw)
  }

  /// The canonical path of a node. Borrowed until a node is created.
  public func path(of node: NodeIndex) -> UnsafeRawBufferPointer {
    precondition(Int(node.raw) < nodeCount)
    return pathBytes(node.raw)
  }

  /// How many components the node's path has, the root not counted.
  func depth(_ index: UInt32) -> Int {
    var depth = 0
    var node = nodes[Int(index)].parent
    while node != Node.none {
      depth += 1
      node = nodes[Int(node)].parent
    }
    return depth
  }
}

import TallyMemory
import TallyTree

/// Badges on their way to the store: the unstored own states of all accounts at one moment. During a long transaction
/// (`Account.changeLong`), the states at its end follow those at its beginning, and are the stored ones: of several
/// items of a path, the last wins. Items that could not be written stay, and are written before anything else is
/// collected, so memory does not grow while the disk fails.
///
/// It is collected in steps, between which trees change. It is whole when a step has left nothing, because changes
/// behind an earlier step were collected again.
///
/// Invariant: the paths of the items lie in `paths` one after the other, in the order of the items, without gaps.
struct BadgeBatch: ~Copyable {
  struct Item: BitwiseCopyable {
    var account: Int64
    fileprivate var path: Int
    fileprivate var pathCount: Int
    var own: OwnState
    /// Its former badge may have had an icon.
    var dropsIcon: Bool
    /// Somebody has removed a badge of it, and the claims of feeds with it.
    var dismissesClaims: Bool
  }

  struct Revision: BitwiseCopyable {
    var account: Int64
    var revision: UInt64
  }

  /// A position in the batch.
  struct Mark: Equatable {
    var items = 0
    var revisions = 0
  }

  private(set) var items = List<Item>()
  private var paths = ByteBuffer()
  private(set) var revisions = List<Revision>()
  /// Whether it is a state that existed. Otherwise it must not be written before the rest was collected.
  var isWhole = true

  var isEmpty: Bool { items.isEmpty && revisions.isEmpty }

  /// The current end.
  var mark: Mark { Mark(items: items.count, revisions: revisions.count) }

  /// The path of an item. Borrowed until the batch changes.
  func path(of item: Item) -> UnsafeRawBufferPointer { paths.bytes(at: item.path, count: item.pathCount) }

  /// Makes room for this many more badges, with this many bytes of paths, and revisions.
  /// - Throws: nothing has then changed.
  mutating func reserve(badges: Int, bytes: Int, revisions more: Int) throws(OutOfMemory) {
    try items.reserve(items.count + badges)
    try paths.reserve(paths.count + bytes)
    try revisions.reserve(revisions.count + more)
  }

  mutating func append(
    account: Int64, path: UnsafeRawBufferPointer, _ own: OwnState, dropsIcon: Bool,
    dismissesClaims: Bool
  ) throws(OutOfMemory) {
    try items.reserve(items.count + 1)
    let offset = paths.count
    try paths.append(path)
    items.appendWithinCapacity(
      Item(
        account: account, path: offset, pathCount: path.count, own: own, dropsIcon: dropsIcon,
        dismissesClaims: dismissesClaims))
  }

  mutating func append(account: Int64, revision: UInt64) throws(OutOfMemory) {
    try revisions.append(Revision(account: account, revision: revision))
  }

  mutating func removeAll() {
    items.removeAll()
    paths.removeAll()
    revisions.removeAll()
    isWhole = true
  }

  // MARK: For tests

  /// Whether the invariant holds.
  func verify() -> Bool {
    var (isSound, end) = (true, 0)
    for position in 0..<items.count {
      isSound = isSound && items[position].path == end && items[position].pathCount > 0
      end += items[position].pathCount
    }
    return isSound && end == paths.count
  }
}

import TallyMemory
import TallyTree

/// Badges on their way to the store: what all accounts owned at one moment, as far as it was not stored. Where a
/// transaction lasts long (`Account.transactApart`), what they owned at its end is behind what they owned at its
/// beginning, and is the state that is stored; later items of a path hold. What could not be written stays, and is
/// written before anything else is collected, so that memory does not grow while the disk refuses writes.
///
/// It is collected in steps, between which trees change. It is whole when a step has left nothing: what changed behind
/// an earlier step was collected again.
///
/// Invariant: the paths of the items lie in `paths` one behind the other, in the order of the items, without gaps.
struct BadgeBatch: ~Copyable {
  struct Item: BitwiseCopyable {
    var account: Int64
    fileprivate var path: Int
    fileprivate var pathCount: Int
    var own: OwnState
    /// There may be an icon of a badge that it had.
    var dropsIcon: Bool
  }

  struct Revision: BitwiseCopyable {
    var account: Int64
    var revision: UInt64
  }

  /// How much of the batch there is up to some moment.
  struct Mark: Equatable {
    var items = 0
    var revisions = 0
  }

  private(set) var items = List<Item>()
  private var paths = ByteBuffer()
  private(set) var revisions = List<Revision>()
  /// Whether it is a state that there was. One that is not must not be written before the rest was collected.
  var isWhole = true

  var isEmpty: Bool { items.isEmpty && revisions.isEmpty }

  /// What comes from now on lies behind it.
  var mark: Mark { Mark(items: items.count, revisions: revisions.count) }

  /// The path of an item; borrowed until the batch is changed.
  func path(of item: Item) -> UnsafeRawBufferPointer { paths.bytes(at: item.path, count: item.pathCount) }

  /// Makes room for so many more badges, with so many bytes of paths, and revisions.
  /// - Throws: then nothing has changed.
  mutating func reserve(badges: Int, bytes: Int, revisions more: Int) throws(OutOfMemory) {
    try items.reserve(items.count + badges)
    try paths.reserve(paths.count + bytes)
    try revisions.reserve(revisions.count + more)
  }

  mutating func append(
    account: Int64, path: UnsafeRawBufferPointer, _ own: OwnState, dropsIcon: Bool
  ) throws(OutOfMemory) {
    try items.reserve(items.count + 1)
    let offset = paths.count
    try paths.append(path)
    items.appendWithinCapacity(
      Item(account: account, path: offset, pathCount: path.count, own: own, dropsIcon: dropsIcon))
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
    var end = 0
    for position in 0..<items.count {
      if items[position].path != end || items[position].pathCount <= 0 { return false }
      end += items[position].pathCount
    }
    return end == paths.count
  }
}

import CPlatform
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// Which messages feed the badge at their path.
public enum Feeding: Int32, Sendable {
  case unseen = 1
  case unread = 2
}

/// One account: a tree of badges with what belongs to it. All of it is under the engine's `lock`.
///
/// Invariants: `slot` is its place in `engine.accounts`; `deadline` is the tree's next deadline (or later, and then
/// somebody is just changing it); `registrationOf[o]` is the registration of the tree's observer o.
public final class Account: @unchecked Sendable {
  public let engine: Engine
  public let id: Int64
  let slot: UInt32
  let name: [UInt8]
  let tree: Tree
  public let feeding: Feeding
  var storedRevision: UInt64
  var deadline = Int64.max {
    didSet { isPlain = deadline == Int64.max && !engine.isSynchronous }
  }
  /// Whether an operation may touch the tree at once: nothing has an end, and the store may follow behind.
  private(set) var isPlain: Bool
  var isLoggedIn = false
  /// What the total over the accounts has of this one: nothing while it is logged out.
  var inTotal = Visible.nothing
  /// The `Authorization` header's value without `Bearer`; kept in memory only.
  var credential = ByteBuffer()
  var registrationOf = List<UInt32>()
  var feeds: [Feed] = []

  init(engine: Engine, row: AccountRow, slot: UInt32, name: [UInt8], tree: Tree, feeding: Feeding) {
    self.engine = engine
    id = row.id
    self.slot = slot
    self.name = name
    self.tree = tree
    self.feeding = feeding
    storedRevision = row.revision
    isPlain = !engine.isSynchronous
  }

  public var aggregation: Aggregation { tree.aggregation }

  /// Whether something of it is not stored yet.
  var needsStoring: Bool { engine.isPersistent && (tree.dirtyCount > 0 || storedRevision != tree.revision) }

  func updateDeadline() {
    deadline = tree.nextDeadline ?? Int64.max
    if deadline == Int64.max { return }
    let now = engine.clock.now()
    engine.replan(saturatingSum(now.elapsed, timeLeft(until: deadline, now.wall)))
  }
}

extension Engine {
  /// Opens an account, or creates it.
  /// - Parameters:
  ///   - aggregation, feeding: 0: as stored.
  ///   - mayCreate: else one that is not stored is `notFound`.
  public func openAccount(
    _ name: UnsafeRawBufferPointer, aggregation: Int32 = 0, feeding: Int32 = 0, mayCreate: Bool = true
  ) throws(Failure) -> Account {
    guard (0...2).contains(aggregation) else { throw Failure(.argument, "unknown aggregation") }
    guard (0...2).contains(feeding) else { throw Failure(.argument, "unknown feeding") }
    try Failure.checkName(name, "the name of an account")
    if isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    storeLock.lock()
    defer { storeLock.unlock() }
    try enter()
    defer { lock.unlock() }
    if let open = openedAccount(name) {
      let isOther =
        (aggregation != 0 && aggregation != Int32(open.aggregation.rawValue))
        || (feeding != 0 && feeding != open.feeding.rawValue)
      if isOther { throw Failure(.conflict, "the account ", quoting: name, " has another aggregation or feeding") }
      return open
    }
    if accounts.count >= options.maxAccounts { throw Failure(.limit, "max_accounts accounts are open") }
    let row = try storing { () throws(StoreError) in
      try store.findOrCreateAccount(name: name, aggregation: aggregation, feeding: feeding, mayCreate: mayCreate)
    }
    let account = try load(row, [UInt8](name))
    accounts.append(account)
    return account
  }

  private func openedAccount(_ name: UnsafeRawBufferPointer) -> Account? {
    for account in accounts {
      let isSame = account.name.withUnsafeBytes { isEqual($0, name) }
      if isSame { return account }
    }
    return nil
  }

  /// Builds the tree of a stored account. Under both locks.
  private func load(_ row: AccountRow, _ name: [UInt8]) throws(Failure) -> Account {
    let tree = try growingTree { () throws(TreeError) in
      try Tree.make(
        aggregation: row.aggregation == 2 ? .sum : .children, limits: options.paths, maxNodes: options.maxNodes,
        seed: seed ^ (UInt64(bitPattern: row.id) &* 0x9E37_79B9_7F4A_7C15), storesState: isPersistent)
    }
    let account = Account(
      engine: self, row: row, slot: UInt32(accounts.count), name: name, tree: tree,
      feeding: row.feeding == 2 ? .unread : .unseen)
    try fill(tree, row)
    // What is loaded is what is stored.
    tree.drainDirty { _, _ in }
    // What a damaged file may hold must not end the numbers.
    tree.resume(revision: min(row.revision, UInt64(Int64.max)))
    account.updateDeadline()
    return account
  }

  private func fill(_ tree: Tree, _ row: AccountRow) throws(Failure) {
    // Nothing is logged: where it fails, there will be no such tree.
    tree.begin(.single)
    defer { tree.commit() }
    var refused: Failure?
    var loader = BadgeLoader()
    try growing { () throws(OutOfMemory) in try loader.reserve(options.paths.bytes) }
    try storing { () throws(StoreError) in
      try store.loadBadges(account: row.id) { path, own in
        if refused == nil { refused = loader.take(own, at: path, for: tree) }
      }
      if refused == nil { refused = loader.finish(tree) }
      try store.fedSums(account: row.id, feeding: row.feeding) { path, count, badges in
        if refused == nil {
          refused = Engine.feed(tree, path, Int64(clamping: count), Int64(clamping: badges))
        }
      }
    }
    if let refused { throw refused }
  }

  static func feed(
    _ tree: Tree, _ path: UnsafeRawBufferPointer, _ count: Int64, _ badges: Int64
  ) -> Failure? {
    do throws(TreeError) {
      try tree.feed(try tree.findOrCreate(path), count: count, badges: badges)
      return nil
    } catch {
      return Failure(error, path: path)
    }
  }
}

extension Failure {
  static func checkName(_ name: UnsafeRawBufferPointer, _ what: StaticString) throws(Failure) {
    do throws(TreeError) {
      try Path.checkName(name)
    } catch {
      throw Failure(.argument, what, quoting: nil, " must be 1 to 255 bytes of UTF-8 without control characters")
    }
  }
}

/// Puts stored badges into a tree, some at a time: while their places in its table are on their way to the cache, the
/// next ones are read.
private struct BadgeLoader: ~Copyable {
  private struct Waiting: BitwiseCopyable {
    var own: TallyTree.OwnState
    var offset: Int
    var length: Int
  }

  private static let groupSize = 16
  private var waiting = List<Waiting>()
  private var texts = ByteBuffer()

  mutating func reserve(_ longest: Int) throws(OutOfMemory) {
    try waiting.reserve(BadgeLoader.groupSize)
    try texts.reserve(longest)
  }

  mutating func take(_ own: StoredState, at path: UnsafeRawBufferPointer, for tree: Tree) -> Failure? {
    do throws(OutOfMemory) {
      try waiting.append(Waiting(own: own.forTree, offset: texts.count, length: path.count))
      try texts.append(path)
    } catch {
      return Failure.noMemory
    }
    _ = tree.lookAhead(path)
    return waiting.count < BadgeLoader.groupSize ? nil : finish(tree)
  }

  mutating func finish(_ tree: Tree) -> Failure? {
    for position in 0..<waiting.count {
      let path = texts.bytes(at: waiting[position].offset, count: waiting[position].length)
      do throws(TreeError) {
        try tree.load(try tree.findOrCreate(path), waiting[position].own)
      } catch {
        return Failure(error, path: path)
      }
    }
    waiting.removeAll()
    texts.removeAll()
    return nil
  }
}

import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallySummary
import TallyTree

/// Which messages feed the badge at their path.
public enum Feeding: Int32, Sendable {
  case unseen = 1
  case unread = 2

  /// Opening an account leaves an unknown number of a damaged file to the calls that need it.
  init(_ stored: Int32) { self = stored == 2 ? .unread : .unseen }
}

/// The part of an account that never changes.
struct AccountIdentity {
  let id: Int64
  let name: [UInt8]
  let aggregation: Aggregation
  /// The epoch of its revisions.
  let epoch: UInt64
}

/// A tree, and the same used without counting a reference, which is atomic.
private struct HeldTree {
  let tree: Tree
  let borrowed: Unmanaged<Tree>

  init(_ tree: Tree) {
    self.tree = tree
    borrowed = Unmanaged.passUnretained(tree)
  }
}

/// The part of an account that `Accounts` keeps.
struct AccountEntry {
  var slot: UInt32 = 0
  /// It is in the list of unstored accounts.
  var isUnstored = false
  /// The account's part in the total over the accounts; nothing while it is logged out.
  var inTotal = Visible.nothing
  var levelInTotal = VisibleLevel.nothing
  /// When the next snooze of a message ends.
  var snoozeEnd = Timetable.never
}

/// How far an account is stored, and the changes that concern it.
///
/// Invariants: `share`, `unapplied` and those behind it are the account's. While there is an unapplied one, the
/// account's deadline is unsettled, so that each call tries to apply it.
struct AccountWriting {
  var storedRevision: UInt64
  /// A stored change that could not be applied to the tree because memory ran out.
  var unapplied: Share?
  /// Its part in a change of many accounts; nil: it has none.
  var share: Share?

  // MARK: For tests

  /// Whether the invariants hold.
  func verify(of account: Account) -> Bool {
    var late = unapplied
    while let next = late {
      if next.account !== account { return false }
      late = next.next
    }
    return (share?.account ?? account) === account && (unapplied == nil || account.gate.deadline == .unsettled)
  }
}

/// One account: a tree of badges and its data. Everything is under the engine's `lock`, except the tree while one
/// thread works on it alone (`exclusively`).
///
/// Not every account is in memory: see `Account+Residence.swift`.
///
/// Invariants: those of its parts. `gate.deadline` is when the next badge expires or the next mute ends in the tree (or
/// later while a thread changes it), or `unsettled`.
public final class Account: Named, EnginePart, @unchecked Sendable {
  public let engine: Engine
  let identity: AccountIdentity
  /// Its place in `engine.accounts`.
  var entry = AccountEntry()
  private var held: HeldTree
  var residence = Residence()
  var gate: Gate
  var writing: AccountWriting
  var observers = AccountObservers()

  var session = Session()
  var feeds = AccountFeeds()
  var kept = KeptSettings()
  var reminders = AccountReminders()

  /// An account that is not in memory yet.
  init(engine: Engine, row: AccountRow, name: [UInt8]) {
    self.engine = engine
    identity = AccountIdentity(
      id: row.id, name: name, aggregation: row.aggregation == 2 ? .sum : .children,
      epoch: row.epoch == 0 ? engine.epoch : row.epoch)
    held = HeldTree(engine.configuration.nothing)
    gate = Gate(isSynchronous: engine.configuration.isSynchronous)
    writing = AccountWriting(storedRevision: row.revision)
    session.isStored = row.isLoggedIn
    kept.feeding = Feeding(row.feeding)
  }

  @inline(__always)
  var slot: UInt32 { entry.slot }
  public var id: Int64 { identity.id }
  public var name: [UInt8] { identity.name }
  public var aggregation: Aggregation { identity.aggregation }
  /// How it counts where no rule holds. Takes `lock`.
  public var feeding: Feeding {
    let hold = lock()
    defer { hold.keep() }
    return kept.feeding
  }
  public var epoch: UInt64 { identity.epoch }

  var isLoggedIn: Bool { session.isActive }

  var outbox: Outbox? {
    get { kept.sender }
    set { kept.sender = newValue }
  }

  /// The tree. While the account is not in memory, it is `Configuration.nothing`.
  @inline(__always)
  var tree: Tree { held.tree }

  /// Replaces the tree.
  func replaceTree(_ hold: borrowing LockHold, _ fresh: Tree) { held = HeldTree(fresh) }

  /// Lends the tree without counting a reference. `body` keeps the lock.
  @inline(__always)
  func withTree<Result, Refusal: Error>(
    _ hold: borrowing LockHold, _ body: (Tree) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let result: Swift.Result<Result, Refusal> = held.borrowed._withUnsafeGuaranteedRef { tree in
      do throws(Refusal) { return .success(try body(tree)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The same as `enterHere`, for all but the most frequent calls.
  @inline(never)
  func enter() throws(Failure) -> LockHold { try enterHere() }

  /// Takes the lock of an open engine, with the tree in memory and nothing due.
  @inline(__always)
  func enterHere() throws(Failure) -> LockHold {
    var hold = try engine.enterHere()
    if gate.deadline != .nothing { try settle(&hold) }
    return hold
  }

  /// The time by which its badges end: that of the item that is being applied, else the engine's. Under `lock`.
  var now: Int64 {
    guard let share = writing.share, share.time != 0 else { return engine.now }
    return share.time
  }

  /// Whether something of it is not stored yet.
  var needsStoring: Bool {
    engine.configuration.isPersistent && (tree.dirtyCount > 0 || writing.storedRevision != tree.revision)
  }

  func canonical(_ path: UnsafeRawBufferPointer) throws(Failure) -> Path {
    var place = Path()
    try place.parse(path, limits: engine.configuration.paths)
    return place
  }

  /// Takes the stored settings that calls and the outbox need. With the store; the account is not in the table yet.
  fileprivate func takeSettings(_ hold: borrowing LockHold) throws(Failure) {
    let (settings, options) = try loadSettings(engine.store)
    kept = settings
    try store.exchangeChoices(account: id, taken: kept.taken, sent: kept.sent)
    if !options.url.isEmpty { try engine.duties.outbox?(self, options, hold) }
  }

  /// Reads the settings that calls need, and those of a sender, whose URL may be anything. With the store.
  /// - Parameter areGiven: a call has just changed them.
  func loadSettings(_ store: Store, areGiven: Bool = false) throws(Failure) -> (KeptSettings, OutboxOptions) {
    var kept = KeptSettings()
    var options = OutboxOptions()
    kept.feeding = Feeding(try store.defaultFeeding(account: id))
    try store.readSettings(account: id) { (stored) throws(Failure) in
      (kept.sent, kept.taken) = (stored.outbox == .off ? [] : stored.outboxKinds, stored.outboxKinds)
      try checkStored(stored.pushPath)
      kept.pushPath = try Reserve.copy(stored.pushPath)
      if stored.outbox != .sent { return }
      if stored.outboxURL.isEmpty {
        throw areGiven
          ? Failure(.argument, "an outbox that the library sends needs an outbox_url") : Failure.invalidSettings
      }
      options.url = try Reserve.copy(stored.outboxURL)
      options.requestTimeout = stored.requestTimeout
      options.idleTimeout = stored.idleTimeout
      options.needsCredential = stored.outboxHasCredential
    }
    return (kept, options)
  }

  /// Checks a path of the file, which may have anything; empty: none.
  func checkStored(_ path: UnsafeRawBufferPointer) throws(Failure) {
    if path.isEmpty { return }
    let place = try canonical(path)
    if !isEqual(place.bytes.bytes, path) { throw Failure.invalidSettings }
  }

  func updateDeadline(_ hold: borrowing LockHold) {
    // The working thread does this at the end, under `lock`.
    if residence.state == .busy { return }
    let time = tree.nextDeadline ?? Timetable.never
    gate.deadline = writing.unapplied == nil && residence.state != .idle ? Deadline(time: time) : .unsettled
    engine.planExpiry(hold, of: self, min(time, entry.snoozeEnd))
  }
}

extension Engine {
  /// Opens an account, or creates it. If the number of accounts in memory is limited, its tree is read when it is
  /// needed.
  /// - Parameters:
  ///   - aggregation, feeding: 0: as stored.
  ///   - mayCreate: otherwise an account that is not stored is `notFound`.
  ///   - resumes: a stored log-in takes effect.
  public func openAccount(
    _ name: UnsafeRawBufferPointer, aggregation: Int32 = 0, feeding: Int32 = 0, mayCreate: Bool = true,
    resumes: Bool = true
  ) throws(Failure) -> Account {
    guard (0...2).contains(aggregation) else { throw Failure(.argument, "unknown aggregation") }
    guard (0...2).contains(feeding) else { throw Failure(.argument, "unknown feeding") }
    try Failure.checkName(name, "the name of an account")
    let storeHold = try enterStore()
    let account = try openAccount(storeHold, name, aggregation, feeding, mayCreate)
    if resumes { try account.resume(storeHold) }
    return account
  }

  private func openAccount(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ aggregation: Int32, _ feeding: Int32,
    _ mayCreate: Bool
  ) throws(Failure) -> Account {
    if let open = try findAccount(storeHold, name) {
      let isOther =
        (aggregation != 0 && aggregation != Int32(open.aggregation.rawValue))
        || (feeding != 0 && feeding != open.feeding.rawValue)
      if isOther { throw Failure(.conflict, "the account ", quoting: name, " has another aggregation or feeding") }
      return open
    }
    try settleStore(storeHold)
    do throws(Failure) {
      return try insertAccount(storeHold, name, aggregation, feeding, mayCreate: false)
    } catch {
      if !mayCreate || error.status != .notFound { throw error }
    }
    return try createAccount(storeHold, name, aggregation, feeding)
  }

  /// Stores a new account only if it can be opened too.
  private func createAccount(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ aggregation: Int32, _ feeding: Int32
  ) throws(Failure) -> Account {
    var created: Account?
    do throws(Failure) {
      return try changeRows(storeHold) { () throws(Failure) in
        let account = try insertAccount(storeHold, name, aggregation, feeding, mayCreate: true)
        created = account
        return account
      }
    } catch {
      if let created { removeAccount(storeHold, created) }
      throw error
    }
  }

  /// Adds a stored account to the table. There is room.
  func insertAccount(
    _ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer, _ aggregation: Int32, _ feeding: Int32,
    mayCreate: Bool
  ) throws(Failure) -> Account {
    let row = try store.findOrCreateAccount(
      name: name, aggregation: aggregation, feeding: feeding, mayCreate: mayCreate)
    let account = Account(engine: self, row: row, name: [UInt8](name))
    let hold = try enter()
    if row.hasSettings { try account.takeSettings(hold) }
    accounts.insert(account)
    duties.traces?.follow(hold, account)
    account.trace(hold, .opened)
    hold.release()
    if accounts.residents.limit > 0 { return account }
    do throws(Failure) {
      try account.load(storeHold)
    } catch {
      removeAccount(storeHold, account)
      throw error
    }
    return account
  }

  /// Takes an account out of the table that was not stored after all.
  func removeAccount(_ storeHold: borrowing StoreHold, _ account: Account) {
    let hold = lock.lock()
    if isClosed { return }
    accounts.forgetUnstored(account)
    if account.isLoaded { accounts.residents.remove(account.slot) }
    removeAccount(hold, at: account.slot)
  }

  /// The open account with a number, as events have it. The store knows its name, so the table needs no second index.
  public func openedAccount(id: Int64) throws(Failure) -> Account {
    var found: Account?
    let storeHold = try enterStore()
    try settleStore(storeHold)
    try store.readAccountName(id) { (name) throws(Failure) in
      let hold = try enter()
      found = accounts.find(name)
      hold.release()
    }
    guard let found, found.id == id else {
      let failure = Failure(.notFound, "no open account has the id ")
      Words.add(number: id)
      throw failure
    }
    return found
  }

  /// The open account of that name. nil: there is none, and there is room to add one.
  func findAccount(_ storeHold: borrowing StoreHold, _ name: UnsafeRawBufferPointer) throws(Failure) -> Account? {
    let hold = try enter()
    forgetDropped(hold)
    if let open = accounts.find(name) { return open }
    if accounts.count >= limits[.accounts] { forgetUnusedAccounts(hold) }
    if accounts.count >= limits[.accounts] { throw Failure(.limit, "no more accounts can be open") }
    try growing { () throws(OutOfMemory) in try accounts.reserve() }
    return nil
  }

  /// Builds the tree of a stored account.
  func readTree(_ storeHold: borrowing StoreHold, of account: Account) throws(Failure) -> Tree {
    // Each time with other generations of handles, so that a handle of a freed tree is not valid for this one.
    treesRead &+= 1
    let mixed = UInt64(bitPattern: account.id) &* 0x9E37_79B9_7F4A_7C15 ^ treesRead &* 0xD6E8_FEB8_6659_FD93
    let tree = try Tree.make(
      aggregation: account.aggregation, limits: configuration.paths,
      maxNodes: Int(clamping: EngineLimit.nodes.range.upperBound), seed: configuration.seed ^ mixed,
      storesState: configuration.isPersistent)
    try fill(tree, account.id)
    // The loaded state is the stored state.
    tree.drainDirty { _, _, _ in }
    // A damaged file must not use up the numbers.
    tree.resume(revision: min(account.writing.storedRevision, UInt64(Int64.max)))
    // An account with more nodes than the limit stays as it is, and gets no further ones.
    tree.maxNodes = Int(clamping: limits[.nodes])
    return tree
  }

  private func fill(_ tree: Tree, _ account: Int64) throws(Failure) {
    // Nothing is logged: if it fails, the tree is dropped.
    tree.begin(.single)
    defer { tree.commit() }
    var refused: Failure?
    var loader = BadgeLoader()
    try growing { () throws(OutOfMemory) in try loader.reserve(configuration.paths.bytes) }
    try store.loadBadges(account: account) { path, own in
      if refused == nil { refused = loader.take(own, at: path, for: tree) }
    }
    if refused == nil { refused = loader.finish(tree) }
    try store.loadIcons(account: account) { path, icon in
      if refused == nil { refused = tree.setIcon(icon, at: path) }
    }
    if let refused { throw refused }
    // Before what feeds: a link of a lit node would take everything below it away, and count it again.
    try fillLinks(tree, account)
    try store.fedSums(account: account) { path, sum in
      if refused == nil { refused = tree.feed(path, sum) }
    }
    try store.forEachFlag(account: account) { path in
      if refused == nil { refused = tree.feed(path, Store.flag) }
    }
    if refused == nil { refused = try share(tree, account) }
    if let refused { throw refused }
  }
}

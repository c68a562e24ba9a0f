import CPlatform
import TallyCalendar
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

/// Everything together: accounts with their trees, the store, the loop, the feeds, and the queue of events.
///
/// Threads. `storeLock` protects the store and what is on its way there; `lock` protects everything else that changes,
/// but for the tree of an account that one thread works on alone (`Account.exclusively`). Whoever takes both takes
/// `storeLock` first. No callback of the host is made with a lock held, but for the clock and the files of zones, which
/// say so: notify and the log are carried out once nothing is held (`carryOut`). `http` belongs to the loop thread.
///
/// Invariants: those of its parts. After `isClosed` is set nothing changes any more, and in the end `accounts` is
/// empty.
public final class Engine: @unchecked Sendable {
  let lock: Mutex
  let storeLock: FairLock
  private let lockOwner: MutexOwner
  let changed: Condition
  /// Signalled when a commit has ended, or the exclusive work on an account.
  let settled: Condition
  let loop: Loop
  let store: Store
  let clock: Clock
  let options: EngineOptions
  let isPersistent: Bool
  /// Whether every change is on the disk when its call returns.
  let isSynchronous: Bool
  let seed: UInt64
  let forkGeneration: UInt32
  public let epoch: UInt64
  let upkeep = Upkeep()
  /// Where the host takes a log.
  let lines: LogQueue?

  // Under `lock`.
  var isClosed = false
  var duties = Duties()
  var accounts: Accounts
  /// The tree of the accounts that are not in memory. Nobody may change it.
  let nothing: Tree
  var feeds: FeedTable
  var hostRequests = HostRequests()
  var outboxes = Outboxes()
  var reminderClock = ReminderClock()
  var zones = ZoneTable()
  /// Somebody reads zones, and what an account has of its reminders, under `storeLock` alone.
  var usesZones = false
  var numbers = MessageNumbers()
  var events: Events
  var random: SplitMix
  var schedule: GroupSchedule
  /// When the loop means to wake, on the elapsed clock.
  var plannedWake = Int64.max
  var isStepping = false
  /// Whether the application is in front. Under `lock`.
  var isForeground = true
  /// Accounts whose trees are worked on without `lock`.
  var busyAccounts = 0
  var backups = 0

  /// Calls that wait for the store to join the next commit.
  let joiners = Joiners()
  // Under both locks.
  var group = CommitGroup()

  // Under `storeLock`.
  /// The change that is just joining the group is in a part of the transaction.
  var isPartBegun = false
  /// It has failed so that nobody's can be committed.
  var hasPartFailed = false
  var batch = BadgeBatch()
  var treesRead: UInt64 = 0
  let groups: GroupCaches
  var changes = TreeChanges()

  /// Of the loop, while the engine is open.
  var share: ReserveShare?

  // Loop thread only.
  /// There was no memory: nothing is begun before, on the elapsed clock.
  var pausedUntil = Int64.min
  var http: HTTPClient?
  var decoder: PageDecoder?

  init(
    locks: EngineLocks, loop: Loop, store: Store, nothing: Tree, options: EngineOptions, seed: UInt64
  ) {
    lockOwner = locks.lock
    lock = locks.lock.mutex
    storeLock = locks.store
    changed = locks.changed
    settled = locks.settled
    lines = locks.lines
    self.loop = loop
    self.store = store
    self.options = options
    self.seed = seed
    clock = options.clock
    isPersistent = options.file != nil
    isSynchronous = options.file != nil && options.durability == .full
    forkGeneration = ctally_fork_generation()
    epoch = store.epoch
    random = SplitMix(seed: seed)
    self.nothing = nothing
    schedule = GroupSchedule(hasFile: isPersistent)
    feeds = FeedTable(options)
    events = Events(limit: options.maxEvents)
    groups = GroupCaches(groups: options.maxCachedGroups)
    store.bounds = options.bounds
    accounts = Accounts(seed: seed, maxLoaded: options.file == nil ? 0 : options.maxLoadedAccounts)
  }

  /// Whether a damaged file was set aside; then the thread's message says what was wrong and where it is now.
  public func tellDamage() -> Bool {
    if store.damage.isEmpty { return false }
    Words.begin()
    Words.add(store.damage.bytes)
    return true
  }

  /// The options in force.
  public func limits() throws(Failure) -> EngineOptions {
    try enter()
    lock.unlock()
    return options
  }

  /// Opens an engine and starts its loop.
  public static func open(_ options: EngineOptions) throws(Failure) -> Engine {
    try options.validate()
    ctally_fork_watch()
    let seed = options.seed == 0 ? ctally_random_seed() | 1 : options.seed
    let (locks, loop) = try makeParts(hasLog: options.log != nil)
    let store: Store
    let nothing: Tree
    do throws(Failure) {
      nothing = try makeNothing()
      store = try openStore(options, seed)
    } catch {
      loop.close()
      throw error
    }
    let engine = Engine(
      locks: locks, loop: loop, store: store, nothing: nothing, options: options, seed: seed)
    ctally_parts_begin(Unmanaged.passUnretained(engine).toOpaque())
    try engine.start()
    return engine
  }

  private static func makeParts(hasLog: Bool) throws(Failure) -> (EngineLocks, Loop) {
    do throws(LoopError) {
      let locks = EngineLocks(
        lock: try MutexOwner.make(), store: try FairLock.make(), changed: try Condition.make(),
        settled: try Condition.make(), lines: hasLog ? try LogQueue.make() : nil)
      return (locks, try Loop.make())
    } catch {
      throw Failure(loopError: error)
    }
  }

  /// A tree that is within a transaction for ever, and so refuses another one.
  private static func makeNothing() throws(Failure) -> Tree {
    let tree = try growingTree { () throws(TreeError) in try Tree.make() }
    tree.begin(.undoable)
    return tree
  }

  private static func openStore(_ options: EngineOptions, _ seed: UInt64) throws(Failure) -> Store {
    let now = options.clock.wall
    guard let file = options.file else {
      return try Store.open(file: nil, seed: seed, now: now)
    }
    var name = ByteBuffer()
    try growing { () throws(OutOfMemory) in
      try file.withUnsafeBufferPointer { (bytes) throws(OutOfMemory) in
        try name.append(UnsafeRawBufferPointer(bytes))
      }
      try name.append(byte: 0)
    }
    guard let start = name.bytes.baseAddress else { throw .noMemory }
    return try Store.open(
      file: start.assumingMemoryBound(to: CChar.self), seed: seed, now: now,
      setsAside: options.setsAsideDamaged, isRewritten: options.vacuums)
  }

  private func start() throws(Failure) {
    // What the loop calls back makes objects too.
    do throws(Failure) { share = try ReserveShare() } catch {
      loop.close()
      throw error
    }
    // The lock goes with the engine.
    let engine = Unmanaged.passUnretained(self)
    lockOwner.setHandler { engine._withUnsafeGuaranteedRef { $0.carryOut() } }
    beginUpkeep()
    loop.setHandlers(onWake: { self.work() }, onTimer: { self.work() })
    if options.isHostDriven { return }
    do throws(LoopError) {
      try loop.startThread()
    } catch {
      loop.close()
      throw Failure(loopError: error)
    }
  }

  // MARK: Checks

  /// Whether calls may go on: not in a forked child. Before a lock is touched.
  @inline(__always)
  var isForked: Bool { ctally_fork_generation() != forkGeneration }

  /// As `enterHere`, for all but the most frequent calls.
  @inline(never)
  func enter() throws(Failure) { try enterHere() }

  /// Takes the lock of an open engine.
  @inline(__always)
  func enterHere() throws(Failure) {
    if isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    lock.lockHere()
    if isClosed {
      lock.unlock()
      throw .closed
    }
  }
}

/// What threads of an engine wait for each other with.
struct EngineLocks {
  let lock: MutexOwner
  let store: FairLock
  let changed: Condition
  let settled: Condition
  let lines: LogQueue?
}

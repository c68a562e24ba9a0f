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
/// Threads. `storeLock` protects the store and what is on its way there; `lock` protects everything else that
/// changes. Whoever takes both takes `storeLock` first. No callback of the host is made with a lock held, but for the
/// clock, the log and notify, which say so. `http` belongs to the loop thread.
///
/// Invariants: after `isClosed` is set nothing changes any more, and in the end `accounts` is empty; the total is the
/// sum of what the roots of the logged-in accounts show (`Account.inTotal`), as of the last transaction; `unstored`
/// holds the slot of every account with `isUnstored`, once, and an account with something to be stored is one of them;
/// the timetables have nothing for a slot without an account, or without a feed.
public final class Engine: @unchecked Sendable {
  let lock: Mutex
  let storeLock: Mutex
  private let locks: (MutexOwner, MutexOwner)
  let changed: Condition
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

  // Under `lock`.
  var isClosed = false
  var accounts: AccountTable
  var residents: Residents
  /// The tree of the accounts that are not in memory. Nobody may change it.
  let nothing: Tree
  var unstored = List<UInt32>()
  /// When badges expire and mutes end in accounts, by their slots, on the wall clock.
  var expiries = Timetable()
  var feeds = Slab<Feed>()
  /// By their identifiers.
  var feedSlots = IntegerMap()
  /// Feeds whose request is to be broken off, and those that wait for their turn to begin one, in order.
  var cancellations: [Feed] = []
  var departures: [Feed] = []
  var nextDeparture = 0
  /// Exchanges under way.
  var flights = 0
  var feedWakes = Timetable()
  /// When outboxes have something to send, by their accounts' slots.
  var outboxWakes = Timetable()
  /// Requests of outboxes that are to be broken off.
  var outboxCancellations = List<UInt64>()
  /// Whether there may be any reminders at all.
  var hasReminders = false
  /// When accounts have something due of their reminders, by their slots, on the wall clock in milliseconds.
  var reminderWakes = Timetable()
  /// The wall clock, as of when it was looked at last for reminders.
  var reminderClock = Int64.min
  var zones = ZoneTable()
  /// Whether the device's zone is known.
  var hasDeviceZone = false
  var random: SplitMix
  var isGroupScheduled = false
  var groupDue = Int64.max
  var groupIsUrgent = false
  /// Changes that are not yet on their way to the store.
  var waitingChanges = 0
  /// The last write has failed, and is tried again when it is due; nobody else waits for a disk that refuses.
  var isStoreFailing = false
  /// When the file is tidied up, on the elapsed clock.
  var upkeepDue = Int64.max
  /// When the loop means to wake, on the elapsed clock.
  var plannedWake = Int64.max
  var isStepping = false
  /// nil: requests go out by `http`.
  var hostTransport: HostTransport?
  /// Requests that the host carries out, in their order, and the last of them.
  var hostRequests: HostRequest?
  var lastHostRequest: HostRequest?
  var nextHostRequest: UInt64 = 1
  /// There is something to hand over to the host's transport, or to complete.
  var mustServeHost = false
  /// The engine is being closed: nothing is sent any more.
  var isEnding = false

  var events = Events()
  /// Counts what users have read: it tells which of it came before a request, and which later.
  var moment: Int64 = 0
  /// Identifiers of messages that were given here.
  var given: Int64 = 0
  var backups = 0
  var totalCount: UInt64 = 0
  var totalShowing = 0
  var totalRevision: UInt64 = 0

  /// Whether the log has it that what waits cannot be written. Changed under both locks.
  var isFailureTold = false
  /// Badges in the batch since then.
  var unwritten = 0

  // Under `storeLock`.
  var batch = BadgeBatch()
  var treesRead: UInt64 = 0
  let groups = GroupCaches()
  var changes = TreeChanges()

  /// Of the loop, while the engine is open.
  var share: ReserveShare?

  // Loop thread only.
  /// There was no memory: nothing is begun before, on the elapsed clock.
  var pausedUntil = Int64.min
  var http: HTTPClient?
  var decoder: PageDecoder?

  init(
    locks: (MutexOwner, MutexOwner), changed: Condition, loop: Loop, store: Store, nothing: Tree,
    options: EngineOptions, seed: UInt64
  ) {
    self.locks = locks
    lock = locks.0.mutex
    storeLock = locks.1.mutex
    self.changed = changed
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
    accounts = AccountTable(seed: seed)
    residents = Residents(limit: options.file == nil ? 0 : options.maxLoadedAccounts)
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
    let (locks, changed, loop) = try makeParts()
    let store: Store
    let nothing: Tree
    do throws(Failure) {
      nothing = try makeNothing()
      store = try openStore(options, seed)
    } catch {
      loop.close()
      throw error
    }
    let hasReminders = (try? store.hasReminders()) ?? true
    let engine = Engine(
      locks: locks, changed: changed, loop: loop, store: store, nothing: nothing, options: options, seed: seed)
    engine.hasReminders = hasReminders
    try engine.start()
    return engine
  }

  private static func makeParts() throws(Failure) -> ((MutexOwner, MutexOwner), Condition, Loop) {
    do throws(LoopError) {
      return ((try MutexOwner.make(), try MutexOwner.make()), try Condition.make(), try Loop.make())
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

  /// Takes the lock of an open engine.
  @inline(__always)
  func enter() throws(Failure) {
    if isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    lock.lock()
    if isClosed {
      lock.unlock()
      throw .closed
    }
  }

  func log(_ level: Int32, _ text: UnsafePointer<CChar>) {
    if level <= options.logLevel { options.log?(level, text) }
  }
}

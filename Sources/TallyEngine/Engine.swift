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

/// The engine: accounts with their trees, the store, the loop, the feeds, and the queue of events.
///
/// Threads. The store's lock (`StoreHold`) protects the store and the changes on their way there. `lock` (`LockHold`)
/// protects everything else that changes, except the tree of an account that one thread works on alone
/// (`Account.exclusively`). A thread that takes both takes the store's first. Callbacks of the host run without locks,
/// except the clock and the files of zones, whose contract says so. Notify and the log are called when the thread holds
/// no lock any more (`carryOut`). `http` belongs to the loop thread.
///
/// Invariants: those of its parts. After `isClosed` is set nothing changes any more, and in the end `accounts` is
/// empty.
public final class Engine: @unchecked Sendable {
  let locks: EngineLocks
  let loop: Loop
  let store: Store
  let options: EngineOptions
  let configuration: Configuration
  let upkeep = Upkeep()
  /// Set if the host takes a log.
  let lines: LogQueue?

  // Under `lock`.
  var state = EngineState()
  var logTime: LogTime
  var loopState = LoopState()
  var presence = Presence()
  var duties = Duties()
  var accounts: Accounts
  var feeds: FeedTable
  var hostRequests = HostRequests()
  var outboxes = Outboxes()
  var reminderClock = ReminderClock()
  var zones = ZonesInUse()
  var numbers = MessageNumbers()
  var events: Events
  var random: SplitMix
  var schedule: GroupSchedule

  /// Calls that wait for the store to join the next commit.
  let joiners = Joiners()
  // Under both locks.
  var group = CommitGroup()

  // Under the store's lock.
  var batch = BadgeBatch()
  var treesRead: UInt64 = 0
  let groups: GroupCaches

  // Loop thread only.
  var own = LoopOwn()

  private init(
    locks: EngineLocks, lines: LogQueue?, loop: Loop, store: Store, nothing: Tree, options: EngineOptions, seed: UInt64
  ) {
    self.locks = locks
    self.lines = lines
    self.loop = loop
    self.store = store
    self.options = options
    configuration = Configuration(options, seed: seed, epoch: store.epoch, nothing: nothing)
    logTime = LogTime(store.logTime)
    random = SplitMix(seed: seed)
    schedule = GroupSchedule(hasFile: configuration.isPersistent)
    let limits = configuration.limits
    feeds = FeedTable(limits)
    events = Events(limit: Int(clamping: limits[.events]))
    groups = GroupCaches(groups: Int(clamping: limits[.cachedGroups]))
    store.bounds = limits.bounds
    accounts = Accounts(seed: seed, maxLoaded: Int(clamping: limits[.loadedAccounts]))
  }

  /// Passes the data of the options' callbacks to an engine that no other thread knows yet.
  public func own(_ userData: EngineUserData) { state.userData = userData }

  /// Any thread may use the clock, the log and the zone files as long as a handle keeps the engine. So the last handle
  /// releases their data.
  deinit {
    options.release(state.userData.clock)
    options.release(state.userData.log)
    options.release(state.userData.zones)
  }

  @inline(__always)
  var clock: Clock { options.clock }

  /// The epoch of the revisions.
  public var epoch: UInt64 { configuration.epoch }

  /// Whether a damaged file was set aside. Then the thread's message describes the damage and the file's new name.
  public func tellDamage() -> Bool {
    if store.damage.isEmpty { return false }
    Words.begin()
    Words.add(store.damage.bytes)
    return true
  }

  /// Opens an engine and starts its loop.
  public static func open(_ options: EngineOptions) throws(Failure) -> Engine {
    try options.validate()
    ctally_fork_watch()
    let seed = options.seed == 0 ? ctally_random_seed() | 1 : options.seed
    let (locks, lines, loop) = try makeParts(hasLog: options.log != nil)
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
      locks: locks, lines: lines, loop: loop, store: store, nothing: nothing, options: options, seed: seed)
    ctally_parts_begin(Unmanaged.passUnretained(engine).toOpaque())
    try engine.start()
    return engine
  }

  private static func makeParts(hasLog: Bool) throws(Failure) -> (EngineLocks, LogQueue?, Loop) {
    do throws(LoopError) {
      return (try EngineLocks.make(), hasLog ? try LogQueue.make() : nil, try Loop.make())
    } catch {
      throw Failure(loopError: error)
    }
  }

  /// A tree in an endless transaction, which rejects others.
  private static func makeNothing() throws(Failure) -> Tree {
    let tree = try Tree.make()
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
      setsAside: options.setsAsideDamaged)
  }

  private func start() throws(Failure) {
    // The loop's callbacks make objects too.
    do throws(Failure) { own.share = try ReserveShare() } catch {
      loop.close()
      throw error
    }
    // The lock is released with the engine.
    let engine = Unmanaged.passUnretained(self)
    locks.owner.setHandler { hold in engine._withUnsafeGuaranteedRef { $0.carryOut(&hold) } }
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

  /// Whether this is a forked child, where no call may continue. Checked before a lock is touched.
  @inline(__always)
  var isForked: Bool { ctally_fork_generation() != configuration.forkGeneration }

  @inline(never)
  func checkFork() throws(Failure) {
    if isForked { throw .forked }
  }

  @inline(__always)
  var isClosed: Bool { state.isClosed }

  /// The same as `enterHere`, for all but the most frequent calls.
  @inline(never)
  func enter() throws(Failure) -> LockHold { try enterHere() }

  /// Takes the lock of an open engine.
  @inline(__always)
  func enterHere() throws(Failure) -> LockHold {
    if isForked { throw .forked }
    let hold = lock.lockHere()
    if isClosed { throw .closed }
    return hold
  }
}

extension Failure {
  static var forked: Failure { Failure(.forked, "the engine belongs to the parent process") }
}

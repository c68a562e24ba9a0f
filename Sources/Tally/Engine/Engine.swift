internal import Synchronization
internal import TallyEngine
internal import TallyFailure

/// An engine: accounts with their trees of badges, one file, and a loop that polls servers.
///
///     let engine = try Engine(file: "badges.db")
///     let account = try engine.openAccount("ann")
///     try account.set(3, at: "root.chat.bo")
///     for await change in try account.badgeChanges(at: "root", includingDescendants: true) {
///       print(change)  // root.chat.bo 3
///     }
///
/// Every function may be called from any thread. The engine calls closures of observers one at a time on a thread of
/// its own or, with a ``HostDrivenEngine``, within its ``HostDrivenEngine/step()``. It holds no lock meanwhile, so they
/// may call anything but ``close(timeout:)``.
///
/// An engine does not survive a fork. In the child each call fails with ``TallyError/Code/forked``. The parent's engine
/// continues.
public final class Engine: Sendable {
  /// The version of the library.
  public static let version = String(describing: TallyEngine.Library.version)
  /// The version as a number: major * 1,000,000 + minor * 1,000 + patch.
  public static let versionNumber = version.split(separator: ".").reduce(0) { $0 * 1000 + (Int($1) ?? 0) }

  let core: TallyEngine.Engine
  /// Whether a ``HostDrivenEngine`` has it, so that it has no thread of its own.
  let isHostDriven: Bool
  let pump: Pump
  private let isClosed = Mutex(false)

  /// The damage of a file that was set aside, and the file's new name. nil: no file was set aside.
  public let damage: String?

  /// Identifies the series of revisions in this engine's file. ``Account/changes(since:epoch:)`` compares it. An
  /// account that ``importAll(_:replacing:)`` has brought keeps its own: ``Account/epoch``. Never 0.
  public var epoch: UInt64 { core.epoch }

  /// Opens an engine: reads the file, or creates it. Only one process and one engine can have a file open.
  /// - Throws: ``TallyError/Code/locked``, ``TallyError/Code/corrupt``, ``TallyError/Code/notAStore``,
  ///   ``TallyError/Code/newer``, ``TallyError/Code/range`` (a limit), ``TallyError/Code/noMemory``, and errors of
  ///   reading and writing the file. A rejected file is left unchanged.
  /// - Complexity: O(messages with further paths), because an account is read when it is opened. If a damaged file is
  ///   set aside, or the file is rewritten, O(size of the file).
  public convenience init(_ configuration: Configuration = Configuration()) throws(TallyError) {
    try self.init(configuration, isHostDriven: false)
  }

  init(_ configuration: Configuration, isHostDriven: Bool) throws(TallyError) {
    self.isHostDriven = isHostDriven
    var options = try configuration.options()
    options.isHostDriven = isHostDriven
    options.deliver = CallbackBox.deliver
    options.show = CallbackBox.show
    core = try calling { () throws(Failure) in try TallyEngine.Engine.open(options) }
    damage = core.tellDamage() ? String(decoding: Words.text, as: UTF8.self) : nil
    pump = Pump(core, options)
    if isHostDriven { return }
    do throws(TallyError) {
      try pump.start()
    } catch {
      isClosed.withLock { $0 = true }
      do throws(Failure) { try core.close() } catch {}
      throw error
    }
  }

  /// Opens an engine with a file and default options.
  public convenience init(file: String) throws(TallyError) {
    try self.init(Configuration(file: file))
  }

  deinit {
    if isClosed.withLock({ $0 }) { return }
    if isHostDriven { pump.events.finish() }
    do throws(Failure) {
      try core.close()
    } catch {
      // Released within a closure that the engine was calling. The closure must return first.
      let core = core
      if error.status == .thread { _ = startThread { do throws(Failure) { try core.close() } catch {} } }
    }
  }

  /// Cancels requests in flight, writes everything, and closes the file. Streams end, closures are released, and later
  /// calls fail with ``TallyError/Code/closed``. A second call does nothing. An engine that is released is closed too,
  /// but failed writes are then not reported.
  /// - Parameter timeout: the time limit for writing; nil: none.
  /// - Throws: ``TallyError/Code/thread`` inside an observer's closure: nothing was done. After any other error the
  ///   engine is closed, and the unwritten changes are lost: ``TallyError/Code/timeout``, ``TallyError/Code/io``,
  ///   ``TallyError/Code/full``.
  public func close(timeout: Duration? = nil) throws(TallyError) {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    if wasClosed { return }
    do throws(TallyError) {
      try calling { () throws(Failure) in try core.close(timeout: timeout.map { max($0.milliseconds, 0) } ?? -1) }
    } catch {
      if error.code == .thread { isClosed.withLock { $0 = false } }
      throw error
    }
    if isHostDriven { pump.events.finish() }
  }

  /// Waits until all earlier changes are on the disk.
  public func flush() throws(TallyError) {
    try calling { () throws(Failure) in try core.flush() }
  }

  /// Opens an account, and creates it if it does not exist. Opening it again returns an equal ``Account``.
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters.
  ///   - aggregation: nil: as stored; for a new account ``Account/Aggregation/children``.
  ///   - feeding: nil: as stored; for a new account ``Badge/Feeding/unseen``.
  ///   - mayCreate: false: the call fails with ``TallyError/Code/notFound`` if the account does not exist.
  /// - Throws: ``TallyError/Code/argument`` (the name), ``TallyError/Code/conflict`` (it is stored with another
  ///   aggregation or feeding), ``TallyError/Code/limit``, ``TallyError/Code/notFound``, ``TallyError/Code/corrupt``,
  ///   ``TallyError/Code/io``, ``TallyError/Code/full``.
  /// - Complexity: O(stored data of the account) the first time.
  public func openAccount(
    _ name: String, aggregation: Account.Aggregation? = nil, feeding: Badge.Feeding? = nil, mayCreate: Bool = true
  ) throws(TallyError) -> Account {
    let opened = try calling(with: name) { (bytes) throws(Failure) in
      try core.openAccount(
        bytes, aggregation: aggregation?.rawValue ?? 0, feeding: feeding?.rawValue ?? 0, mayCreate: mayCreate)
    }
    return Account(engine: self, core: opened, name: name)
  }

  /// Returns an open account by the identifier that events have.
  /// - Parameter id: ``Account/id``.
  /// - Throws: ``TallyError/Code/notFound``: no open account has it.
  public func account(id: Account.ID) throws(TallyError) -> Account {
    let found = try calling { () throws(Failure) in try core.openedAccount(id: id.rawValue) }
    return Account(engine: self, core: found, name: String(decoding: found.name, as: UTF8.self))
  }

  /// Returns the total over all accounts that are logged in.
  public func total() throws(TallyError) -> Engine.Total {
    let total = try calling { () throws(Failure) in try core.total() }
    return Total(shown: total.shown, level: total.level, revision: total.revision)
  }

  /// Returns the total over all stored accounts, logged in or not, open or not. The part of each account is of its own
  /// moment, and the revision is 0.
  /// - Complexity: O(stored accounts, and the badges of those that are not in memory).
  public func totalOfAll() throws(TallyError) -> Engine.Total {
    let total = try calling { () throws(Failure) in try core.totalOfAll() }
    return Total(shown: total.shown, level: total.level, revision: 0)
  }

  /// Returns a stream of the events other than badge changes: requests that ended, credentials that were rejected,
  /// reminders that fired. The stream ends when the engine is closed, and does not keep it open.
  ///
  /// Events that no stream has delivered are kept. So a program may log in first and read later, and one that stops
  /// reading continues where it was. While a stream is read, another call returns a stream of later events. A
  /// ``HostDrivenEngine`` keeps none: its host takes each event with ``HostDrivenEngine/nextEvent()``, which passes it
  /// to the streams of that moment.
  ///
  /// However slow the reader is, no state is lost. Pending events of one feed or one reminder merge: the numbers of
  /// messages of ``Engine/Event/synced(_:)`` are added up, and otherwise the latest counts. If more are pending than
  /// ``Engine/Configuration/maxEvents`` allows, ``Engine/Event/resync`` replaces further ones.
  public func events() -> some AsyncSequence<Event, Never> & Sendable { pump.events.stream() }
}

// MARK: - Presence

// The state of the application and its machine, for the feeds of all accounts.
extension Engine {
  /// Reports that the application came to the foreground or left it. The user sees pages only in the foreground. An
  /// engine starts in the foreground.
  public func setForeground(_ isForeground: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.setForeground(isForeground) }
  }

  /// Reports that a network is available, perhaps another one, or that the network was lost. When a network is
  /// available, feeds that wait after a failure retry immediately.
  public func setNetwork(isAvailable: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.setNetwork(isThere: isAvailable) }
  }

  /// Reports that the machine slept and is awake. Feeds that wait after a failure retry immediately. Failures in the
  /// next ten seconds are retried soon.
  public func woke() throws(TallyError) {
    try calling { () throws(Failure) in try core.woke() }
  }
}

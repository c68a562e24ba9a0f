internal import Synchronization
internal import TallyEngine
internal import TallyFailure

/// An engine: accounts with their trees of badges, one file, and a loop that polls servers.
///
///     let engine = try Engine(file: "badges.db")
///     let account = try engine.account("ann")
///     try account.set(3, at: "root.chat.bo")
///     for await change in try account.changes(at: "root", includingDescendants: true) {
///       print(change)  // root.chat.bo 3
///     }
///
/// Every function may be called from any thread. The engine calls closures of observers one at a time on a thread of
/// its own or, if the host drives it (``EngineConfiguration/isHostDriven``), within ``step()``. It holds no lock
/// meanwhile, so they may call anything but ``close(timeout:)``.
///
/// An engine does not survive a fork: in the child each call fails with ``Status/forked``, and the parent's goes on.
public final class Engine: Sendable {
  /// The version of the library.
  public static let version = String(describing: TallyEngine.Library.version)

  let core: TallyEngine.Engine
  /// Whether its host calls ``step()``, and there is no thread of its own.
  public let isHostDriven: Bool
  let pump: Pump
  private let isClosed = Mutex(false)

  /// If the file was damaged and set aside: what was wrong with it, and its new name. Otherwise nil.
  public let damage: String?

  /// Identifies this run of the engine: revisions of another run mean nothing in this one, and
  /// ``Account/changes(since:epoch:)`` says so. Never 0.
  public var epoch: UInt64 { core.epoch }

  /// Opens an engine: reads the file, or creates it. One process, and one engine, has a file open at a time.
  /// - Throws: ``Status/locked``, ``Status/corrupt``, ``Status/notAStore``, ``Status/newer``, ``Status/range`` (a
  ///   limit), ``Status/noMemory``, and what keeps files from being read and written. What is refused is left as it
  ///   was.
  /// - Complexity: O(what the file has of badges).
  public init(_ configuration: EngineConfiguration = EngineConfiguration()) throws(TallyError) {
    var options = try configuration.options()
    options.deliver = CallbackBox.deliver
    options.show = CallbackBox.show
    isHostDriven = configuration.isHostDriven
    core = try calling { () throws(Failure) in try TallyEngine.Engine.open(options) }
    damage = core.tellDamage() ? String(decoding: Words.text, as: UTF8.self) : nil
    pump = Pump(core)
    if isHostDriven { return }
    do throws(TallyError) {
      try pump.start()
    } catch {
      isClosed.withLock { $0 = true }
      do throws(Failure) { try core.close() } catch {}
      throw error
    }
  }

  /// Opens an engine with a file, and defaults.
  public convenience init(file: String) throws(TallyError) {
    try self.init(EngineConfiguration(file: file))
  }

  deinit {
    if isClosed.withLock({ $0 }) { return }
    if isHostDriven { pump.events.finish() }
    do throws(Failure) {
      try core.close()
    } catch {
      // Let go of within a closure that the engine was calling: it has to return first.
      let core = core
      if error.status == .thread { _ = startThread { do throws(Failure) { try core.close() } catch {} } }
    }
  }

  /// Cancels requests in flight, writes everything, and closes the file. Streams end, closures are released, and later
  /// calls fail with ``Status/closed``. Closing again does nothing. An engine that is released is closed too, but then
  /// nobody learns what could not be written.
  /// - Parameter timeout: how long writing may take; nil: as long as it takes.
  /// - Throws: ``Status/thread`` inside an observer's closure: nothing was done. After any other error the engine is
  ///   closed, and what could not be written is lost: ``Status/timeout``, ``Status/io``, ``Status/full``.
  public func close(timeout: Duration? = nil) throws(TallyError) {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    if wasClosed { return }
    do throws(TallyError) {
      try calling { () throws(Failure) in try core.close(timeout: timeout.map { max($0.milliseconds, 0) } ?? -1) }
    } catch {
      if error.status == .thread { isClosed.withLock { $0 = false } }
      throw error
    }
    if isHostDriven { pump.events.finish() }
  }

  /// Waits until everything that was applied before the call is on the disk.
  public func flush() throws(TallyError) {
    try calling { () throws(Failure) in try core.flush() }
  }

  /// Opens an account. If there is none of that name, it is created. Opening it again returns an equal ``Account``.
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters.
  ///   - aggregation: nil: as stored; for a new account ``Aggregation/children``.
  ///   - feeding: nil: as stored; for a new account ``Feeding/unseen``.
  ///   - mayCreate: with false, the call fails with ``Status/notFound`` if there is no such account.
  /// - Throws: ``Status/argument`` (the name), ``Status/conflict`` (it is stored with another aggregation or feeding),
  ///   ``Status/limit``, ``Status/notFound``, ``Status/corrupt``, ``Status/io``, ``Status/full``.
  /// - Complexity: O(what is stored for the account) the first time.
  public func account(
    _ name: String, aggregation: Aggregation? = nil, feeding: Feeding? = nil, mayCreate: Bool = true
  ) throws(TallyError) -> Account {
    let opened = try calling(with: name) { (bytes) throws(Failure) in
      try core.openAccount(
        bytes, aggregation: aggregation?.rawValue ?? 0, feeding: feeding?.rawValue ?? 0, mayCreate: mayCreate)
    }
    return Account(engine: self, core: opened, name: name)
  }

  /// The total over all accounts that are logged in.
  public func total() throws(TallyError) -> Total {
    let total = try calling { () throws(Failure) in try core.total() }
    return Total(shown: total.shown, revision: total.revision)
  }

  /// The events beside badges, from now on: requests that ended, credentials that were rejected, reminders that fired.
  /// The stream ends when the engine is closed, and does not keep it open. Each call returns another stream. A stream
  /// keeps 1,000 events; a reader that is too slow misses the oldest. If the host drives the engine, the stream has the
  /// events that ``nextEvent()`` takes.
  public func events() -> AsyncStream<EngineEvent> { pump.events.stream(buffering: 1000) }
}

// MARK: - Presence

// What becomes of the application and its machine, for the feeds of all accounts.
extension Engine {
  /// The application came to the foreground, or left it: only there does the user see pages. It begins there.
  public func setForeground(_ isForeground: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.setForeground(isForeground) }
  }

  /// The network was lost, or is there again, or another one is: attempts that wait after failures are made at once.
  public func setNetwork(isAvailable: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.setNetwork(isThere: isAvailable) }
  }

  /// The machine slept, and is awake: as with a network that is back, and failures of the first ten seconds are tried
  /// again soon.
  public func woke() throws(TallyError) {
    try calling { () throws(Failure) in try core.woke() }
  }
}

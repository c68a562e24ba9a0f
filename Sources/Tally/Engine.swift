internal import Synchronization
internal import TallyEngine
internal import TallyFailure

/// An engine: accounts with their trees of badges, one file, and a loop that asks servers.
///
///     let engine = try Engine(file: "badges.db")
///     let account = try engine.account("ann")
///     try account.set(3, at: "root.chat.bo")
///     for await change in try account.changes(at: "root", includingDescendants: true) {
///       print(change.path, change.count)
///     }
///
/// All of it may be used from any thread. Closures of observers are called one at a time on a thread of the engine's
/// own, or, where the host drives it (``EngineConfiguration/isHostDriven``), within ``step()``; without a lock held, so
/// they may call anything but ``close(timeout:)``. None of them throws: there is nobody who could be told.
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

  /// What was wrong with the file, and under which name it is now, where it was set aside; nil: it was not.
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

  /// Ends what is under way, writes everything, and closes the file. Streams end, closures are let go of, and calls
  /// that follow fail with ``Status/closed``. Closing again does nothing. An engine that is let go of is closed too,
  /// but then nobody learns what could not be written.
  /// - Parameter timeout: how long writing may take; nil: as long as it takes.
  /// - Throws: ``Status/thread`` inside an observer's closure: nothing was done. Else the engine is closed all the
  ///   same, and what could not be written is lost: ``Status/timeout``, ``Status/io``, ``Status/full``.
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

  /// Waits until all that was applied before the call is on the disk.
  public func flush() throws(TallyError) {
    try calling { () throws(Failure) in try core.flush() }
  }

  /// Opens an account, creating it where there is none of that name. Opening it again gives the same.
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters.
  ///   - aggregation: nil: as stored; for a new account ``Aggregation/children``.
  ///   - feeding: nil: as stored; for a new account ``Feeding/unseen``.
  ///   - mayCreate: false: one that is not stored is an error, ``Status/notFound``.
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

  /// What all accounts that are logged in show together.
  public func total() throws(TallyError) -> Total {
    let total = try calling { () throws(Failure) in try core.total() }
    return Total(shown: total.shown, revision: total.revision)
  }

  /// What happens beside the badges, from now on: requests that ended, credentials that were refused. It ends when
  /// the engine is closed. Each call gives another stream; one that is not read fast enough misses the oldest of
  /// 1,000. A stream does not keep its engine open. Where the host drives the engine, it tells what ``nextEvent()``
  /// takes.
  public func events() -> AsyncStream<EngineEvent> { pump.events.stream(buffering: 1000) }
}

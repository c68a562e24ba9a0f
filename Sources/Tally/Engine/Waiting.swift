// Calls that wait for the disk, for callers in tasks. They run on a thread of their own, because a waiting thread of
// the cooperative pool keeps other tasks from running.

/// Runs a call that blocks on a thread of its own.
func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws(TallyError) -> Value
) async throws(TallyError) -> Value {
  let once = Once<Result<Value, TallyError>>()
  let isStarted = startThread {
    do throws(TallyError) { once.give(.success(try body())) } catch { once.give(.failure(error)) }
  }
  if !isStarted { throw TallyError(code: .noMemory, message: "a thread could not be started") }
  return try await once.value().get()
}

extension Engine {
  /// The calls of an engine that may wait for the disk, for a task: ``Engine/async``.
  ///
  ///     let engine = try await Engine.Async.open(Engine.Configuration(file: "badges.db"))
  ///     try await engine.async.flush()
  ///
  /// Each function does what the function of ``Engine`` with its name does, has its errors and its complexity, and may
  /// be called from any thread. It runs on a separate thread, so that the threads of the task pool stay free.
  /// Cancelling the task does not end the call.
  public struct Async: Sendable {
    let engine: Engine

    /// Opens an engine.
    /// Like ``Engine/init(_:)``, without blocking the thread of the task.
    public static func open(
      _ configuration: Configuration = Configuration()
    ) async throws(TallyError) -> Engine {
      try await onOwnThread { () throws(TallyError) in try Engine(configuration) }
    }
  }

  /// The calls that may wait for the disk, as functions to await: `try await engine.async.flush()`.
  public var async: Async { Async(engine: self) }
}

extension Account {
  /// The calls of an account that may wait for the disk, for a task: ``Account/async``.
  ///
  ///     try await account.async.post(Message.Draft(title: "Hello"), at: "root.chat.bo")
  ///
  /// Each function does what the function of ``Account`` with its name does, has its errors and its complexity, and may
  /// be called from any thread. It runs on a separate thread, so that the threads of the task pool stay free.
  /// Cancelling the task does not end the call.
  ///
  /// `set`, `dot`, `add`, `mute` and `perform` wait for the disk only with ``Engine/Configuration/Durability/full``.
  /// Without it, call them directly: they take less time than the start of a thread.
  public struct Async: Sendable {
    let account: Account
  }

  /// The calls that may wait for the disk, as functions to await: `try await account.async.export()`.
  public var async: Async { Async(account: self) }
}

extension Feed {
  /// The calls of a feed that may wait for the disk, for a task: ``Feed/async``.
  ///
  /// Each function does what the function of ``Feed`` with its name does, has its errors and its complexity, and may be
  /// called from any thread. It runs on a separate thread, so that the threads of the task pool stay free. Cancelling
  /// the task does not end the call. ``Feed/refreshNow()`` waits for the server without a thread.
  public struct Async: Sendable {
    let feed: Feed
  }

  /// The calls that may wait for the disk, as functions to await: `try await feed.async.deliver(page)`.
  public var async: Async { Async(feed: self) }
}

extension Node {
  /// The calls of a node that wait for the disk with ``Engine/Configuration/Durability/full``, for a task:
  /// ``Node/async``.
  ///
  /// Each function does what the function of ``Node`` with its name does, has its errors and its complexity, and may be
  /// called from any thread. It runs on a separate thread, so that the threads of the task pool stay free. Cancelling
  /// the task does not end the call.
  public struct Async: Sendable {
    let node: Node
  }

  /// The calls that may wait for the disk, as functions to await: `try await node.async.set(1)`.
  public var async: Async { Async(node: self) }
}

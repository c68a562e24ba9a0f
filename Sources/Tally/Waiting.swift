// Calls that wait for the disk, for callers in tasks. They run on a thread of their own, because a waiting thread of
// the cooperative pool keeps other tasks from running.

/// Runs a call that blocks on a thread of its own.
private func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws(TallyError) -> Value
) async throws(TallyError) -> Value {
  let once = Once<Result<Value, TallyError>>()
  let isStarted = startThread {
    do throws(TallyError) { once.give(.success(try body())) } catch { once.give(.failure(error)) }
  }
  if !isStarted { throw TallyError(status: .noMemory, message: "a thread could not be started") }
  return try await once.value().get()
}

extension Engine {
  /// Waits until all earlier changes are on the disk, without blocking the thread of the task. Cancelling the task does
  /// not end the wait.
  /// - Throws: as the synchronous form does.
  public func flush() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try self.flush() }
  }

  /// Copies the engine's file into another file while the engine is used, without blocking the thread of the task. The
  /// copy has everything that was applied before the call. Cancelling the task does not end the copying.
  /// - Parameters:
  ///   - file: where the copy is written.
  ///   - replacing: whether the copy may replace an existing file. If not, the call fails with ``Status/exists``.
  /// - Throws: as the synchronous form does.
  public func backup(to file: String, replacing: Bool = false) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try self.backup(to: file, replacing: replacing) }
  }

  /// Reads the whole file and compares it with what it should contain, without blocking the thread of the task.
  /// Cancelling the task does not end the reading.
  /// - Throws: as the synchronous form does.
  /// - Complexity: O(size of the file).
  public func verify() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try self.verify() }
  }

  /// Salvages what can be read of a damaged file into a new one, without blocking the thread of the task. Cancelling
  /// the task does not end the salvaging.
  /// - Parameters:
  ///   - damaged: the file that cannot be opened. It is only read.
  ///   - fresh: the new file, which must not exist.
  /// - Throws: as the synchronous form does.
  /// - Complexity: O(size of the file).
  public static func recover(_ damaged: String, into fresh: String) async throws(TallyError) -> Recovery {
    try await onOwnThread { () throws(TallyError) in try recover(damaged, into: fresh) }
  }
}

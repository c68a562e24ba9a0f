import CUV

extension Loop {
  /// Starts the thread that runs the loop until `stop`.
  public func startThread() throws(LoopError) {
    if hasThread || isClosed { return }
    ctally_loop_set_stopping(state, 0)
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(ctally_loop_start(state, { Loop.behind($0)?.run() }, context))
    hasThread = true
  }

  private func run() {
    ctally_loop_set_thread(state, ctally_uv_thread_id())
    // The wake-up handle keeps the loop alive. A run that ends early was stopped by a foreign uv_stop.
    while ctally_loop_stopping(state) == 0 {
      _ = uv_run(uv, UV_RUN_DEFAULT)
    }
  }

  /// The callback of the wake-up handle: calls the handler, or ends the run.
  func didWake() {
    if ctally_loop_stopping(state) != 0 { uv_stop(uv) }
    onWake?()
  }

  /// Ends the loop thread and waits for it. The loop then belongs to the caller's thread. Any thread may call this. On
  /// the loop thread, and after the first call, it does nothing.
  public func stop() {
    if !hasThread || isLoopThread { return }
    ctally_loop_set_stopping(state, 1)
    wake()
    _ = ctally_loop_join(state)
    hasThread = false
    ctally_loop_set_stopping(state, 0)
    ctally_loop_set_thread(state, ctally_uv_thread_id())
  }

  /// Does pending work without waiting. Only for loops that a host drives.
  public func step() {
    ctally_loop_set_thread(state, ctally_uv_thread_id())
    _ = uv_run(uv, UV_RUN_NOWAIT)
  }

  /// Readable when `step` has work, if `backendTimeout` was read since the last call that changed something.
  public var backendDescriptor: Int32 { uv_backend_fd(uv) }

  /// How long the host may wait for the descriptor, in milliseconds. 0: step now. -1: no limit.
  public var backendTimeout: Int32 {
    uv_update_time(uv)
    return uv_backend_timeout(uv)
  }

  /// Closes the loop. Its thread must be stopped, and all foreign handles closed or closing.
  /// - Returns: false if a foreign handle is still open. The loop's memory is then kept.
  @discardableResult
  public func close() -> Bool {
    if isClosed || hasThread { return isClosed }
    isClosed = true
    uv_close(ctally_uv_handle(ctally_loop_wake(state)), nil)
    uv_close(ctally_uv_handle(ctally_loop_timer(state)), nil)
    // Closing takes one round, and its callbacks may close more handles. The limit prevents an endless loop if a
    // foreign handle stays open.
    var rounds = 0
    while uv_run(uv, UV_RUN_NOWAIT) != 0 && rounds < 1000 { rounds += 1 }
    let isEmpty = uv_loop_close(uv) == 0
    if isEmpty { ctally_uv_free(state) }
    onWake = nil
    onTimer = nil
    return isEmpty
  }

  /// Forgets the loop without touching it, because its thread is in another process. For a child after a fork.
  public func abandon() {
    isClosed = true
    hasThread = false
  }
}

import CUV

extension Loop {
  /// Starts the thread that runs the loop until `stop`.
  public func startThread() throws(LoopError) {
    if thread != nil || isClosed { return }
    ctally_loop_set_stopping(state, 0)
    var started = uv_thread_t()
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(ctally_uv_thread_create(&started, { Loop.behind($0)?.run() }, context))
    thread = started
  }

  private func run() {
    ctally_loop_set_thread(state, ctally_uv_thread_id())
    // The wake-up keeps the loop alive, so a run that ends before its time was stopped by somebody's uv_stop.
    while ctally_loop_stopping(state) == 0 {
      _ = uv_run(uv, UV_RUN_DEFAULT)
    }
  }

  /// What the wake-up calls: the handler's turn, or the end of the run.
  func didWake() {
    if ctally_loop_stopping(state) != 0 { uv_stop(uv) }
    onWake?()
  }

  /// Ends the loop thread and waits for it, after which the loop belongs to the caller's thread. Any thread but the
  /// loop thread, where it does nothing. Again: does nothing.
  public func stop() {
    guard var running = thread, !isLoopThread else { return }
    ctally_loop_set_stopping(state, 1)
    wake()
    _ = uv_thread_join(&running)
    thread = nil
    ctally_loop_set_stopping(state, 0)
    ctally_loop_set_thread(state, ctally_uv_thread_id())
  }

  /// Does what is due and does not wait. Host-driven loops only.
  public func step() {
    ctally_loop_set_thread(state, ctally_uv_thread_id())
    _ = uv_run(uv, UV_RUN_NOWAIT)
  }

  /// Readable when `step` has something to do, if `backendTimeout` was read since the last call that changed
  /// something.
  public var backendDescriptor: Int32 { uv_backend_fd(uv) }

  /// How long the host may wait for the descriptor, in milliseconds; 0: step now; -1: as long as it likes.
  public var backendTimeout: Int32 {
    uv_update_time(uv)
    return uv_backend_timeout(uv)
  }

  /// Closes the loop. The thread was stopped, and the handles of others are closed or closing.
  /// - Returns: false where somebody's handle was left open; the loop's memory is then left alone.
  @discardableResult
  public func close() -> Bool {
    if isClosed || thread != nil { return isClosed }
    isClosed = true
    uv_close(ctally_uv_handle(ctally_loop_wake(state)), nil)
    uv_close(ctally_uv_handle(ctally_loop_timer(state)), nil)
    // Closing takes one round, and what is closed there may close more. Bounded, lest a foreign handle that nobody
    // closes keeps us here for ever.
    var rounds = 0
    while uv_run(uv, UV_RUN_NOWAIT) != 0 && rounds < 1000 { rounds += 1 }
    let isEmpty = uv_loop_close(uv) == 0
    if isEmpty { ctally_uv_free(state) }
    onWake = nil
    onTimer = nil
    return isEmpty
  }

  /// Forgets the loop without touching it: its thread is another process's. For the child after a fork.
  public func abandon() {
    isClosed = true
    thread = nil
  }
}

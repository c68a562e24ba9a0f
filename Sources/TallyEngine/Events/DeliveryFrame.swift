import CPlatform

/// The running callbacks of a thread, innermost first.
struct DeliveryFrame {
  var engine: UnsafeRawPointer
  var token: UInt64
  var previous: UnsafeMutableRawPointer?
}

extension DeliveryFrame {
  /// The number of running callbacks of a token, or of the engine (nil), on this thread.
  @_optimize(speed)
  static func depth(of token: UInt64?, in engine: Engine) -> UInt32 {
    depth(of: token, in: UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()), from: ctally_thread_frame())
  }

  /// The same for the thread with that innermost callback.
  @_optimize(speed)
  fileprivate static func depth(
    of token: UInt64?, in identity: UnsafeRawPointer, from innermost: UnsafeMutableRawPointer?
  ) -> UInt32 {
    var depth: UInt32 = 0
    var frame = innermost
    while let current = frame {
      let entry = current.assumingMemoryBound(to: DeliveryFrame.self).pointee
      if entry.engine == identity, token == nil || entry.token == token { depth += 1 }
      frame = entry.previous
    }
    return depth
  }

  /// Calls `body` as a callback of `token`.
  @_optimize(speed)
  static func call(_ token: UInt64, in engine: Engine, _ body: () -> Void) {
    // Finding the place takes longer than using it.
    let innermost = ctally_thread_frames().unsafelyUnwrapped
    var frame = DeliveryFrame(
      engine: UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()), token: token, previous: innermost.pointee)
    withUnsafeMutablePointer(to: &frame) { pointer in
      innermost.pointee = UnsafeMutableRawPointer(pointer)
      body()
      innermost.pointee = pointer.pointee.previous
    }
  }
}

/// A thread inside a callback that removes an observer, and waits until the calls of its callback on other threads have
/// returned. Two such threads could wait for each other for ever. So none waits for a call that waits for it.
///
/// Invariants: it is in the chain `ctally_waiting_threads`, on its thread's stack, while the thread waits. All fields
/// are read and changed under the chain's lock. A thread first checks which threads wait for it, and then joins. So the
/// last thread of a circle does not wait, and no sleeping thread must be woken because another one joined.
struct RemovalWait {
  private var engine: UnsafeRawPointer
  private var token: UInt64
  /// The running callbacks of the thread.
  private var frames: UnsafeMutableRawPointer?
  private var next: UnsafeMutableRawPointer?
  /// It waits for a call on the checking thread.
  private var isBehindUs = false

  private init(_ token: UInt64, _ engine: Engine) {
    self.engine = UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque())
    self.token = token
    frames = ctally_thread_frame()
  }

  /// Waits until `isOver` returns true. Its argument is the number of running calls of `token` that wait for a call on
  /// this thread.
  static func wait(
    for token: UInt64, in engine: Engine, until isOver: (_ stuck: UInt32) -> Bool, _ sleep: () -> Void
  ) {
    var own = RemovalWait(token, engine)
    withUnsafeMutablePointer(to: &own) { own in
      ctally_waiting_threads_lock()
      own.pointee.next = ctally_waiting_threads()
      ctally_waiting_threads_set(UnsafeMutableRawPointer(own))
      while !isOver(stuckCalls(own)) {
        ctally_waiting_threads_unlock()
        sleep()
        ctally_waiting_threads_lock()
      }
      leave(own)
      ctally_waiting_threads_unlock()
    }
  }

  private static func leave(_ own: UnsafeMutablePointer<RemovalWait>) {
    if ctally_waiting_threads() == UnsafeMutableRawPointer(own) { return ctally_waiting_threads_set(own.pointee.next) }
    forEach { if $0.pointee.next == UnsafeMutableRawPointer(own) { $0.pointee.next = own.pointee.next } }
  }

  /// The number of calls that `own` waits for on threads that wait, directly or indirectly, for a call on this one.
  private static func stuckCalls(_ own: UnsafeMutablePointer<RemovalWait>) -> UInt32 {
    forEach { $0.pointee.isBehindUs = $0 == own }
    var stuck: UInt32 = 0
    var hasFound = true
    while hasFound {
      hasFound = false
      forEach { wait in
        if wait.pointee.isBehindUs || !wait.pointee.isBehindAnyOfThose { return }
        wait.pointee.isBehindUs = true
        hasFound = true
        stuck += DeliveryFrame.depth(of: own.pointee.token, in: own.pointee.engine, from: wait.pointee.frames)
      }
    }
    return stuck
  }

  /// Whether it waits for a call on the checking thread, or on one that was found to wait for that one.
  private var isBehindAnyOfThose: Bool {
    var isBehind = false
    RemovalWait.forEach { other in
      if other.pointee.isBehindUs, DeliveryFrame.depth(of: token, in: engine, from: other.pointee.frames) > 0 {
        isBehind = true
      }
    }
    return isBehind
  }

  private static func forEach(_ visit: (UnsafeMutablePointer<RemovalWait>) -> Void) {
    var next = ctally_waiting_threads()
    while let current = next {
      let wait = current.assumingMemoryBound(to: RemovalWait.self)
      next = wait.pointee.next
      visit(wait)
    }
  }
}

import CUV
import Foundation
import TestSupport
import Testing

@testable import TallyLoop

/// Counts events on other threads.
final class Counter: @unchecked Sendable {
  // Guarded by `lock`.
  private var value = 0
  private let lock = NSLock()

  var count: Int { lock.withLock { value } }

  @discardableResult
  func increment() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}

@Suite(.timeLimit(.minutes(10)))
struct LoopTests {
  @Test func wakesFromOtherThreads() throws {
    let loop = try Loop.make()
    let sent = Counter()
    let seen = Counter()
    loop.setHandlers(onWake: { seen.increment() }, onTimer: {})
    try loop.startThread()
    let threads = (0..<4).map { _ in
      Thread {
        for _ in 0..<1000 { loop.wake() }
        sent.increment()
      }
    }
    for thread in threads { thread.start() }
    #expect(eventually { sent.count == 4 && seen.count > 0 })
    // No wake-up is lost: one more is always seen.
    let before = seen.count
    loop.wake()
    #expect(eventually { seen.count > before })
    loop.stop()
    #expect(loop.close())
  }

  @Test func knowsItsThread() throws {
    let loop = try Loop.make()
    let inside = Counter()
    #expect(!loop.isLoopThread)
    loop.setHandlers(onWake: { if loop.isLoopThread { inside.increment() } }, onTimer: {})
    try loop.startThread()
    #expect(!loop.isLoopThread)
    loop.wake()
    #expect(eventually { inside.count > 0 })
    loop.stop()
    #expect(loop.isLoopThread)
    #expect(loop.close())
  }

  @Test func timerFiresOnceAndCanBeMovedAndStopped() throws {
    let loop = try Loop.make()
    let fired = Counter()
    loop.setHandlers(onWake: {}, onTimer: { fired.increment() })
    loop.setTimer(after: nil)
    loop.setTimer(after: 3_600_000)
    loop.setTimer(after: 1)
    #expect(
      eventually {
        loop.step()
        return fired.count == 1
      })
    usleep(3000)
    loop.step()
    #expect(fired.count == 1)
    loop.setTimer(after: 0)
    loop.setTimer(after: nil)
    usleep(2000)
    loop.step()
    #expect(fired.count == 1)
    loop.setTimer(after: -5)
    loop.step()
    #expect(fired.count == 2)
    loop.setTimer(after: Int64.max)
    loop.step()
    #expect(fired.count == 2)
    #expect(loop.close())
  }

  @Test func timersSetInTimersComeInOrder() throws {
    let loop = try Loop.make()
    let fired = Counter()
    loop.setHandlers(
      onWake: { loop.setTimer(after: 1) },
      onTimer: { if fired.increment() < 5 { loop.setTimer(after: 1) } })
    try loop.startThread()
    loop.wake()
    #expect(eventually { fired.count == 5 })
    loop.stop()
    #expect(loop.close())
    #expect(fired.count == 5)
  }

  @Test func hostCanWaitForTheDescriptor() throws {
    let loop = try Loop.make()
    let seen = Counter()
    loop.setHandlers(onWake: { seen.increment() }, onTimer: {})
    // libuv registers new descriptors in a step, and its timeout says so.
    while loop.backendTimeout == 0 { loop.step() }
    #expect(loop.backendTimeout == -1)
    var descriptor = pollfd(fd: loop.backendDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&descriptor, 1, 0) == 0)
    Thread { loop.wake() }.start()
    #expect(poll(&descriptor, 1, Int32(hangSeconds * 1000)) == 1)
    loop.step()
    #expect(seen.count == 1)
    loop.setTimer(after: 50_000)
    #expect(loop.backendTimeout > 0 && loop.backendTimeout <= 50_000)
    #expect(loop.close())
  }

  @Test func stopsAndClosesOverAndOver() throws {
    for round in 0..<100 {
      let loop = try Loop.make()
      loop.setHandlers(onWake: {}, onTimer: {})
      try loop.startThread()
      if round % 2 == 0 { loop.wake() }
      loop.stop()
      loop.stop()
      #expect(loop.close())
      #expect(loop.close())
    }
  }

  @Test func startsAgainAfterStop() throws {
    let loop = try Loop.make()
    let seen = Counter()
    loop.setHandlers(onWake: { seen.increment() }, onTimer: {})
    for _ in 0..<3 {
      try loop.startThread()
      let before = seen.count
      loop.wake()
      #expect(eventually { seen.count > before })
      loop.stop()
    }
    #expect(loop.close())
  }

  /// A handle of somebody else keeps the loop's memory, because the handle is in it.
  @Test func aForeignHandleKeepsTheLoop() throws {
    let loop = try Loop.make()
    loop.setHandlers(onWake: {}, onTimer: {})
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    defer { timer.deallocate() }
    #expect(uv_timer_init(loop.uv, timer) == 0 && uv_timer_start(timer, { _ in }, 3_600_000, 0) == 0)
    #expect(!loop.close())
    // The handle still works, and so does its end.
    #expect(uv_timer_stop(timer) == 0)
    timer.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { uv_close($0, nil) }
    while uv_run(loop.uv, UV_RUN_NOWAIT) != 0 {}
    #expect(uv_loop_close(loop.uv) == 0)
  }

  /// In the child of a fork the loop's thread does not exist, so nothing waits for it.
  @Test func aLoopIsForgotten() throws {
    let loop = try Loop.make()
    loop.setHandlers(onWake: {}, onTimer: {})
    loop.abandon()
    try loop.startThread()
    loop.stop()
    #expect(loop.close())
  }

  @Test func statusesOfTheSystemAreErrors() throws {
    try check(0)
    try check(7)
    #expect(throws: LoopError.outOfMemory) { try check(UV_ENOMEM.rawValue) }
    #expect(throws: LoopError.system(UV_EINVAL.rawValue)) { try check(UV_EINVAL.rawValue) }
  }

  @Test func leavesSignalsToTheHost() throws {
    let loop = try Loop.make()
    let blocked = Counter()
    loop.setHandlers(
      onWake: {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        if sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGSEGV) == 0 { blocked.increment() }
      }, onTimer: {})
    var before = sigset_t()
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    try loop.startThread()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    for signal: Int32 in 1..<32 { #expect(sigismember(&before, signal) == sigismember(&after, signal)) }
    loop.wake()
    #expect(eventually { blocked.count > 0 })
    loop.stop()
    #expect(loop.close())
  }

  #if os(Linux)
    /// Collectors stop threads by these signals. A host that blocks one takes it itself, and the thread blocks it too.
    @Test(arguments: [SIGPWR, SIGXCPU, 40], [false, true])
    func collectorsStopTheThreadUnlessTheHostBlocksTheirSignals(signal: Int32, isBlocked: Bool) throws {
      let loop = try Loop.make()
      let right = Counter()
      loop.setHandlers(
        onWake: {
          var mask = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &mask)
          if sigismember(&mask, signal) == (isBlocked ? 1 : 0) { right.increment() }
        }, onTimer: {})
      var (one, before) = (sigset_t(), sigset_t())
      sigemptyset(&one)
      sigaddset(&one, signal)
      pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &one, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try loop.startThread()
      loop.wake()
      #expect(eventually { right.count > 0 })
      loop.stop()
      #expect(loop.close())
    }
  #endif
}

import Foundation
import TestSupport
import Testing

@testable import TallyLoop

@Suite(.timeLimit(.minutes(10)))
struct SynchronizationTests {
  /// Guarded by the tested mutex.
  final class Shared: @unchecked Sendable {
    var number = 0
  }

  @Test func mutexExcludes() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let shared = Shared()
    let done = Counter()
    for _ in 0..<4 {
      Thread {
        for _ in 0..<10_000 {
          let hold = mutex.lock()
          shared.number += 1
          hold.release()
        }
        done.increment()
      }.start()
    }
    #expect(eventually { done.count == 4 })
    #expect(shared.number == 40_000)
  }

  /// Held long enough for the others to fall asleep, so that unlocking must wake them, one after the other.
  @Test func sleepersAreWoken() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let shared = Shared()
    let begun = Counter()
    let done = Counter()
    let hold = mutex.lock()
    for _ in 0..<4 {
      Thread {
        begun.increment()
        let hold = mutex.lock()
        shared.number += 1
        hold.release()
        done.increment()
      }.start()
    }
    #expect(eventually { begun.count == 4 })
    // A test cannot see that they sleep. If they do not, it tests less.
    usleep(2000)
    #expect(shared.number == 0)
    hold.release()
    #expect(eventually { done.count == 4 })
    #expect(shared.number == 4)
  }

  @Test func conditionHandsOver() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let condition = try Condition.make()
    let shared = Shared()
    let done = Counter()
    Thread {
      var hold = mutex.lock()
      while shared.number == 0 { condition.wait(&hold) }
      hold.release()
      done.increment()
    }.start()
    let hold = mutex.lock()
    shared.number = 1
    condition.broadcast()
    hold.release()
    #expect(eventually { done.count == 1 })
  }

  @Test func conditionTimesOut() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let condition = try Condition.make()
    var hold = mutex.lock()
    for time in [1, 0, -7] {
      let isSignalled = condition.wait(&hold, milliseconds: Int64(time))
      #expect(!isSignalled)
    }
    hold.release()
  }

  /// A thread that is about to wait serves a request first. Something may have changed then, so it does not wait.
  @Test func aWaitServesARequest() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let condition = try Condition.make()
    let calls = Counter()
    owner.setHandler { _ in calls.increment() }
    var hold = mutex.lock()
    mutex.request()
    mutex.request()
    let hasChanged = condition.wait(&hold, milliseconds: Int64.max)
    #expect(hasChanged && calls.count == 1 && !mutex.isRequested)
    mutex.request()
    condition.wait(&hold)
    #expect(calls.count == 2)
    hold.release()
  }

  @Test func longWaitsDoNotOverflow() throws {
    let owner = try MutexOwner.make()
    let mutex = owner.mutex
    defer { withExtendedLifetime(owner) {} }
    let condition = try Condition.make()
    let shared = Shared()
    Thread {
      usleep(2000)
      let hold = mutex.lock()
      shared.number = 1
      condition.signal()
      hold.release()
    }.start()
    var hold = mutex.lock()
    while shared.number == 0 {
      let isSignalled = condition.wait(&hold, milliseconds: Int64.max)
      #expect(isSignalled)
    }
    hold.release()
  }

  @Test func signalIsReadableWhileSet() throws {
    let signal = try Signal.make()
    var descriptor = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&descriptor, 1, 0) == 0)
    for _ in 0..<3 {
      signal.set()
      signal.set()
      #expect(poll(&descriptor, 1, 0) == 1)
      signal.clear()
      #expect(poll(&descriptor, 1, 0) == 0)
      signal.clear()
    }
    Thread { signal.set() }.start()
    #expect(poll(&descriptor, 1, Int32(hangSeconds * 1000)) == 1)
  }

  @Test func clockComesFromTheHost() {
    let system = Clock.system
    #expect(system.isSystem)
    #expect(system.wall > 1_500_000_000_000)
    #expect(system.elapsed > 0 && system.now().elapsed >= system.elapsed - 60_000)
    var base: Int64 = 1000
    withUnsafeMutablePointer(to: &base) { pointer in
      let clock = Clock(
        callback: { context, wall, elapsed in
          let base = context?.assumingMemoryBound(to: Int64.self).pointee ?? 0
          wall?.pointee = base
          elapsed?.pointee = base + 1
        }, userData: pointer)
      #expect(clock.wall == 1000 && clock.elapsed == 1001)
      pointer.pointee = 2000
      #expect(clock.now() == (2000, 2001))
    }
  }
}

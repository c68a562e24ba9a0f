import CUV
import TallyLoop

extension Transfer {
  /// The loop's clock, in milliseconds.
  private var now: Int64 { Int64(truncatingIfNeeded: uv_now(client.loop.uv)) }

  func startDeadlines() {
    uv_update_time(client.loop.uv)
    startTime = now
    lastByteTime = now
    armTimer(after: timeLeft)
  }

  /// A byte came. The timer is not reset for each byte: it checks when it fires.
  func noteByte() {
    lastByteTime = now
  }

  /// Ends the request soon, from the loop, whatever libcurl does.
  func endSoon(_ failure: HTTPFailure) {
    if abort == .none { abort = failure }
    armTimer(after: 0)
  }

  private var timeLeft: Int64 {
    let longest: Int64 = 1 << 40
    let total = startTime + min(max(request.totalTimeout, 0), longest)
    let idle = lastByteTime + min(max(request.idleTimeout, 0), longest)
    return min(total, idle) - now
  }

  private func armTimer(after milliseconds: Int64) {
    // The loop's clock stands still while the loop works. After a stall the timer would fire too early.
    uv_update_time(client.loop.uv)
    _ = uv_timer_start(
      timer, { Transfer.behind($0?.pointee.data)?.timerDidFire() }, UInt64(max(milliseconds, 0)), 0)
  }

  private func timerDidFire() {
    if abort != .none {
      client.finish(self, abort)
    } else if hasReadFile {
      client.finish(self, .none)
    } else if timeLeft <= 0 {
      client.finish(self, .timeout)
    } else {
      armTimer(after: timeLeft)
    }
  }
}

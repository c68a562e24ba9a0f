import TallyMemory

/// When rows that a server did not accept are sent again.
public enum OutboxPolicy {
  /// How long to wait after a failure, in milliseconds. The wait is random, up to a bound that doubles with each
  /// attempt.
  /// - Parameters:
  ///   - attempts: the number of attempts so far.
  ///   - random: different bits for each call.
  public static func wait(attempts: Int64, random: UInt64) -> Int64 {
    var draw = SplitMix(seed: random)
    let bound = min(PolicyLimit.backoffCap, PolicyLimit.backoffBase << min(max(attempts, 1) - 1, 16))
    return max(PolicyLimit.backoffFloor, draw.upTo(bound))
  }

  /// How long the server wants no request, in milliseconds, plus up to 10 %. 0: it has not asked for a wait.
  /// - Parameter asked: the server's wait in milliseconds; nil: none.
  public static func serverWait(_ asked: Int64?, random: UInt64) -> Int64 {
    var draw = SplitMix(seed: random)
    let least = min(max(asked ?? 0, 0), PolicyLimit.serverWaitCap)
    return min(least + draw.upTo(least / 10), PolicyLimit.serverWaitCap)
  }
}

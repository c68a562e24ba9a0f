import TallyMemory

/// When rows that a server did not accept are sent again.
public enum OutboxPolicy {
  /// How long to wait after a failure, in milliseconds. The wait is random, up to a bound that doubles with each
  /// attempt. It is at least the time that the server has asked for, plus up to 10 %.
  /// - Parameters:
  ///   - attempts: the number of attempts so far.
  ///   - asked: the server's wait in milliseconds; nil: none.
  ///   - random: different bits for each call.
  public static func wait(attempts: Int64, asked: Int64?, random: UInt64) -> Int64 {
    var draw = SplitMix(seed: random)
    let bound = min(PolicyLimit.backoffCap, PolicyLimit.backoffBase << min(max(attempts, 1) - 1, 16))
    let wait = max(PolicyLimit.backoffFloor, draw.upTo(bound))
    guard let asked else { return wait }
    let longest = max(min(max(asked, 0), PolicyLimit.serverWaitCap), wait)
    return min(longest + draw.upTo(longest / 10), PolicyLimit.serverWaitCap)
  }
}

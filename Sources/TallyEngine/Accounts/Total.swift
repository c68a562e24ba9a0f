import TallyTree

/// The combined badge of all accounts.
///
/// Invariant: `shown` is the sum of the latest values of all accounts. The revision grows by 1 whenever `shown`
/// changes.
struct Total {
  private var count: UInt64 = 0
  /// The number of accounts that show something.
  private var showing = 0
  private(set) var revision: UInt64 = 0

  @inline(__always)
  var shown: Visible { Visible(shows: showing > 0, count: count) }

  /// Replaces an account's former value.
  /// - Returns: whether the total changed.
  @inline(__always)
  mutating func replace(_ former: Visible, with now: Visible) -> Bool {
    let before = shown
    count = count &- former.count &+ now.count
    showing += (now.shows ? 1 : 0) - (former.shows ? 1 : 0)
    if shown == before { return false }
    revision += 1
    return true
  }

  // MARK: For tests

  /// Whether the invariant holds for these parts.
  func verify(_ parts: (_ add: (Visible) -> Void) -> Void) -> Bool {
    var (sum, number): (UInt64, Int) = (0, 0)
    parts { part in
      sum &+= part.count
      number += part.shows ? 1 : 0
    }
    return sum == count && number == showing
  }
}

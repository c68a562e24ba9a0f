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
  private var highlights: UInt64 = 0
  /// How many of these accounts have each level, except the normal one.
  private var critical = 0
  private var highlighted = 0
  private var passive = 0

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

  /// The highlights among it, and the greatest level.
  var level: VisibleLevel {
    let other: Level = passive == showing && showing > 0 ? .passive : .normal
    return VisibleLevel(
      highlights: highlights, level: critical > 0 ? .critical : highlighted > 0 ? .highlight : other)
  }

  /// The same with the levels of accounts.
  @inline(never)
  mutating func replace(
    _ former: Visible, _ formerLevel: VisibleLevel, with now: Visible, _ level: VisibleLevel
  ) -> Bool {
    let before = self.level
    add(formerLevel, -1)
    add(level, 1)
    if replace(former, with: now) { return true }
    if self.level == before { return false }
    revision += 1
    return true
  }

  private mutating func add(_ part: VisibleLevel, _ sign: Int) {
    highlights = sign > 0 ? highlights &+ part.highlights : highlights &- part.highlights
    switch part.level {
    case .passive: passive += sign
    case .normal: break
    case .highlight: highlighted += sign
    case .critical: critical += sign
    }
  }

  // MARK: For tests

  /// Whether the invariant holds for these parts.
  func verify(_ parts: (_ add: (Visible, VisibleLevel) -> Void) -> Void) -> Bool {
    var sum = Total()
    parts { part, level in _ = sum.replace(.nothing, .nothing, with: part, level) }
    return sum.shown == shown && sum.showing == showing && sum.level == level
  }
}

extension FeedPolicy {
  mutating func setForeground(_ isForeground: Bool, _ turn: inout Turn) {
    if isForeground == self.isForeground { return }
    self.isForeground = isForeground
    if isForeground { return look(at: shown, &turn) }
    for page in leftAt.indices where shown & bit(page) != 0 { leftAt[page] = turn.now }
  }

  mutating func show(_ page: UInt8, _ turn: inout Turn) {
    let page = Int(page)
    if page >= leftAt.count || shown & bit(page) != 0 { return }
    shown |= bit(page)
    // In the background the user does not see it yet.
    if !isForeground { return }
    let isLoggedIn = isLocal || phase == .idle || phase == .polling
    let timeAway = leftAt[page] == Int64.min ? nil : time(since: leftAt[page])
    turn.actions.page = PageInfo(isFirst: isLoggedIn && met & bit(page) == 0, timeAway: timeAway)
    look(at: bit(page), &turn)
  }

  mutating func hide(_ page: UInt8, _ turn: Turn) {
    let page = Int(page)
    if page >= leftAt.count || shown & bit(page) == 0 { return }
    shown &= ~bit(page)
    if isForeground { leftAt[page] = turn.now }
  }

  /// The user begins to see these pages.
  mutating func look(at pages: UInt8, _ turn: inout Turn) {
    if isLocal { met |= pages }
    // Log-in looks at all pages that are shown.
    if phase != .idle && phase != .polling { return }
    var isEvent = pages & ~met != 0
    met |= pages
    for page in leftAt.indices where pages & bit(page) != 0 {
      if time(since: leftAt[page]) > options.awayTime { isEvent = true }
    }
    // An exchange will bring the news, or the last success is recent enough.
    if !isEvent || time(since: lastSuccess) < options.tolerance { return }
    if phase == .polling { hurry(.prompt, &turn) } else { ask(at: clock) }
  }

  private func bit(_ page: Int) -> UInt8 { 1 << UInt8(truncatingIfNeeded: page) }
}

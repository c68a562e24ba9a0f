import TallyFailure
import TallyTree

/// The definition, word by word: nothing derived is kept, and everything is computed from the own states.
struct Model {
  let aggregation: Aggregation
  let paths: [String]
  private let parents: [Int]
  private let children: [[Int]]
  /// Deeper first.
  private let bottomUp: [Int]

  var own: [String: OwnState] = [:]
  var messages: [String: [UInt32]] = [:]

  /// - Parameter paths: closed under the parent, beginning with the root.
  init(_ aggregation: Aggregation, _ paths: [String]) {
    self.aggregation = aggregation
    self.paths = paths
    let parents = paths.map { path in paths.firstIndex { $0 == Model.parent(path) } ?? -1 }
    self.parents = parents
    children = paths.indices.map { parent in paths.indices.filter { parents[$0] == parent } }
    bottomUp = paths.indices.sorted { Model.depth(paths[$0]) > Model.depth(paths[$1]) }
  }

  static func depth(_ path: String) -> Int { path.utf8.count { $0 == 0x2E } }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: ".").map { String(path[..<$0]) }
  }

  // MARK: Visible state

  private func show(_ node: Int) -> Visible {
    let path = paths[node]
    let contributed = children[node].map(contribution)
    let fed = messages[path] ?? []
    let sum = contributed.reduce(UInt64(0)) { $0 + $1.count } + fed.reduce(UInt64(0)) { $0 + UInt64($1) }
    let badge = own[path]?.badge ?? .none
    var number: UInt64 = 0
    if case .count(let count) = badge { number = UInt64(count) }
    let count = aggregation == .sum ? sum + number : (sum > 0 ? sum : number)
    return Visible(shows: badge != .none || !fed.isEmpty || contributed.contains { $0.shows }, count: count)
  }

  private func contribution(_ node: Int) -> Visible {
    let shown = show(node)
    switch own[paths[node]]?.mute ?? .none {
    case .none: return shown
    case .number: return Visible(shows: shown.shows, count: 0)
    case .all: return .nothing
    }
  }

  private func isLit(_ node: Int) -> Bool { children[node].contains { contribution($0).shows } }

  func isLit(_ path: String) -> Bool { paths.firstIndex(of: path).map(isLit) ?? false }

  var visible: [Visible] { paths.indices.map(show) }

  func isHeld(_ path: String) -> Bool { aggregation == .children && isLit(path) }

  /// The nodes that `collect` must list: those that show a badge or are muted.
  var listed: [String] {
    paths.indices.filter { show($0).shows || own[paths[$0]]?.mute ?? .none != .none }.map { paths[$0] }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Expiries and ends of mutes.
  var deadlines: [Int64] { own.values.flatMap { [$0.expires, $0.muteUntil] }.filter { $0 != 0 } }

  // MARK: Operations

  mutating func apply(_ operation: Operation) -> Status {
    // All that ends at one instant is one operation, and later ends are later operations.
    if case .expire(let now) = operation {
      for time in Set(deadlines).filter({ $0 <= now }).sorted() { _ = applyOne(.expire(time)) }
      return .ok
    }
    return applyOne(operation)
  }

  private mutating func applyOne(_ operation: Operation) -> Status {
    let before = paths.indices.map(isLit)
    let status = change(operation)
    if case .mute = operation { return status }
    if aggregation == .children {
      for node in bottomUp where before[node] && !isLit(node) { setOwnBadge(paths[node], .none, 0) }
    }
    if aggregation == .sum, case .clear(let path) = operation, let node = paths.firstIndex(of: path) {
      return show(node).shows ? .held : .ok
    }
    return status
  }

  private mutating func change(_ operation: Operation) -> Status {
    switch operation {
    case .set(let path, let count, let expires):
      guard let number = UInt32(exactly: count) else { return .failed(.countRange) }
      setOwnBadge(path, number == 0 ? .none : .count(number), expires)
    case .dot(let path, let expires): setOwnBadge(path, .dot, expires)
    case .add(let path, let delta): return add(path, delta)
    case .mute(let path, let mute, let until):
      own[path, default: OwnState()].mute = mute
      own[path, default: OwnState()].muteUntil = mute == .none ? 0 : until
    case .clear(let path):
      if isHeld(path) { return .held }
      setOwnBadge(path, .none, 0)
      messages[path] = nil
    case .force(let path):
      for path in paths.filter({ isWithin($0, path) }) {
        setOwnBadge(path, .none, 0)
        messages[path] = nil
      }
    case .page(let page):
      for (path, counts) in page { messages[path] = counts.isEmpty ? nil : counts }
    case .expire(let now): expire(now)
    }
    return .ok
  }

  private mutating func add(_ path: String, _ delta: Int64) -> Status {
    if delta == 0 { return .ok }
    var known: Int64 = 0
    if case .count(let count) = own[path]?.badge { known = Int64(count) }
    let (sum, overflow) = known.addingReportingOverflow(delta)
    guard !overflow, let number = UInt32(exactly: sum) else { return .failed(.countRange) }
    setOwnBadge(path, number == 0 ? .none : .count(number), own[path]?.expires ?? 0)
    return .ok
  }

  private mutating func expire(_ now: Int64) {
    for (path, state) in own {
      if state.expires != 0, state.expires <= now { setOwnBadge(path, .none, 0) }
      if state.muteUntil != 0, state.muteUntil <= now {
        own[path, default: OwnState()].mute = .none
        own[path, default: OwnState()].muteUntil = 0
      }
    }
  }

  private mutating func setOwnBadge(_ path: String, _ badge: OwnBadge, _ expires: Int64) {
    own[path, default: OwnState()].badge = badge
    own[path, default: OwnState()].expires = badge == .none ? 0 : expires
  }
}

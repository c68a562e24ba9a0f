import TallyFailure
import TallyTree

/// The definition, word by word: nothing derived is kept, and everything is computed from the own states.
struct Model {
  let aggregation: Aggregation
  let paths: [String]
  private let parents: [Int]
  private let children: [[Int]]

  /// The nodes under which each node is linked.
  var links: [Int: Set<Int>] = [:]
  /// The nodes that count their children by a rule.
  var ruled: Set<Int> = []
  var own: [String: OwnState] = [:]
  /// "root.a+root.b": the messages that feed both, and are one thing.
  var messages: [String: [UInt32]] = [:]
  /// Their levels, in the same order, where not all are normal.
  var levels: [String: [Level]] = [:]

  /// - Parameter paths: closed under the parent, beginning with the root.
  init(_ aggregation: Aggregation, _ paths: [String]) {
    self.aggregation = aggregation
    self.paths = paths
    let parents = paths.map { path in paths.firstIndex { $0 == Model.parent(path) } ?? -1 }
    self.parents = parents
    children = paths.indices.map { parent in paths.indices.filter { parents[$0] == parent } }
  }

  static func depth(_ path: String) -> Int { path.utf8.count { $0 == 0x2E } }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: ".").map { String(path[..<$0]) }
  }

  // MARK: Visible state

  /// The badges and numbers of all nodes, computed from the nodes below them.
  private struct Solution {
    var visible: [Visible]
    /// The number of a node itself: its own badge, unless something from below overrides it, and its messages. For a
    /// node with a rule: its number.
    var part: [UInt64]
    /// The owners whose numbers reach a node from below, each once.
    var below: [Set<Int>]
    /// Those whose highlights count in its number, if not the whole.
    var belowHighlighted: [Set<Int>]
    /// The nodes whose highlights reach a node, itself among them.
    var sources: [Set<Int>]
    /// Whether it shows something that is not passive.
    var isLoud: [Bool]
    /// The messages that feed several nodes. They are owners too, with the numbers behind those of the nodes.
    var shared: [Shared]
  }

  private struct Shared {
    var places: [Int]
    var count: UInt64
    var highlighted: Highlighted
    var isLoud: Bool
  }

  /// The highlights that feed a node.
  private struct Highlighted {
    var count: UInt64 = 0
    var things = 0
    var criticals = 0
  }

  private func solve() -> Solution {
    let shared = shared
    var solution = Solution(
      visible: paths.map { _ in .nothing }, part: paths.map { _ in 0 } + shared.map(\.count),
      below: paths.map { _ in [] }, belowHighlighted: paths.map { _ in [] }, sources: paths.map { _ in [] },
      isLoud: paths.map { _ in false }, shared: shared)
    for (number, feed) in shared.enumerated() {
      for place in feed.places {
        solution.below[place].insert(paths.count + number)
        solution.belowHighlighted[place].insert(paths.count + number)
        solution.sources[place].insert(paths.count + number)
      }
    }
    var isSolved = paths.map { _ in false }
    for node in paths.indices { solve(node, &solution, &isSolved) }
    return solution
  }

  private var shared: [Shared] {
    messages.filter { $0.key.contains("+") }.map { key, counts in
      let places = placesOf(key).compactMap { paths.firstIndex(of: $0) }
      return Shared(
        places: places, count: counts.reduce(UInt64(0)) { $0 + UInt64($1) }, highlighted: highlighted(key),
        isLoud: (levels[key] ?? counts.map { _ in .normal }).contains { $0 != .passive })
    }
  }

  /// Whether messages feed a path.
  func isFed(_ path: String) -> Bool { messages.keys.contains { placesOf($0).contains(path) } }

  private mutating func read(at path: String) {
    messages = messages.filter { !placesOf($0.key).contains(path) }
    levels = levels.filter { !placesOf($0.key).contains(path) }
  }

  private func solve(_ node: Int, _ solution: inout Solution, _ isSolved: inout [Bool]) {
    if isSolved[node] { return }
    isSolved[node] = true
    let path = paths[node]
    let children = allChildren(node)
    for child in children { solve(child, &solution, &isSolved) }
    let contributed = children.map { contribution($0, solution) }
    solution.sources[node].insert(node)
    for child in children where mute(child) == .none || mute(child).passesHighlights {
      solution.sources[node].formUnion(solution.sources[child])
      solution.belowHighlighted[node].insert(child)
      if !ruled.contains(child) { solution.belowHighlighted[node].formUnion(solution.belowHighlighted[child]) }
    }
    for child in children where mute(child) == .none {
      solution.below[node].insert(child)
      if !ruled.contains(child) { solution.below[node].formUnion(solution.below[child]) }
    }
    var counted = solution.below[node].reduce(UInt64(0)) { $0 + solution.part[$1] }
    for owner in solution.belowHighlighted[node].subtracting(solution.below[node]) {
      let highlights = ruled.contains(owner) ? highlighted(reaching: owner, solution) : highlighted(owner, solution)
      counted += highlights.count
    }
    let below = ruled.contains(node) ? UInt64(contributed.count { $0.count > 0 }) : counted
    let together = solution.shared.filter { $0.places.contains(node) }
    let fed = messages[path] ?? []
    var sum = below + fed.reduce(UInt64(0)) { $0 + UInt64($1) }
    if ruled.contains(node) { sum += together.reduce(UInt64(0)) { $0 + $1.count } }
    let badge = own[path]?.badge ?? .none
    var number: UInt64 = 0
    if case .count(let count) = badge { number = UInt64(count) }
    let count = aggregation == .sum ? sum + number : (sum > 0 ? sum : number)
    let shows = badge != .none || !fed.isEmpty || !together.isEmpty || contributed.contains { $0.shows }
    solution.visible[node] = Visible(shows: shows, count: count)
    solution.part[node] = ruled.contains(node) ? count : count - below
    let levels = levels[path] ?? fed.map { _ in .normal }
    solution.isLoud[node] =
      badge != .none || levels.contains { $0 != .passive } || together.contains { $0.isLoud }
      || children.contains { contributesLoudly($0, solution) }
  }

  private func highlighted(_ owner: Int, _ solution: Solution) -> Highlighted {
    owner < paths.count ? highlighted(paths[owner]) : solution.shared[owner - paths.count].highlighted
  }

  private func highlighted(_ key: String) -> Highlighted {
    var result = Highlighted()
    guard let levels = levels[key] else { return result }
    for (count, level) in zip(messages[key] ?? [], levels) where level.rawValue > 0 {
      result.count += UInt64(count)
      result.things += 1
      result.criticals += level == .critical ? 1 : 0
    }
    return result
  }

  private func highlighted(reaching node: Int, _ solution: Solution) -> Highlighted {
    solution.sources[node].reduce(into: Highlighted()) {
      let own = highlighted($1, solution)
      $0.count += own.count
      $0.things += own.things
      $0.criticals += own.criticals
    }
  }

  private func contributesLoudly(_ node: Int, _ solution: Solution) -> Bool {
    switch mute(node) {
    case .all: false
    case .allButHighlights: contribution(node, solution).shows
    default: solution.isLoud[node]
    }
  }

  /// The highlights and the level of each node.
  var visibleLevels: [VisibleLevel] {
    let solution = solve()
    return paths.indices.map { node in
      if !solution.visible[node].shows { return .nothing }
      let reached = highlighted(reaching: node, solution)
      let other: Level = solution.isLoud[node] ? .normal : .passive
      return VisibleLevel(
        highlights: reached.count, level: reached.criticals > 0 ? .critical : reached.things > 0 ? .highlight : other)
    }
  }

  /// The children, and what is linked here, each once.
  private func allChildren(_ node: Int) -> [Int] {
    if links.isEmpty { return children[node] }
    return children[node] + paths.indices.filter { links[$0, default: []].contains(node) && parents[$0] != node }
  }

  private func mute(_ node: Int) -> Mute { own[paths[node]]?.mute ?? Mute.none }

  private func contribution(_ node: Int, _ solution: Solution) -> Visible {
    let shown = solution.visible[node]
    switch mute(node) {
    case .none: return shown
    case .number: return Visible(shows: shown.shows, count: 0)
    case .all: return .nothing
    case .numberButHighlights: return Visible(shows: shown.shows, count: highlighted(reaching: node, solution).count)
    default:
      let reached = highlighted(reaching: node, solution)
      return Visible(shows: reached.things > 0, count: reached.count)
    }
  }

  /// The contribution of the root to the total of accounts.
  var total: Visible { contribution(0, solve()) }

  private var lit: [Bool] {
    let solution = solve()
    return paths.indices.map { node in allChildren(node).contains { contribution($0, solution).shows } }
  }

  func isLit(_ path: String) -> Bool { paths.firstIndex(of: path).map { lit[$0] } ?? false }

  var visible: [Visible] { solve().visible }

  func isHeld(_ path: String) -> Bool { aggregation == .children && isLit(path) }

  /// The nodes that `collect` must list: those that show a badge or are muted.
  var listed: [String] {
    let visible = visible
    return paths.indices.filter { visible[$0].shows || mute($0) != .none }.map { paths[$0] }
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
    let before = lit
    let status = change(operation)
    switch operation {
    case .mute, .link, .unlink, .rule: return status
    default: break
    }
    if aggregation == .children {
      // Clearing a node may leave the node above it without a lit child.
      var cleared: [Int] = []
      repeat {
        let lit = lit
        cleared = paths.indices.filter {
          before[$0] && !lit[$0] && own[paths[$0]]?.badge ?? OwnBadge.none != OwnBadge.none
        }
        for node in cleared { setOwnBadge(paths[node], .none, 0) }
      } while !cleared.isEmpty
    }
    if aggregation == .sum, case .clear(let path) = operation, let node = paths.firstIndex(of: path) {
      return visible[node].shows ? .held : .ok
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
      read(at: path)
    case .force(let path):
      for path in within(path) {
        setOwnBadge(path, .none, 0)
        read(at: path)
      }
    case .page(let page):
      for (path, counts) in page { setMessages(path, counts.map { Leveled(count: $0) }) }
    case .leveled(let page):
      for (path, messages) in page { setMessages(path, messages) }
    case .expire(let now): expire(now)
    case .link(let path, let under): return link(path, under)
    case .unlink(let path, let under):
      if let (node, target) = pair(path, under) { links[node, default: []].remove(target) }
    case .rule(let path, let rule):
      guard let node = paths.firstIndex(of: path) else { return .ok }
      if rule == .lit { ruled.insert(node) } else { ruled.remove(node) }
    }
    return .ok
  }

  private mutating func setMessages(_ path: String, _ new: [Leveled]) {
    messages[path] = new.isEmpty ? nil : new.map(\.count)
    levels[path] = new.allSatisfy { $0.level == .normal } ? nil : new.map(\.level)
  }

  private func pair(_ path: String, _ under: String) -> (Int, Int)? {
    guard let node = paths.firstIndex(of: path), let target = paths.firstIndex(of: under) else { return nil }
    return (node, target)
  }

  private mutating func link(_ path: String, _ under: String) -> Status {
    guard let (node, target) = pair(path, under) else { return .ok }
    if links[node, default: []].contains(target) { return .ok }
    if above(target).contains(node) { return .failed(Failure(.conflict, "")) }
    links[node, default: []].insert(target)
    return .ok
  }

  /// A node and all nodes at which it counts.
  private func above(_ node: Int) -> Set<Int> {
    var result: Set<Int> = [node]
    if parents[node] >= 0 { result.formUnion(above(parents[node])) }
    for target in links[node, default: []] { result.formUnion(above(target)) }
    return result
  }

  /// The paths that a forced clearing clears: the subtree, and the linked ones, with their subtrees.
  private func within(_ path: String) -> [String] {
    guard let top = paths.firstIndex(of: path) else { return [] }
    return paths.indices.filter { above($0).contains(top) }.map { paths[$0] }
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

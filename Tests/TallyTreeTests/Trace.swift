import TallyMemory

@testable import TallyTree

/// One step of a random trace.
enum Step {
  case run(Operation, single: Bool)
  case batch([Operation], Ending)
  case observe(String, subtree: Bool)
  /// The observer at this place, counted from the oldest, modulo their number.
  case unobserve(Int)
  /// Removes unused nodes, and counts stamps again.
  case tidy
}

/// A difference that a trace found.
struct Mismatch: Error, CustomStringConvertible {
  var step: Int
  var description: String
}

enum Shape: String, CaseIterable {
  case chain, fan, mixed, deep, linked, leveled, linkedAndLeveled
  /// With messages that feed several nodes.
  case shared, sharedAndLeveled

  /// Those whose operations may all be in a batch. A link is no operation of a batch.
  static let ofBatches: [Shape] = [.chain, .fan, .mixed, .deep]

  var hasLinks: Bool { self == .linked || self == .linkedAndLeveled || sharesFeeds }
  var hasLevels: Bool { self == .leveled || self == .linkedAndLeveled || self == .sharedAndLeveled }
  var sharesFeeds: Bool { self == .shared || self == .sharedAndLeveled }

  var paths: [String] {
    switch self {
    case .chain: ["root", "root.a", "root.a.b", "root.a.b.c", "root.a.b.c.d"]
    case .fan: ["root", "root.a", "root.a.u", "root.a.v", "root.a.w", "root.a.x"]
    case .mixed, .leveled:
      ["root", "root.a", "root.a.x", "root.a.x.1", "root.a.x.2", "root.a.y", "root.b", "root.b.x", "root.ab"]
    case .linked, .linkedAndLeveled, .shared, .sharedAndLeveled:
      ["root", "root.a", "root.a.x", "root.a.x.1", "root.a.y", "root.b", "root.b.x", "root.b.x.2", "root.c"]
    case .deep:
      (0...12).map { depth in (["root"] + (0..<depth).map { "n\($0)" }).joined(separator: ".") }
        + ["root.n0.z"]
    }
  }
}

/// Runs steps on a tree and on the model, and compares everything visible after each.
struct Trace {
  private let host: Host
  private var model: Model
  private var stored: [String: OwnState] = [:]
  private var watchers: [(id: UInt32, path: String, subtree: Bool)] = []
  private var revisions: [String: UInt64] = [:]
  /// Paths whose nodes cannot have been removed since they last changed.
  private var visibleSinceTidying: Set<String> = []

  init(_ aggregation: Aggregation, _ shape: Shape, seed: UInt64) throws {
    host = try Host(aggregation, seed: seed)
    host.usesShortcuts = seed % 4 != 0
    model = Model(aggregation, shape.paths)
  }

  /// - Throws: ``Mismatch``.
  static func run(_ steps: [Step], _ aggregation: Aggregation, _ shape: Shape, seed: UInt64) throws {
    var trace = try Trace(aggregation, shape, seed: seed)
    for (number, step) in steps.enumerated() {
      if let problem = try trace.take(step) { throw Mismatch(step: number, description: problem) }
    }
  }

  /// The shortest steps that still fail.
  static func shrink(
    _ steps: [Step], _ aggregation: Aggregation, _ shape: Shape, seed: UInt64
  ) -> [Step] {
    var steps = steps
    var position = steps.count - 1
    var progress = false
    while position >= 0 {
      var fewer = steps
      fewer.remove(at: position)
      if (try? run(fewer, aggregation, shape, seed: seed)) == nil {
        steps = fewer
        progress = true
      }
      position -= 1
      if position < 0, progress {
        position = steps.count - 1
        progress = false
      }
    }
    return steps
  }

  private mutating func take(_ step: Step) throws -> String? {
    let before = (model.visible, model.visibleLevels)
    let revision = host.tree.revision
    var expected: [Status] = []
    var actual: [Status] = []
    switch step {
    case .observe(let path, let subtree):
      watchers.append((try host.observe(path, subtree: subtree), path, subtree))
    case .tidy: host.tree.reclaim()
    case .unobserve(let number):
      if watchers.isEmpty { return nil }
      host.tree.removeObserver(watchers.remove(at: number % watchers.count).id)
    case .run(let operation, let single):
      host.usesSingle = single
      expected = [model.apply(operation)]
      actual = [try host.run(operation)]
    case .batch(let operations, let ending):
      let saved = model
      for operation in operations {
        expected.append(model.apply(operation))
        if case .failed? = expected.last { break }
      }
      let isKept = ending == .commit || ending == .commitWithdrawn
      if case .failed? = expected.last { model = saved } else if !isKept { model = saved }
      actual = try host.batch(operations, ending)
    }
    if expected != actual { return "status: expected \(expected), got \(actual)" }
    host.tree.drainDirty { path, own, _ in stored[text(path)] = own }
    return try checkNodes() ?? checkChange(before, revision, step) ?? checkRest()
  }

  private func checkNodes() throws -> String? {
    let visible = model.visible
    let levels = model.visibleLevels
    for (number, path) in model.paths.enumerated() {
      let actual = try host.get(path)
      if actual != visible[number] { return "\(path): expected \(visible[number]), got \(actual)" }
      guard let at = try host.find(path) else { continue }
      let level = host.tree.level(at)
      if level != levels[number] { return "\(path): expected \(levels[number]), got \(level)" }
      if host.tree.isHeld(at) != model.isHeld(path) { return "\(path): isHeld" }
      if host.tree.isLit(at) != model.isLit(path) { return "\(path): isLit" }
      if host.tree.isFed(at) != model.isFed(path) { return "\(path): isFed" }
      let own = model.own[path] ?? OwnState()
      if host.tree.ownState(at) != own { return "\(path): owns \(host.tree.ownState(at)), not \(own)" }
      let kept = stored[path] ?? OwnState()
      if kept != own { return "\(path): stored \(kept), not \(own)" }
    }
    if let problem = try checkReasons(visible, levels) { return problem }
    if let wrong = try host.tree.verify() { return "verify: \(text(host.tree.path(of: wrong)))" }
    return nil
  }

  /// The reasons add up, and each names a node once.
  private func checkReasons(_ visible: [Visible], _ levels: [VisibleLevel]) throws -> String? {
    for (number, path) in model.paths.enumerated() {
      guard let at = try host.find(path) else { continue }
      var found = List<NodeIndex>()
      try host.tree.collectReasons(at, into: &found)
      let nodes = (0..<found.count).map { found[$0] }
      let paths = nodes.map { Array(text(host.tree.path(of: $0)).utf8) }
      let isSorted = zip(paths, paths.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
      let reasons = nodes.compactMap { host.tree.reason(of: $0, for: at) }
      let count = reasons.reduce(UInt64(0)) { $0 + $1.contributed }
      let isRight = isSorted && reasons.count == nodes.count && count == visible[number].count
      if !isRight || reasons.contains(where: \.lights) != visible[number].shows {
        return "\(path): its reasons \(reasons)"
      }
      let level = reasons.filter(\.lights).map(\.level.rawValue).max() ?? 0
      if level != levels[number].level.rawValue { return "\(path): the levels of its reasons \(reasons)" }
      let highlights = reasons.reduce(UInt64(0)) { $0 + $1.highlights }
      if highlights != levels[number].highlights { return "\(path): the highlights of its reasons \(reasons)" }
    }
    return nil
  }

  /// Revisions and notices follow from the visible state before and after.
  private mutating func checkChange(
    _ before: ([Visible], [VisibleLevel]), _ revision: UInt64, _ step: Step
  ) throws -> String? {
    let after = (model.visible, model.visibleLevels)
    let changed = model.paths.indices.filter { before.0[$0] != after.0[$0] || before.1[$0] != after.1[$0] }
      .map { model.paths[$0] }
    let expected = changed.isEmpty ? revision : revision + 1
    if host.tree.revision != expected { return "revision: expected \(expected), got \(host.tree.revision)" }
    for path in changed { revisions[path] = expected }
    visibleSinceTidying.formUnion(changed)
    if case .tidy = step {
      let visible = model.visible
      visibleSinceTidying = Set(model.paths.indices.filter { visible[$0].shows }.map { model.paths[$0] })
    }
    for path in model.paths {
      guard let at = try host.find(path) else { continue }
      // A node that was removed and created again does not remember.
      let known = host.tree.revision(of: at)
      if known != revisions[path] ?? 0, known != 0 || visibleSinceTidying.contains(path) {
        return "\(path): its revision"
      }
    }
    if case .observe = step { return nil }
    if case .unobserve = step { return nil }
    if case .tidy = step { return nil }
    let ordered = changed.sorted { a, b in
      let depths = (Model.depth(a), Model.depth(b))
      return depths.0 == depths.1
        ? Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8)) : depths.0 > depths.1
    }
    let told = ordered.flatMap { path in
      watchers.filter { $0.subtree ? isWithin(path, $0.path) : $0.path == path }
        .map { Told(observer: $0.id, path: path) }
    }
    return host.told == told ? nil : "told: expected \(told), got \(host.told)"
  }

  private func checkRest() throws -> String? {
    if host.tree.nextDeadline != model.deadlines.min() { return "next deadline" }
    let fed = model.messages.values.reduce(0) { $0 + Int64($1.count) }
    if host.tree.fedBadges != fed { return "fed: expected \(fed), got \(host.tree.fedBadges)" }
    var found = List<NodeIndex>()
    try host.tree.collect(.root, subtree: true, into: &found)
    let listed = (0..<found.count).map { text(host.tree.path(of: found[$0])) }
    return listed == model.listed ? nil : "listed: expected \(model.listed), got \(listed)"
  }
}

/// Makes traces. Time passes during the trace, and due badges expire before anything else happens.
struct TraceMaker {
  var random: SplitMix
  let paths: [String]
  let hasLinks: Bool
  let hasLevels: Bool
  let sharesFeeds: Bool
  private(set) var now: Int64 = 1000

  init(_ shape: Shape, seed: UInt64) {
    random = SplitMix(seed: seed)
    paths = shape.paths
    hasLinks = shape.hasLinks
    hasLevels = shape.hasLevels
    sharesFeeds = shape.sharesFeeds
  }

  mutating func trace(_ length: Int) -> [Step] {
    var steps: [Step] = []
    while steps.count < length {
      if random.chance(25) {
        steps.append(.run(pass(), single: false))
      }
      steps.append(step())
    }
    return steps
  }

  /// Some time passes.
  mutating func pass() -> Operation {
    now += Int64(random.below(20))
    return .expire(now)
  }

  private mutating func step() -> Step {
    switch random.below(100) {
    case ..<10: return .observe(random.pick(paths), subtree: random.chance(50))
    case ..<14: return .unobserve(random.below(50))
    case ..<20: return .tidy
    case ..<40:
      let operations = (0...random.below(5)).map { _ in operation() }
      return .batch(operations, random.pick([.commit, .commitWithdrawn, .rollback, .rollbackPrepared]))
    default: return .run(operation(), single: random.chance(70))
    }
  }

  private mutating func end() -> Int64 { random.chance(25) ? now + 1 + Int64(random.below(30)) : 0 }

  mutating func operation() -> Operation {
    let path = random.pick(paths)
    if hasLinks, random.chance(30) {
      switch random.below(10) {
      case ..<6: return .link(path, under: random.pick(paths))
      case ..<8: return .unlink(path, under: random.pick(paths))
      default: return .rule(path, random.pick([.lit, .aggregate]))
      }
    }
    if hasLevels, random.chance(45) { return leveled(path) }
    switch random.below(100) {
    case ..<22: return .set(path, random.pick([0, 0, 1, 2, 7, 4_294_967_295]), expires: end())
    case ..<24: return .set(path, random.pick([-1, 4_294_967_296, .max, .min]), expires: 0)
    case ..<38: return .dot(path, expires: end())
    case ..<48: return .add(path, random.pick([0, 1, 1, 3, -1, -1, -2, 4_294_967_290, .max, .min]))
    case ..<64: return .clear(path)
    case ..<69: return .force(path)
    case ..<83: return .mute(path, random.pick([.none, .number, .all]), until: end())
    default: return .page(page())
    }
  }

  private mutating func leveled(_ path: String) -> Operation {
    if random.chance(40) {
      return .mute(
        path, random.pick([.none, .number, .all, .numberButHighlights, .allButHighlights]), until: end())
    }
    var page: [String: [Leveled]] = [:]
    for _ in 0...random.below(3) {
      page[key()] = (0..<random.below(3)).map { _ in
        Leveled(
          count: random.pick([0, 1, 1, 5, .max]), level: random.pick([.passive, .normal, .highlight, .critical]))
      }
    }
    return .leveled(page)
  }

  private mutating func page() -> [String: [UInt32]] {
    var page: [String: [UInt32]] = [:]
    for _ in 0...random.below(4) {
      page[key()] = (0..<random.below(3)).map { _ in random.pick([0, 1, 1, 5, .max]) }
    }
    return page
  }

  /// One path or, among messages that feed several, up to four in any order.
  private mutating func key() -> String {
    var places = [random.pick(paths)]
    while sharesFeeds, places.count < 4, random.chance(50) {
      let path = random.pick(paths)
      if !places.contains(path) { places.append(path) }
    }
    return places.joined(separator: "+")
  }
}

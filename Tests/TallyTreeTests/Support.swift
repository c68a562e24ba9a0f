import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// Random numbers from a seed that a failure prints.
typealias SplitMix = TallyMemory.SplitMix

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

func withBytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { (raw) throws -> Result in try body(raw) }
}

func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

/// A failure with its message, which is the thread's until the next one.
struct Refusal: Error, Equatable {
  var status: TallyFailure.Status
  var message: String

  init(_ failure: Failure) {
    status = failure.status
    message = text(Words.text)
  }

  /// The number of the byte that the message names.
  var offset: Int? { message.split(separator: " ").last.flatMap { Int($0) } }
}

/// Like `Result { try body() }`, with a ``Refusal`` for a failure.
func outcome<Success>(_ body: () throws -> Success) -> Result<Success, any Error> {
  do { return .success(try body()) } catch let failure as Failure { return .failure(Refusal(failure)) } catch {
    return .failure(error)
  }
}

/// Expects a failure with this status, whose message ends like this.
func expectFailure<Success>(
  _ status: TallyFailure.Status, _ ending: String, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Success
) {
  do {
    _ = try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let failure as Failure {
    let refusal = Refusal(failure)
    #expect(refusal.status == status, comment, sourceLocation: sourceLocation)
    #expect(refusal.message.hasSuffix(ending), comment, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, comment, sourceLocation: sourceLocation)
  }
}

/// Expects that a path is rejected.
func expectFault<Success>(
  _ problem: PathProblem, at offset: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Success
) {
  let place = problem == .empty ? "" : ", at byte \(offset)"
  expectFailure(.path, "': \(Failure.words(problem))\(place)", sourceLocation: sourceLocation, body)
}

/// A host's operation. Paths are canonical.
enum Operation: Equatable {
  case set(String, Int64, expires: Int64)
  case dot(String, expires: Int64)
  case add(String, Int64)
  case clear(String)
  case force(String)
  case mute(String, Mute, until: Int64)
  /// Replaces the unseen messages at these paths by those with these counts. "root.a+root.b": messages that feed both.
  case page([String: [UInt32]])
  /// The same with levels.
  case leveled([String: [Leveled]])
  /// Ends everything due at this time.
  case expire(Int64)
  case link(String, under: String)
  case unlink(String, under: String)
  case rule(String, CountingRule)
}

/// A message. A passive one has no count.
struct Leveled: Equatable {
  var count: UInt32
  var level = Level.normal

  init(count: UInt32, level: Level = .normal) {
    self.count = level == .passive ? 0 : count
    self.level = level
  }

  static func sum(_ messages: [Leveled]) -> FedLevels {
    messages.reduce(into: FedLevels()) { sum, message in
      if message.level == .passive { sum.passives += 1 }
      if message.level == .critical { sum.criticals += 1 }
      if message.level.rawValue > 0 {
        sum.highlights += Int64(message.count)
        sum.highlighted += 1
      }
    }
  }
}

enum Status: Equatable {
  case ok
  case held
  case failed(Failure)
}

struct Told: Equatable, CustomStringConvertible {
  var observer: UInt32
  var path: String

  var description: String { "\(observer)@\(path)" }
}

/// How a batch ends if all of its operations were accepted.
enum Ending: Equatable {
  case commit
  case rollback
  /// Rolled back when it was prepared, as if storing it had failed.
  case rollbackPrepared
  /// Withdrawn until it is stored, and made again: the same as `commit`.
  case commitWithdrawn
}

/// A tree used like in the engine: every operation is a transaction, and those with messages are compound.
final class Host {
  let tree: Tree
  /// The counts of the unseen messages.
  private(set) var messages: [String: [UInt32]] = [:]
  private var levels: [String: FedLevels] = [:]
  private(set) var told: [Told] = []
  var usesSingle = true
  /// Whether the usual operations take the short path, like in the engine.
  var usesShortcuts = true

  init(
    _ aggregation: Aggregation = .children, limits: PathLimits = PathLimits(), seed: UInt64 = 1
  ) throws {
    tree = try Tree.make(aggregation: aggregation, limits: limits, seed: seed, storesState: true)
  }

  func find(_ path: String) throws -> NodeIndex? { try withBytes(path) { try tree.find($0) } }

  func node(_ path: String) throws -> NodeIndex { try withBytes(path) { try tree.findOrCreate($0) } }

  func get(_ path: String) throws -> Visible {
    guard let at = try find(path) else { return .nothing }
    return tree.visible(at)
  }

  func observe(_ path: String, subtree: Bool = false) throws -> UInt32 {
    try tree.observe(node(path), subtree: subtree)
  }

  /// One operation, one transaction.
  @discardableResult
  func run(_ operation: Operation) throws -> Status {
    if usesSingle, let plain = plain(operation) {
      told = []
      if withBytes(plain.path, { tree.replaceAlone($0, plain.badge) }) != .unusual {
        takeNotices()
        return .ok
      }
    }
    let isSingle: Bool
    do { isSingle = try usesSingle && !isCompound(operation) } catch let error as Failure { return .failed(error) }
    return try transact(isSingle ? .single : .undoable, [operation], .commit).last ?? .ok
  }

  /// Several operations, one transaction, all or nothing. The status of each, up to the one that failed.
  func batch(_ operations: [Operation], _ ending: Ending = .commit) throws -> [Status] {
    try transact(.undoable, operations, ending)
  }

  private func transact(
    _ transaction: Tree.Transaction, _ operations: [Operation], _ ending: Ending
  ) throws -> [Status] {
    told = []
    let saved = (messages, levels)
    var statuses: [Status] = []
    tree.begin(transaction)
    do {
      for operation in operations { statuses.append(try perform(operation)) }
      if ending != .rollback { try tree.prepareCommit() }
    } catch let error as Failure {
      tree.rollback()
      (messages, levels) = saved
      return statuses + [.failed(error)]
    }
    switch ending {
    case .commit: tree.commit()
    case .commitWithdrawn:
      let withdrawal = try tree.withdraw()
      try tree.reapply(withdrawal)
      tree.release()
      tree.commit()
    case .rollback, .rollbackPrepared:
      tree.rollback()
      (messages, levels) = saved
    }
    takeNotices()
    return statuses
  }

  private func takeNotices() {
    for position in 0..<tree.notices.count {
      let notice = tree.notices[position]
      told.append(Told(observer: notice.observer, path: text(tree.path(of: notice.node))))
    }
    tree.clearNotices()
  }

  /// The operation in the form of the short path.
  private func plain(_ operation: Operation) -> (path: String, badge: PlainBadge)? {
    if !usesShortcuts { return nil }
    switch operation {
    case .set(let path, let count, 0): return UInt32(exactly: count).map { (path, PlainBadge($0)) }
    case .dot(let path, 0): return (path, .dot)
    case .clear(let path): return (path, PlainBadge.none)
    default: return nil
    }
  }

  private func isCompound(_ operation: Operation) throws -> Bool {
    switch operation {
    case .page, .leveled, .expire: return true
    case .clear(let path): return !feeding(path).isEmpty
    case .force(let path): return try !messages.isEmpty && !fedWithin(path).isEmpty
    default: return false
    }
  }

  private func perform(_ operation: Operation) throws -> Status {
    if tree.mode == .logged, let plain = plain(operation),
      withBytes(plain.path, { tree.replaceLogged($0, plain.badge) }) != .unusual
    {
      return .ok
    }
    switch operation {
    case .set(let path, let count, let expires):
      guard let at = try count == 0 ? find(path) : node(path) else { return .ok }
      try tree.set(at, count, expires: expires)
    case .dot(let path, let expires): try tree.setOwnBadge(node(path), .dot, expires: expires)
    case .add(let path, let delta): try tree.add(node(path), delta)
    case .mute(let path, let mute, let until): try tree.setMute(node(path), mute, until: until)
    case .clear(let path): return try performClear(path)
    case .force(let path): try performForce(path)
    case .page(let page): try performPage(page.mapValues { $0.map { Leveled(count: $0) } })
    case .leveled(let page): try performPage(page)
    case .expire(let now): try tree.expire(now: now)
    case .link(let path, let under): _ = try tree.addLink(node(path), under: node(under))
    case .unlink(let path, let under): _ = try tree.removeLink(node(path), under: node(under))
    case .rule(let path, let rule): try tree.setRule(node(path), rule)
    }
    return .ok
  }

  private func performClear(_ path: String) throws -> Status {
    guard let at = try find(path) else { return .ok }
    if tree.isHeld(at) { return .held }
    let fed = feeding(path)
    if !fed.isEmpty {
      tree.beginCompound()
      for key in fed { try feed(key, []) }
      try tree.setOwnBadge(at, .none)
      try tree.endCompound()
    } else {
      try tree.setOwnBadge(at, .none)
    }
    return tree.aggregation == .sum && tree.visible(at).shows ? .held : .ok
  }

  /// Messages that come and go within a page do not count, whatever the order. Half of the pages bring a message to
  /// every path first, and remove it last.
  private func performPage(_ page: [String: [Leveled]]) throws {
    let paths = page.keys.sorted()
    let isNoisy = paths.count % 2 == 0
    tree.beginCompound()
    if isNoisy { for path in paths { try feed(path, count: 7, badges: 1, levels: FedLevels()) } }
    for path in isNoisy ? paths.reversed() : paths { try feed(path, page[path] ?? []) }
    if isNoisy { for path in paths { try feed(path, count: -7, badges: -1, levels: FedLevels()) } }
    try tree.endCompound()
  }

  private func performForce(_ path: String) throws {
    guard let at = try find(path) else { return }
    let fed = try fedWithin(path)
    if fed.isEmpty { return try tree.clearTree(at) }
    tree.beginCompound()
    for path in fed { try feed(path, []) }
    try tree.clearTree(at)
    try tree.endCompound()
  }

  /// The paths with messages that a forced clearing clears.
  private func fedWithin(_ path: String) throws -> [String] {
    guard let at = try find(path) else { return [] }
    var tops = List<NodeIndex>()
    try tree.collectTops(at, into: &tops)
    let paths = (0..<tops.count).map { text(tree.path(of: tops[$0])) }
    return messages.keys.filter { key in
      placesOf(key).contains { place in paths.contains { isWithin(place, $0) } }
    }.sorted()
  }

  /// The keys of the messages that feed a path.
  private func feeding(_ path: String) -> [String] { messages.keys.filter { placesOf($0).contains(path) }.sorted() }

  private func feed(_ key: String, count: Int64, badges: Int64, levels: FedLevels) throws {
    let places = placesOf(key)
    if places.count == 1 { return try tree.feed(node(key), count: count, badges: badges, levels: levels) }
    var nodes = List<NodeIndex>()
    for place in places { try nodes.append(node(place)) }
    try tree.feed(nodes, count: count, badges: badges, levels: levels)
  }

  private func feed(_ path: String, _ new: [Leveled]) throws {
    let before = messages[path] ?? []
    let sums = (before.reduce(Int64(0)) { $0 + Int64($1) }, new.reduce(Int64(0)) { $0 + Int64($1.count) })
    let (levelsBefore, levelsAfter) = (levels[path] ?? FedLevels(), Leveled.sum(new))
    let change = FedLevels(
      highlights: levelsAfter.highlights - levelsBefore.highlights,
      highlighted: levelsAfter.highlighted - levelsBefore.highlighted,
      criticals: levelsAfter.criticals - levelsBefore.criticals,
      passives: levelsAfter.passives - levelsBefore.passives)
    try feed(path, count: sums.1 - sums.0, badges: Int64(new.count - before.count), levels: change)
    messages[path] = new.isEmpty ? nil : new.map(\.count)
    levels[path] = levelsAfter.isNothing ? nil : levelsAfter
  }
}

/// The paths that messages with this key feed.
func placesOf(_ key: String) -> [String] { key.split(separator: "+").map(String.init) }

/// Whether a path equals another one or is in its subtree.
func isWithin(_ path: String, _ ancestor: String) -> Bool {
  path == ancestor || path.hasPrefix(ancestor + ".")
}

extension Host {
  @discardableResult
  func set(_ path: String, _ count: Int64, until expires: Int64 = 0) throws -> Status {
    try run(.set(path, count, expires: expires))
  }

  @discardableResult
  func dot(_ path: String, until expires: Int64 = 0) throws -> Status {
    try run(.dot(path, expires: expires))
  }

  @discardableResult
  func add(_ path: String, _ delta: Int64) throws -> Status { try run(.add(path, delta)) }

  @discardableResult
  func clear(_ path: String) throws -> Status { try run(.clear(path)) }

  @discardableResult
  func force(_ path: String) throws -> Status { try run(.force(path)) }

  @discardableResult
  func mute(_ path: String, _ mute: Mute, until: Int64 = 0) throws -> Status {
    try run(.mute(path, mute, until: until))
  }

  @discardableResult
  func page(_ counts: [String: [UInt32]]) throws -> Status { try run(.page(counts)) }

  /// Expects a path's visible badge, and that the tree's counts are right.
  func expect(
    _ path: String, _ shows: Bool, _ count: UInt64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try get(path) == Visible(shows: shows, count: count), "\(path)", sourceLocation: sourceLocation)
    #expect(try tree.verify() == nil, sourceLocation: sourceLocation)
  }
}

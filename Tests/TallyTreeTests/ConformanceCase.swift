import TallyTree

/// A value in JSON, as conformance data has it: integers beyond 2^53 are strings, and members keep their order.
indirect enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case integer(Int64)
  case list([JSON])
  case object([(String, JSON)])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral integer: Int64) { self = .integer(integer) }
  init(_ number: UInt64) { self = Int64(exactly: number).map(JSON.integer) ?? .text("\(number)") }

  /// Only quotation marks need escapes in a random run.
  var written: String {
    switch self {
    case .text(let text):
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    case .integer(let integer): integer.magnitude > 1 << 53 ? "\"\(integer)\"" : "\(integer)"
    case .list(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\"\($0)\":" + $1.written }.joined(separator: ",") + "}"
    }
  }
}

/// A random run as a case of the conformance data: a host's calls of the header, and the model's results. One feed,
/// `inbox`, brings the messages, a page at a time. The root and its subtree are observed, so every change is reported.
struct ConformanceCase {
  private static let wall: Int64 = 1_767_225_600_000

  private let name: String
  private var model: Model
  private var maker: TraceMaker
  private var steps: [JSON] = []
  private var revision: UInt64 = 0
  private var watchers: [(token: String, path: String, subtree: Bool)] = []
  /// The unseen messages by path, and the number of all messages so far.
  private var unseen: [String: [String]] = [:]
  private var messages = 0
  private var pages = 0
  private var tokens = 0
  /// The snapshots: the place, and its own states.
  private var snapshots: [(number: Int, path: String, own: [String: OwnState])] = []

  /// - Returns: the case as a line.
  static func make(_ aggregation: Aggregation, _ shape: Shape, seed: UInt64, length: Int) -> String {
    var run = ConformanceCase(aggregation, shape, seed)
    for number in 1...length {
      run.step()
      if number % 15 == 0 { run.listAll() }
    }
    run.add("account_verify", account: true)
    return JSON.object([("case", .text(run.name)), ("wall", .integer(wall + 1000)), ("steps", .list(run.steps))])
      .written
  }

  private init(_ aggregation: Aggregation, _ shape: Shape, _ seed: UInt64) {
    name = "random: \(shape.rawValue), \(aggregation == .sum ? "sum" : "children"), seed \(seed)"
    model = Model(aggregation, shape.paths)
    maker = TraceMaker(shape, seed: seed)
    add("account_open", [("options", .object([("aggregation", aggregation == .sum ? 2 : 1)]))], account: true)
    add("feed_add", [("feed", "inbox")], account: true)
    add("account_log_in", account: true)
    for (number, path) in shape.paths.enumerated() {
      add("node_resolve", [("path", .text(path)), ("node", .text("n\(number)"))], account: true)
    }
    observe("root", subtree: true)
  }

  // MARK: Steps

  private mutating func add(_ call: String, _ members: [(String, JSON)] = [], account: Bool = false) {
    let owner: [(String, JSON)] = account ? [("account", "ann")] : []
    steps.append(.object([("call", .text(call))] + owner + members))
  }

  private mutating func step() {
    switch maker.random.below(100) {
    case ..<4:
      tokens += 1
      observe(maker.random.pick(maker.paths), subtree: maker.random.chance(50))
    case ..<6:
      if watchers.count < 2 { return }
      let watcher = watchers.remove(at: 1 + maker.random.below(watchers.count - 1))
      add("unobserve", [("token", .text(watcher.token))])
    case ..<10: keepSnapshot()
    case ..<14: restoreSnapshot()
    case ..<30: runBatch()
    case ..<48: run(maker.pass())
    default: run(maker.operation())
    }
  }

  private mutating func observe(_ path: String, subtree: Bool) {
    let token = "t\(tokens)"
    watchers.append((token, path, subtree))
    add("observe", [("path", .text(path)), ("flags", subtree ? 1 : 0), ("token", .text(token))], account: true)
  }

  private mutating func run(_ operation: TallyTreeTests.Operation) {
    let before = model.visible
    let status = model.apply(operation)
    switch operation {
    case .page(let page): deliver(page)
    case .expire(let now): add("go", [("to", .integer(Self.wall + now))])
    default: call(operation, status)
    }
    forgetSeen()
    var isPage = false
    if case .page = operation { isPage = true }
    tell(since: before, synced: isPage)
    if let path = operation.path, maker.random.chance(30) { get(path) }
  }

  /// Sometimes by the node's handle, if there is such a call.
  private mutating func call(_ operation: TallyTreeTests.Operation, _ status: Status) {
    guard let path = operation.path else { return }
    let number = maker.paths.firstIndex(of: path) ?? 0
    let usesNode = maker.random.chance(25) && (operation.until == 0 || operation.isMute)
    let place: (String, JSON) = usesNode ? ("node", .text("n\(number)")) : ("path", .text(path))
    var members = [place]
    var verb = ""
    switch operation {
    case .set(_, let count, _): (verb, members) = ("set", members + [("count", .integer(count))])
    case .dot: verb = "dot"
    case .add(_, let delta): (verb, members) = ("add", members + [("delta", .integer(delta))])
    case .clear: verb = "clear"
    case .force: verb = "clear_tree"
    case .mute(_, let mute, _): (verb, members) = ("mute", members + [("mode", mute.number)])
    case .page, .expire, .leveled, .link, .unlink, .rule: return
    }
    if operation.until != 0 {
      members.append(("until", .integer(Self.wall + operation.until)))
      if !operation.isMute { verb += "_until" }
    }
    add((usesNode ? "node_" : "badge_") + verb, members + status.expected, account: true)
  }

  private mutating func deliver(_ page: [String: [UInt32]]) {
    var items: [JSON] = []
    var gone: [JSON] = []
    for path in page.keys.sorted() {
      gone += (unseen[path] ?? []).map(JSON.text)
      unseen[path] = (page[path] ?? []).map { count in
        messages += 1
        items.append(
          .object([("id", .text("\(messages)")), ("path", .text(path)), ("count", .integer(Int64(count)))]))
        return "\(messages)"
      }
    }
    pages += 1
    let page = JSON.object([("cursor", .text("\(pages)")), ("items", .list(items)), ("gone", .list(gone))])
    add("feed_deliver", [("feed", "inbox"), ("text", .text(page.written))])
  }

  private mutating func forgetSeen() {
    for path in unseen.keys where model.messages[path] == nil { unseen[path] = nil }
  }

  private mutating func runBatch() {
    let before = (model, model.visible)
    var operations: [JSON] = []
    var results: [JSON] = []
    var refusal: (number: Int, status: Status)?
    for _ in 0...maker.random.below(5) {
      let operation = maker.operation()
      guard let given = operation.inBatch(Self.wall) else { continue }
      operations.append(given)
      if refusal == nil {
        let status = model.apply(operation)
        if case .failed = status { refusal = (results.count, status) }
        results.append(.object([("status", .text(status.name))]))
      }
      guard let path = operation.path, maker.random.chance(40) else { continue }
      operations.append(.object([("kind", 7), ("path", .text(path))]))
      if refusal == nil {
        results.append(.object([("status", "TALLY_OK")] + model.shown(path, as: "badge_kind")))
      }
    }
    if let refusal {
      model = before.0
      results = operations.indices.map {
        .object([("status", .text($0 == refusal.number ? refusal.status.name : "TALLY_ERROR_NOT_APPLIED"))])
      }
    }
    let hasChanged = before.1 != model.visible
    let out: [(String, JSON)] =
      [("operations", .list(results))] + (refusal == nil ? [("revision", JSON(revision + (hasChanged ? 1 : 0)))] : [])
    let status = refusal.map { [("status", JSON.text($0.status.name))] } ?? []
    add("badge_batch", [("operations", .list(operations))] + status + [("out", .object(out))], account: true)
    forgetSeen()
    tell(since: before.1, synced: false)
  }

  // MARK: Snapshots

  private mutating func keepSnapshot() {
    let path = maker.random.pick(maker.paths)
    let number = snapshots.count
    snapshots.append((number, path, model.owned(at: path)))
    add("snapshot_take", [("path", .text(path)), ("as", .text("s\(number)"))], account: true)
    add("badge_digest", [("path", .text(path)), ("as", .text("d\(number)"))], account: true)
  }

  /// Restores own states, from the bytes or by the patch. Not if some of them would have ended meanwhile.
  private mutating func restoreSnapshot() {
    let now = maker.now
    let usable = snapshots.filter { snapshot in
      snapshot.own.values.allSatisfy {
        ($0.expires == 0 || $0.expires > now) && ($0.muteUntil == 0 || $0.muteUntil > now)
      }
    }
    if usable.isEmpty { return }
    let snapshot = maker.random.pick(usable)
    let before = model.visible
    let place: (String, JSON) = ("path", .text(snapshot.path))
    let bytes: JSON = .text("$s\(snapshot.number)")
    if maker.random.chance(50) {
      add("badge_restore", [place, ("snapshot", bytes)], account: true)
    } else {
      let hasChanged = model.owned(at: snapshot.path) != snapshot.own
      add("snapshot_take", [place, ("as", "now")], account: true)
      add("snapshot_diff", [("from", "$now"), ("to", bytes), ("as", "patch")])
      add("patch_inverse", [("patch", "$patch"), ("as", "back")])
      if hasChanged {
        let conflict: [(String, JSON)] = [("status", "TALLY_ERROR_CONFLICT")]
        add("badge_apply", [place, ("patch", "$back")] + conflict, account: true)
      }
      add("badge_apply", [place, ("patch", "$patch")], account: true)
    }
    model.own = model.own.filter { !isWithin($0.key, snapshot.path) }.merging(snapshot.own) { $1 }
    tell(since: before, synced: false)
    add("snapshot_take", [place, ("out", .object([("bytes", bytes)]))], account: true)
    add("badge_digest", [place, ("out", .object([("digest", .text("$d\(snapshot.number)"))]))], account: true)
  }

  // MARK: Results

  /// All events of a transaction.
  private mutating func tell(since before: [Visible], synced: Bool) {
    let after = model.visible
    let changed = model.paths.indices.filter { before[$0] != after[$0] }.map { model.paths[$0] }.sorted { a, b in
      let depths = (Model.depth(a), Model.depth(b))
      return depths.0 == depths.1
        ? Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8)) : depths.0 > depths.1
    }
    if !changed.isEmpty { revision += 1 }
    var events = changed.flatMap { path in
      watchers.filter { $0.subtree ? isWithin(path, $0.path) : $0.path == path }.map { watcher in
        JSON.object(
          [("kind", 1), ("text", .text(path)), ("token", .text(watcher.token)), ("revision", JSON(revision))]
            + model.shown(path, as: "badge_kind"))
      }
    }
    if synced { events.append(.object([("kind", 3), ("feed", "inbox"), ("result", "TALLY_OK")])) }
    add("events", [("out", .object([("entries", .list(events))]))])
  }

  private mutating func get(_ path: String) {
    let members = model.shown(path) + [("flags", model.flags(path))]
    add("badge_get", [("path", .text(path)), ("out", .object(members))], account: true)
    add("badge_get_own", [("path", .text(path)), ("out", .object([("count", model.ownBadge(path))]))], account: true)
    let unseen = ("unseen", JSON.integer(Int64(model.messages[path]?.count ?? 0)))
    add("message_get_counts", [("path", .text(path)), ("out", .object([unseen]))], account: true)
  }

  private mutating func listAll() {
    let entries = model.listed.map { path in
      JSON.object([("path", .text(path)), ("flags", model.flags(path))] + model.shown(path))
    }
    let out = JSON.object([("revision", JSON(revision)), ("entries", .list(entries))])
    add("badge_list", [("path", "root"), ("flags", 1), ("out", out)], account: true)
    add("account_get", [("out", .object([("revision", JSON(revision))]))], account: true)
    add("engine_get_total", [("out", .object(members(model.total)))])
  }
}

/// - Parameter kind: what the structure calls the kind of the badge.
private func members(_ visible: Visible, as kind: String = "kind") -> [(String, JSON)] {
  [(kind, visible.count > 0 ? 3 : visible.shows ? 1 : 0), ("count", JSON(visible.count))]
}

extension Model {
  fileprivate func shown(_ path: String, as kind: String = "kind") -> [(String, JSON)] {
    members(visible[paths.firstIndex(of: path) ?? 0], as: kind)
  }

  fileprivate func ownBadge(_ path: String) -> JSON {
    if case .count(let count)? = own[path]?.badge { return .integer(Int64(count)) }
    return 0
  }

  /// As `tally_badge` has them.
  fileprivate func flags(_ path: String) -> JSON {
    var flags: Int64 = 0
    switch own[path]?.badge ?? .none {
    case .none: break
    case .count: flags += 1
    case .dot: flags += 2
    }
    if messages[path] != nil { flags += 4 }
    if isLit(path) { flags += 8 }
    flags += 16 * Int64((own[path]?.mute ?? .none).rawValue)
    return .integer(flags)
  }

  /// The own states of a subtree.
  fileprivate func owned(at path: String) -> [String: OwnState] {
    own.filter { isWithin($0.key, path) && !$0.value.isEmpty }
  }
}

extension Mute {
  fileprivate var number: JSON {
    .integer(Int64(mode.rawValue))
  }
}

extension Status {
  fileprivate var name: String {
    switch self {
    case .ok: "TALLY_OK"
    case .held: "TALLY_HELD"
    case .failed: "TALLY_ERROR_RANGE"
    }
  }

  /// Left out for OK.
  fileprivate var expected: [(String, JSON)] { self == .ok ? [] : [("status", .text(name))] }
}

extension TallyTreeTests.Operation {
  fileprivate var path: String? {
    switch self {
    case .set(let path, _, _), .dot(let path, _), .add(let path, _), .clear(let path), .force(let path),
      .mute(let path, _, _):
      path
    case .page, .leveled, .expire, .link, .unlink, .rule: nil
    }
  }

  fileprivate var until: Int64 {
    switch self {
    case .set(_, _, let expires), .dot(_, let expires): expires
    case .mute(_, _, let until): until
    case .add, .clear, .force, .page, .expire, .leveled, .link, .unlink, .rule: 0
    }
  }

  fileprivate var isMute: Bool {
    if case .mute = self { return true }
    return false
  }

  /// As an operation of a batch; nil: there is none.
  fileprivate func inBatch(_ wall: Int64) -> JSON? {
    guard let path else { return nil }
    var members: [(String, JSON)] = [("path", .text(path))]
    switch self {
    case .set(_, let count, _): members += [("kind", 1), ("value", .integer(count))]
    case .dot: members += [("kind", 2)]
    case .add(_, let delta): members += [("kind", 3), ("value", .integer(delta))]
    case .clear: members += [("kind", 4)]
    case .force: members += [("kind", 5)]
    case .mute(_, let mute, _): members += [("kind", 6), ("value", mute.number)]
    case .page, .expire, .leveled, .link, .unlink, .rule: return nil
    }
    if until != 0 { members.append(("until", .integer(wall + until))) }
    return .object(members)
  }
}

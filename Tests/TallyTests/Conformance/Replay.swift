import Foundation
import Synchronization
import Tally

/// A step that cannot be done, or gave something else than is expected.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The result of a step: a qualified success, and its outputs.
struct Answer: Sendable {
  var status = Status.ok
  var out: [String: Value] = [:]

  static let ok = Answer()
}

/// The last rows of the lists of a replay.
struct LastRows {
  var message: Message?
  var group: Message.Group?
  var entry: Outbox.Entry?
  var note: Reminder.Note?
  var rejected: Feed.Rejected?
  var name: String?
}

/// One case of the conformance data, in an engine of its own.
final class Replay {
  let clock: StandingClock
  let driven: HostDrivenEngine
  var engine: Engine { driven.engine }
  var accounts: [String: Account] = [:]
  var feeds: [String: Feed] = [:]
  var nodes: [String: Node] = [:]
  var observations: [String: Subscription] = [:]
  /// The tokens of plans.
  var plans: [String: UInt64] = [:]
  var views: [String: Subscription] = [:]
  var widgets: [String: Subscription] = [:]
  var kept: [String: Value] = [:]
  /// The last rows of lists, behind which the next ones go on.
  var last = LastRows()
  let noted = Noted()
  /// The folder of the case's files.
  let folder: URL?
  /// The step under way.
  var step: [String: Value] = [:]

  init(_ given: Value) throws {
    let clock = StandingClock(wall: given["wall"]?.integer ?? 1_767_225_600_000)
    self.clock = clock
    var configuration = Engine.Configuration()
    configuration.clock = { clock.now }
    configuration.seed = 1
    configuration.zone = given["zone"]?.text ?? "UTC"
    for (name, value) in given["options"]?.object ?? [:] {
      let number = value.integer.map { Int($0) }
      switch name {
      case "max_depth": configuration.maxDepth = number
      case "max_path_bytes": configuration.maxPathBytes = number
      case "max_nodes": configuration.maxNodes = number
      case "max_accounts": configuration.maxAccounts = number
      case "max_feeds": configuration.maxFeeds = number
      case "max_requests": configuration.maxRequests = number
      case "max_requests_per_origin": configuration.maxRequestsPerOrigin = number
      case "max_observers": configuration.maxObservers = number
      case "max_response_bytes": configuration.maxResponseBytes = number
      case "max_forgotten": configuration.maxForgotten = number
      case "max_marks": configuration.maxMarks = number
      case "max_failed_rows": configuration.maxFailedRows = number
      case "max_rejected": configuration.maxRejected = number
      case "max_reminder_log": configuration.maxReminderLog = number
      case "max_cached_groups": configuration.maxCachedGroups = number
      case "max_events": configuration.maxEvents = number
      case "max_completions": configuration.maxCompletions = number
      case "max_batch_ids": configuration.maxBatchIDs = number
      case "batch_id_time": configuration.batchIDTime = number.map { .milliseconds($0) }
      default: throw Mismatch("no such option: \(name)")
      }
    }
    folder = given["file"] == nil ? nil : FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    if let folder, let file = given["file"]?.text {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      configuration.file = folder.appending(path: file).path
    }
    driven = try HostDrivenEngine(configuration)
  }

  /// - Returns: how many steps it has.
  static func run(_ line: Substring) throws -> Int {
    let given = Value(json: try JSONSerialization.jsonObject(with: Data(line.utf8)))
    let steps = given["steps"]?.list ?? []
    if steps.contains(where: { lacks.contains($0["call"]?.text ?? "") }) { return steps.count }
    let replay = try Replay(given)
    for (number, step) in steps.enumerated() {
      do {
        try replay.take(step.object ?? [:])
      } catch let mismatch as Mismatch {
        throw Mismatch("\(given["case"]?.text ?? "?"), step \(number + 1): \(step)\n\(mismatch)")
      }
    }
    try replay.engine.close()
    if let folder = replay.folder { try FileManager.default.removeItem(at: folder) }
    return steps.count
  }

  /// Whether the face cannot say a step: its points in time are dates, of which none is refused for being negative, its
  /// counts are `Int`, and it lists a snapshot or a patch as a whole.
  private static func isUnspeakable(_ step: [String: Value]) -> Bool {
    if [.text("snapshot_list"), .text("patch_list")].contains(step["call"]) {
      if step["path"] != .text("root") || step["limit"] != nil || step["after"] != nil { return true }
    }
    let counts = [step["count"], step["badge"]?["count"], step["style"]?["max_count"]]
    return step["until"] == .integer(-1) || counts.contains { $0.map { $0.text != nil && $0.integer == nil } ?? false }
  }

  private func take(_ given: [String: Value]) throws {
    if Replay.isUnspeakable(given) { return }
    step = given.filter { $0.key != "out" && $0.key != "as" }.mapValues(resolved)
    let call = given["call"]?.text ?? ""
    guard let function = Replay.calls[call] else { throw Mismatch("there is no such call") }
    let name = given["status"]?.text ?? "TALLY_OK"
    var answer: Answer
    do {
      answer = try function(self)
    } catch let error as TallyError {
      guard error.code.name == name else { throw Mismatch("it fails with \(error)") }
      let part = given["message"]?.text ?? ""
      guard part.isEmpty || error.message.contains(part) else {
        throw Mismatch("the message is '\(error.message)'")
      }
      answer = Answer(status: Status(error.code), out: batchOutcome(error))
    }
    if answer.status.name != name { throw Mismatch("it answers \(answer.status), not \(name)") }
    if let expected = given["out"], !Value.object(answer.out).has(resolved(expected)) {
      throw Mismatch("it gives \(Value.object(answer.out))")
    }
    if let name = given["as"]?.text {
      kept[name] =
        answer.out["text"] ?? answer.out["bytes"] ?? answer.out["digest"] ?? answer.out["revision"]
        ?? answer.out["next"]
    }
  }

  /// A refused batch says which operation was refused.
  private func batchOutcome(_ error: TallyError) -> [String: Value] {
    guard let culprit = error.operation, let operations = step["operations"]?.list else { return [:] }
    let results = operations.indices.map { index in
      Value.object(["status": .text(index == culprit ? error.code.name : "TALLY_ERROR_NOT_APPLIED")])
    }
    return ["operations": .list(results)]
  }

  private func resolved(_ value: Value) -> Value {
    switch value {
    case .text(let text): text.hasPrefix("$") ? kept[String(text.dropFirst())] ?? value : value
    case .list(let list): .list(list.map(resolved))
    case .object(let object): .object(object.mapValues(resolved))
    default: value
    }
  }

  // MARK: Arguments

  func text(_ name: String) -> String? { step[name]?.text }
  func word(_ name: String) -> String { text(name) ?? "" }
  func number(_ name: String) -> Int64 { step[name]?.integer ?? 0 }
  /// Whether a list goes on behind the last row of the one before.
  var continues: Bool { step["after"] != nil }
  func flag(_ name: String, _ bit: Int64) -> Bool { number(name) & bit != 0 }
  var path: String { word("path") }
  var limit: Int { step["limit"]?.integer.map { Int($0) } ?? 10_000 }

  /// A point in time; 0: none.
  func date(_ name: String) -> Date? { Replay.date(number(name)) }
  static func date(_ milliseconds: Int64) -> Date? {
    milliseconds == 0 ? nil : Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    if let text = text("text") { return [UInt8](text.utf8) }
    return try Replay.bytes(hexadecimal: word(name))
  }

  static func bytes(hexadecimal digits: String) throws -> [UInt8] {
    let digits = Array(digits.utf8)
    return try stride(from: 0, to: digits.count, by: 2).map { place in
      guard let byte = UInt8(String(decoding: digits[place..<min(place + 2, digits.count)], as: UTF8.self), radix: 16)
      else { throw Mismatch("no hexadecimal digits") }
      return byte
    }
  }

  func account(_ name: String = "account") throws -> Account {
    guard let account = accounts[word(name)] else { throw Mismatch("there is no such account") }
    return account
  }

  var feed: Feed { get throws { try found(feeds[word("feed")]) } }
  var node: Node { get throws { try found(nodes[word("node")]) } }

  func found<Handle>(_ handle: Handle?) throws -> Handle {
    guard let handle else { throw Mismatch("a handle that nobody made") }
    return handle
  }

  /// The key of the message with an identifier; nil: none is given.
  func key(_ id: String?) throws -> Message.Key? {
    guard let id else { return nil }
    let message = try account().messages(limit: 10_000).entries.first { $0.serverID == id }
    return message?.key ?? Message.Key(rawValue: .max)
  }

  /// The row of an outbox.
  var row: Outbox.Entry.ID { Outbox.Entry.ID(rawValue: number("id")) }

  var keys: [Message.Key] { get throws { try (step["keys"]?.list ?? []).compactMap { try key($0.text) } } }

  // MARK: Results

  /// A list that returns all rows up to a limit, and does not report whether there are more: it reads one more.
  func listing<Element>(
    _ list: (Int) throws -> [Element], _ value: (Element) -> [String: Value]
  ) throws -> Answer {
    let entries = try list(min(limit + 1, 10_000))
    return page(Array(entries.prefix(limit)), entries.count > limit, value)
  }

  func page<Element>(_ page: ListPage<Element>, _ value: (Element) -> [String: Value]) -> Answer {
    self.page(page.entries, page.hasMore, value)
  }

  /// The last row of a list continues it in this face, and `last` keeps it.
  func page<Element>(_ entries: [Element], _ hasMore: Bool, _ value: (Element) -> [String: Value]) -> Answer {
    let values = entries.map(value)
    last.name = values.last?["name"]?.text ?? values.last?["id"]?.text
    return Answer(
      status: hasMore ? .more : .ok,
      out: ["entries": .list(values.map(Value.object)), "next": .text("the last row")])
  }

  func bytes(_ bytes: [UInt8]) -> Answer {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return Answer(out: ["bytes": .text(String(decoding: text, as: UTF8.self))])
  }

  // MARK: Events

  /// An observer without a closure: what it is told waits in the queue.
  func watch(_ observation: Subscription) -> Answer {
    observations[word("token")] = observation
    return .ok
  }

  func begin(_ view: Subscription) -> Answer {
    views[word("token")] = view
    return Answer(status: view.isHeld ? .held : .ok)
  }

  func endView() throws -> Answer {
    try found(views[word("token")]).cancel()
    return .ok
  }

  func end() throws -> Answer {
    if let widget = widgets.removeValue(forKey: word("token")) {
      widget.cancel()
      return .ok
    }
    try found(observations[word("token")]).cancel()
    return .ok
  }

  /// All that waits, in its order.
  func events() throws -> Answer {
    var entries: [Value] = []
    while let event = try driven.nextEvent() { entries.append(.object(value(event))) }
    return Answer(out: ["entries": .list(entries)])
  }

  private func value(_ sync: Engine.Event.Sync) -> [String: Value] {
    [
      "kind": 3, "text": .text(sync.text), "result": .text(Status(sync.result).name), "added": Value(sync.added),
      "changed": Value(sync.changed), "removed": Value(sync.removed), "rejected": Value(sync.rejected),
      "feed": .text(feeds.first { $0.value.id == sync.feed }?.key ?? ""), "badge_kind": Replay.kind(sync.kind),
      "count": Value(sync.count), "revision": Value(sync.revision), "http_status": Value(sync.httpStatus ?? 0),
    ]
  }

  private func value(_ event: HostDrivenEngine.Event) -> [String: Value] {
    func of(_ account: Account.ID, _ observer: UInt64 = 0) -> [String: Value] {
      [
        "account": .text(accounts.first { $0.value.id == account }?.key ?? ""),
        "token": .text(observations.first { $0.value.id == observer }?.key ?? ""),
      ]
    }
    func shown(
      _ kind: Badge.Kind, _ count: Int, _ revision: UInt64, _ highlights: Int, _ level: Badge.Level
    ) -> [String: Value] {
      [
        "badge_kind": Replay.kind(kind), "count": Value(count), "revision": Value(revision),
        "highlights": Value(highlights), "level": .integer(Int64(level.rawValue)),
      ]
    }
    switch event {
    case .badge(let change, let account, let observer):
      return ["kind": 1, "text": .text(change.path)]
        .merging(shown(change.kind, change.count, change.revision, change.highlights, change.level)) { $1 }.merging(
          of(account, observer)
        ) { $1 }
    case .total(let total, let observer):
      return ["kind": 2].merging(shown(total.kind, total.count, total.revision, total.highlights, total.level)) { $1 }
        .merging(of(Account.ID(rawValue: 0), observer)) { $1 }
    case .messages(let counts, let path, let account, let observer):
      return [
        "kind": 7, "text": .text(path), "total": Value(counts.total), "unread": Value(counts.unread),
        "unseen": Value(counts.unseen),
      ].merging(of(account, observer)) { $1 }
    case .group(let change, let account, let observer):
      var thread = ""
      if case .group(let changed) = change { thread = changed }
      return ["kind": 8, "text": .text(thread)].merging(of(account, observer)) { $1 }
    case .engine(.synced(let sync)): return value(sync).merging(of(sync.account)) { $1 }
    case .synced(let sync, let observer): return value(sync).merging(of(sync.account, observer)) { $1 }
    case .engine(.unauthorized(let account, _, let message)):
      return ["kind": 5, "text": .text(message)].merging(of(account)) { $1 }
    case .engine(.drift(let drift, let account)):
      return [
        "kind": 10, "text": .text(drift.path), "count": Value(drift.ours), "total": Value(drift.theirs),
        "highlights": Value(drift.ourHighlights), "total_highlights": Value(drift.theirHighlights),
      ].merging(of(account)) { $1 }
    case .engine(.resync): return ["kind": 9, "result": .text("TALLY_RESYNC")]
    case .engine(.reminder(let firing)):
      return [
        "kind": 9, "text": .text(firing.id), "next_time": Value(firing.due), "missed": Value(firing.isMissed),
        "count": Value(firing.count),
      ].merging(of(firing.account)) { $1 }
    case .widget: return ["kind": 6]
    case .refreshed: return ["kind": 4]
    }
  }

  /// The wall clock is at a point in time; with `elapses` so much time has passed, too.
  func go(elapses: Bool) throws -> Answer {
    let to = Date(timeIntervalSince1970: Double(number("to")) / 1000)
    if elapses {
      let milliseconds = ((to.timeIntervalSince1970 - clock.now.wall.timeIntervalSince1970) * 1000).rounded()
      clock.go(.milliseconds(Int64(milliseconds)))
    }
    clock.set(wall: to)
    try driven.step()
    return .ok
  }
}

extension Value: ExpressibleByIntegerLiteral {
  init(integerLiteral integer: Int64) { self = .integer(integer) }
}

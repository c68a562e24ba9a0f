import Foundation
import Tally
import TallyWire

/// One request about an account. Its members are as hostile as those of a batch.
struct Request {
  let members: Members
  let engine: Engine
  let partition: Int
  let partitions: Int
  let epoch: UInt64

  /// The most rows of an answer.
  static let maximumRows: Int64 = 1000
  static let defaultRows: Int64 = 100
  /// The most bytes of the rows of an answer: a message of NATS has 1 MiB by default.
  static let maximumBytes = 512 << 10

  /// - Returns: the result, in JSON.
  func answer(_ verb: String) throws -> [UInt8] {
    switch verb {
    case "get": return try get()
    case "list": return try list()
    case "changes": return try changes()
    case "explain": return try explain()
    case "messages": return try messages()
    case "groups": return try groups()
    case "plan": return try plan()
    default: throw Rejection(.unsupported, "unknown verb '\(verb.prefix(40))'")
    }
  }

  private func account() throws -> Account {
    let name = try members.requiredName("account")
    let home = try Account.partition(of: name, among: UInt32(clamping: partitions))
    if Int(home) != partition {
      throw Rejection(.conflict, "the account belongs to partition \(home), not \(partition)")
    }
    return try engine.openAccount(name, mayCreate: false)
  }

  private var path: String { get throws(Rejection) { try members.name("path") ?? BadgePath.root.description } }

  private func limit() throws(Rejection) -> Int {
    Int(try members.integer("limit", in: 1...Request.maximumRows) ?? Request.defaultRows)
  }

  private func key(_ member: String) throws(Rejection) -> UInt64? {
    try members.integer(member, in: 0...Int64.max).flatMap { $0 == 0 ? nil : UInt64($0) }
  }

  /// The message behind which a page begins; nil: the newest begins it.
  private func lastKey() throws(Rejection) -> Tally.Message.Key? {
    try members.integer("after", in: 0...Int64.max).flatMap { $0 == 0 ? nil : Tally.Message.Key(rawValue: $0) }
  }

  // MARK: - Badges

  private func get() throws -> [UInt8] {
    let account = try account()
    let path = try path
    var text = JSONText()
    text.put(path: try BadgePath(path).description, try account.badge(at: path))
    return text.bytes
  }

  private func list() throws -> [UInt8] {
    let account = try account()
    let after = try members.name("after").map { Array($0.utf8) }
    let limit = try limit()
    // Sorted by the bytes of their paths.
    let list = try account.badges(at: try path)
    let rest = list.entries.drop { entry in
      after.map { !$0.lexicographicallyPrecedes(entry.path.utf8) } ?? false
    }
    return page("badges", rest, limit: limit, hasMore: false, next: { .text($0.path) }) {
      $1.put(path: $0.path, $0.badge)
    } more: { text, _ in
      text.put("revision", list.revision)
    }
  }

  /// Revisions are counted by each engine for itself, so the epoch belongs to a revision. A path that shows nothing any
  /// more leaves no trace: the answer is either that nothing has changed, or everything that shows.
  private func changes() throws -> [UInt8] {
    let account = try account()
    let since = try key("since") ?? 0
    let known = try key("epoch")
    let list = try account.badges(at: BadgePath.root)
    let isSame = since != 0 && since == list.revision && (known == nil || known == epoch)
    return page("changes", isSame ? [] : list.entries, hasMore: false, next: { .text($0.path) }) {
      $1.put(path: $0.path, $0.badge)
    } more: { text, isCut in
      text.put("revision", list.revision)
      text.put("resync", !isSame)
      text.put("more", isCut)
    }
  }

  private func explain() throws -> [UInt8] {
    let reasons = try account().explain(at: try path)
    var text = JSONText()
    text.object {
      $0.putArray("reasons", reasons.prefix(Int(Request.maximumRows))) { $1.put($0) }
      $0.put("text", reasons.prefix(Int(Request.maximumRows)).map(\.line).joined(separator: "\n"))
    }
    return text.bytes
  }

  // MARK: - Messages and reminders

  private func messages() throws -> [UInt8] {
    let account = try account()
    let last = try lastKey().map { try account.message($0) }
    let page = try account.messages(at: try path, after: last, limit: try limit())
    return self.page("messages", page.entries, hasMore: page.hasMore, next: { .number($0.key.rawValue) }) { $1.put($0) }
  }

  private func groups() throws -> [UInt8] {
    let (account, language, limit) = (try account(), try members.name("locale"), try limit())
    let page =
      if let last = try lastKey() {
        try account.groups(language: language, behind: try account.message(last), limit: limit)
      } else {
        try account.groups(language: language, limit: limit)
      }
    return self.page("groups", page.entries, hasMore: page.hasMore, next: { .number($0.newest.rawValue) }) {
      $1.put($0)
    }
  }

  /// The next occurrence of each reminder.
  private func plan() throws -> [UInt8] {
    let account = try account()
    let from = try members.time("from") ?? Date(timeIntervalSince1970: 0)
    let to = try members.time("to") ?? Date(timeIntervalSince1970: 1e12)
    let limit = try limit()
    let due = try account.reminders().compactMap { reminder in
      reminder.nextTime.flatMap { $0 >= from && $0 < to ? (time: $0, reminder: reminder) : nil }
    }.sorted { ($0.time, $0.reminder.id) < ($1.time, $1.reminder.id) }
    var text = JSONText()
    text.object {
      $0.putArray("occurrences", due.prefix(limit)) { occurrence, text in
        text.object {
          $0.put("time", occurrence.time)
          $0.put("reminder", occurrence.reminder.id)
          $0.put("title", occurrence.reminder.title)
          $0.put("body", occurrence.reminder.body)
          $0.put("path", occurrence.reminder.path)
        }
      }
      $0.put("more", due.count > limit)
    }
    return text.bytes
  }

  // MARK: - Pages

  private enum Next { case text(String), number(Int64) }

  /// Rows up to a number and a size. `next` is what the next request gives as `after`.
  private func page<Row>(
    _ name: String, _ rows: some Sequence<Row>, limit: Int = .max, hasMore: Bool, next: (Row) -> Next,
    _ put: (Row, inout JSONText) -> Void, more: (inout JSONText, _ isCut: Bool) -> Void = { _, _ in }
  ) -> [UInt8] {
    var list: [[UInt8]] = []
    var size = 0
    var last: Row?
    var isCut = hasMore
    for row in rows {
      if list.count == limit || size > Request.maximumBytes {
        isCut = true
        break
      }
      var text = JSONText()
      put(row, &text)
      size += text.bytes.count
      list.append(text.bytes)
      last = row
    }
    var text = JSONText()
    text.object {
      $0.putArray(name, list) { $1.put(json: $0) }
      if isCut, let last {
        switch next(last) {
        case .text(let after): $0.put("next", after)
        case .number(let after): $0.put("next", after)
        }
      }
      more(&$0, isCut)
    }
    return text.bytes
  }
}

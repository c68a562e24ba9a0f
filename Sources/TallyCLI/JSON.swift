import Tally

extension Duration {
  var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// One JSON object. Its members keep the order in which they were added.
struct JSONObject {
  private var members: [String] = []

  var line: String { "{" + members.joined(separator: ",") + "}\n" }

  mutating func put(_ name: String, _ value: String) { members.append("\(quote(name)):\(quote(value))") }
  mutating func put(_ name: String, _ value: some BinaryInteger) { members.append("\(quote(name)):\(value)") }
  mutating func put<Thing>(_ name: String, _ id: Identifier<Thing>) { put(name, id.rawValue) }
  mutating func put(_ name: String, _ value: Bool) { members.append("\(quote(name)):\(value)") }
  /// Milliseconds since 1970.
  mutating func put(_ name: String, _ time: Date?) {
    guard let time else { return putNull(name) }
    put(name, Int64((time.timeIntervalSince1970 * 1000).rounded()))
  }
  mutating func put(_ name: String, _ number: Double) { members.append("\(quote(name)):\(number)") }
  mutating func put(_ name: String, _ object: JSONObject) {
    members.append("\(quote(name)):\(object.line.dropLast())")
  }
  mutating func put(_ name: String, _ texts: [String]) {
    members.append("\(quote(name)):[" + texts.map(quote).joined(separator: ",") + "]")
  }
  mutating func putNull(_ name: String) { members.append("\(quote(name)):null") }

  private func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.isUnsafe {
          result += escape(scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension JSONObject {
  init(path: String, _ badge: Badge) {
    put("path", path)
    put("kind", badge.kind.rawValue)
    put("shows", badge.shows)
    put("count", badge.count)
    put("highlights", badge.highlights)
    put("level", "\(badge.level)")
    put("revision", badge.revision)
    put(badge.own)
    put("fed", badge.isFed)
    put("mute", "\(badge.mute.mode)")
    put("passes_highlights", badge.mute.passesHighlights)
    put("snoozed", badge.isSnoozed)
  }

  init(_ reason: Badge.Reason) {
    put("path", reason.path)
    put("contributed", reason.contributed)
    put("lights", reason.lights)
    put("muted", reason.isMuted)
    put(reason.own)
    put("overridden", reason.isOverridden)
    put("fed", reason.isFed)
    put("fed_count", reason.fedCount)
    put("messages", reason.messages.map(\.serverID))
    put("mute", "\(reason.mute.mode)")
    put("kept", reason.keptCount)
    put("snoozed", reason.isSnoozed)
    put("flagged", reason.isFlagged)
    put("linked", reason.isLinked)
    put("counting", reason.isCounting)
    put("highlights", reason.highlights)
    put("level", "\(reason.level)")
  }

  init(_ feed: Feed.Stored) {
    put("id", feed.id)
    put("name", feed.name)
    put("url", feed.url)
    put("prefix", feed.prefix)
    put("title", feed.title)
    put("last_success", feed.lastSuccess)
    put("rejected", feed.rejectedCount)
  }

  init(_ drift: Feed.Drift) { put(drift) }

  mutating func put(_ drift: Feed.Drift) {
    put("path", drift.path)
    put("feed", drift.feed)
    put("ours", drift.ours)
    put("theirs", drift.theirs)
    put("our_highlights", drift.ourHighlights)
    put("their_highlights", drift.theirHighlights)
  }

  init(_ item: Feed.Rejected) {
    put("id", item.id)
    put("time", item.time)
    put("reason", item.reason)
    put("body", item.body)
  }

  init(_ message: Message) {
    put("key", message.key)
    put("id", message.serverID)
    put("path", message.path)
    put("state", "\(message.state)")
    put("count", message.count)
    put("kind", message.kind)
    put("title", message.title)
    put("body", message.body)
    put("time", message.time)
    put("thread", message.thread)
    put("category", message.category)
    put("argument", message.argument)
    put("link", message.link)
    put("icon", message.icon)
    put("subtitle", message.subtitle)
    put("also", message.also)
    put("data_size", message.dataSize)
    put("level", "\(message.level)")
    put("snoozed_until", message.snoozeEnd)
  }

  mutating func put(_ own: Badge.Value) {
    switch own {
    case .none: putNull("own")
    case .dot: put("own", "dot")
    case .count(let number): put("own", number)
    }
  }

  init(_ sync: Engine.Event.Sync) {
    put("type", "sync")
    switch sync.result {
    case .success(.synced): put("result", "TALLY_OK")
    case .success(.notModified): put("result", "TALLY_NOT_MODIFIED")
    case .failure(let error): put("result", error.code.name)
    }
    put(sync.error == nil ? "title" : "message", sync.text)
    put("added", sync.added)
    put("changed", sync.changed)
    put("removed", sync.removed)
    put("rejected", sync.rejected)
    put("next", sync.nextTime)
    if let wait = sync.retryAfter { put("retry_after", wait.wholeMilliseconds) }
  }
}

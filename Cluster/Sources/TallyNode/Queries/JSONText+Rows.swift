import Tally

// Rows have the members that `tally … --json` prints.
extension JSONText {
  mutating func put(path: String, _ badge: Badge) {
    object {
      $0.put("path", path)
      $0.put("kind", badge.kind.rawValue)
      $0.put("shows", badge.shows)
      $0.put("count", badge.count)
      $0.put("highlights", badge.highlights)
      $0.put("level", "\(badge.level)")
      $0.put("revision", badge.revision)
      $0.put(badge.own)
      $0.put("fed", badge.isFed)
      $0.put("mute", "\(badge.mute.mode)")
      $0.put("passes_highlights", badge.mute.passesHighlights)
      $0.put("snoozed", badge.isSnoozed)
    }
  }

  private mutating func put(_ own: Badge.Value) {
    switch own {
    case .none: putNull("own")
    case .dot: put("own", "dot")
    case .count(let number): put("own", number)
    }
  }

  mutating func put(_ reason: Badge.Reason) {
    object {
      $0.put("path", reason.path)
      $0.put("contributed", reason.contributed)
      $0.put("lights", reason.lights)
      $0.put("muted", reason.isMuted)
      $0.put(reason.own)
      $0.put("overridden", reason.isOverridden)
      $0.put("fed", reason.isFed)
      $0.put("fed_count", reason.fedCount)
      $0.putArray("messages", reason.messages) { $1.put($0.serverID) }
      $0.put("mute", "\(reason.mute.mode)")
      $0.put("kept", reason.keptCount)
      $0.put("snoozed", reason.isSnoozed)
      $0.put("flagged", reason.isFlagged)
      $0.put("linked", reason.isLinked)
      $0.put("counting", reason.isCounting)
      $0.put("highlights", reason.highlights)
      $0.put("level", "\(reason.level)")
    }
  }

  mutating func put(_ message: Tally.Message) {
    object {
      $0.put("key", message.key.rawValue)
      $0.put("id", message.serverID)
      $0.put("path", message.path)
      $0.put("state", "\(message.state)")
      $0.put("count", message.count)
      $0.put("kind", message.kind)
      $0.put("title", message.title)
      $0.put("body", message.body)
      $0.put("time", message.time)
      $0.put("thread", message.thread)
      $0.put("category", message.category)
      $0.put("argument", message.argument)
      $0.put("link", message.link)
      $0.put("icon", message.icon)
      $0.put("subtitle", message.subtitle)
      $0.putArray("also", message.also) { $1.put($0) }
      $0.put("data_size", message.dataSize)
      $0.put("level", "\(message.level)")
      $0.put("snoozed_until", message.snoozeEnd)
    }
  }

  mutating func put(_ group: Tally.Message.Group) {
    object {
      $0.put("thread", group.thread)
      $0.put("newest", group.newest.rawValue)
      $0.put("oldest", group.oldest.rawValue)
      $0.put("items", group.items)
      $0.put("notifications", group.notifications)
      $0.put("fresh", group.fresh)
      $0.put("time", group.time)
      $0.put("path", group.path)
      $0.put("title", group.title)
      $0.put("summary", group.summary)
      $0.put("language", group.language)
      $0.put("origin", "\(group.origin)")
    }
  }
}

extension Badge.Reason {
  /// "root.chat 3: count 3".
  var line: String {
    var causes: [String] = []
    switch own {
    case .none: break
    case .dot: causes.append("dot")
    case .count(let number): causes.append("count \(number)" + (isOverridden ? " (overridden)" : ""))
    }
    if isFed, !(isFlagged && messages.isEmpty) { causes.append("messages \(fedCount)") }
    if isFlagged { causes.append("marked as unread") }
    if isMuted { causes.append("held back by a mute") }
    if isSnoozed { causes.append("snoozed") }
    if mute != .none { causes.append("mute \(mute)") }
    return "\(path) \(contributed): \(causes.joined(separator: ", "))"
  }
}

import Foundation
import Tally

// Presentation, watching, feeds.

extension Replay {
  // MARK: Presentation

  private static func style(_ given: Value?) -> Badge.Style? {
    guard let given, let fields = given["fields"]?.integer else { return nil }
    func has(_ field: Int64) -> Bool { fields & field != 0 }
    func number(_ name: String) -> Double { given[name]?.double ?? 0 }
    func color(_ name: String) -> Badge.Style.Color { Badge.Style.Color(rawValue: UInt32(given[name]?.integer ?? 0)) }
    return Badge.Style(
      dotRadius: has(1) ? number("dot_radius") : nil,
      offset: has(2) ? Badge.Style.Offset(x: number("offset_x"), y: number("offset_y")) : nil,
      fontSize: has(4) ? number("font_size") : nil, fontWeight: has(8) ? Int(number("font_weight")) : nil,
      textColor: has(16) ? color("text_color") : nil, backgroundColor: has(32) ? color("background_color") : nil,
      maxCount: has(64) ? Int(number("max_count")) : nil,
      overflow: has(128) ? Badge.Style.Overflow(rawValue: Int32(number("overflow"))) : nil,
      icon: has(256) ? given["icon"]?.text ?? "" : nil, highlightColor: has(512) ? color("highlight_color") : nil)
  }

  private static func value(_ style: Badge.Style) -> [String: Value] {
    var fields: Int64 = 0
    var out: [String: Value] = ["icon": .text(style.icon ?? "")]
    func add(_ field: Int64, _ name: String, _ value: Value?) {
      guard let value else { return }
      fields |= field
      out[name] = value
    }
    add(1, "dot_radius", style.dotRadius.map(Value.number))
    add(2, "offset_x", style.offset.map { .number($0.x) })
    add(2, "offset_y", style.offset.map { .number($0.y) })
    add(4, "font_size", style.fontSize.map(Value.number))
    add(8, "font_weight", style.fontWeight.map { Value($0) })
    add(16, "text_color", style.textColor.map { .integer(Int64($0.rawValue)) })
    add(32, "background_color", style.backgroundColor.map { .integer(Int64($0.rawValue)) })
    add(64, "max_count", style.maxCount.map { Value($0) })
    add(128, "overflow", style.overflow.map { .integer(Int64($0.rawValue)) })
    if style.icon != nil { fields |= 256 }
    add(512, "highlight_color", style.highlightColor.map { .integer(Int64($0.rawValue)) })
    out["fields"] = .integer(fields)
    return out
  }

  private static func value(_ presentation: Badge.Presentation) -> [String: Value] {
    let style = presentation.style
    var kind: Int64 = 0
    var text = ""
    switch presentation.content {
    case .nothing: break
    case .dot: kind = 1
    case .icon(let name): (kind, text) = (2, name)
    case .number(let number): (kind, text) = (3, number)
    }
    return [
      "kind": .integer(kind), "text": .text(text), "count": Value(presentation.count),
      "dot_radius": .number(style.dotRadius), "offset_x": .number(style.offset.x), "offset_y": .number(style.offset.y),
      "font_size": .number(style.fontSize), "font_weight": Value(style.fontWeight),
      "text_color": .integer(Int64(style.textColor.rawValue)),
      "background_color": .integer(Int64(style.backgroundColor.rawValue)), "max_count": Value(style.maxCount),
      "overflow": .integer(Int64(style.overflow.rawValue)), "highlighted": Value(presentation.isHighlighted ? 1 : 0),
    ]
  }

  static let looks: [String: Call] = [
    "style_set": { replay in
      try replay.account().setStyle(style(replay.step["style"]), at: replay.path)
      return .ok
    },
    "style_get": { Answer(out: value(try $0.account().style(at: $0.path))) },
    "badge_present": { Answer(out: value(try $0.account().presentation(at: $0.path))) },
    "present": { replay in
      let given = style(replay.step["style"]) ?? Badge.Style()
      let badge = replay.step["badge"]
      let kind = badge?["kind"]?.integer ?? 0
      let count = kind == 3 ? Int(badge?["count"]?.integer ?? 0) : 0
      let level = try replay.found(Badge.Level(rawValue: Int32(badge?["level"]?.integer ?? 0)))
      return Answer(out: value(try Badge.Presentation(shows: kind != 0, count: count, level: level, style: given)))
    },
  ]

  // MARK: Watching

  static let watching: [String: Call] = [
    "observe": { replay in
      replay.watch(
        try replay.driven.observe(
          replay.account(), at: replay.path, includingDescendants: replay.flag("flags", 1),
          initial: replay.flag("flags", 2)))
    },
    "observe_messages": { replay in
      replay.watch(
        try replay.driven.observeMessages(
          of: replay.account(), at: replay.path, includingDescendants: replay.flag("flags", 1)))
    },
    "observe_groups": { $0.watch(try $0.driven.observeGroups(of: $0.account(), initial: $0.flag("flags", 2))) },
    "observe_total": { $0.watch(try $0.driven.observeTotal(initial: $0.flag("flags", 2))) },
    "observe_feed": { $0.watch(try $0.driven.observe($0.feed)) },
    "unobserve": { try $0.end() },
    "view_begin": {
      $0.begin(
        try $0.account().beginView(
          at: $0.path, includingDescendants: $0.flag("flags", 1), reading: $0.flag("flags", 2)))
    },
    "view_end": { try $0.endView() },
  ]

  // MARK: Feeds

  private static func configuration(_ given: Value?) throws -> Feed.Configuration {
    var configuration = Feed.Configuration()
    let preset = given?["mapping_preset"]?.text
    let mapping = given?["mapping"]?.text
    if preset != nil || mapping != nil { configuration.mapping = Feed.Mapping(preset: preset, text: mapping) }
    func duration(_ value: Value) -> Duration? {
      value.integer.flatMap { $0 == -1 ? nil : .milliseconds($0) }
    }
    for (name, value) in given?.object ?? [:] {
      switch name {
      case "url": configuration.url = value.text
      case "prefix": configuration.prefix = value.text
      case "title": configuration.title = value.text
      case "flags":
        configuration.isInitialDelayExact = value.integer == 2
        configuration.isTemporary = value.integer == 4
      case "interval": configuration.interval = duration(value)
      case "initial_delay": configuration.initialDelay = duration(value)
      case "page_limit": configuration.pageLimit = Int(value.integer ?? 0)
      case "mapping", "mapping_preset": break
      default: throw Mismatch("no such option: \(name)")
      }
    }
    return configuration
  }

  /// -1: never.
  private static func time(_ duration: Duration?) -> Value {
    Value(duration.map { Int($0.components.seconds) * 1000 } ?? -1)
  }

  static let feedCalls: [String: Call] = [
    "feed_add": { replay in
      let name = replay.word("feed")
      replay.feeds[name] = try replay.account().addFeed(name, configuration: configuration(replay.step["options"]))
      return .ok
    },
    "feed_find": { replay in
      let name = replay.word("feed")
      replay.feeds[name] = try replay.account().feed(name)
      return .ok
    },
    "feed_find_by_id": { replay in
      let id = try replay.feed.id
      replay.feeds[replay.word("feed")] = try replay.account().feed(id: id)
      return .ok
    },
    "feed_list": { replay in
      try replay.listing {
        try replay.account().storedFeeds(after: replay.continues ? replay.last.name : nil, limit: $0)
      } _: { feed in
        [
          "name": .text(feed.name), "url": .text(feed.url), "prefix": .text(feed.prefix), "title": .text(feed.title),
          "last_success": Value(feed.lastSuccess), "rejected": Value(feed.rejectedCount),
          "interval": time(feed.configuration?.interval), "initial_delay": time(feed.configuration?.initialDelay),
          "page_limit": Value(feed.configuration?.pageLimit ?? 0),
          "options": Value(feed.configuration?.isTemporary == true ? 4 : 0),
          "mapping": .text(feed.configuration?.mapping?.text ?? ""),
          "flags": Value((feed.isRunning ? 1 : 0) | (feed.hasCredential ? 2 : 0)),
        ]
      }
    },
    "feed_remove": { replay in
      try replay.feed.remove()
      return .ok
    },
    "feed_refresh": { replay in
      try replay.feed.refresh()
      return .ok
    },
    "feed_deliver": { replay in
      try replay.feed.deliver(replay.bytes("bytes"))
      return .ok
    },
    "feed_push": { replay in
      try replay.feed.receivePush(replay.bytes("payload"))
      return .ok
    },
    "feed_list_rejected": { replay in
      let feed = try replay.feed.id
      let page = try replay.account().rejectedItems(
        ofFeed: feed, after: replay.continues ? replay.last.rejected : nil, limit: replay.limit)
      replay.last.rejected = page.entries.last
      return replay.page(page) {
        ["reason": .text($0.reason), "body": .text($0.body), "time": Value($0.time), "id": Value($0.id)]
      }
    },
    "account_push": { replay in
      try replay.account().receivePush(replay.bytes("payload"))
      return .ok
    },
    "mapping_try": { replay in
      let mapping = Feed.Mapping(preset: replay.text("preset"), text: replay.text("mapping"))
      return Answer(out: ["text": .text(try mapping.page(of: replay.bytes("body")))])
    },
  ]
}

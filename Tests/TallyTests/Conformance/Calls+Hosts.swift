import Foundation
import Synchronization
import Tally

// The calls of a host about its engine: files, presence, its loop, widgets.

/// The calls that the engine has made.
final class Noted: Sendable {
  private struct State {
    var drawn: [Value] = []
    var notices = 0
  }

  private let state = Mutex(State())

  func draw(_ presentation: Badge.Presentation, at path: String) {
    let (function, text) =
      switch presentation.content {
      case .nothing: ("hide", "")
      case .dot: ("show_dot", "")
      case .icon(let name): ("show_icon", name)
      case .number(let text): ("show_number", text)
      }
    let entry: [String: Value] = ["function": .text(function), "path": .text(path), "text": .text(text)]
    state.withLock { $0.drawn.append(.object(entry)) }
  }

  func notice() { state.withLock { $0.notices += 1 } }

  func takeDrawn() -> [Value] {
    state.withLock { state in
      defer { state.drawn = [] }
      return state.drawn
    }
  }

  func takeNotices() -> Int {
    state.withLock { state in
      defer { state.notices = 0 }
      return state.notices
    }
  }
}

extension Replay {
  /// Steps that the face has no function for. A case that has one of them is skipped.
  /// - `engine_dispatch`: `step()` calls closures, and other threads take events as streams.
  /// - `engine_interrupt`: no call waits for an event.
  /// - `engine_set_transport`: a transport is an asynchronous closure, and nobody knows when its task runs.
  static let lacks: Set<String> = ["engine_dispatch", "engine_interrupt", "engine_set_transport"]

  /// A call without outputs.
  private static func plain(_ body: @escaping @Sendable (Replay) throws -> Void) -> Call {
    { replay in
      try body(replay)
      return .ok
    }
  }

  static let hosts: [String: Call] = [
    "version": { _ in Answer(out: ["number": Value(Engine.versionNumber), "text": .text(Engine.version)]) },
    "status_name": { Answer(out: ["text": .text(TallyError.Code(rawValue: Int32($0.number("number"))).name)]) },
    "status_message": { Answer(out: ["text": .text(TallyError.Code(rawValue: Int32($0.number("number"))).message)]) },
    "engine_flush": plain { try $0.engine.flush() },
    "engine_backup": plain { try $0.engine.backup(to: $0.file("file"), replacing: $0.flag("flags", 1)) },
    "file_vacuum": plain { try Engine.vacuum($0.file("file")) },
    "file_recover": { replay in
      let found = try Engine.recover(replay.file("damaged"), into: replay.file("fresh"))
      return Answer(out: [
        "accounts_saved": Value(found.accounts.saved), "accounts_lost": Value(found.accounts.lost),
        "badges_saved": Value(found.badges.saved), "badges_lost": Value(found.badges.lost),
        "feeds_saved": Value(found.feeds.saved), "feeds_lost": Value(found.feeds.lost),
        "messages_saved": Value(found.messages.saved), "damaged_pages": Value(found.damagedPages),
      ])
    },
    "engine_limit": { replay in
      guard let limit = Engine.Limit(rawValue: Int32(replay.number("limit"))) else {
        throw TallyError(code: .argument)
      }
      let value = Int(replay.number("value"))
      let old = try value == -1 ? replay.engine.limit(limit) : replay.engine.setLimit(limit, to: value)
      return Answer(out: ["old": Value(old)])
    },
    "engine_get_stats": { replay in
      let found = try replay.engine.statistics()
      return Answer(out: [
        "accounts": Value(found.accounts), "loaded_accounts": Value(found.loadedAccounts),
        "feeds": Value(found.feeds), "observers": Value(found.observers), "events": Value(found.events),
        "file_size": Value(found.fileSize), "requests": Value(found.requests),
      ])
    },
    "engine_set_foreground": plain { try $0.engine.setForeground($0.number("foreground") != 0) },
    "engine_set_network": plain { try $0.engine.setNetwork(isAvailable: $0.number("available") != 0) },
    "engine_woke": plain { try $0.engine.woke() },
    "engine_get_timeout": { replay in
      let timeout = try replay.driven.timeout()
      guard let timeout else { return Answer(out: ["timeout": .integer(-1)]) }
      let (seconds, attoseconds) = timeout.components
      return Answer(out: ["timeout": .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000)])
    },
    "engine_get_descriptor": { Answer(out: ["descriptor": Value(Int(try $0.driven.descriptor()))]) },
    "engine_set_notify": plain { replay in
      let noted = replay.noted
      if replay.number("on") == 0 { return try replay.driven.setNotify(nil) }
      try replay.driven.setNotify { noted.notice() }
    },
    "notified": { Answer(out: ["count": Value($0.noted.takeNotices())]) },
    "widget_bind": plain { replay in
      let noted = replay.noted
      let path = try BadgePath(replay.path).description
      replay.widgets[replay.word("token")] = try replay.account().bindWidget(at: path) { noted.draw($0, at: path) }
    },
    "widget_refresh": plain { replay in
      for widget in replay.widgets.values { try widget.refresh() }
    },
    "drawn": { Answer(out: ["entries": .list($0.noted.takeDrawn())]) },
    "feed_get": { replay in
      let state = try replay.feed.state()
      return Answer(out: [
        "result": .text(Status(state.result).name), "text": .text(state.title), "in_flight": Value(state.isRequesting),
        "requests": Value(state.requests), "not_modified": Value(state.notModified), "failures": Value(state.failures),
        "failures_in_a_row": Value(state.failuresInARow), "last_success": Value(state.lastSuccess),
        "next_time": Value(state.nextTime),
      ])
    },
    "feed_refresh_now": plain { try $0.feed.refreshNow { _ in } },
    "feed_cancel": plain { try $0.feed.cancel() },
    "feed_pause": plain { replay in
      if replay.number("paused") != 0 { try replay.feed.pause() } else { try replay.feed.resume() }
    },
    "feed_show_page": { replay in
      let info = try replay.feed.pageShown(Int(replay.number("page")))
      let away = info.timeAway.map { $0.components }
      return Answer(out: [
        "first": Value(info.isFirst), "requested": Value(info.hasRequested),
        "away_time": .integer(away.map { $0.seconds * 1000 + $0.attoseconds / 1_000_000_000_000_000 } ?? -1),
      ])
    },
    "feed_hide_page": plain { try $0.feed.pageHidden(Int($0.number("page"))) },
  ]

  /// The path of a file in the case's folder.
  private func file(_ name: String) -> String { folder?.appending(path: word(name)).path ?? word(name) }
}

extension Replay {
  /// The credential of a step. The face cannot say an unknown kind.
  func credential() throws -> Credential {
    let given = step["credential"]
    func text(_ name: String) -> String { given?[name]?.text ?? "" }
    let kind: Credential.Kind =
      switch given?["kind"]?.integer {
      case 1: .bearer
      case 2: .basic(user: text("name"))
      case 3: .header(text("name"), format: given?["format"]?.text)
      case 4: .query(text("name"))
      default: throw TallyError(code: .argument)
      }
    return Credential(kind, secret: text("secret"), allowsPlainHTTP: given?["flags"]?.integer == 1)
  }

  /// The settings of a step. The face cannot say an unknown grouping or mode.
  func settings() throws -> Account.Settings {
    guard let given = step["settings"] else { return Account.Settings() }
    func known<Kind: RawRepresentable<Int32>>(_ name: String) throws -> Kind? {
      guard let number = given[name]?.integer else { return nil }
      guard let kind = Kind(rawValue: Int32(number)) else { throw TallyError(code: .argument) }
      return kind
    }
    func duration(_ name: String) -> Duration? { given[name]?.integer.map { .milliseconds($0) } }
    return Account.Settings(
      grouping: try known("grouping"), language: given["language"]?.text, outbox: try known("outbox"),
      outboxURL: given["outbox_url"]?.text, outboxRequestTimeout: duration("outbox_request_timeout"),
      outboxIdleTimeout: duration("outbox_idle_timeout"), pushPath: given["push_path"]?.text,
      feeding: try known("feeding"),
      outboxKinds: given["outbox_kinds"]?.integer.map { Outbox.Kinds(rawValue: UInt32($0)) })
  }
}

import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows what changes: as lines, or as a tree that is drawn in place.
actor Watcher {
  private let account: Account
  private let feeds: [Feed]
  private let isJSON: Bool
  private let isDrawing: Bool

  /// What was listed at the start needs not be told again.
  private var listed: UInt64 = 0
  private var mustDraw = true
  private var drawnLines = 0
  private var lastSyncs: [Int64: EngineEvent.Sync] = [:]

  init(_ account: Account, _ feeds: [Feed], isJSON: Bool) {
    self.account = account
    self.feeds = feeds
    self.isJSON = isJSON
    isDrawing = !isJSON && Output.standard.isTerminal
  }

  /// - Returns: the exit status.
  func run(_ changes: PendingChanges, _ events: AsyncStream<EngineEvent>, _ signals: Signals) async -> Int32 {
    start()
    return await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        await signals.wait()
        return 0
      }
      group.addTask {
        for await _ in changes.arrivals { await self.show(changes) }
        return nil
      }
      group.addTask {
        for await event in events {
          // What it changed comes first.
          await self.show(changes)
          if let status = await self.take(event) { return status }
        }
        return nil
      }
      if isDrawing {
        group.addTask {
          await self.draw()
          return nil
        }
      }
      var status: Int32 = 0
      for await ended in group {
        guard let ended else { continue }
        status = ended
        break
      }
      group.cancelAll()
      return status
    }
  }

  /// Tells what shows a badge already.
  private func start() {
    if isDrawing { return }
    guard let list = try? account.badges() else { return }
    listed = list.revision
    for entry in list.entries where entry.badge.shows {
      write(entry.path, entry.badge.shows, entry.badge.count, entry.badge.revision)
    }
  }

  private func show(_ pending: PendingChanges) {
    for change in pending.takeAll() {
      mustDraw = true
      if isDrawing || change.revision <= listed { continue }
      write(change.path, change.shows, change.count, change.revision)
    }
  }

  private func write(_ path: String, _ shows: Bool, _ count: Int, _ revision: UInt64) {
    if isJSON {
      var object = JSONObject()
      object.put("type", "badge")
      object.put("path", path)
      object.put("shows", shows)
      object.put("count", count)
      object.put("revision", revision)
      Output.standard.write(object.line)
    } else {
      Output.standard.write("\(path) \(shows ? 1 : 0) \(count)\n")
    }
  }

  /// - Returns: an exit status, where the event ends it all.
  private func take(_ event: EngineEvent) -> Int32? {
    switch event {
    case .synced(let sync):
      lastSyncs[sync.feed] = sync
      mustDraw = true
      if isJSON {
        Output.standard.write(JSONObject(sync).line)
      } else if !isDrawing, sync.result.isError {
        Output.error.write("tally: \(printable(sync.text.isEmpty ? sync.result.message : sync.text))\n")
      }
      return nil
    case .reminder(let firing):
      mustDraw = true
      if isJSON {
        var object = JSONObject()
        object.put("type", "reminder")
        object.put("id", firing.id)
        object.put("due", firing.due)
        object.put("missed", firing.isMissed)
        Output.standard.write(object.line)
      } else if !isDrawing {
        Output.standard.write("reminder \(printable(firing.id))\(firing.isMissed ? " missed" : "")\n")
      }
      return nil
    case .remindersResync:
      mustDraw = true
      if !isJSON, !isDrawing { Output.error.write("tally: more reminders have fired than can be shown\n") }
      return nil
    case .unauthorized(_, _, let message):
      return Exit.failing(Exit.permission, message.isEmpty ? Status.unauthorized.message : message).rawValue
    }
  }

  // MARK: Drawing

  /// Draws, at most ten times a second, and once a second for the time that passes.
  private func draw() async {
    var idle = 0
    while !Task.isCancelled {
      if mustDraw || idle >= 10 {
        mustDraw = false
        idle = 0
        drawOnce()
      }
      idle += 1
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func drawOnce() {
    guard let list = try? account.badges() else { return }
    let size = Output.standard.size
    let style: TreeText.Style = Output.standard.isColoured ? .coloured : .terminal
    var lines = TreeText(list.entries, at: BadgePath.root).lines(style)
    let room = max(1, size.rows - 2 - feeds.count)
    if lines.count > room {
      let hidden = lines.count - room + 1
      lines = lines.prefix(room - 1) + ["… \(hidden) more"]
    }
    lines += [""] + feeds.map(statusLine)
    var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
    // Without wrapping, so that a line on the screen is a line here.
    text += "\u{1B}[J\u{1B}[?7l" + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
    drawnLines = lines.count
    Output.standard.write(text)
  }

  private func statusLine(_ feed: Feed) -> String {
    guard let state = try? feed.state() else { return "closed" }
    let lastSync = lastSyncs[feed.id]
    var parts = feeds.count > 1 ? [printable(feed.name)] : []
    if !state.title.isEmpty { parts.append(printable(state.title)) }
    if let lastSync, lastSync.result.isError {
      parts.append(printable(lastSync.text.isEmpty ? lastSync.result.message : lastSync.text))
    } else if let lastSync {
      parts.append(
        lastSync.result == .notModified
          ? "nothing new" : "\(lastSync.added) new, \(lastSync.changed) changed, \(lastSync.removed) gone")
    }
    if state.isRequesting {
      parts.append("asking…")
    } else if let next = state.nextTime {
      parts.append("next in \(max(0, Int(next.timeIntervalSinceNow.rounded(.up)))) s")
    }
    return parts.joined(separator: " · ")
  }
}

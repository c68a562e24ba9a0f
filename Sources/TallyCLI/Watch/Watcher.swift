import Tally

/// Shows what changes: as lines, or as a tree that is drawn in place.
actor Watcher {
  private let account: Account
  private let watched: Watched
  private let output: OutputOptions
  private let isDrawing: Bool

  /// Changes that are contained in the first list are not reported again.
  private var listed: UInt64 = 0
  private var mustDraw = true
  private var screen = Screen()
  private var tick = 0
  private var lastSyncs: [Feed.ID: Engine.Event.Sync] = [:]

  init(_ account: Account, _ watched: Watched, _ output: OutputOptions) {
    self.account = account
    self.watched = watched
    self.output = output
    isDrawing = !output.isJSON && Output.standard.isTerminal
  }

  /// - Returns: the exit status.
  func run(
    _ changes: PendingChanges, _ events: some AsyncSequence<Engine.Event, Never> & Sendable, _ signals: Signals
  ) async -> Int32 {
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
          // The changes that it caused are printed first.
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
      if let length = watched.length {
        group.addTask {
          try? await Task.sleep(for: length)
          return 0
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

  /// Prints the feeds, and the badges that are shown already.
  private func start() {
    if isDrawing { return }
    for polled in watched.feeds {
      if output.isJSON {
        output.write { object in
          object.put("type", "feed")
          object.put("name", polled.feed.name)
          object.put("url", polled.url)
          object.put("interval", polled.interval.milliseconds)
        }
      } else {
        output.note("polling \(polled.url) every \(text(ofMilliseconds: polled.interval.milliseconds))")
      }
    }
    guard let list = try? account.badges(at: watched.path) else { return }
    listed = list.revision
    for entry in list.entries where entry.badge.shows {
      output.writeChange(entry.path, entry.badge.shows, entry.badge.count, entry.badge.revision)
    }
  }

  private func show(_ pending: PendingChanges) {
    for change in pending.takeAll() {
      mustDraw = true
      if isDrawing || change.revision <= listed { continue }
      output.writeChange(change.path, change.shows, change.count, change.revision)
    }
  }

  /// - Returns: an exit status if the event ends the command.
  private func take(_ event: Engine.Event) -> Int32? {
    switch event {
    case .synced(let sync):
      lastSyncs[sync.feed] = sync
      mustDraw = true
      if output.isJSON {
        Output.standard.write(JSONObject(sync).line)
      } else if !isDrawing, let error = sync.error {
        report(error, sync.feed)
      }
      return nil
    case .reminder(let firing):
      mustDraw = true
      if output.isJSON {
        output.write { object in
          object.put("type", "reminder")
          object.put("id", firing.id)
          object.put("due", firing.due)
          object.put("missed", firing.isMissed)
        }
      } else if !isDrawing {
        Output.standard.write("reminder \(printable(firing.id))\(firing.isMissed ? " missed" : "")\n")
      }
      return nil
    case .drift(let drift, _):
      if output.isJSON {
        output.write { object in
          object.put("type", "drift")
          object.put(drift)
        }
      } else if !isDrawing {
        Output.error.write("tally: \(drift.words(at: printable(drift.path)))\n")
      }
      return nil
    case .resync:
      mustDraw = true
      if !output.isJSON, !isDrawing { Output.error.write("tally: more has happened than can be shown\n") }
      return nil
    case .unauthorized(_, _, let message):
      let words = message.isEmpty ? TallyError.Code.unauthorized.message : message
      return Exit.failing(Exit.permission, Exit.words(.unauthorized, words)).rawValue
    }
  }

  private func report(_ error: TallyError, _ feed: Feed.ID) {
    let name = watched.feeds.first { $0.feed.id == feed }?.feed.name ?? ""
    let words = Exit.words(error.code, error.message)
    Output.error.write(Output.error.paint("tally:", .warning) + " feed '\(printable(name))': \(printable(words))\n")
  }

  // MARK: Drawing

  /// Draws at most ten times a second: after a change, while a request is in flight, and once a second to update the
  /// times.
  private func draw() async {
    while !Task.isCancelled {
      let isRequesting = watched.feeds.contains { (try? $0.feed.state())?.isRequesting ?? false }
      if mustDraw || isRequesting || tick % 10 == 0 {
        mustDraw = false
        drawOnce()
      }
      tick += 1
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func drawOnce() {
    guard let list = try? account.badges(at: watched.path), let top = try? BadgePath(watched.path).description else {
      return
    }
    screen.draw(TreeText(list.entries, at: top), status: watched.feeds.map(statusLine))
  }

  private func statusLine(_ polled: PolledFeed) -> String {
    guard let state = try? polled.feed.state() else { return "closed" }
    let lastSync = lastSyncs[polled.feed.id]
    var parts = watched.feeds.count > 1 ? [printable(polled.feed.name)] : []
    if !state.title.isEmpty { parts.append(printable(state.title)) }
    parts.append("every \(text(ofMilliseconds: polled.interval.milliseconds))")
    if state.isRequesting {
      parts.append("\(Screen.spinner(tick)) polling")
    } else if let next = state.nextTime {
      parts.append("next in \(max(0, Int(next.timeIntervalSinceNow.rounded(.up)))) s")
    }
    if let error = lastSync?.error {
      parts.append(printable(error.message))
    } else if let lastSync {
      parts.append(
        lastSync.result == .success(.notModified)
          ? "nothing new" : "\(lastSync.added) new, \(lastSync.changed) changed, \(lastSync.removed) removed")
    }
    return parts.joined(separator: " · ")
  }
}

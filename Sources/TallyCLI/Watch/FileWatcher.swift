import Tally

/// Shows what other commands change in a database. Only one process can have a database open. So the watcher opens it
/// only to read it: after a change, and when a badge or a mute in it ends.
actor FileWatcher {
  private let file: String
  private let path: String
  private let store: StoreOptions
  private let interval: Interval
  private let isDrawing: Bool

  private var screen = Screen()
  /// The badges that were printed last, by path; nil: none yet.
  private var shown: [String: Badge.Entry]?
  private var tree: TreeText?
  /// The state of the file when it was last read.
  private var stamp: FileStamp?
  /// When a badge or a mute ends next.
  private var end: Date?
  private var problem = ""

  init(_ file: String, _ path: String, _ store: StoreOptions, _ interval: Interval) {
    self.file = file
    self.path = path
    self.store = store
    self.interval = interval
    isDrawing = !store.output.isJSON && Output.standard.isTerminal
  }

  /// - Returns: the exit status.
  func run(_ signals: Signals) async throws -> Int32 {
    let often = text(ofMilliseconds: interval.milliseconds)
    if store.output.isJSON {
      store.output.write { object in
        object.put("type", "file")
        object.put("file", file)
        object.put("interval", interval.milliseconds)
      }
    } else if !isDrawing {
      store.output.note("reading \(file) every \(often)")
    }
    try update()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await signals.wait() }
      group.addTask { try await self.follow() }
      try await group.next()
      group.cancelAll()
      return 0
    }
  }

  private func follow() async throws {
    while !Task.isCancelled {
      do { try await Task.sleep(for: interval.duration) } catch { return }
      let isDue = end.map { $0 <= Date() } ?? false
      if isDue || FileStamp(file) != stamp { try update() }
    }
  }

  private func update() throws {
    do throws(TallyError) {
      try read()
      problem = ""
    } catch {
      // Another command is using the file, or has removed it. The next attempt may succeed.
      let isPassing = error.code == .locked || FileStamp(file) == nil
      if !isPassing { throw Exit.failing(error) }
      if problem != error.message, !isDrawing { store.output.note(error.message) }
      problem = error.message
      stamp = nil
    }
    if isDrawing { draw() }
  }

  private func read() throws(TallyError) {
    // Opening a file that was removed would create it again.
    if !exists(file: file) { throw TallyError(code: .notFound, message: "\(file): there is no such file") }
    let engine = try Engine(.forCommand(file))
    defer { do throws(TallyError) { try engine.close() } catch {} }
    let account = try engine.openAccount(store.account, mayCreate: false)
    let list = try account.badges(at: path)
    let top = try BadgePath(path).description
    let ends = try account.badgeSnapshot(at: path).entries().flatMap { [$0.own.end, $0.own.muteEnd] }
    try engine.close()
    stamp = FileStamp(file)
    end = ends.compactMap { $0 }.min()
    tree = TreeText(list.entries, at: top)
    let fresh = Dictionary(uniqueKeysWithValues: list.entries.map { ($0.path, $0) })
    if !isDrawing { write(fresh, list.revision) }
    shown = fresh
  }

  /// Prints the differences from the last time, the deepest paths first.
  private func write(_ fresh: [String: Badge.Entry], _ revision: UInt64) {
    let former = shown ?? [:]
    let paths = Set(former.keys).union(fresh.keys).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    for path in paths {
      let (before, after) = (former[path]?.badge, fresh[path]?.badge)
      if (before?.shows ?? false, before?.count ?? 0) == (after?.shows ?? false, after?.count ?? 0) { continue }
      store.output.writeChange(path, after?.shows ?? false, after?.count ?? 0, after?.revision ?? revision)
    }
  }

  private func draw() {
    guard let tree = tree ?? (try? TreeText([], at: BadgePath(path).description)) else { return }
    let status = "read every \(text(ofMilliseconds: interval.milliseconds)) · \(printable(file))"
    screen.draw(tree, status: [problem.isEmpty ? status : printable(problem)])
  }
}

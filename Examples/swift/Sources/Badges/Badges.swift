import Tally

// Shows an account's badges as they change, and takes commands:
//
//     swift run Badges badges.db ann http://127.0.0.1:8080/feed
//
// A server to try it with: Examples/feed-server.

@main struct Badges {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("usage: Badges FILE ACCOUNT [URL [TOKEN]]")
      return
    }
    let engine = try Engine(file: arguments[1])
    let account = try engine.openAccount(arguments[2])
    // The stream begins with all badges: root.chat.bo 3
    let changes = try account.badgeChanges(includingDescendants: true, initial: true)
    if arguments.count > 3 {
      // The path of the server's messages, and the polling interval.
      let feed = Feed.Configuration(url: arguments[3], prefix: "root.inbox", interval: .seconds(60))
      _ = try account.addFeed("inbox", configuration: feed)
      if arguments.count > 4 { try account.setCredential(Credential(secret: arguments[4]), for: arguments[3]) }
      try account.logIn()
    }
    // Events are kept until they are read, so this may come after the log-in.
    let readers = [Task { await show(changes) }, Task { await show(engine.events()) }]
    for await line in commands() {
      do throws(TallyError) {
        if try !obey(line.split(separator: " ").map(String.init), account) { break }
      } catch {
        // The command changed nothing, and the message says why.
        print("refused: \(error.message)")
      }
    }
    for reader in readers { reader.cancel() }
    // Writes pending changes, and throws if that fails.
    try engine.close()
  }

  /// Prints a line for each path that shows something else.
  static func show(_ changes: some AsyncSequence<Badge.Change, Never>) async {
    for await change in changes {
      switch change.kind {
      case .none: print(change.path, "-")
      case .dot: print(change.path, "•")
      case .number: print(change.path, change.count)
      }
    }
  }

  static func show(_ events: some AsyncSequence<Engine.Event, Never>) async {
    for await event in events {
      switch event {
      case .synced(let sync): print(sync.error.map { "not synced: \($0.message)" } ?? "synced: \(sync.added) new")
      case .unauthorized(_, _, let message): print("log in again: \(message)")
      case .reminder(let firing): print("reminder: \(firing.id)")
      case .drift(let drift, _): print("\(drift.path): the server counts \(drift.theirs), not \(drift.ours)")
      case .resync: print("reminders: some more")
      }
    }
  }

  /// - Returns: whether there is more to come.
  static func obey(_ words: [String], _ account: Account) throws(TallyError) -> Bool {
    let path = words.dropFirst().first ?? "root"
    switch words.first {
    case "set": try account.set(words.count > 2 ? Int(words[2]) ?? 1 : 1, at: path)
    case "dot": try account.dot(at: path)
    case "clear": if try account.clear(at: path) == .held { print("held: something below still shows") }
    case "clear-tree": try account.clearTree(at: path)
    case "read": print("read:", try account.markRead(at: path, includingDescendants: true))
    case "list":
      for message in try account.messages(at: path).entries { print(message) }
    case "why":
      for reason in try account.explain(at: path) { print(reason.path, reason.contributed) }
    case "quit": return false
    default: print("set PATH NUMBER, dot PATH, clear PATH, clear-tree PATH, read PATH, list PATH, why PATH, quit")
    }
    return true
  }

  /// Lines of standard input, read where waiting for them holds nobody up.
  static func commands() -> AsyncStream<String> {
    AsyncStream { continuation in
      Task.detached {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

import ArgumentParser
import Tally

struct FlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag", abstract: "Mark a path as unread: show at least a dot.",
    discussion: "The flag ends when the path is cleared, read or viewed. Setting its badge leaves the flag.")

  @OptionGroup var target: PathArgument
  @Flag(name: .customLong("end"), help: "End it now.") var isEnd = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.change(target.path) { (account) throws(TallyError) in try account.setFlag(!isEnd, at: target.path) }
  }
}

struct SnoozeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Snooze a path, or a message.",
    discussion: """
      Until then nothing at or below the path reaches its parent, and its mute holds again afterwards. A message counts \
      as seen until then, and is unseen afterwards.
      """)

  @Argument(
    help: ArgumentHelp("Snooze what is at and below this path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @Option(
    name: .customLong("key"), help: ArgumentHelp("Snooze the message with this key.", valueName: "key"))
  var key: Message.Key?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Snooze for this long: 10m, 2h or 1d; by default 1h.", valueName: "duration"))
  var span: TimeSpan?
  @Option(help: Until.help) var until: Until?
  @Flag(name: .customLong("end"), help: "End it now.") var isEnd = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if (path == nil) == (key == nil) { throw ValidationError("Choose a path, or a message with --key.") }
    let given = (span == nil ? 0 : 1) + (until == nil ? 0 : 1) + (isEnd ? 1 : 0)
    if given > 1 { throw ValidationError("Choose one of --for, --until and --end.") }
  }

  func run() throws {
    let later = try until?.later()
    if let path {
      return try store.change(path) { (account) throws(TallyError) in
        try account.snooze(at: path, until: later ?? end())
      }
    }
    guard let key else { return }
    try store.run(mustExist: true) { account in
      _ = try existingMessage(key, in: account)
      let time = later ?? end()
      try reporting { () throws(TallyError) in try account.snoozeMessage(key, until: time) }
      let what = time.map { "snoozed the message \(key) until \(timestamp($0))" } ?? "ended the snooze of \(key)"
      store.output.tell(what)
    }
  }

  /// The duration begins here: opening the file can take longer than a short one. One that is too long has the latest
  /// time. nil: the snooze ends.
  private func end() -> Date? {
    if isEnd { return nil }
    let now = Date()
    guard let span else { return now.addingTimeInterval(3600) }
    return span.end(after: now) ?? Date.distantFuture
  }
}

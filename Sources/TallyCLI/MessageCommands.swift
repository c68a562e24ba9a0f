import ArgumentParser
import Tally

struct MessagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages", abstract: "Print the messages at and below a path, newest first.",
    discussion: """
      Prints the path and how many messages there are, are unread and unseen; then a line for each: its key, its state, \
      its count, its path and its title.
      """)

  @Argument(help: "Where to look.") var path = BadgePath.root
  @Flag(name: .customLong("unread"), help: "Only those not read.") var isUnread = false
  @Option(help: ArgumentHelp("How many at most, 1 to 10000.", valueName: "n")) var limit = 100
  @Option(help: ArgumentHelp("Go on behind the message with this key.", valueName: "key")) var after: UInt64?
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let (canonical, counts, page) = try reporting { () throws(TallyError) in
        (
          try BadgePath.canonical(path), try account.messageCounts(at: path),
          try account.messages(at: path, unreadOnly: isUnread, after: after, limit: limit)
        )
      }
      if isJSON { return Output.standard.write(page.messages.map { JSONObject($0).line }.joined()) }
      Output.standard.write("\(canonical) \(counts.total) \(counts.unread) \(counts.unseen)\n")
      for message in page.messages {
        let title = message.title.isEmpty ? "" : "  \(printable(message.title))"
        Output.standard.write("\(message.key)  \(message.state)  \(message.count)  \(message.path)\(title)\n")
      }
    }
  }
}

struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Mark messages read, or unread again.",
    discussion: "Prints how many it changed. What is meant: --path, --id or --all.")

  @Option(help: ArgumentHelp("All at a path and below it.", valueName: "path")) var path: String?
  @Option(name: .customLong("id"), help: ArgumentHelp("The message with this key; may be repeated.", valueName: "key"))
  var keys: [UInt64] = []
  @Flag(name: .customLong("all"), help: "All of the account.") var isAll = false
  @Option(
    name: .customLong("up-to"), help: ArgumentHelp("Only the message with this key and older ones.", valueName: "key"))
  var last: UInt64?
  @Flag(name: .customLong("unread"), help: "Mark those of --id unread again.") var isUnread = false
  @Flag(name: .customLong("outbox"), help: "Also put it into the outbox, for whoever sends that to the server.")
  var isSent = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    let given = (path == nil ? 0 : 1) + (keys.isEmpty ? 0 : 1) + (isAll ? 1 : 0)
    if given != 1 { throw ValidationError("One of --path, --id and --all says which messages.") }
    if isUnread, keys.isEmpty { throw ValidationError("--unread goes with --id.") }
    if last != nil, !keys.isEmpty { throw ValidationError("--up-to goes with --path and --all.") }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      let changed = try reporting { () throws(TallyError) in
        if isSent { try account.configureOutbox() }
        if !keys.isEmpty { return try isUnread ? account.markUnread(keys) : account.markRead(keys) }
        return try account.markRead(at: path ?? BadgePath.root, upTo: last)
      }
      Output.standard.write("\(changed)\n")
    }
  }
}

import ArgumentParser
import Tally

/// Which part of a long list to print.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Print this many at most: 1 to 10000.", valueName: "n")) var limit = 100
}

struct MessagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages", abstract: "List the messages at and below a path.",
    discussion: """
      The newest comes first. In a pipe the first line has the path and how many messages there are, are unread and \
      are unseen. A line follows for each message: its key, state, count, path and title. show prints one in full.
      """)

  @OptionGroup var start: StartArgument
  @Flag(name: .customLong("unread"), help: "Leave out messages that were read.") var isUnread = false
  @OptionGroup var page: PageOptions
  @Option(help: ArgumentHelp("Continue after the message with this key.", valueName: "key")) var after: Message.Key?
  @Option(
    help: ArgumentHelp("List what is newer than the message with this key.", valueName: "key"))
  var newer: Message.Key?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if after != nil, newer != nil { throw ValidationError("--after and --newer exclude each other") }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      let path = start.path
      if let newer { _ = try existingMessage(newer, in: account) }
      let last = try after.map { try existingMessage($0, in: account) }
      let (canonical, counts, found) = try reporting { () throws(TallyError) in
        (
          try BadgePath(path).description, try account.messageCounts(at: path), try list(account, after: last)
        )
      }
      if !store.output.isJSON {
        let words = "\(counts.total) messages, \(counts.unread) unread, \(counts.unseen) unseen"
        let plain = "\(canonical) \(counts.total) \(counts.unread) \(counts.unseen)"
        Output.standard.write((Output.standard.isTerminal ? "\(canonical): \(words)" : plain) + "\n")
      }
      store.output.write(found.entries, Self.columns) { JSONObject($0) }
    }
  }

  private func list(_ account: Account, after last: Message?) throws(TallyError) -> ListPage<Message> {
    guard let newer else {
      return try account.messages(at: start.path, unreadOnly: isUnread, after: last, limit: page.limit)
    }
    return try account.messages(
      from: newer, newer: true, at: start.path, includingDescendants: true, unreadOnly: isUnread, limit: page.limit)
  }

  private static var columns: [Column<Message>] {
    [
      Column("KEY", .number) { Cell("\($0.key)") },
      Column("STATE") { Cell("\($0.state)", $0.state == .unseen ? .alarm : $0.state == .read ? .faint : nil) },
      Column("COUNT", .number) { Cell("\($0.count)") },
    ] + time + [Column("PATH", .flexible) { Cell($0.path) }, Column("TITLE", .flexible) { Cell($0.title) }]
  }

  /// For people, if there is room. The lines for programs keep their form.
  private static var time: [Column<Message>] {
    if !Output.standard.isTerminal || Output.standard.size.columns < 80 { return [] }
    return [Column("TIME") { Cell($0.time.map(timestamp) ?? "") }]
  }
}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one message in full.",
    discussion: """
      Each line begins with its subject. The text of the message follows an empty line, and its data behind another. It \
      stays unread.
      """)

  @Argument(help: ArgumentHelp("Name the message by its key, as messages lists it.", valueName: "key"))
  var key: Message.Key
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let message = try existingMessage(key, in: account)
      let data = message.dataSize == 0 ? [] : try reporting { () throws(TallyError) in try account.messageData(key) }
      if store.output.isJSON {
        var object = JSONObject(message)
        if let text = String(validating: data, as: UTF8.self), !data.isEmpty { object.put("data", text) }
        return Output.standard.write(object.line)
      }
      let lines = [
        ("key", "\(message.key)"), ("id", message.serverID), ("path", message.path),
        ("also", message.also.joined(separator: " ")), ("state", "\(message.state)"), ("count", "\(message.count)"),
        ("time", message.time.map(timestamp) ?? ""), ("kind", message.kind), ("thread", message.thread),
        ("category", message.category), ("argument", message.argument), ("icon", message.icon), ("link", message.link),
        ("title", message.title), ("subtitle", message.subtitle),
        ("level", message.level == .normal ? "" : "\(message.level)"),
        ("snoozed until", message.snoozeEnd.map { timestamp($0) } ?? ""),
      ]
      for (name, value) in lines where !value.isEmpty {
        Output.standard.write("\(padded(name, to: 8))  \(printable(value))\n")
      }
      writeParagraph(message.body)
      writeParagraph(String(validating: data, as: UTF8.self) ?? "\(data.count) bytes of data")
    }
  }
}

/// Writes a text behind an empty line.
private func writeParagraph(_ text: String) {
  if text.isEmpty { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
  Output.standard.write("\n" + lines.joined(separator: "\n") + "\n")
}

extension Identifier: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    guard let number = Int64(argument), number >= 0 else { return nil }
    self.init(rawValue: number)
  }
}

func existingMessage(_ key: Message.Key, in account: Account) throws -> Message {
  do {
    return try account.message(key)
  } catch let error where error.code == .notFound {
    throw Exit.failing(Exit.data, "there is no message with the key \(key); list messages with tally messages")
  } catch {
    return try reporting { () throws(TallyError) in throw error }
  }
}

struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Mark messages read, or unread again.",
    discussion: "Choose messages by a path, or with --key or --all. It prints how many it changed.")

  @Argument(
    help: ArgumentHelp("Choose the messages at and below a path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("Choose the message with this key. Repeatable.", valueName: "key"))
  var keys: [Message.Key] = []
  @Flag(name: .customLong("all"), help: "Choose all messages of the account.") var isAll = false
  @Option(
    name: .customLong("up-to"),
    help: ArgumentHelp("Choose only the message with this key and older ones.", valueName: "key"))
  var last: Message.Key?
  @Flag(name: .customLong("unread"), help: "Mark the messages of --key unread again.") var isUnread = false
  @Flag(
    name: .customLong("outbox"),
    help: ArgumentHelp(
      "Put the change into the outbox, too.",
      discussion: "Later changes also go there. outbox send, watch and feed refresh send them."))
  var isSent = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    let given = (path == nil ? 0 : 1) + (keys.isEmpty ? 0 : 1) + (isAll ? 1 : 0)
    if given != 1 { throw ValidationError("Choose messages by a path, or with --key or --all.") }
    if isUnread, keys.isEmpty { throw ValidationError("--unread needs --key.") }
    if last != nil, !keys.isEmpty { throw ValidationError("--up-to needs a path or --all.") }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      let changed = try reporting { () throws(TallyError) in
        if isSent, try account.settings().outbox == .off { try account.configure(Account.Settings(outbox: .leased)) }
        if !keys.isEmpty { return try isUnread ? account.markUnread(keys) : account.markRead(keys) }
        let path = path ?? BadgePath.root.description
        guard let last else { return try account.markRead(at: path, includingDescendants: true) }
        return try account.markRead(at: path, includingDescendants: true, upTo: last)
      }
      store.output.confirm(
        "\(changed)", saying: "marked \(counted(changed, "message")) \(isUnread ? "unread" : "read")"
      ) { $0.put("changed", changed) }
    }
  }
}

enum LevelName: String, ExpressibleByArgument, CaseIterable {
  case passive, normal, highlight, critical

  var level: Badge.Level {
    switch self {
    case .passive: .passive
    case .normal: .normal
    case .highlight: .highlight
    case .critical: .critical
    }
  }
}

struct PostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Post a message of your own.",
    discussion: """
      The message is unseen and feeds the badge at its path. No server changes it. The command prints the message's key.
      """)

  @OptionGroup var target: PathArgument
  @Option(help: ArgumentHelp("Replace the message that was posted with this id.", valueName: "id")) var id: String?
  @Option(help: ArgumentHelp("Give it a title.", valueName: "text")) var title = ""
  @Option(help: ArgumentHelp("Give it a text.", valueName: "text")) var body = ""
  @Option(help: ArgumentHelp("Add this to the badge's number; 0 is a dot.", valueName: "n")) var count = 1
  @Option(help: Until.timeHelp) var time: Until?
  @Option(help: ArgumentHelp("Say what kind of message it is.", valueName: "text")) var kind = ""
  @Option(help: ArgumentHelp("Group it with messages of this thread.", valueName: "text")) var thread = ""
  @Option(help: ArgumentHelp("Sum it up as its category says.", valueName: "id")) var category = ""
  @Option(help: ArgumentHelp("Name its sender in summaries.", valueName: "name")) var argument = ""
  @Option(help: ArgumentHelp("Give it a second title.", valueName: "text")) var subtitle = ""
  @Option(help: ArgumentHelp("Say how much it matters.", valueName: "level")) var level = LevelName.normal
  @Option(help: ArgumentHelp("Say what it opens.", valueName: "url")) var link = ""
  @Option(help: ArgumentHelp("Give it an icon of this name.", valueName: "name")) var icon = ""
  @Option(help: ArgumentHelp("Keep this text with it, such as JSON.", valueName: "text")) var data = ""
  @Option(
    help: ArgumentHelp("Count it at this path, too. Up to eight.", valueName: "path"), completion: .stored(.paths))
  var also: [String] = []
  @Flag(name: .customLong("once"), help: "Leave it out if a message of --id was seen before.") var isOnce = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    var message = Message.Draft(id: id, title: title, body: body, count: count, time: time?.date)
    message.kind = kind
    message.thread = thread
    message.category = category
    message.argument = argument
    message.subtitle = subtitle
    message.level = level.level
    message.link = link
    message.icon = icon
    message.data = Array(data.utf8)
    message.also = also
    message.isOnce = isOnce
    try store.run { account in
      let key = try reporting { () throws(TallyError) in try account.post(message, at: target.path) }
      let words = key.rawValue == 0 ? "posted before" : "posted message \(key); show it with tally show \(key)"
      store.output.confirm("\(key)", saying: words) { $0.put("key", key) }
    }
  }
}

struct WithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw a message that post added with an id.")

  @Argument(help: "Name the message by its id.") var id: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      do throws(TallyError) {
        try account.withdrawMessage(id)
      } catch {
        if error.code != .notFound { throw Exit.failing(error) }
        throw Exit.failing(Exit.data, "there is no posted message '\(id)'; list messages with tally messages --json")
      }
      store.output.confirm(saying: "withdrew the message '\(id)'") { $0.put("id", id) }
    }
  }
}

import ArgumentParser
import Tally

struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Add, list, refresh or remove feeds.",
    discussion: "A feed is a server's list of messages. watch polls the feeds that add stored.",
    subcommands: [
      AddFeedCommand.self, ListCommand.self, RefreshCommand.self, RemoveCommand.self, RejectedCommand.self,
      DriftsCommand.self,
    ])

  struct AddFeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Store a feed, or change one of that name.",
      discussion: "No request is sent yet: see refresh and watch.")

    @Argument(help: "Name the feed.") var name: String
    @Argument(help: "Poll this URL: http:, https: or file:.") var url: String
    @OptionGroup var prefix: PrefixOption
    @Option(help: Interval.help) var interval: Interval?
    @OptionGroup var mapping: MappingOptions
    @Option(
      name: .customLong("outbox-url"),
      help: ArgumentHelp(
        "Send the account's changes to this URL.",
        discussion: "The URL is stored for the account. outbox send, watch and feed refresh send what read changes.",
        valueName: "url"))
    var outbox: String?
    @Flag(
      name: .customLong("outbox-seen"),
      help: ArgumentHelp(
        "Send what was seen, too.",
        discussion: """
          What other devices have seen is taken as well. The setting is stored for the account. It needs --outbox-url, \
          now or before.
          """))
    var sees = false
    @OptionGroup var store: StoreOptions

    func run() throws {
      var configuration = Feed.Configuration(url: url, prefix: prefix.path, mapping: try mapping.load())
      if let interval {
        // watch is a page that the user sees.
        configuration.interval = interval.duration
        configuration.visibleInterval = interval.duration
      }
      try store.run { account in
        try reporting { () throws(TallyError) in
          if let outbox { try account.configure(Account.Settings(outbox: .sent, outboxURL: outbox)) }
          if sees { try account.configure(Account.Settings(outboxKinds: [.reads, .reminders, .seen])) }
          _ = try account.addFeed(name, configuration: configuration)
        }
        store.output.tell("added the feed '\(name)'; poll it with tally watch or tally feed refresh")
        if store.output.isJSON, let feed = try storedFeeds(account, [name]).first {
          Output.standard.write(JSONObject(feed).line)
        }
      }
    }
  }

  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the feeds of an account.",
      discussion: """
        A line begins with the feed's name and path. Then it has when a response last brought something (or never), \
        and how many invalid items are kept. It ends with the URL and the title.
        """)

    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.run(mustExist: true) { account in
        let columns: [Column<Feed.Stored>] = [
          Column("NAME", .flexible) { Cell($0.name) }, Column("PATH", .flexible) { Cell($0.prefix) },
          Column("LAST SUCCESS") { Cell($0.lastSuccess.map(timestamp) ?? "never") },
          Column("REJECTED", .number) { Cell("\($0.rejectedCount)", $0.rejectedCount > 0 ? .warning : nil) },
          Column("URL", .flexible) { Cell($0.url) }, Column("TITLE", .flexible) { Cell($0.title) },
        ]
        store.output.write(try allFeeds(account), columns) { JSONObject($0) }
      }
    }
  }

  struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refresh", abstract: "Poll feeds once, and show the tree.",
      discussion: """
        The status is 69 if a feed gave no valid response, and 77 if a server rejected the credential.
        """)

    @Argument(
      help: ArgumentHelp("Name feeds; without one, poll all.", valueName: "names"), completion: .stored(.feeds))
    var names: [String] = []
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var store: StoreOptions

    func run() async throws {
      let account = try store.open(mustExist: true)
      let stored = try storedFeeds(account, names)
      let feeds = try stored.map { try add($0, to: account, interval: nil) }
      let outbox = try outboxURL(of: account)
      try credential.logIn(account, stored.map { FeedAddress(name: $0.name, url: $0.url) }, outbox: outbox)
      let status = await refresh(feeds, store.output)
      try printTree(account, BadgePath.root.description, store.output)
      try reporting { () throws(TallyError) in try account.engine.close() }
      if status != 0 { throw ExitCode(status) }
    }
  }

  struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a feed with its messages and badges.",
      discussion: "This cannot be undone.")

    @OptionGroup var feed: FeedArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var store: StoreOptions

    func run() throws {
      try confirmation.ask("Remove the feed '\(feed.name)' with its messages and badges?")
      try store.run(mustExist: true) { account in
        let added = try add(storedFeeds(account, [feed.name])[0], to: account, interval: nil)
        try reporting { () throws(TallyError) in try added.remove() }
        store.output.confirm(saying: "removed the feed '\(feed.name)'") { $0.put("name", feed.name) }
      }
    }
  }

  struct RejectedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rejected", abstract: "List invalid items of a feed's responses.",
      discussion: "A line has the time, the reason and the item's JSON. The oldest comes first. The last 100 are kept.")

    @OptionGroup var feed: FeedArgument
    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.run(mustExist: true) { account in
        let feed = try storedFeeds(account, [feed.name])[0]
        let items = try reporting { () throws(TallyError) in
          try allEntries { (last) throws(TallyError) in try account.rejectedItems(ofFeed: feed.id, after: last) }
        }
        let columns: [Column<Feed.Rejected>] = [
          Column("TIME") { Cell($0.time.map(timestamp) ?? "-") },
          Column("REASON", .flexible) { Cell($0.reason) }, Column("ITEM", .flexible) { Cell($0.body) },
        ]
        store.output.write(items, columns) { JSONObject($0) }
      }
    }
  }
}

/// The name of a feed that is stored.
struct FeedArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("Name the feed.", valueName: "name"), completion: .stored(.feeds)) var name: String
}

struct PrefixOption: ParsableArguments {
  @Option(
    name: .customLong("prefix"),
    help: ArgumentHelp("Put the feed's paths below this one.", valueName: "path"), completion: .stored(.paths))
  var path: String?
}

/// A bearer token from the command line or the environment.
struct CredentialOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send this bearer token.",
      discussion: "Other users can see it in the list of processes. Set TALLY_TOKEN instead.", valueName: "token"))
  var token: String?
  @Option(
    name: .customLong("token-for"),
    help: ArgumentHelp(
      "Send the token to the server of this feed.",
      discussion: "Needed if the feeds are on several servers: the token is sent to one of them.", valueName: "name"),
    completion: .stored(.feeds))
  var server: String?

  var value: String? { token ?? environment("TALLY_TOKEN") }

  /// Gives the token to the server of the feeds, or of the one that `--token-for` names, and logs in.
  /// - Parameter outbox: the URL of the outbox, whose server gets the token if no feed has one.
  func logIn(_ account: Account, _ feeds: [FeedAddress], outbox: String?) throws {
    if let value, !value.isEmpty, let url = try address(of: feeds) ?? outbox {
      // The user has chosen the server and its URL.
      let credential = Credential(secret: value, allowsPlainHTTP: true)
      try reporting { () throws(TallyError) in try account.setCredential(credential, for: url) }
    }
    try reporting { () throws(TallyError) in try account.logIn() }
  }

  /// A URL of the server whose token it is; nil: no feed has one.
  private func address(of feeds: [FeedAddress]) throws -> String? {
    if let server {
      guard let feed = feeds.first(where: { $0.name == server }) else {
        throw Exit.failing(Exit.noInput, "--token-for: no feed '\(server)' is polled")
      }
      return feed.url
    }
    let origins = Set(feeds.compactMap(\.origin))
    if origins.count > 1 {
      let names = origins.sorted().joined(separator: ", ")
      throw ValidationError("The feeds are on several servers (\(names)). Say with --token-for whose token it is.")
    }
    return feeds.first { $0.origin != nil }?.url
  }
}

/// A feed, and its URL.
struct FeedAddress {
  let name: String
  let url: String

  /// Scheme, host and port of its server; nil: it has none.
  fileprivate var origin: String? {
    guard let parts = URLComponents(string: url), let host = parts.host, let scheme = parts.scheme?.lowercased()
    else { return nil }
    let port = parts.port ?? (scheme == "https" ? 443 : 80)
    return scheme == "file" ? nil : "\(scheme)://\(host.lowercased()):\(port)"
  }
}

/// The feeds that somebody added, by the bytes of their names.
private func allFeeds(_ account: Account) throws -> [Feed.Stored] {
  try reporting { () throws(TallyError) in try account.addedFeeds() }
}

extension Account {
  /// The feeds that were added, sorted by the bytes of their names, without the feed of posted messages.
  func addedFeeds() throws(TallyError) -> [Feed.Stored] {
    try storedFeeds().filter { $0.name != localFeed }
  }
}

/// TALLY_FEED_LOCAL of the header.
private let localFeed = "tally:local"

/// The feeds with these names, in this order. Without names: all feeds that have a URL.
func storedFeeds(_ account: Account, _ names: [String]) throws -> [Feed.Stored] {
  let feeds = try allFeeds(account)
  if names.isEmpty { return feeds.filter { !$0.url.isEmpty } }
  return try names.map { name in
    guard let feed = feeds.first(where: { $0.name == name }) else {
      let advice = "list feeds with tally feed list, or add it with tally feed add"
      throw Exit.failing(Exit.noInput, "there is no feed '\(name)'; \(advice)")
    }
    return feed
  }
}

/// The URL to which the account's changes are sent.
/// - Parameter url: replaces the stored one.
/// - Returns: nil: none is stored.
func outboxURL(of account: Account, replacing url: String? = nil) throws -> String? {
  try reporting { () throws(TallyError) in
    if let url { try account.configure(Account.Settings(outbox: .sent, outboxURL: url)) }
    let settings = try account.settings()
    return settings.outbox == .sent ? settings.outboxURL : nil
  }
}

/// Adds a stored feed for the time that the command runs.
/// - Parameter interval: nil: it is polled only on request.
func add(_ stored: Feed.Stored, to account: Account, interval: Duration?) throws -> Feed {
  let url = stored.url.isEmpty ? nil : stored.url
  var configuration = stored.configuration ?? Feed.Configuration(url: url, prefix: stored.prefix)
  configuration.isTemporary = true
  configuration.initialDelay = interval == nil ? nil : .milliseconds(1)
  configuration.interval = interval
  return try reporting { () throws(TallyError) in try account.addFeed(stored.name, configuration: configuration) }
}

/// Polls feeds once, one after the other, and reports failures.
/// - Returns: the exit status.
func refresh(_ feeds: [Feed], _ output: OutputOptions) async -> Int32 {
  var status: Int32 = 0
  for feed in feeds {
    let failure = await Progress.showing("polling \(feed.name)", output) { () -> TallyError? in
      do throws(TallyError) { try await feed.refreshNow() } catch { return error }
      return nil
    }
    let result = failure.map { exitStatus($0, of: feed) } ?? 0
    if status == 0 { status = result }
  }
  return status
}

/// Reports a request that failed.
func exitStatus(_ error: TallyError, of feed: Feed) -> Int32 {
  let words =
    switch error.code {
    case .rateLimited:
      "the server asked to wait; try again in \(((error.retryAfter ?? .zero).wholeMilliseconds + 999) / 1000) s"
    case .loggedOut, .cancelled: "the request was cancelled"
    default: Exit.words(error.code, error.message)
    }
  return Exit.failing(Exit.status(of: error.code), "feed '\(feed.name)': \(words)").rawValue
}

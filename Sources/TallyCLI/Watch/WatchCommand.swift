import ArgumentParser
import Tally

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show badges live, and poll their feeds.",
    discussion: """
      It polls the feed of --feed, or the feeds that feed add stored. It prints how often it polls each one. Without \
      feeds it shows what other commands change in the database.

      If a feed was added with --outbox-url, it also sends the changes of the outbox.

      On a terminal it redraws the tree whenever something changes. In a pipe it prints a line for each path with a \
      badge, and later for each change: PATH SHOWS COUNT. Failures go to standard error. It ends with status 0 at \
      SIGINT, SIGTERM or the key q, and with 77 if a server rejects the credential.
      """)

  @OptionGroup var start: StartArgument
  @Option(help: ArgumentHelp("Poll this feed: http:, https: or file:.", valueName: "url")) var feed: String?
  @Option(
    help: ArgumentHelp(
      "Poll this often: 10s, 5m or 2h, at least 100ms.",
      discussion: """
        By default a stored feed is polled as often as feed add said, and other feeds every 30s. Without feeds, the \
        database is read every second.
        """, valueName: "duration"))
  var interval: Interval?
  @OptionGroup var credential: CredentialOptions
  @OptionGroup var prefix: PrefixOption
  @Flag(name: .customLong("once"), help: "Poll once, show the tree, and end.") var isOnce = false
  @OptionGroup var mapping: MappingOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    let isOwn = prefix.path != nil || mapping.preset != nil || mapping.mapping != nil
    if feed == nil, isOwn { throw ValidationError("--prefix, --preset and --mapping need --feed.") }
  }

  func run() async throws {
    // Before anything else, so that no signal is missed.
    guard let signals = Signals() else { throw Exit.failing(Exit.system, "no file descriptor is left") }
    let mapping = try mapping.load()
    let account = try store.open(mustExist: feed == nil)
    let polled = try feed.map { [try add($0, mapping, account)] } ?? addStored(account)
    let outbox = polled.isEmpty ? nil : try outboxURL(of: account)
    let status: Int32
    if isOnce {
      try credential.logIn(account, polled.map(\.address), outbox: outbox)
      status = await refresh(polled.map(\.feed), store.output)
      try printTree(account, start.path, store.output)
      try reporting { () throws(TallyError) in try account.engine.close() }
    } else if polled.isEmpty {
      let file = try store.database.place().file
      try reporting { () throws(TallyError) in try account.engine.close() }
      status = try await FileWatcher(file, start.path, store, interval ?? .second).run(signals)
    } else {
      let watched = Watched(
        path: start.path, feeds: polled, credential: credential, outbox: outbox)
      status = try await watched.run(account, store.output, signals)
    }
    if status != 0 { throw ExitCode(status) }
  }

  private func add(_ url: String, _ mapping: Feed.Mapping?, _ account: Account) throws -> PolledFeed {
    var configuration = Feed.Configuration(url: url, prefix: prefix.path, mapping: mapping)
    let often = interval ?? .whileWatching
    configuration.initialDelay = isOnce ? nil : .milliseconds(1)
    configuration.interval = isOnce ? nil : often.duration
    let added = try reporting { () throws(TallyError) in try account.addFeed("watch", configuration: configuration) }
    return PolledFeed(feed: added, url: url, interval: often)
  }

  private func addStored(_ account: Account) throws -> [PolledFeed] {
    try polledFeeds(account, interval, isOnce: isOnce)
  }
}

/// Adds the stored feeds, so that they are polled while the command watches.
func polledFeeds(_ account: Account, _ interval: Interval?, isOnce: Bool = false) throws -> [PolledFeed] {
  try storedFeeds(account, []).map { stored in
    let often = interval ?? stored.configuration?.visibleInterval.map { Interval($0) } ?? .whileWatching
    let added = try add(stored, to: account, interval: isOnce ? nil : often.duration)
    return PolledFeed(feed: added, url: stored.url, interval: often)
  }
}

/// A feed, and how often it is polled.
struct PolledFeed: Sendable {
  let feed: Feed
  let url: String
  let interval: Interval

  var address: FeedAddress { FeedAddress(name: feed.name, url: url) }
}

/// The database to watch, and the feeds to poll.
struct Watched {
  let path: String
  let feeds: [PolledFeed]
  let credential: CredentialOptions
  let outbox: String?
  /// How the user looks at the path, so that it is cleared; nil: not at all.
  var look: Look?
  /// When to stop; nil: at a signal.
  var length: Duration?

  /// Watches until a signal comes, and closes the engine.
  /// - Returns: the exit status.
  func run(_ account: Account, _ output: OutputOptions, _ signals: Signals) async throws -> Int32 {
    let engine = account.engine
    let events = engine.events()
    let changes = PendingChanges()
    let view = try look.map { (look) throws in
      try reporting { () throws(TallyError) in
        try account.beginView(at: path, includingDescendants: look.isDeep, reading: look.reads)
      }
    }
    try credential.logIn(account, feeds.map(\.address), outbox: outbox)
    let observation = try reporting { () throws(TallyError) in
      try account.observe(at: path, includingDescendants: true) { changes.put($0) }
    }
    if let view, view.isHeld { output.note("held: something below the path shows a badge") }
    let watcher = Watcher(account, self, output)
    let status = await watcher.run(changes, events, signals)
    observation.cancel()
    view?.cancel()
    try reporting { () throws(TallyError) in try engine.close() }
    return status
  }
}

struct Look {
  /// At everything below the path as well.
  var isDeep: Bool
  /// Messages are read, not only seen.
  var reads: Bool
}

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Look at a path: keep its badge cleared.",
    discussion: """
      The path is cleared, and again whenever it gets a badge of its own or a message, until SIGINT, SIGTERM or the \
      key q. With --tree, so is everything below it. The stored feeds are polled meanwhile. It prints as watch does.
      """)

  @OptionGroup var target: PathArgument
  @Flag(name: .customLong("tree"), help: "Look at everything below the path, too.") var isDeep = false
  @Flag(name: .customLong("read"), help: "Mark the messages read, not only seen.") var isReading = false
  @Option(
    name: .customLong("for"), help: ArgumentHelp("End after this time, as 10s or 5m.", valueName: "duration"))
  var length: TimeSpan?
  @Option(help: Interval.help) var interval: Interval?
  @OptionGroup var credential: CredentialOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if let length, length.seconds == nil { throw ValidationError("--for takes units up to weeks.") }
  }

  func run() async throws {
    guard let signals = Signals() else { throw Exit.failing(Exit.system, "no file descriptor is left") }
    let account = try store.open(mustExist: true)
    let outbox = try outboxURL(of: account)
    let watched = Watched(
      path: target.path, feeds: try polledFeeds(account, interval), credential: credential, outbox: outbox,
      look: Look(isDeep: isDeep, reads: isReading), length: length?.seconds.map { .milliseconds(Int64($0 * 1000)) })
    let status = try await watched.run(account, store.output, signals)
    if status != 0 { throw ExitCode(status) }
  }
}

import ArgumentParser
import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Ask a server's feed, and show the badges live.",
    discussion: """
      Without --feed it asks the feeds that are stored (tally feed add), each as often as it was added with. \
      On a terminal the tree is drawn anew whenever something changes. In a pipe there is a line for each path that \
      shows a badge, and then one for each change, PATH SHOW COUNT; failures go to standard error. With --json there \
      is an object a line, of type "badge" or "sync". It ends at SIGINT or SIGTERM with status 0, and with 77 when \
      the server refuses the credential.
      """)

  @Option(help: ArgumentHelp("The feed: http:, https: or file:.", valueName: "url")) var feed: String?
  @Option(help: Interval.help) var interval: Interval?
  @OptionGroup var credential: CredentialOptions
  @Option(help: ArgumentHelp("Where the feed's paths begin; root where it is not given.", valueName: "path"))
  var prefix: String?
  @Flag(name: .customLong("once"), help: "Ask once, print the tree, and end.") var isOnce = false
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var mapping: MappingOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    let isOwn = interval != nil || prefix != nil || mapping.preset != nil || mapping.mapping != nil
    if feed == nil, isOwn { throw ValidationError("--interval, --prefix, --preset and --mapping go with --feed.") }
  }

  func run() async throws {
    // Before anything else, so that no signal is missed.
    guard let signals = Signals() else { throw Exit.failing(Exit.system, "no descriptor is left") }
    let mapping = try mapping.load()
    let account = try store.open(mustExist: feed == nil)
    let engine = account.engine
    let events = engine.events()
    let changes = PendingChanges()
    let observation = try reporting { () throws(TallyError) in
      try account.logIn(token: credential.value)
      return try account.observe(BadgePath.root, includingDescendants: true) { changes.put($0) }
    }
    let added = try feed.map { [try add($0, mapping, account)] } ?? addStored(account, [], asksByItself: !isOnce)
    if added.isEmpty { throw Exit.failing(Exit.noInput, "no feed is stored; give --feed, or see tally feed add") }
    let status: Int32
    if isOnce {
      status = try await once(account, added)
    } else {
      status = await Watcher(account, added, isJSON: isJSON).run(changes, events, signals)
    }
    observation.cancel()
    try reporting { () throws(TallyError) in try engine.close() }
    if status != 0 { throw ExitCode(status) }
  }

  private func add(_ url: String, _ mapping: FeedMapping?, _ account: Account) throws -> Feed {
    var configuration = FeedConfiguration(url: url, prefix: prefix, mapping: mapping)
    configuration.initialDelay = isOnce ? nil : .milliseconds(1)
    if let interval { configuration.interval = .milliseconds(Int64(interval.seconds * 1000)) }
    return try reporting { () throws(TallyError) in try account.addFeed("watch", configuration) }
  }

  private func once(_ account: Account, _ feeds: [Feed]) async throws -> Int32 {
    var outcomes: [(RefreshOutcome, Feed)] = []
    for feed in feeds { outcomes.append((await feed.refreshNow(), feed)) }
    try printTree(account, BadgePath.root, isJSON: isJSON)
    let statuses = outcomes.map { exitStatus($0, of: $1) }
    return statuses.first { $0 != 0 } ?? 0
  }
}

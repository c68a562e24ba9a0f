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
      On a terminal the tree is drawn anew whenever something changes. In a pipe there is a line for each path that \
      shows a badge, and then one for each change, PATH SHOW COUNT; failures go to standard error. With --json there \
      is an object a line, of type "badge" or "sync". It ends at SIGINT or SIGTERM with status 0, and with 77 when \
      the server refuses the credential.
      """)

  @Option(help: ArgumentHelp("The feed: http:, https: or file:.", valueName: "url")) var feed: String
  @Option(help: ArgumentHelp("Between two requests, from 0.1; 600 where it is not given.", valueName: "seconds"))
  var interval: Double?
  @Option(help: ArgumentHelp("Sent as a bearer token. Others can see it here: rather set TALLY_TOKEN.", valueName: "t"))
  var token: String?
  @Option(help: ArgumentHelp("Where the feed's paths begin; root where it is not given.", valueName: "path"))
  var prefix: String?
  @Flag(name: .customLong("once"), help: "Ask once, print the tree, and end.") var isOnce = false
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var mapping: MappingOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if let interval, !(0.1...1e9).contains(interval) { throw ValidationError("--interval must be at least 0.1.") }
  }

  func run() async throws {
    // Before anything else, so that no signal is missed.
    let signals = Signals()
    let mapping = try mapping.load()
    let account = try store.open()
    let engine = account.engine
    let events = engine.events()
    let credential = token ?? environment("TALLY_TOKEN")
    let changes = try reporting { () throws(TallyError) in
      try account.logIn(token: credential)
      return try account.changes(includingDescendants: true)
    }
    var configuration = FeedConfiguration(url: feed, prefix: prefix, mapping: mapping)
    configuration.initialDelay = isOnce ? nil : .milliseconds(1)
    if let interval { configuration.interval = .milliseconds(Int64(interval * 1000)) }
    let added = try reporting { () throws(TallyError) in try account.addFeed("watch", configuration) }
    let status: Int32
    if isOnce {
      status = try await once(account, added)
    } else {
      status = await Watcher(account, added, isJSON: isJSON).run(changes, events, signals)
    }
    try reporting { () throws(TallyError) in try engine.close() }
    if status != 0 { throw ExitCode(status) }
  }

  private func once(_ account: Account, _ feed: Feed) async throws -> Int32 {
    let outcome = await feed.refreshNow()
    try printTree(account, BadgePath.root, isJSON: isJSON)
    func fail(_ status: Int32, _ words: String) -> Int32 { Exit.failing(status, words).rawValue }
    switch outcome {
    case .synced, .notModified: return 0
    case .rateLimited(let wait):
      return fail(Exit.unavailable, "the server asked to wait \(wait.components.seconds) s")
    case .unauthorized(let words):
      return fail(Exit.permission, words.isEmpty ? Status.unauthorized.message : words)
    case .loggedOut, .cancelled: return fail(Exit.unavailable, "the request was cancelled")
    case .failed(let error): return Exit.failing(error).rawValue
    }
  }
}

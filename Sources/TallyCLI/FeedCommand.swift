import ArgumentParser
import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a feed is asked, as the command keeps it with the feed.
struct FeedMemo: Codable {
  var preset: String?
  var mapping: String?
  /// In seconds.
  var interval: Double?

  /// Of a feed that was added by another program there is none.
  init(of feed: StoredFeed) {
    self = (try? JSONDecoder().decode(FeedMemo.self, from: Data(feed.memo.utf8))) ?? FeedMemo()
  }

  init(mapping: FeedMapping? = nil, interval: Double? = nil) {
    preset = mapping?.preset
    self.mapping = mapping?.text
    self.interval = interval
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func configuration(url: String, prefix: String?) -> FeedConfiguration {
    let hasMapping = preset != nil || mapping != nil
    var result = FeedConfiguration(
      url: url, prefix: prefix, mapping: hasMapping ? FeedMapping(preset: preset, text: mapping) : nil)
    if let interval { result.interval = .milliseconds(Int64(interval * 1000)) }
    return result
  }
}

struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Add, list, refresh or remove feeds.",
    discussion: "What add stores is what watch asks, where it is given no feed of its own.",
    subcommands: [
      AddFeedCommand.self, ListCommand.self, RefreshCommand.self, RemoveCommand.self, RejectedCommand.self,
    ])

  struct AddFeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Store a feed, or set one of that name anew; nothing is asked yet.")

    @Argument(help: "What it is called in the account.") var name: String
    @Argument(help: "http:, https: or file:.") var url: String
    @Option(help: ArgumentHelp("Where the feed's paths begin; root where it is not given.", valueName: "path"))
    var prefix: String?
    @Option(help: Interval.help) var interval: Interval?
    @OptionGroup var mapping: MappingOptions
    @OptionGroup var store: StoreOptions

    func run() throws {
      let memo = FeedMemo(mapping: try mapping.load(), interval: interval?.seconds)
      var configuration = memo.configuration(url: url, prefix: prefix)
      configuration.memo = memo.text
      try store.run { account in
        _ = try reporting { () throws(TallyError) in try account.addFeed(name, configuration) }
      }
    }
  }

  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the feeds of an account.",
      discussion: """
        A line for each: its name, its path, when the last good answer came that brought something (or never), how many \
        items of its answers are set aside, its URL, and its title.
        """)

    @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.run(mustExist: true) { account in
        for feed in try allFeeds(account) {
          if isJSON {
            Output.standard.write(JSONObject(feed).line)
          } else {
            let time = feed.lastSuccess.map { $0.formatted(.iso8601) } ?? "never"
            let title = feed.title.isEmpty ? "" : "  \(printable(feed.title))"
            Output.standard.write(
              "\(printable(feed.name))  \(feed.prefix)  \(time)  \(feed.rejectedCount)  \(printable(feed.url))\(title)\n"
            )
          }
        }
      }
    }
  }

  struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refresh", abstract: "Ask feeds now, once, and print the tree.",
      discussion: "It ends with 69 where one gave no good answer, and with 77 where one refused the credential.")

    @Argument(help: "Which; all of the account where none is given.") var names: [String] = []
    @OptionGroup var credential: CredentialOptions
    @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
    @OptionGroup var store: StoreOptions

    func run() async throws {
      let account = try store.open(mustExist: true)
      let feeds = try addStored(account, names)
      try reporting { () throws(TallyError) in try account.logIn(token: credential.value) }
      var status: Int32 = 0
      for feed in feeds {
        let result = exitStatus(await feed.refreshNow(), of: feed)
        if status == 0 { status = result }
      }
      try printTree(account, BadgePath.root, isJSON: isJSON)
      try reporting { () throws(TallyError) in try account.engine.close() }
      if status != 0 { throw ExitCode(status) }
    }
  }

  struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a feed, its messages and what they feed, for good.")

    @Argument(help: "The feed's name.") var name: String
    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.run(mustExist: true) { account in
        let feed = try addStored(account, [name])[0]
        try reporting { () throws(TallyError) in try feed.remove() }
      }
    }
  }

  struct RejectedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rejected", abstract: "Print what could not be used of a feed's answers, the oldest first.",
      discussion: "A line for each: when, why, and its JSON. The last 100 are kept.")

    @Argument(help: "The feed's name.") var name: String
    @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
    @OptionGroup var store: StoreOptions

    func run() throws {
      try store.run(mustExist: true) { account in
        let feed = try storedFeeds(account, [name])[0]
        for item in try reporting({ () throws(TallyError) in try account.rejectedItems(ofFeed: feed.id) }) {
          if isJSON {
            Output.standard.write(JSONObject(item).line)
          } else {
            let time = item.time.map { $0.formatted(.iso8601) } ?? "-"
            Output.standard.write("\(time)  \(item.reason)  \(printable(item.body))\n")
          }
        }
      }
    }
  }
}

/// A bearer token, of the command line or the environment.
struct CredentialOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Sent as a bearer token. Others can see it here: rather set TALLY_TOKEN.", valueName: "t"))
  var token: String?

  var value: String? { token ?? environment("TALLY_TOKEN") }
}

private func allFeeds(_ account: Account) throws -> [StoredFeed] {
  var feeds: [StoredFeed] = []
  while true {
    let more = try reporting { () throws(TallyError) in try account.storedFeeds(after: feeds.last?.name) }
    if more.isEmpty { return feeds }
    feeds += more
  }
}

/// The feeds of these names, in this order; of none: all that have a URL.
private func storedFeeds(_ account: Account, _ names: [String]) throws -> [StoredFeed] {
  let feeds = try allFeeds(account)
  if names.isEmpty { return feeds.filter { !$0.url.isEmpty } }
  return try names.map { name in
    guard let feed = feeds.first(where: { $0.name == name }) else {
      throw Exit.failing(Exit.noInput, "there is no feed '\(printable(name))'")
    }
    return feed
  }
}

/// Adds stored feeds as they were added before, to be asked when it is asked for.
/// - Parameter asksByItself: also as often as each one's interval says.
func addStored(_ account: Account, _ names: [String], asksByItself: Bool = false) throws -> [Feed] {
  try storedFeeds(account, names).map { stored in
    var configuration = FeedMemo(of: stored).configuration(url: stored.url, prefix: stored.prefix)
    configuration.initialDelay = asksByItself ? .milliseconds(1) : nil
    if !asksByItself { configuration.interval = nil }
    return try reporting { () throws(TallyError) in try account.addFeed(stored.name, configuration) }
  }
}

/// Says on standard error why a request failed.
func exitStatus(_ outcome: RefreshOutcome, of feed: Feed) -> Int32 {
  func fail(_ status: Int32, _ words: String) -> Int32 { Exit.failing(status, words).rawValue }
  switch outcome {
  case .synced, .notModified: return 0
  case .rateLimited(let wait):
    return fail(Exit.unavailable, "the server asked to wait \((wait.wholeMilliseconds + 999) / 1000) s")
  case .unauthorized(let words): return fail(Exit.permission, words.isEmpty ? Status.unauthorized.message : words)
  case .loggedOut, .cancelled: return fail(Exit.unavailable, "the request was cancelled")
  case .failed(let error): return Exit.failing(error).rawValue
  }
}

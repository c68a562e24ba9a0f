import ArgumentParser
import Tally

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Apply the payload of a push notification.",
    discussion: """
      The payload is a JSON object, as tally_account_push in tally.h describes it. If it is about a feed without the message \
      itself, tally feed refresh gets the message.
      """)

  @Argument(help: "Read this payload; - is standard input.", completion: .file()) var payload: String
  @Option(
    name: .customLong("badge-path"),
    help: ArgumentHelp(
      "Set this path to the payload's icon number.", discussion: "The path is stored: later pushes set it, too.",
      valueName: "path"), completion: .stored(.paths))
  var badgePath: String?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let bytes = try Input.bytes(payload)
    try store.run { account in
      // The engine must know the feeds. It does not poll them in the short time that the command runs.
      let feeds = try reporting { () throws(TallyError) in try account.addedFeeds() }
      for feed in feeds { _ = try add(feed, to: account, interval: nil) }
      try reporting { () throws(TallyError) in
        try account.logIn()
        if let badgePath { try account.configure(Account.Settings(pushPath: badgePath)) }
        try account.receivePush(bytes)
      }
      if store.output.isJSON { try printTree(account, BadgePath.root.description, store.output) }
    }
  }
}

struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver", abstract: "Apply a page as if a feed's server had sent it.",
    discussion: """
      A feed that is not stored yet is created without a URL. The page is JSON of the wire format, or of the feed's \
      mapping. The command shows the tree.
      """)

  @OptionGroup var feed: FeedArgument
  @Argument(help: "Read this page; - is standard input.", completion: .file()) var page: String
  @OptionGroup var prefix: PrefixOption
  @OptionGroup var mapping: MappingOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    let bytes = try Input.bytes(page)
    let mapping = try mapping.load()
    try store.run { account in
      let target = try open(mapping, account)
      try reporting { () throws(TallyError) in
        try account.logIn()
        try target.deliver(bytes)
      }
      try printTree(account, BadgePath.root.description, store.output)
    }
  }

  private func open(_ mapping: Feed.Mapping?, _ account: Account) throws -> Feed {
    let feeds = try reporting { () throws(TallyError) in try account.addedFeeds() }
    let stored = feeds.first { $0.name == feed.name }
    if prefix.path == nil, mapping == nil, let stored { return try add(stored, to: account, interval: nil) }
    let url = stored?.url ?? ""
    let configuration = Feed.Configuration(url: url.isEmpty ? nil : url, prefix: prefix.path, mapping: mapping)
    return try reporting { () throws(TallyError) in try account.addFeed(feed.name, configuration: configuration) }
  }
}

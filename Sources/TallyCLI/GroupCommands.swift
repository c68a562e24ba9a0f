import ArgumentParser
import Tally

struct GroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups", abstract: "Print the groups of unseen messages, the newest first.",
    discussion: """
      Prints a line for each: the key of its newest message, how many messages there are, how many are new since the \
      group was seen, its thread (- for none), the title of the newest message, and the summary of the others. Or \
      marks one seen, or dismisses it.
      """)

  enum Previews: String, ExpressibleByArgument, CaseIterable { case shown, hidden }
  enum Mode: String, ExpressibleByArgument, CaseIterable { case automatic, app, off }

  @Option(help: ArgumentHelp("The language of the summaries, as de-AT.", valueName: "tag")) var locale: String?
  @Option(help: ArgumentHelp("Whether summaries may name anybody: shown or hidden.", valueName: "how"))
  var previews = Previews.shown
  @Option(help: ArgumentHelp("How many at most, 1 to 10000.", valueName: "n")) var limit = 100
  @Option(help: ArgumentHelp("Go on behind the group with this newest message.", valueName: "key")) var after: UInt64?
  @Option(help: ArgumentHelp("Mark the group of a thread seen: nothing of it is new.", valueName: "thread"))
  var seen: String?
  @Option(help: ArgumentHelp("Dismiss the group of a thread.", valueName: "thread")) var dismiss: String?
  @Option(help: ArgumentHelp("Group from now on: automatic (by thread), app (all together), off.", valueName: "how"))
  var mode: Mode?
  @Option(
    name: .customLong("default-locale"),
    help: ArgumentHelp("The language of summaries where none is asked for, from now on.", valueName: "tag"))
  var defaultLocale: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let page = try reporting { () throws(TallyError) in
        if mode != nil || defaultLocale != nil {
          let grouping: Grouping? = mode.map { $0 == .automatic ? .automatic : $0 == .app ? .byApp : .off }
          try account.configureGroups(grouping, language: defaultLocale)
        }
        if let seen { try account.markGroupSeen(seen) }
        if let dismiss { try account.dismissGroup(dismiss) }
        return try account.groups(language: locale, previewsHidden: previews == .hidden, after: after, limit: limit)
      }
      Output.standard.write(page.groups.map { isJSON ? JSONObject($0).line : $0.line }.joined())
    }
  }
}

struct CategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category", abstract: "Say how messages of a category are summed up.",
    discussion: """
      A format has %u for the count, and may have %@ for who they are from; %% is a percent sign. It is the source text, \
      and the key that its translations stand under.
      """)

  @Argument(help: "The category's identifier.") var id: String
  @Option(help: ArgumentHelp("The format, as '%u more messages from %@'.", valueName: "format")) var summary = ""
  @Option(help: ArgumentHelp("The one for hidden previews, which names nobody.", valueName: "format")) var hidden = ""
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.setCategory(id, summary: summary, hidden: hidden) }
    }
  }
}

struct ImportStringsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-strings", abstract: "Import translations of formats.",
    discussion: """
      Takes a string catalogue (.xcstrings), or, with --locale, a .stringsdict. Prints how many formats were taken, and \
      how many texts passed over, because they are no formats.
      """)

  @Argument(help: "The file; - is standard input.", completion: .file()) var file: String
  @Option(help: ArgumentHelp("The language of a .stringsdict.", valueName: "tag")) var locale: String?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let given = try Input(file)
    defer { given.free() }
    let bytes = [UInt8](given.bytes)
    try store.run { account in
      let tally = try reporting { () throws(TallyError) in
        try account.importStrings(bytes, locale.map { .dictionary(language: $0) } ?? .catalog)
      }
      Output.standard.write("\(tally.taken) \(tally.skipped)\n")
    }
  }
}

extension MessageGroup {
  fileprivate var line: String {
    let name = thread.isEmpty ? "-" : printable(thread)
    let words = [title, summary].filter { !$0.isEmpty }.map { "  " + printable($0) }
    return "\(newest)  \(notifications)  \(fresh)  \(name)\(words.joined())\n"
  }
}

extension JSONObject {
  fileprivate init(_ group: MessageGroup) {
    self.init()
    put("thread", group.thread)
    put("newest", group.newest)
    put("oldest", group.oldest)
    put("items", group.items)
    put("notifications", group.notifications)
    put("fresh", group.fresh)
    put("time", group.time)
    put("path", group.path)
    put("title", group.title)
    put("summary", group.summary)
    put("language", group.language)
    put("origin", "\(group.origin)")
  }
}

import ArgumentParser
import Tally

struct GroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups", abstract: "List the groups of unseen messages.",
    discussion: """
      The group with the newest message comes first. A line begins with the key of the newest message. Then it has how \
      many messages there are, and how many are new since the group was seen. It ends with the thread (- for none), \
      the title of the newest message and a summary of the others. --seen, --dismiss, --mode and --default-locale change something before the list is made.
      """)

  enum Previews: String, ExpressibleByArgument, CaseIterable { case shown, hidden }
  enum Mode: String, ExpressibleByArgument, CaseIterable { case automatic, app, off }

  @Option(help: ArgumentHelp("Word the summaries in this language, as de-AT.", valueName: "tag")) var locale: String?
  @Option(help: ArgumentHelp("Show names in summaries, or hide them.", valueName: "how")) var previews = Previews.shown
  @OptionGroup var page: PageOptions
  @Option(help: ArgumentHelp("Continue after the group with this newest key.", valueName: "key"))
  var after: Message.Key?
  @Option(help: ArgumentHelp("Mark the group of a thread seen.", valueName: "thread")) var seen: String?
  @Option(help: ArgumentHelp("Dismiss the group of a thread.", valueName: "thread")) var dismiss: String?
  @Option(
    help: ArgumentHelp(
      "Group messages by thread, all together, or not.",
      discussion: "automatic groups them by thread, and app all together. The choice is stored.", valueName: "how"))
  var mode: Mode?
  @Option(
    name: .customLong("default-locale"),
    help: ArgumentHelp("Store the language that summaries use.", valueName: "tag"))
  var defaultLocale: String?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in
        if mode != nil || defaultLocale != nil {
          let grouping: Account.Grouping? = mode.map { $0 == .automatic ? .automatic : $0 == .app ? .byApp : .off }
          try account.configure(Account.Settings(grouping: grouping, language: defaultLocale))
        }
        if let seen { try account.markGroupSeen(seen) }
        if let dismiss { try account.dismissGroup(dismiss) }
      }
      let last = try after.map { try existingMessage($0, in: account) }
      let found = try reporting { () throws(TallyError) in
        guard let last else {
          return try account.groups(language: locale, previewsHidden: previews == .hidden, limit: page.limit)
        }
        return try account.groups(
          language: locale, previewsHidden: previews == .hidden, behind: last, limit: page.limit)
      }
      store.output.write(found.entries, Self.columns) { JSONObject($0) }
    }
  }

  private static var columns: [Column<Message.Group>] {
    [
      Column("NEWEST", .number) { Cell("\($0.newest)") }, Column("MESSAGES", .number) { Cell("\($0.notifications)") },
      Column("NEW", .number) { Cell("\($0.fresh)", $0.fresh > 0 ? .alarm : nil) },
      Column("THREAD", .flexible) { Cell($0.thread.isEmpty ? "-" : $0.thread) },
      Column("TITLE", .flexible) { Cell($0.title.isEmpty ? $0.summary : $0.title) },
      Column("SUMMARY", .flexible) { Cell($0.title.isEmpty ? "" : $0.summary) },
    ]
  }
}

struct CategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category", abstract: "Choose how messages of a category are summed up.",
    discussion: """
      A format contains %u for the count, and may contain %@ for the sender. %% is a percent sign. Translations use the \
      format as their key.
      """)

  @Argument(help: "Name the category by its identifier.") var id: String
  @Option(
    help: ArgumentHelp("Use this format, as '%u more messages from %@'.", valueName: "format")) var summary = ""
  @Option(help: ArgumentHelp("Use this format if names are hidden.", valueName: "format")) var hidden = ""
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.setCategory(id, summary: summary, hidden: hidden) }
      if store.output.isJSON {
        store.output.write { object in
          object.put("id", id)
          object.put("summary", summary)
          object.put("hidden", hidden)
        }
      }
    }
  }
}

struct ImportStringsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-strings", abstract: "Import translations of formats.",
    discussion: """
      The file is a string catalogue (.xcstrings) or, with --locale, a .stringsdict. The command prints how many formats \
      it took, and how many texts it skipped because they are not formats.
      """)

  @Argument(help: "Read this file; - is standard input.", completion: .file()) var file: String
  @Option(help: ArgumentHelp("Give the language of a .stringsdict.", valueName: "tag")) var locale: String?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let bytes = try Progress.showing("reading \(file)", store.output) { try Input.bytes(file) }
    try store.run { account in
      let (taken, skipped) = try reporting { () throws(TallyError) in
        try Progress.showing("importing \(file)", store.output) {
          Result { () throws(TallyError) in
            try account.importStrings(bytes, as: locale.map { .dictionary(language: $0) } ?? .catalog)
          }
        }.get()
      }
      let done = "imported \(counted(taken, "format")), skipped \(skipped)"
      store.output.confirm("\(taken) \(skipped)", saying: done) { $0.put(taken: taken, skipped: skipped) }
    }
  }
}

extension JSONObject {
  mutating func put(taken: Int, skipped: Int) {
    put("taken", taken)
    put("skipped", skipped)
  }

  fileprivate init(_ group: Message.Group) {
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

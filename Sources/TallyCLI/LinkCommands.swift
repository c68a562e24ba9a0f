import ArgumentParser
import Tally

struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Let a path count at another one too.",
    discussion: """
      The path counts there as if it were a child. Each path counts what is below it once, however many ways lead \
      there.
      """)

  @OptionGroup var target: PathArgument
  @Argument(help: ArgumentHelp("Name where it counts too.", valueName: "under"), completion: .stored(.paths))
  var under: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in
        try account.link(target.path, under: under)
        try tellLink(store.output, Badge.Link(path: canonical(target.path), under: canonical(under)), "now counts")
      }
    }
  }
}

struct UnlinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unlink", abstract: "Remove a link.")

  @OptionGroup var target: PathArgument
  @Argument(
    help: ArgumentHelp("Name where it shall not count any more.", valueName: "under"), completion: .stored(.paths))
  var under: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in
        try account.unlink(target.path, under: under)
        let link = Badge.Link(path: try canonical(target.path), under: try canonical(under))
        try tellLink(store.output, link, "no longer counts")
      }
    }
  }
}

struct LinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "List the links of a path and of what is below it.",
    discussion: "In a pipe it prints PATH UNDER: the path, and where it counts too.")

  @OptionGroup var start: StartArgument
  @Flag(help: "List the links that lead to the path, or below it.") var under = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let links = try reporting { () throws(TallyError) in
        under
          ? try account.links(under: start.path, includingDescendants: true)
          : try account.links(of: start.path, includingDescendants: true)
      }
      let columns: [Column<Badge.Link>] = [
        Column("PATH", .flexible) { Cell($0.path) }, Column("UNDER", .flexible) { Cell($0.under) },
      ]
      if store.output.isJSON || Output.standard.isTerminal {
        return store.output.write(links, columns) { JSONObject($0) }
      }
      Output.standard.write(links.map { "\($0.path) \($0.under)\n" }.joined())
    }
  }
}

private func canonical(_ path: String) throws(TallyError) -> String { try BadgePath(path).description }

private func tellLink(_ output: OutputOptions, _ link: Badge.Link, _ words: String) throws(TallyError) {
  if output.isJSON { return Output.standard.write(JSONObject(link).line) }
  output.tell("\(link.path) \(words) at \(link.under)")
}

extension JSONObject {
  fileprivate init(_ link: Badge.Link) {
    put("path", link.path)
    put("under", link.under)
  }
}

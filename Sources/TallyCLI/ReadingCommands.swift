import ArgumentParser
import Tally

struct GetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print what a path shows.",
    discussion: "Prints PATH SHOW COUNT: 1 or 0 for a badge or none, and the number, which is 0 for a dot.")

  @Argument(help: "The badge's path, as chat.bo.") var path: String
  @Flag(name: .customLong("json"), help: "Print a JSON object.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let (canonical, badge) = try reporting { () throws(TallyError) in
        (try BadgePath.canonical(path), try account.badge(at: path))
      }
      Output.standard.write(
        isJSON ? JSONObject(path: canonical, badge).line : "\(canonical) \(badge.shows ? 1 : 0) \(badge.count)\n")
    }
  }
}

struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", abstract: "Print the badges at and below a path.",
    discussion: "Paths that neither show a badge nor are muted are left out. Colours only on a terminal.")

  @Argument(help: "Where to begin.") var path = BadgePath.root
  @Flag(name: .customLong("json"), help: "Print one JSON object a line, sorted by path.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in try printTree(account, path, isJSON: isJSON) }
  }
}

func printTree(_ account: Account, _ path: String, isJSON: Bool) throws {
  let (top, list) = try reporting { () throws(TallyError) in
    (try BadgePath.canonical(path), try account.badges(at: path))
  }
  if isJSON {
    var text = ""
    for entry in list.entries { text += JSONObject(path: entry.path, entry.badge).line }
    Output.standard.write(text)
    return
  }
  let style: TreeText.Style =
    Output.standard.isColoured ? .coloured : Output.standard.isTerminal ? .terminal : .plain
  let lines = TreeText(list.entries, at: top).lines(style)
  Output.standard.write(lines.map { $0 + "\n" }.joined())
}

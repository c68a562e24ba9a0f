import ArgumentParser
import Tally

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Print why a path shows what it shows.",
    discussion: """
      Prints what the path shows, as get does, and then a line for each path at or below it that has a badge of its \
      own or unseen messages, and for each whose mute keeps something back: how much of the number comes from there \
      ('dot': only a dot, '-': nothing), the path, and why, messages with the server's ids. The numbers add up.
      """)

  @Argument(help: "The badge's path, as chat.bo.") var path = BadgePath.root
  @Flag(name: .customLong("json"), help: "Print one JSON object a line, sorted by path.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let (canonical, badge, reasons) = try reporting { () throws(TallyError) in
        (try BadgePath.canonical(path), try account.badge(at: path), try account.explain(path))
      }
      if isJSON {
        Output.standard.write(reasons.map { JSONObject($0).line }.joined())
        return
      }
      let width = reasons.map(\.path.count).max() ?? 0
      Output.standard.write("\(canonical) \(badge.shows ? 1 : 0) \(badge.count)\n")
      Output.standard.write(reasons.map { $0.line(width) + "\n" }.joined())
    }
  }
}

extension BadgeReason {
  /// Two columns, the second one `width` wide, and the words.
  fileprivate func line(_ width: Int) -> String {
    let adds = contributed > 0 ? "\(contributed)" : lights ? "dot" : "-"
    let first = String(repeating: " ", count: max(0, 8 - adds.count)) + adds
    return first + "  " + path + String(repeating: " ", count: max(0, width - path.count) + 2) + words
  }

  private var words: String {
    var parts: [String] = []
    switch manual {
    case .none: break
    case .dot: parts.append("dot")
    case .count(let number): parts.append("count \(number)" + (isOverridden ? " (gives way)" : ""))
    }
    if isFed {
      parts.append("messages \(fedCount): " + messages.map { printable($0.serverID) }.joined(separator: ", "))
    }
    if isHeldBack { parts.append(lights ? "number held back" : "held back") }
    if mute != .none { parts.append(mute == .all ? "muted: keeps \(kept)" : "number muted: keeps \(kept)") }
    return parts.joined(separator: ", ")
  }

  private var kept: String { keptCount > 0 ? "\(keptCount)" : "a dot" }
}

import ArgumentParser
import Tally

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain why a path shows its badge.",
    discussion: """
      It prints a line for each path at or below it that adds something: paths with a badge of their own, with unseen \
      messages, or with a mute. A line has the number that comes from there ("dot": only a dot, "-": nothing), the \
      path and the reason. The numbers add up to the path's number. Lines at the end say where servers count something \
      else: see feed drifts.
      """)

  @OptionGroup var start: StartArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let path = start.path
      let (canonical, badge, reasons, drifts) = try reporting { () throws(TallyError) in
        (
          try BadgePath(path).description, try account.badge(at: path), try account.explain(at: path),
          try account.drifts(at: path)
        )
      }
      if store.output.isJSON || Output.standard.isTerminal {
        let columns: [Column<Badge.Reason>] = [
          Column("ADDS", .number) { Cell($0.adds, $0.isMuted ? .faint : .alarm) },
          Column("PATH", .flexible) { Cell($0.path) }, Column("REASON", .flexible) { Cell($0.words) },
        ]
        store.output.write(reasons, columns) { JSONObject($0) }
        if !store.output.isJSON { write(drifts) }
        return
      }
      let width = reasons.map { columns(of: $0.path) }.max() ?? 0
      Output.standard.write("\(canonical) \(badge.shows ? 1 : 0) \(badge.count)\n")
      Output.standard.write(
        reasons.map { "\(padded($0.adds, to: 8, right: true))  \(padded($0.path, to: width))  \($0.words)\n" }.joined())
      write(drifts)
    }
  }

  private func write(_ drifts: [Feed.Drift]) {
    let dash = padded("-", to: 8, right: true)
    Output.standard.write(drifts.map { "\(dash)  \($0.words(at: printable($0.path)))\n" }.joined())
  }
}

extension Badge.Reason {
  fileprivate var adds: String { contributed > 0 ? "\(contributed)" : lights ? "dot" : "-" }

  fileprivate var words: String {
    var parts: [String] = []
    switch own {
    case .none: break
    case .dot: parts.append("dot")
    case .count(let number): parts.append("count \(number)" + (isOverridden ? " (gives way)" : ""))
    }
    if isFlagged { parts.append("marked as unread") }
    if isFed, !(isFlagged && messages.isEmpty) {
      parts.append("messages \(fedCount): " + messages.map { printable($0.serverID) }.joined(separator: ", "))
    }
    if isCounting { parts.append("counts its children") }
    if isLinked { parts.append("by a link") }
    if isMuted { parts.append(lights ? "number held back" : "held back") }
    if level != .normal { parts.append("\(level)") }
    if isSnoozed { parts.append("snoozed: keeps \(kept)") }
    if mute != .none { parts.append(mute.mode == .all ? "muted: keeps \(kept)" : "number muted: keeps \(kept)") }
    return parts.joined(separator: ", ")
  }

  private var kept: String { keptCount > 0 ? "\(keptCount)" : "a dot" }
}

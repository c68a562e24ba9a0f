import ArgumentParser
import Tally

/// An optional path. The default is root.
struct StartArgument: ParsableArguments {
  @Argument(help: "Begin at this path.", completion: .stored(.paths)) var path = BadgePath.root.description
}

struct GetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show the badge at a path.",
    discussion: """
      In a pipe it prints PATH SHOWS COUNT. SHOWS is 1 for a badge and 0 for none. COUNT is 0 for a dot.
      """)

  @OptionGroup var target: PathArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let path = target.path
      let (canonical, badge) = try reporting { () throws(TallyError) in
        (try BadgePath(path).description, try account.badge(at: path))
      }
      if !store.output.isJSON, !Output.standard.isTerminal {
        return Output.standard.write("\(canonical) \(badge.shows ? 1 : 0) \(badge.count)\n")
      }
      let columns = [
        Column<Badge>("PATH", .flexible) { _ in Cell(canonical) }, Column("BADGE", .number) { Cell(badge: $0) },
        Column("OWN", .number) { Cell(own: $0.own) },
        Column("MESSAGES") { Cell($0.isFed ? "yes" : "") },
        Column("LEVEL") { Cell($0.level == .normal ? "" : "\($0.level)") },
        Column("MUTE") { Cell($0.isSnoozed ? "snoozed" : $0.mute == .none ? "" : "\($0.mute.mode)") },
      ]
      store.output.write([badge], columns) { JSONObject(path: canonical, $0) }
    }
  }
}

struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", abstract: "Show the badges at and below a path.",
    discussion: "Paths that neither show a badge nor are muted or snoozed are left out.")

  @OptionGroup var start: StartArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in try printTree(account, start.path, store.output) }
  }
}

extension Cell {
  /// The cell for the badge that a path shows.
  init(badge: Badge) {
    switch badge.kind {
    case .none: self.init("-", .faint)
    case .dot: self.init("●", .alarm)
    case .number: self.init("\(badge.count)", .alarm)
    }
  }

  /// The cell for the badge that a path owns.
  init(own value: Badge.Value) {
    switch value {
    case .none: self.init("")
    case .dot: self.init("●")
    case .count(let number): self.init("\(number)")
    }
  }
}

func printTree(_ account: Account, _ path: String, _ output: OutputOptions) throws {
  let (top, list) = try reporting { () throws(TallyError) in
    (try BadgePath(path).description, try account.badges(at: path))
  }
  if output.isJSON {
    return Output.standard.write(list.entries.map { JSONObject(path: $0.path, $0.badge).line }.joined())
  }
  let lines = TreeText(list.entries, at: top).lines(for: .standard)
  Output.standard.write(lines.map { $0 + "\n" }.joined())
}

struct TotalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "total", abstract: "Show the badges of all accounts together.",
    discussion: """
      This is what an application's icon shows with all accounts logged in. In a pipe it prints SHOWS COUNT, as get does.
      """)

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let (engine, _) = try database.open(mayCreate: false) { configuration in
      configuration.maxAccounts = 1 << 24
      configuration.maxLoadedAccounts = 64
    }
    try show(engine)
    try reporting { () throws(TallyError) in try engine.close() }
  }

  private func show(_ engine: Engine) throws {
    let (total, names) = try reporting { () throws(TallyError) in (try engine.totalOfAll(), try engine.accountNames()) }
    let (kind, count) = (total.kind, total.count)
    if database.output.isJSON {
      database.output.write { object in
        object.put("kind", kind.rawValue)
        object.put("shows", kind != .none)
        object.put("count", count)
        object.put("accounts", names.count)
      }
    } else if Output.standard.isTerminal {
      let shown = kind == .none ? "nothing" : kind == .dot ? "●" : " \(count) "
      let colour: Colour = kind == .none ? .faint : kind == .dot ? .alarm : .badge
      let words = names.count == 1 ? "1 account" : "\(names.count) accounts"
      Output.standard.write("\(Output.standard.paint(shown, colour))  \(words)\n")
    } else {
      Output.standard.write("\(kind == .none ? 0 : 1) \(count)\n")
    }
  }
}

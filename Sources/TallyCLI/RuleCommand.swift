import ArgumentParser
import Tally

enum FeedingName: String, ExpressibleByArgument, CaseIterable {
  case unseen, unread

  var feeding: Badge.Feeding { self == .unseen ? .unseen : .unread }
}

extension Badge.Feeding {
  fileprivate var name: String { self == .unseen ? "unseen" : "unread" }
}

enum CountingName: String, ExpressibleByArgument, CaseIterable {
  case lit, usual

  var counting: Badge.Counting? { self == .lit ? .lit : nil }
}

struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule", abstract: "Show or set how a path counts.",
    discussion: """
      --feeding holds at its path, and below it until another path has its own. Where none holds, the account's \
      setting does. --counting lit counts the children that have a number, at this path alone. In a pipe the command \
      prints PATH OWN HOLDS COUNTS. OWN is what the path's own rule feeds, or - without one. HOLDS is what feeds \
      there. COUNTS is lit or -.
      """)

  @OptionGroup var target: PathArgument
  @Option(help: ArgumentHelp("Count these messages here and below.", valueName: "which")) var feeding: FeedingName?
  @Option(help: ArgumentHelp("Count the children with a number, or their sum.", valueName: "how"))
  var counting: CountingName?
  @Flag(help: "Remove the rule of the path.") var clear = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if clear && feeding != nil { throw ValidationError("--clear removes the rule, so leave out --feeding.") }
    if clear && counting != nil { throw ValidationError("--clear removes the rule, so leave out --counting.") }
  }

  /// The given parts replace those of the path.
  private func change(_ account: Account) throws(TallyError) {
    if clear { return try account.setRule(nil, at: target.path) }
    if feeding == nil && counting == nil { return }
    var rule = try account.rule(at: target.path)
    if let feeding { rule.feeding = feeding.feeding }
    if let counting { rule.counting = counting.counting }
    try account.setRule(rule, at: target.path)
  }

  func run() throws {
    try store.run(mustExist: feeding == nil && counting == nil) { account in
      let rules = try reporting { () throws(TallyError) in
        try change(account)
        let own = try account.rule(at: target.path)
        return PathRules(
          path: try BadgePath(target.path).description, own: own.feeding,
          effective: try account.effectiveRule(at: target.path).feeding, counting: own.counting)
      }
      if !store.output.isJSON, !Output.standard.isTerminal {
        let words = [rules.path, rules.own?.name ?? "-", rules.effective?.name ?? "-", rules.counts ?? "-"]
        return Output.standard.write(words.joined(separator: " ") + "\n")
      }
      let columns = [
        Column<PathRules>("PATH", .flexible) { Cell($0.path) }, Column("OWN") { Cell($0.own?.name ?? "") },
        Column("HOLDS") { Cell($0.effective?.name ?? "") }, Column("COUNTS") { Cell($0.counts ?? "") },
      ]
      store.output.write([rules], columns) { JSONObject($0) }
    }
  }
}

private struct PathRules {
  var path: String
  var own: Badge.Feeding?
  var effective: Badge.Feeding?
  var counting: Badge.Counting?

  var counts: String? { counting == .lit ? "lit" : nil }
}

extension JSONObject {
  fileprivate init(_ rules: PathRules) {
    put("path", rules.path)
    put("feeding", rules.own)
    put("effective_feeding", rules.effective)
    if let counts = rules.counts { put("counting", counts) } else { putNull("counting") }
  }

  private mutating func put(_ name: String, _ feeding: Badge.Feeding?) {
    if let feeding { put(name, feeding.name) } else { putNull(name) }
  }
}

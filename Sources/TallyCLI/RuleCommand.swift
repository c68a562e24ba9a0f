import ArgumentParser
import Tally

enum FeedingName: String, ExpressibleByArgument, CaseIterable {
  case unseen, unread

  var feeding: Badge.Feeding { self == .unseen ? .unseen : .unread }
}

extension Badge.Feeding {
  fileprivate var name: String { self == .unseen ? "unseen" : "unread" }
}

struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule", abstract: "Show or set how messages count at a path.",
    discussion: """
      A rule holds at its path, and below it until another path has its own. Where none holds, the account's setting \
      does. In a pipe the command prints PATH OWN HOLDS. OWN is the path's own rule, or - without one. HOLDS is what \
      holds there.
      """)

  @OptionGroup var target: PathArgument
  @Option(help: ArgumentHelp("Count these messages here and below.", valueName: "which")) var feeding: FeedingName?
  @Flag(help: "Remove the rule of the path.") var clear = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if clear && feeding != nil { throw ValidationError("--clear removes the rule, so leave out --feeding.") }
  }

  func run() throws {
    try store.run(mustExist: feeding == nil) { account in
      let rules = try reporting { () throws(TallyError) in
        if clear || feeding != nil { try account.setRule(Badge.Rule(feeding: feeding?.feeding), at: target.path) }
        return PathRules(
          path: try BadgePath(target.path).description, own: try account.rule(at: target.path).feeding,
          effective: try account.effectiveRule(at: target.path).feeding)
      }
      if !store.output.isJSON, !Output.standard.isTerminal {
        return Output.standard.write("\(rules.path) \(rules.own?.name ?? "-") \(rules.effective?.name ?? "-")\n")
      }
      let columns = [
        Column<PathRules>("PATH", .flexible) { Cell($0.path) }, Column("OWN") { Cell($0.own?.name ?? "") },
        Column("HOLDS") { Cell($0.effective?.name ?? "") },
      ]
      store.output.write([rules], columns) { JSONObject($0) }
    }
  }
}

private struct PathRules {
  var path: String
  var own: Badge.Feeding?
  var effective: Badge.Feeding?
}

extension JSONObject {
  fileprivate init(_ rules: PathRules) {
    put("path", rules.path)
    put("feeding", rules.own)
    put("effective_feeding", rules.effective)
  }

  private mutating func put(_ name: String, _ feeding: Badge.Feeding?) {
    if let feeding { put(name, feeding.name) } else { putNull(name) }
  }
}

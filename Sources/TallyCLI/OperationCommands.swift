import ArgumentParser
import Tally

// One command for each operation.

/// The path of a badge.
struct PathArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Name a badge by its path, as chat.bo.", valueName: "path"), completion: .stored(.paths))
  var path: String
}

extension StoreOptions {
  /// Changes a badge. With --json and on a terminal it prints what the badge shows afterwards.
  /// - Parameter remark: what follows that on a terminal.
  func change(
    _ path: String, remark: String = "", _ body: (Account) throws(TallyError) -> Void
  ) throws {
    try run { account in
      try reporting { () throws(TallyError) in
        try body(account)
        let (path, badge) = (try canonical(path), try account.badge(at: path))
        if output.isJSON { return Output.standard.write(JSONObject(path: path, badge).line) }
        output.tell("\(path) shows \(badge)\(remark)")
      }
    }
  }
}

private func canonical(_ path: String) throws(TallyError) -> String { try BadgePath(path).description }

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the badge at a path to a number.", discussion: "0 removes the badge.")

  @OptionGroup var target: PathArgument
  @Argument(help: ArgumentHelp("Give the number: 0 to 4294967295.", valueName: "n")) var count: SignedNumber
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let end = try until?.later()
    try store.change(target.path) { (account) throws(TallyError) in
      try account.set(count.value, at: target.path, until: end)
    }
  }
}

struct DotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "dot", abstract: "Set the badge at a path to a dot.")

  @OptionGroup var target: PathArgument
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let end = try until?.later()
    try store.change(target.path) { (account) throws(TallyError) in
      try account.dot(at: target.path, until: end)
    }
  }
}

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add to the number at a path.",
    discussion: "A dot counts as 0. If the result is 0, the badge is removed.")

  @OptionGroup var target: PathArgument
  @Argument(help: ArgumentHelp("Add this number, which may be negative.", valueName: "d")) var delta: SignedNumber
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.change(target.path) { (account) throws(TallyError) in try account.add(delta.value, at: target.path) }
  }
}

struct ClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Clear the badge at a path, as if the user looked.",
    discussion: """
      Messages that feed the badge become seen. If something below the path shows a badge, the path still shows one. \
      Then the command prints "held" and succeeds.
      """)

  @OptionGroup var target: PathArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.change(target.path) { (account) throws(TallyError) in
      let result = try account.clear(at: target.path)
      if result == .held, !store.output.isQuiet, !store.output.isJSON {
        let why = Output.standard.isTerminal ? ": something below it shows a badge, see tally explain" : ""
        Output.standard.write("held\(why)\n")
      }
    }
  }
}

struct ClearTreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear-tree", abstract: "Clear a path and everything below it.")

  @OptionGroup var target: PathArgument
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    try confirmation.ask("Clear \(target.path) and everything below it?")
    try store.change(target.path) { (account) throws(TallyError) in try account.clearTree(at: target.path) }
  }
}

enum MuteName: String, ExpressibleByArgument, CaseIterable {
  case none, number, all

  func mute(passesHighlights: Bool) -> Badge.Mute {
    switch self {
    case .none: return .none
    case .number: return passesHighlights ? .numberButHighlights : .number
    case .all: return passesHighlights ? .allButHighlights : .all
    }
  }

  /// The part that the parent gets.
  func passed(passesHighlights: Bool) -> String {
    let highlights = passesHighlights ? ", but highlights" : ""
    switch self {
    case .none: return "all of it"
    case .number: return "a dot at most" + highlights
    case .all: return "nothing" + highlights
    }
  }
}

struct MuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Keep a path's number or badge from its parent.",
    discussion: "With number the parent gets a dot at most. With all it gets nothing. none ends the mute.")

  @OptionGroup var target: PathArgument
  @Argument(help: ArgumentHelp("Choose what the path keeps from its parent.", valueName: "what")) var mode: MuteName
  @Flag(name: .customLong("pass-highlights"), help: "Let messages of level highlight or above pass.")
  var passesHighlights = false
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let end = try until?.later()
    let passed = mode.passed(passesHighlights: passesHighlights)
    try store.change(target.path, remark: ", and passes on \(passed)") { (account) throws(TallyError) in
      try account.mute(mode.mute(passesHighlights: passesHighlights), at: target.path, until: end)
    }
  }
}

import ArgumentParser
import Tally

// One command an operation.

private let pathHelp: ArgumentHelp = "The badge's path, as chat.bo."

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a path's own badge to a number; 0 takes it away.")

  @Argument(help: pathHelp) var path: String
  @Argument(help: ArgumentHelp("0 to 4294967295.", valueName: "n")) var count: SignedNumber
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.set(count.value, at: path, until: until?.date) }
    }
  }
}

struct DotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "dot", abstract: "Set a path's own badge to a dot.")

  @Argument(help: pathHelp) var path: String
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.dot(at: path, until: until?.date) }
    }
  }
}

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add to a path's own number; where 0 results the badge goes.")

  @Argument(help: pathHelp) var path: String
  @Argument(help: ArgumentHelp("What to add; it may be negative.", valueName: "d")) var delta: SignedNumber
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.add(delta.value, at: path) }
    }
  }
}

struct ClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take a path's badge away, as when the user has looked.",
    discussion: """
      Messages that feed it become seen. Where the path still shows a badge, because something below it does, \
      "held" is printed; that is no failure.
      """)

  @Argument(help: pathHelp) var path: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      let result = try reporting { () throws(TallyError) in try account.clear(at: path) }
      if result == .held { Output.standard.write("held\n") }
    }
  }
}

struct ClearTreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear-tree", abstract: "Clear a path and everything below it.")

  @Argument(help: pathHelp) var path: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in try reporting { () throws(TallyError) in try account.clearTree(at: path) } }
  }
}

enum MuteName: String, ExpressibleByArgument, CaseIterable {
  case none, number, all

  var mute: Mute {
    switch self {
    case .none: return .none
    case .number: return .number
    case .all: return .all
    }
  }
}

struct MuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Say what a path keeps from its parent: nothing, its number, or all.")

  @Argument(help: pathHelp) var path: String
  @Argument(help: "What is kept from the parent.") var mode: MuteName
  @Option(help: Until.help) var until: Until?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run { account in
      try reporting { () throws(TallyError) in try account.mute(mode.mute, at: path, until: until?.date) }
    }
  }
}

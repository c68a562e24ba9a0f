import ArgumentParser
import Tally

@main
struct Main {
  static func main() async {
    if let script = BashCompletion.requested(CommandLine.arguments.dropFirst()) { return print(script) }
    do {
      var command = try RootCommand.parseAsRoot(CommandLine.arguments.dropFirst().map(keepingMinus))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Ends the command. Errors of usage begin as all errors do, and not as the parser writes them.
  private static func end(with error: any Error) -> Never {
    if RootCommand.exitCode(for: error).rawValue == Exit.usage, !(error is ExitCode) {
      let words = Suggestion.message(for: CommandLine.arguments.dropFirst()) ?? RootCommand.fullMessage(for: error)
      let message = words.hasPrefix(parserPrefix) ? String(words.dropFirst(parserPrefix.count)) : words
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      Output.error.write(Output.error.paint("tally:", .alarm) + " \(lines.joined(separator: "\n"))\n")
      RootCommand.exit(withError: ExitCode(Exit.usage))
    }
    RootCommand.exit(withError: error)
  }

  private static let parserPrefix = "Error: "

  /// Replaces the minus of a negative number by U+2212, which `SignedNumber` reads. The parser would take the number
  /// for an option.
  static func keepingMinus(_ argument: String) -> String {
    let digits = argument.utf8.dropFirst()
    guard argument.utf8.first == 0x2D, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return argument
    }
    return "\u{2212}" + argument.dropFirst()
  }
}

struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally",
    abstract: "Change, show and watch unread badges.",
    discussion: """
      Begin with tally init, which writes an example, and tally tree, which shows it.

      A PATH is root, or names separated by dots. The leading root may be left out: chat.bo is root.chat.bo. \
      In a name, write \\. for a dot and \\\\ for a backslash.

      A duration is a number and its unit: 10s, 5m (minutes), 2h, 3d, 2w, 6mo (months) or 1y. Units can be combined: \
      1d12h.

      On a terminal the commands print tables with colours; NO_COLOR turns the colours off. In a pipe they print plain \
      lines. With --json they print one JSON object a line.

      ENVIRONMENT
        TALLY_DB       the database, if --db is not given
        XDG_DATA_HOME  the folder of the default database, in place of ~/.local/share
        TALLY_TOKEN    the bearer token, if --token is not given
        NO_COLOR       if it is not empty, nothing is coloured

      EXIT STATUS
        0   success; also if a badge still shows after clear
        1   the question of a command was answered with no
        64  wrong usage
        65  wrong data: an invalid path or number, a file that is damaged, newer or not a database, or an account \
      with another aggregation
        66  an input does not exist or cannot be opened
        69  a server could not be reached, or sent an invalid response
        70  a defect of tally
        71  not enough memory
        73  a database cannot be created, an output file exists, or the disk is full
        74  a file could not be read or written
        75  another process has the database open: try again
        77  the system or a server denies access
      """,
    version: Engine.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Badges",
        subcommands: [
          InitCommand.self, SetCommand.self, DotCommand.self, AddCommand.self, ClearCommand.self,
          ClearTreeCommand.self, MuteCommand.self, SnoozeCommand.self, FlagCommand.self, RuleCommand.self,
          LinkCommand.self, UnlinkCommand.self,
          LinksCommand.self, GetCommand.self, TreeCommand.self, ExplainCommand.self, StyleCommand.self,
          TotalCommand.self, ViewCommand.self, WatchCommand.self,
        ]),
      CommandGroup(
        name: "Messages",
        subcommands: [
          PostCommand.self, WithdrawCommand.self, MessagesCommand.self, FirstCommand.self, ShowCommand.self,
          ReadCommand.self, GroupsCommand.self, CategoryCommand.self, ImportStringsCommand.self, OutboxCommand.self,
        ]),
      CommandGroup(name: "Reminders", subcommands: [RemindCommand.self]),
      CommandGroup(
        name: "Servers",
        subcommands: [FeedCommand.self, PushCommand.self, DeliverCommand.self, MapCommand.self]),
      CommandGroup(
        name: "Databases",
        subcommands: [
          AccountCommand.self, ExportCommand.self, ImportCommand.self, SnapshotCommand.self, RestoreCommand.self,
          DiffCommand.self, ApplyCommand.self, BackupCommand.self, VerifyCommand.self, RecoverCommand.self,
          StatsCommand.self,
        ]),
    ])
}

/// An integer that may be negative.
struct SignedNumber: ExpressibleByArgument {
  let value: Int

  init?(argument: String) {
    guard let value = Int(argument.replacingMinus) else { return nil }
    self.value = value
  }
}

extension String {
  fileprivate var replacingMinus: String { hasPrefix("\u{2212}") ? "-" + dropFirst() : self }
}

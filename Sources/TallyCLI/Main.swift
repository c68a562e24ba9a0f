import ArgumentParser
import Tally

@main
struct Main {
  static func main() async {
    await RootCommand.main(CommandLine.arguments.dropFirst().map(keepingMinus))
  }

  /// The parser takes what begins with a minus for an option, also where a number is meant: such numbers go through
  /// it with a minus of another kind, which `SignedNumber` reads.
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
    abstract: "Unread badges: change them, look at them, watch them, replay them.",
    discussion: """
      A PATH is root, or components separated by dots; the leading root may be left out: chat.bo is root.chat.bo. \
      Within a component \\. and \\\\ stand for a dot and a backslash.

      EXIT STATUS
        0   done; also where a clear was held
        64  wrong usage
        65  wrong data: a path, a number or a trace that is not well formed, a file that is damaged, newer or \
      not a store, or an account that was created otherwise
        66  an input does not exist or cannot be opened
        69  a server could not be reached, or gave no good answer
        70  a defect of tally
        71  memory could not be had
        73  a database cannot be created, a file that is to be written exists, or the disk is full
        74  a file could not be read or written
        75  another process has the database open: try again
        77  the system, or a server, does not permit it
      """,
    version: Engine.version,
    subcommands: [
      SetCommand.self, DotCommand.self, AddCommand.self, ClearCommand.self, ClearTreeCommand.self, MuteCommand.self,
      GetCommand.self, TreeCommand.self, ExplainCommand.self, MessagesCommand.self, ReadCommand.self,
      GroupsCommand.self, CategoryCommand.self, ImportStringsCommand.self,
      OutboxCommand.self, RemindCommand.self, FeedCommand.self, WatchCommand.self, ReplayCommand.self,
      AccountCommand.self, SnapshotCommand.self, RestoreCommand.self, BackupCommand.self, VerifyCommand.self,
      RecoverCommand.self, MapCommand.self,
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

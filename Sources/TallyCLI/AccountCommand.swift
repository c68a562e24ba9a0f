import ArgumentParser
import Tally

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "List the accounts of a database, or drop one.",
    subcommands: [ListCommand.self, DropCommand.self])

  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the names of the accounts, one a line, sorted by their bytes.")

    @OptionGroup var database: DatabaseOptions

    func run() throws {
      try database.run { engine in
        var last: String?
        while true {
          let names = try reporting { () throws(TallyError) in try engine.accountNames(after: last, limit: 10_000) }
          guard let end = names.last else { return }
          Output.standard.write(names.map { $0 + "\n" }.joined())
          last = end
        }
      }
    }
  }

  struct DropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Remove an account with all that is stored for it, for good.")

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var database: DatabaseOptions

    func run() throws {
      try database.run { engine in
        do throws(TallyError) {
          try engine.removeAccount(name)
        } catch {
          if error.status == .notFound { throw Exit.noAccount(name, in: database.file, engine, Exit.noInput) }
          throw Exit.failing(error)
        }
      }
    }
  }
}

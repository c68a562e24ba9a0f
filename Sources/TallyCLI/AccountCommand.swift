import ArgumentParser
import Tally

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "List or remove accounts.",
    subcommands: [ListCommand.self, RemoveCommand.self])

  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the accounts of a database.",
      discussion: "The names are sorted by their bytes.")

    @OptionGroup var database: DatabaseOptions

    func run() throws {
      try database.run { engine, _ in
        let names = try reporting { () throws(TallyError) in try engine.accountNames() }
        database.output.write(names, [Column("ACCOUNT", .flexible) { Cell($0) }]) { name in
          var object = JSONObject()
          object.put("name", name)
          return object
        }
      }
    }
  }

  struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove an account and everything stored for it.",
      discussion: "This cannot be undone. tally export keeps a copy.")

    @Argument(help: "Name the account.", completion: .stored(.accounts)) var name: String
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var database: DatabaseOptions

    func run() throws {
      try confirmation.ask("Remove the account '\(name)' and everything stored for it?")
      try database.run { engine, file in
        do throws(TallyError) {
          try engine.removeAccount(name)
        } catch {
          if error.code == .notFound { throw Exit.noAccount(name, in: file, engine, Exit.noInput) }
          throw Exit.failing(error)
        }
        database.output.confirm(saying: "removed the account '\(name)'") { $0.put("name", name) }
      }
    }
  }
}

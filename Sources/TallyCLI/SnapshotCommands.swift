import ArgumentParser
import Tally

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write all that belongs to an account into a file.",
    discussion: "The file must not exist. It is of one moment, and restore reads it, into this database or another.")

  @Argument(help: ArgumentHelp("Where it goes; - is standard output.", valueName: "out"), completion: .file())
  var output: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let bytes = try reporting { () throws(TallyError) in try account.export() }
      try Output.save(bytes, output)
    }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Make an account of a snapshot.",
    discussion: "The account must not exist; the database is created where there is none.")

  @Argument(help: ArgumentHelp("The snapshot; - is standard input.", valueName: "in"), completion: .file())
  var input: String
  @Option(help: ArgumentHelp("The account's name.", valueName: "name")) var account = "default"
  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let given = try Input(input)
    defer { given.free() }
    let bytes = [UInt8](given.bytes)
    try database.run(mayCreate: true) { engine in
      do throws(TallyError) {
        try engine.importAccount(account, from: bytes)
      } catch {
        if error.status == .exists {
          let advice = "choose another name with --account, or remove it with tally account drop"
          throw Exit.failing(Exit.status(of: error.status), "\(database.file): \(error.message): \(advice)")
        }
        throw Exit.failing(error)
      }
    }
  }
}

import ArgumentParser
import Tally

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a database into another file.",
    discussion: """
      The copy is complete, or there is none; it is opened like the original. A program that has the database open \
      makes one itself, with tally_engine_backup.
      """)

  @Argument(help: ArgumentHelp("Where it goes. The file must not exist.", valueName: "out"), completion: .file())
  var output: String
  @Flag(name: .customLong("replace"), help: "Replace a file that is there, once the copy is complete.")
  var replaces = false
  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.run { engine in
      do throws(TallyError) {
        try engine.backup(to: output, replacing: replaces)
      } catch {
        // As where a snapshot's file exists: it is no datum that is wrong.
        if error.status == .exists { throw Exit.failing(Exit.cannotCreate, error.message) }
        throw Exit.failing(error)
      }
    }
  }
}

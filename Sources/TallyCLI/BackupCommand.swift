import ArgumentParser
import Tally

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a database into another file.",
    discussion: """
      The copy is a database like the original. If the command fails, it leaves no copy. A program that has the \
      database open copies it with tally_engine_backup.
      """)

  @Argument(
    help: ArgumentHelp("Write to this file, which must not exist.", valueName: "out"), completion: .file())
  var target: String
  @Flag(name: .customLong("replace"), help: "Replace the file if it exists.")
  var replaces = false
  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.run { engine, file in
      do throws(TallyError) {
        try copy(engine, file)
      } catch {
        // The same exit status as if a snapshot's file exists: no data is wrong.
        if error.code == .exists {
          throw Exit.failing(Exit.cannotCreate, "\(error.message); name another file, or add --replace")
        }
        throw Exit.failing(error)
      }
      let length = size(ofFile: target) ?? 0
      database.output.confirm(saying: "copied \(file) to \(target), \(length) bytes") { $0.put(file: target) }
    }
  }

  private func copy(_ engine: Engine, _ file: String) throws(TallyError) {
    let partial = target + "-partial"
    let result: Result<Void, TallyError> = Progress.showing("copying \(file)", database.output) {
      share(ofFile: partial, to: file)
    } _: {
      Result { () throws(TallyError) in try engine.backup(to: target, replacing: replaces) }
    }
    try result.get()
  }
}

/// The share of a file that has been copied into another one; nil: unknown.
func share(ofFile target: String, to source: String) -> Double? {
  guard let whole = size(ofFile: source), whole > 0, let part = size(ofFile: target) else { return nil }
  return Double(part) / Double(whole)
}

extension JSONObject {
  /// A file that was written, and how long it is.
  mutating func put(file: String) {
    put("file", file)
    put("bytes", size(ofFile: file) ?? 0)
  }
}

import ArgumentParser
import Tally

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Save the badges at and below a path in a file.",
    discussion: """
      The file shows one moment. restore reads it into this database or another. It has no messages: export saves a \
      whole account.
      """)

  @Argument(
    help: ArgumentHelp("Write to this new file; - is standard output.", valueName: "out"), completion: .file())
  var target: String
  @Option(help: ArgumentHelp("Save the badges at and below this path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if path == nil { throw ValidationError("Give --path. To save a whole account, use tally export.") }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      let bytes = try reporting { () throws(TallyError) in try account.badgeSnapshot(at: path ?? "").bytes }
      try store.output.save(bytes, target)
    }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the badges at and below a path.",
    discussion: "The file is one that snapshot saved. Its badges replace those at and below the path.")

  @OptionGroup var input: SavedFileArgument
  @Option(
    help: ArgumentHelp("Replace the badges at and below this path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if path == nil { throw ValidationError("Give --path. To create an account from a file, use tally import.") }
  }

  func run() throws {
    let path = path ?? ""
    let bytes = try input.bytes(store.output)
    if SavedFile(bytes) == .account {
      throw Exit.failing(Exit.data, "\(input.name) has a whole account: create it with tally import")
    }
    // The file itself may be standard input.
    if input.name != "-" { try confirmation.ask("Replace the badges at and below \(path)?") }
    try store.run { account in
      try reporting { () throws(TallyError) in try account.restore(BadgeSnapshot(decoding: bytes), at: path) }
    }
    store.output.confirm(saying: "restored the badges at and below \(path)") { $0.put("name", store.account) }
  }
}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Save a whole account in a file.",
    discussion: "The file shows one moment. import creates an account from it, in this database or another.")

  @Argument(
    help: ArgumentHelp("Write to this new file; - is standard output.", valueName: "out"), completion: .file())
  var target: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try store.output.save(try reporting { () throws(TallyError) in try account.export() }, target)
    }
  }
}

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Create an account from a file of export.",
    discussion: "The new account gets the name that --account gives.")

  @OptionGroup var input: SavedFileArgument
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if store.aggregation != nil {
      throw ValidationError("--aggregation is not needed: an account keeps the one that it was saved with.")
    }
  }

  func run() throws {
    let bytes = try input.bytes(store.output)
    if SavedFile(bytes) == .badges {
      throw Exit.failing(Exit.data, "\(input.name) has the badges of a path: read it with tally restore --path")
    }
    try store.database.run(mayCreate: true) { engine, file in try create(bytes, engine, file) }
    store.output.confirm(saying: "imported the account '\(store.account)'") { $0.put("name", store.account) }
  }

  private func create(_ bytes: [UInt8], _ engine: Engine, _ file: String) throws {
    do throws(TallyError) {
      try Progress.showing("importing \(input.name)", store.output) {
        Result { () throws(TallyError) in try engine.importAccount(store.account, from: bytes) }
      }.get()
    } catch {
      if error.code == .exists {
        let advice = "choose another name with --account, or remove it with tally account remove"
        throw Exit.failing(Exit.status(of: error.code), "\(file): \(error.message): \(advice)")
      }
      throw Exit.failing(error)
    }
  }
}

/// The file that restore and import read.
struct SavedFileArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("Read this file; - is standard input.", valueName: "in"), completion: .file())
  var name: String

  func bytes(_ output: OutputOptions) throws -> [UInt8] {
    try Progress.showing("reading \(name)", output) { try Input.bytes(name) }
  }
}

/// Which command saved a file, by its first bytes.
private enum SavedFile {
  case badges
  case account
  case unknown

  init(_ bytes: [UInt8]) {
    switch String(decoding: bytes.prefix(4), as: UTF8.self) {
    case "TLYS": self = .badges
    case "TLYA": self = .account
    default: self = .unknown
    }
  }
}

extension OutputOptions {
  /// Writes a new file, and reports it.
  func save(_ bytes: [UInt8], _ name: String) throws {
    try Output.save(bytes, name)
    if name != "-" { confirm(saying: "wrote \(name), \(bytes.count) bytes") { $0.put(file: name) } }
  }
}

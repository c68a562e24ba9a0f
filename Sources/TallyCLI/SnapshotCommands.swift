import ArgumentParser
import Tally

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Save an account, or a subtree of badges, in a file.",
    discussion: "The file shows one moment. restore reads it into this database or another.")

  @Argument(
    help: ArgumentHelp("Write to this new file; - is standard output.", valueName: "out"), completion: .file())
  var target: String
  @Option(
    help: ArgumentHelp("Save only the badges at and below a path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let bytes = try reporting { () throws(TallyError) in
        guard let path else { return try account.export() }
        return try account.badgeSnapshot(at: path).bytes
      }
      try store.output.save(bytes, target)
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

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore what snapshot saved.",
    discussion: """
      A whole account becomes a new account of the name that --account gives. With --path, badges that snapshot --path \
      saved replace those at and below the path.
      """)

  @Argument(help: ArgumentHelp("Read this file; - is standard input.", valueName: "in"), completion: .file())
  var input: String
  @Option(
    help: ArgumentHelp("Replace only the badges at and below a path.", valueName: "path"),
    completion: .stored(.paths))
  var path: String?
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if path == nil, store.aggregation != nil {
      throw ValidationError("--aggregation needs --path: an account keeps the one that it was saved with.")
    }
  }

  func run() throws {
    let bytes = try Progress.showing("reading \(input)", store.output) { try Input.bytes(input) }
    if let path {
      // The file itself may be standard input.
      if input != "-" { try confirmation.ask("Replace the badges at and below \(path)?") }
      try store.run { account in
        try reporting { () throws(TallyError) in try account.restore(BadgeSnapshot(decoding: bytes), at: path) }
      }
    } else {
      try store.database.run(mayCreate: true) { engine, file in try restore(bytes, engine, file) }
    }
    let restored = path.map { "the badges at and below \($0)" } ?? "the account '\(store.account)'"
    store.output.confirm(saying: "restored \(restored)") { $0.put("name", store.account) }
  }

  private func restore(_ bytes: [UInt8], _ engine: Engine, _ file: String) throws {
    do throws(TallyError) {
      try Progress.showing("restoring \(input)", store.output) {
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

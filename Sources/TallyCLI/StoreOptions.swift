import ArgumentParser
import Tally

enum AggregationName: String, ExpressibleByArgument, CaseIterable {
  case children, sum

  var aggregation: Account.Aggregation { self == .sum ? .sum : .children }

  static let help = ArgumentHelp("Choose how a new account adds numbers up.", valueName: "aggregation")
}

/// The database that is used if none is named.
enum DefaultDatabase {
  /// nil: the environment names no folder for it.
  static var file: String? {
    #if canImport(Darwin)
      let folder = "Library/Application Support"
    #else
      let folder = ".local/share"
    #endif
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/tally/badges.db" }
    return environment("HOME").map { "\($0)/\(folder)/tally/badges.db" }
  }

  /// Creates the folders above a file. If that fails, creating the file reports the error.
  static func createFolder(of file: String) {
    var path = ""
    for part in file.split(separator: "/").dropLast() {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }
}

extension Engine.Configuration {
  /// The log-ins in the file are those of an application.
  static func forCommand(_ file: String) -> Engine.Configuration {
    var configuration = Engine.Configuration(file: file)
    configuration.startsLoggedOut = true
    return configuration
  }
}

/// The options of a command that uses a database.
struct DatabaseOptions: ParsableArguments {
  @Option(
    name: .customLong("db"),
    help: ArgumentHelp(
      "Use this database.",
      discussion: """
        Without it: the file that TALLY_DB names, otherwise tally/badges.db in XDG_DATA_HOME, otherwise \
        ~/.local/share/tally/badges.db. Commands that change something create it.
        """, valueName: "file"), completion: .file())
  var given: String?
  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    if given?.isEmpty == true { throw ValidationError("--db must name a file.") }
  }

  /// The file, and whether it is the one in the user's data folder.
  func place() throws -> (file: String, isDefault: Bool) {
    if let file = given ?? environment("TALLY_DB"), !file.isEmpty { return (file, false) }
    guard let file = DefaultDatabase.file else {
      throw Exit.failing(Exit.noInput, "HOME is not set, so there is no default database; name one with --db")
    }
    return (file, true)
  }

  /// Opens, runs and closes.
  /// - Parameter mayCreate: otherwise a file that does not exist is an error.
  func run(mayCreate: Bool = false, _ body: (Engine, String) throws -> Void) throws {
    let (engine, file) = try open(mayCreate: mayCreate)
    try body(engine, file)
    try reporting { () throws(TallyError) in try engine.close() }
  }

  /// Opens the database, and says so if it creates the default one.
  /// - Parameter damaged: reports that the file is damaged, and returns how the command ends; nil: as usual.
  func open(
    mayCreate: Bool, _ configure: (inout Engine.Configuration) -> Void = { _ in },
    damaged: ((String, TallyError) -> any Error)? = nil
  ) throws -> (Engine, String) {
    let (file, isDefault) = try place()
    let isNew = !exists(file: file)
    if isNew, !mayCreate {
      let advice = "create an example with tally init, or name another database with --db"
      throw Exit.failing(Exit.noInput, "\(file): there is no such file; \(advice)")
    }
    if isNew, isDefault { DefaultDatabase.createFolder(of: file) }
    var configuration = Engine.Configuration.forCommand(file)
    configure(&configuration)
    let engine = try DatabaseOptions.open(configuration, isNew: isNew) { error in
      error.code == .corrupt ? damaged?(file, error) : nil
    }
    if isNew, isDefault { output.note("created \(file)") }
    return (engine, file)
  }

  /// Opens a database. If another process has it open, it waits up to a second: most commands take less.
  /// - Parameter failing: how the command ends after an error; nil: as usual.
  static func open(
    _ configuration: Engine.Configuration, isNew: Bool, failing: (TallyError) -> (any Error)? = { _ in nil }
  ) throws -> Engine {
    let end = nanoseconds() + 1_000_000_000
    while true {
      do throws(TallyError) {
        return try Engine(configuration)
      } catch {
        if error.code == .locked, nanoseconds() < end {
          usleep(20_000)
          continue
        }
        if let end = failing(error) { throw end }
        throw error.code == .io && isNew ? Exit.failing(Exit.cannotCreate, error.message) : Exit.failing(error)
      }
    }
  }
}

/// The options of a command that uses an account.
struct StoreOptions: ParsableArguments {
  @OptionGroup var database: DatabaseOptions

  @Option(
    help: ArgumentHelp(
      "Use this account.", discussion: "Commands that change something create it.", valueName: "name"),
    completion: .stored(.accounts))
  var account = "default"

  @Option(help: AggregationName.help) var aggregation: AggregationName?

  var output: OutputOptions { database.output }

  /// Opens, runs and closes.
  /// - Parameter mustExist: neither a file nor an account is created.
  func run(mustExist: Bool = false, _ body: (Account) throws -> Void) throws {
    try run(mustExist: mustExist, configuring: { _ in }, body)
  }

  func run(
    mustExist: Bool = false, configuring configure: (inout Engine.Configuration) -> Void,
    _ body: (Account) throws -> Void
  ) throws {
    let account = try open(mustExist: mustExist, configuring: configure)
    try body(account)
    try reporting { () throws(TallyError) in try account.engine.close() }
  }

  func open(
    mustExist: Bool = false, configuring configure: (inout Engine.Configuration) -> Void = { _ in }
  ) throws -> Account {
    let (engine, file) = try database.open(mayCreate: !mustExist, configure)
    return try open(in: engine, file, mustExist: mustExist)
  }

  func open(in engine: Engine, _ file: String, mustExist: Bool) throws -> Account {
    do throws(TallyError) {
      return try engine.openAccount(account, aggregation: aggregation?.aggregation, mayCreate: !mustExist)
    } catch {
      if error.code == .notFound { throw Exit.noAccount(account, in: file, engine, Exit.noInput) }
      if error.code == .conflict { throw Exit.failing(Exit.data, "\(error.message); leave out --aggregation") }
      throw Exit.failing(error)
    }
  }
}

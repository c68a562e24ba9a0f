import ArgumentParser
import Tally

enum AggregationName: String, ExpressibleByArgument, CaseIterable {
  case children, sum

  var aggregation: Aggregation { self == .sum ? .sum : .children }
}

/// Which file, where no account is to be opened.
struct DatabaseOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: ArgumentHelp("The database.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("--db must name a file.") }
  }

  /// Opens, runs and closes.
  /// - Parameter mayCreate: else a file that is not there is an error.
  func run(mayCreate: Bool = false, _ body: (Engine) throws -> Void) throws {
    let isNew = !exists(file: file)
    if isNew, !mayCreate { throw Exit.failing(Exit.noInput, "\(file): there is no such file") }
    let engine = try StoreOptions.open(file, isNew: isNew)
    try body(engine)
    try reporting { () throws(TallyError) in try engine.close() }
  }
}

/// Which file and which account.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("db"),
    help: ArgumentHelp("The database. Commands that change something create it.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The account. Commands that change something create it.", valueName: "name"))
  var account = "default"

  @Option(help: "How a new account makes a number of what is below a path and its own.")
  var aggregation: AggregationName?

  @Flag(name: .customLong("sum"), help: "The same as --aggregation sum.")
  var isSum = false

  func validate() throws {
    if isSum, aggregation == .children { throw ValidationError("--sum contradicts --aggregation children.") }
    if file.isEmpty { throw ValidationError("--db must name a file.") }
  }

  /// Opens, runs and closes.
  /// - Parameter mustExist: the file is only read, so that none is created.
  func run(mustExist: Bool = false, _ body: (Account) throws -> Void) throws {
    let account = try open(mustExist: mustExist)
    try body(account)
    try reporting { () throws(TallyError) in try account.engine.close() }
  }

  func open(mustExist: Bool = false) throws -> Account {
    let isNew = !exists(file: file)
    if mustExist, isNew { throw Exit.failing(Exit.noInput, "\(file): there is no such file") }
    let engine = try StoreOptions.open(file, isNew: isNew)
    do throws(TallyError) {
      return try engine.account(
        account, aggregation: isSum ? .sum : aggregation?.aggregation, mayCreate: !mustExist)
    } catch {
      if error.status == .notFound { throw Exit.noAccount(account, in: file, engine, Exit.noInput) }
      throw Exit.failing(error)
    }
  }

  static func open(_ file: String, isNew: Bool) throws -> Engine {
    do throws(TallyError) {
      return try Engine(file: file)
    } catch {
      throw error.status == .io && isNew ? Exit.failing(Exit.cannotCreate, error.message) : Exit.failing(error)
    }
  }
}

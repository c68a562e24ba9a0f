import ArgumentParser
import Tally

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read all of a database and say what is wrong with it.",
    discussion: """
      Prints a line for each thing that is wrong, with the page or the table and row, and ends with 65; where nothing \
      is, prints 'sound'. A database of an older version is brought to this one's first.
      """)

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let file = database.file
    if !exists(file: file) { throw Exit.failing(Exit.noInput, "\(file): there is no such file") }
    var configuration = EngineConfiguration(file: file)
    configuration.logLevel = .error
    configuration.log = { _, words in Output.standard.write(printable(words) + "\n") }
    let engine = try reporting { () throws(TallyError) in try Engine(configuration) }
    do throws(TallyError) {
      try engine.verify()
    } catch {
      // What is wrong was printed already.
      if error.status == .corrupt { throw ExitCode(Exit.data) }
      throw Exit.failing(error)
    }
    try reporting { () throws(TallyError) in try engine.close() }
    Output.standard.write("sound\n")
  }
}

struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Save what can be read of a damaged database into a new one.",
    discussion: """
      Prints what was saved and what was lost, as far as anything in the file speaks of it. The damaged database is \
      only read. Rows from damaged pages are saved where they are well-formed, and called doubtful: they may not be \
      what was stored.
      """)

  @Argument(help: "The damaged database.", completion: .file()) var damaged: String
  @Argument(help: "The new one, which must not exist.", completion: .file()) var fresh: String
  @Flag(name: .customLong("json"), help: "Print a JSON object.") var isJSON = false

  func run() throws {
    if !exists(file: damaged) { throw Exit.failing(Exit.noInput, "\(damaged): there is no such file") }
    let recovery = try reporting { () throws(TallyError) in try Engine.recover(damaged, into: fresh) }
    Output.standard.write(isJSON ? JSONObject(recovery).line : recovery.table)
  }
}

extension Recovery {
  fileprivate var table: String {
    func line(_ name: String, _ rows: Rows) -> String { "\(name) \(rows.saved) saved, \(rows.lost) lost\n" }
    return "pages    \(pages), \(damagedPages) damaged\n" + line("accounts", accounts) + line("badges  ", badges)
      + line("feeds   ", feeds) + line("messages", messages) + line("others  ", others)
      + "doubtful \(doubtfulRows)\n"
  }
}

extension JSONObject {
  fileprivate init(_ recovery: Recovery) {
    self.init()
    put("pages", recovery.pages)
    put("damaged_pages", recovery.damagedPages)
    put("doubtful_rows", recovery.doubtfulRows)
    for (name, rows) in [
      ("accounts", recovery.accounts), ("badges", recovery.badges), ("feeds", recovery.feeds),
      ("messages", recovery.messages), ("others", recovery.others),
    ] {
      put(name + "_saved", rows.saved)
      put(name + "_lost", rows.lost)
    }
  }
}

import ArgumentParser
import Synchronization
import Tally

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read a whole database and list its damage.",
    discussion: """
      It prints "sound", or a line for each problem with its page or its table and row. With problems it ends with \
      status 65. A database of an older version is upgraded first.
      """)

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let output = database.output
    let (engine, file) = try database.open(mayCreate: false) { configuration in
      configuration.logLevel = .error
      configuration.log = { _, words in
        if output.isJSON { return output.write { $0.put("problem", words) } }
        Output.standard.write(Output.standard.paint(printable(words), .alarm) + "\n")
      }
    }
    do throws(TallyError) {
      try Progress.showing("verifying \(file)", output) {
        Result { () throws(TallyError) in try engine.verify() }
      }.get()
    } catch {
      // The log has printed the damage already.
      if error.status == .corrupt {
        output.note("save what can be read with tally recover")
        throw ExitCode(Exit.data)
      }
      throw Exit.failing(error)
    }
    try reporting { () throws(TallyError) in try engine.close() }
    output.confirm("sound", .fine) { $0.put("sound", true) }
  }
}

struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Save what can be read of a damaged database.",
    discussion: """
      It prints what it saved and what is lost, as far as the file shows it. The damaged database is only read. \
      Well-formed rows from damaged pages are saved and called doubtful, because they may have changed.
      """)

  @Argument(help: "Read this damaged database.", completion: .file()) var damaged: String
  @Argument(help: "Write this new one, which must not exist.", completion: .file()) var fresh: String
  @OptionGroup var output: OutputOptions

  func run() throws {
    if !exists(file: damaged) { throw Exit.failing(Exit.noInput, "\(damaged): there is no such file") }
    let recovery = try reporting { () throws(TallyError) in
      try Progress.showing("recovering \(damaged)", output) {
        Result { () throws(TallyError) in try Engine.recover(damaged, into: fresh) }
      }.get()
    }
    if output.isJSON { return Output.standard.write(JSONObject(recovery).line) }
    if !output.isQuiet { Output.standard.write(recovery.table) }
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

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the sizes of a database.",
    discussion: "It counts what is stored, account by account. tally_engine_stats reports on a running program.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let (engine, file) = try database.open(mayCreate: false) { configuration in
      configuration.maxAccounts = 1 << 24
      configuration.maxLoadedAccounts = 64
    }
    let sizes = try reporting { () throws(TallyError) in try Sizes(engine, file) }
    try reporting { () throws(TallyError) in try engine.close() }
    if database.output.isJSON { return Output.standard.write(JSONObject(sizes).line) }
    for (name, number) in sizes.numbers {
      Output.standard.write("\(padded(name.replacing("_", with: " "), to: 16)) \(number)\n")
    }
    Output.standard.write("\(padded("file", to: 16)) \(printable(file))\n")
  }
}

/// How many rows of each kind a database contains.
private struct Sizes {
  let file: String
  var numbers: [(name: String, number: Int)]

  init(_ engine: Engine, _ file: String) throws(TallyError) {
    var (badges, messages, unread, unseen, feeds, reminders, waiting, nodes) = (0, 0, 0, 0, 0, 0, 0, 0)
    let names = try engine.accountNames()
    for name in names {
      let account = try engine.account(name, mayCreate: false)
      badges += try account.badges().entries.count { $0.badge.shows }
      let counts = try account.messageCounts()
      messages += counts.total
      unread += counts.unread
      unseen += counts.unseen
      feeds += try account.addedFeeds().count
      reminders += try account.reminders().count
      waiting += try account.outboxSummary().total
      nodes += try account.badgeSnapshot().count
    }
    let bytes = try engine.statistics().fileSize
    self.file = file
    numbers = [
      ("accounts", names.count), ("badges", badges), ("own_badges", nodes), ("messages", messages),
      ("unread", unread), ("unseen", unseen), ("feeds", feeds), ("reminders", reminders), ("outbox", waiting),
      ("bytes", bytes),
    ]
  }
}

extension JSONObject {
  fileprivate init(_ sizes: Sizes) {
    put("file", sizes.file)
    for (name, number) in sizes.numbers { put(name, number) }
  }
}

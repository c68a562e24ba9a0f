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
    } damaged: { file, error in
      list(file, error)
    }
    do throws(TallyError) {
      try Progress.showing("verifying \(file)", output) {
        Result { () throws(TallyError) in try engine.verify() }
      }.get()
    } catch {
      // The log has printed the damage already.
      if error.code == .corrupt {
        output.note("save what can be read with tally recover")
        throw ExitCode(Exit.data)
      }
      throw Exit.failing(error)
    }
    try reporting { () throws(TallyError) in try engine.close() }
    output.confirm("sound", .fine) { $0.put("sound", true) }
  }
}

extension VerifyCommand {
  /// Lists the damage of a file that cannot be opened: recovers it into a folder that is removed again.
  /// - Returns: how the command ends.
  private func list(_ file: String, _ error: TallyError) -> ExitCode {
    report(error.message)
    var folder = Array(((environment("TMPDIR") ?? "/tmp") + "/tally-XXXXXX").utf8CString)
    guard mkdtemp(&folder) != nil else { return ExitCode(Exit.data) }
    let place = folder.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let fresh = place + "/recovered.db"
    defer {
      unlink(fresh)
      rmdir(place)
    }
    do throws(TallyError) {
      let recovery = try Progress.showing("verifying \(file)", database.output) {
        Result { () throws(TallyError) in try Engine.recover(file, into: fresh) }
      }.get()
      recovery.problems.forEach(report)
      database.output.note("save what can be read with tally recover")
    } catch {
      report(error.message)
      database.output.note(error.code == .corrupt ? RecoverCommand.adviceForNothing : "try again")
    }
    return ExitCode(Exit.data)
  }

  private func report(_ problem: String) {
    if database.output.isJSON { return database.output.write { $0.put("problem", problem) } }
    Output.standard.write(Output.standard.paint(printable(problem), .alarm) + "\n")
  }
}

extension Engine.Recovery {
  /// The damage, as lines.
  fileprivate var problems: [String] {
    let kinds = [
      ("accounts", accounts), ("badges", badges), ("feeds", feeds), ("messages", messages), ("other rows", others),
    ]
    return (damagedPages > 0 ? ["\(damagedPages) of \(pages) pages are damaged"] : [])
      + kinds.filter { $0.1.lost > 0 || isUncertain }.map { name, rows in
        "\(name): \(rows.saved) can be read, \(isUncertain ? "an unknown number" : "\(rows.lost)") are lost"
      }
  }
}

struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Save what can be read of a damaged database.",
    discussion: """
      It prints what it saved and what is lost. If whole pages cannot be read, more may be lost than is known. The \
      damaged database is only read. Well-formed rows from damaged pages are saved and called doubtful, because they may \
      have changed.
      """)

  @Argument(help: "Read this damaged database.", completion: .file()) var damaged: String
  @Argument(help: "Write this new one, which must not exist.", completion: .file()) var fresh: String
  @OptionGroup var output: OutputOptions

  static let adviceForNothing = "restore a backup"

  func run() throws {
    if !exists(file: damaged) { throw Exit.failing(Exit.noInput, "\(damaged): there is no such file") }
    let recovery: Engine.Recovery
    do throws(TallyError) {
      recovery = try Progress.showing("recovering \(damaged)", output) {
        Result { () throws(TallyError) in try Engine.recover(damaged, into: fresh) }
      }.get()
    } catch {
      if error.code != .corrupt { throw Exit.failing(error) }
      throw Exit.failing(Exit.data, "\(error.message); \(RecoverCommand.adviceForNothing)")
    }
    if output.isJSON { return Output.standard.write(JSONObject(recovery).line) }
    if !output.isQuiet { Output.standard.write(recovery.table) }
  }
}

extension Engine.Recovery {
  fileprivate var table: String {
    func line(_ name: String, _ rows: Rows) -> String {
      let unknown = rows.lost == 0 ? "an unknown number" : "\(rows.lost) or more"
      return "\(name) \(rows.saved) saved, \(isUncertain ? unknown : "\(rows.lost)") lost\n"
    }
    return "pages    \(pages), \(damagedPages) damaged\n" + line("accounts", accounts) + line("badges  ", badges)
      + line("feeds   ", feeds) + line("messages", messages) + line("others  ", others)
      + "doubtful \(doubtfulRows)\n"
  }
}

extension JSONObject {
  fileprivate init(_ recovery: Engine.Recovery) {
    self.init()
    put("pages", recovery.pages)
    put("damaged_pages", recovery.damagedPages)
    put("doubtful_rows", recovery.doubtfulRows)
    put("uncertain", recovery.isUncertain)
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
    discussion: "It counts what is stored, account by account. tally_engine_get_stats reports on a running program.")

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
      let account = try engine.openAccount(name, mayCreate: false)
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

import ArgumentParser

/// For commands that remove something for good.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Leave out the question on a terminal.") var isSure = false

  /// Asks on a terminal whether to go on. Without a terminal there is no question.
  /// - Throws: the exit status, if the user does not say yes.
  func ask(_ question: String) throws {
    guard !isSure, Output.input.isTerminal, Output.error.isTerminal else { return }
    Output.error.write("\(Output.error.paint("tally:", .warning)) \(printable(question)) [y/N] ")
    let words = readLine()?.lowercased() ?? ""
    if ["y", "yes"].contains(words) { return }
    throw Exit.failing(Exit.declined, "nothing was changed")
  }
}

/// How a command prints. Every command has these options.
struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @Flag(
    name: [.customShort("q"), .customLong("quiet")], help: "Leave out notes, confirmations and progress.")
  var isQuiet = false

  /// Prints rows: objects with --json, a table on a terminal, and lines otherwise.
  func write<Row>(_ rows: [Row], _ columns: [Column<Row>], _ object: (Row) -> JSONObject) {
    if isJSON { return Output.standard.write(rows.map { object($0).line }.joined()) }
    let table = Table(rows, columns)
    let lines =
      Output.standard.isTerminal && !rows.isEmpty
      ? table.aligned(to: Output.standard.size.columns, isColoured: Output.standard.isColoured) : table.plain
    Output.standard.write(lines.map { $0 + "\n" }.joined())
  }

  /// Prints what a command did: an object with --json, otherwise a line.
  /// - Parameter words: a sentence for people on a terminal, who have no use for a bare number.
  func confirm(
    _ line: @autoclosure () -> String, _ colour: Colour? = nil, saying words: @autoclosure () -> String? = nil,
    _ object: (inout JSONObject) -> Void
  ) {
    if isJSON { return write(object) }
    if isQuiet { return }
    let said = Output.standard.isTerminal ? words().map(printable) : nil
    Output.standard.write(Output.standard.paint(said ?? line(), colour) + "\n")
  }

  /// Prints an object with --json, and words on a terminal. Programs learn from the status that all went well.
  func confirm(saying words: @autoclosure () -> String, _ object: (inout JSONObject) -> Void) {
    if isJSON { return write(object) }
    tell(words())
  }

  /// Tells people on a terminal what a command did.
  func tell(_ words: @autoclosure () -> String) {
    if isJSON || isQuiet || !Output.standard.isTerminal { return }
    Output.standard.write(printable(words()) + "\n")
  }

  /// Prints one object.
  func write(_ object: (inout JSONObject) -> Void) {
    var result = JSONObject()
    object(&result)
    Output.standard.write(result.line)
  }

  /// Prints a note for people, which programs do not need.
  func note(_ words: String) {
    if isQuiet { return }
    Output.error.write(Output.error.paint("tally: \(printable(words))", .faint) + "\n")
  }
}

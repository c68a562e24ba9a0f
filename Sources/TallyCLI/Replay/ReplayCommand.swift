import ArgumentParser
import CTally
import Tally

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Apply a trace of operations, and time them.",
    discussion: """
      A trace has one operation a line: set PATH N, dot PATH, add PATH D, clear PATH, force PATH, \
      mute PATH none|number|all, get PATH. One space separates fields; a path may have spaces in it. All of the \
      trace is read before anything is applied: a line that is not well formed is an error (status 65), and then \
      nothing was applied. An operation that is refused, or held, is told on standard error with the number of its \
      line, and the replay goes on.

      It calls the functions of tally.h, as a program in C does.
      """)

  @Argument(help: ArgumentHelp("The trace; - is standard input.", valueName: "trace"), completion: .file())
  var trace: String
  @Option(help: "How a new account makes a number of what is below a path and its own.")
  var aggregation: AggregationName?
  @Option(
    help: ArgumentHelp(
      "Apply batches of so many operations. One that is refused is applied one by one.", valueName: "n"))
  var batch: Int?
  @Option(
    help: ArgumentHelp(
      """
      The trace is a log of this name, whose lines are applied once: what an earlier run has applied to the database is \
      passed over. Needs --db and --batch.
      """, valueName: "name"))
  var source: String?
  @Option(help: ArgumentHelp("Of the log's owner: one smaller than the last one's is refused.", valueName: "n"))
  var epoch: UInt64?
  @Flag(name: .customLong("handles"), help: "Resolve each path once beforehand, and operate by node.")
  var usesHandles = false
  @Option(
    name: .customLong("db"),
    help: ArgumentHelp("Keep the badges in this database; otherwise in memory.", valueName: "file"),
    completion: .file())
  var file: String?
  @Flag(name: .customLong("dump"), help: "Print PATH SHOW COUNT for each path that shows a badge in the end.")
  var mustDump = false
  @Flag(
    name: .customLong("time"),
    help: "Print 'ops N ns_per_op X', and 'sum S', the sum of all counts that gets returned.")
  var mustTime = false

  func validate() throws {
    if let batch, !(1...(1 << 24)).contains(batch) { throw ValidationError("--batch must be 1 to 16777216.") }
    if let file, file.isEmpty { throw ValidationError("--db must name a file.") }
    if source != nil, file == nil || batch == nil { throw ValidationError("--source needs --db and --batch.") }
    if epoch != nil, source == nil { throw ValidationError("--epoch needs --source.") }
  }

  func run() throws {
    let parsed = try Trace.read(trace)
    defer { parsed.free() }
    let replay = try Replay(file: file, aggregation: aggregation)
    if usesHandles { try replay.resolve(parsed) }
    if let source, let batch {
      let log = ReplaySource(name: source, epoch: epoch ?? 0)
      try replay.run(parsed, from: log, batch: batch, usesHandles: usesHandles)
    } else {
      try replay.run(parsed, batch: batch, usesHandles: usesHandles)
    }
    if mustTime {
      let perOperation = parsed.count == 0 ? 0 : Double(replay.elapsed) / Double(parsed.count)
      Output.standard.write("ops \(parsed.count) ns_per_op \(twoDigits(perOperation))\nsum \(replay.sum)\n")
    }
    replay.notes.write()
    if mustDump { try replay.dump() }
    try replay.close()
  }

  private func twoDigits(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

import ArgumentParser
import CTally
import Tally

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Apply a trace of operations, and time them.",
    discussion: """
      A trace has one operation a line: set PATH N, dot PATH, add PATH D, clear PATH, clear_tree PATH, \
      mute PATH none|number|all, get PATH. One space separates fields. A path may contain spaces. The command reads the \
      whole trace before it applies anything. If a line is malformed, nothing is applied and the status is 65. If an \
      operation is rejected or held, its line is reported on standard error, and the replay continues.

      The command calls the functions of tally.h, as a program in C does. Without --db it uses memory only.
      """)

  @Argument(help: ArgumentHelp("Read this trace; - is standard input.", valueName: "trace"), completion: .file())
  var trace: String
  @Option(help: AggregationName.help) var aggregation: AggregationName?
  @Option(
    help: ArgumentHelp(
      "Apply batches of this many operations.",
      discussion: "The operations of a rejected batch are applied one by one.", valueName: "n"))
  var batch: Int?
  @Option(
    help: ArgumentHelp(
      "Apply each line of this log once.",
      discussion: "Lines that an earlier run applied to the database are skipped. It needs --db and --batch.",
      valueName: "name"))
  var source: String?
  @Option(
    help: ArgumentHelp(
      "Give the epoch of the log's owner.", discussion: "An epoch smaller than the last one is rejected.",
      valueName: "n"))
  var epoch: UInt64?
  @Flag(name: .customLong("handles"), help: "Resolve each path once, and operate by node.")
  var usesHandles = false
  @Option(
    name: .customLong("db"), help: ArgumentHelp("Keep the badges in this database.", valueName: "file"),
    completion: .file())
  var file: String?
  @Flag(name: .customLong("dump"), help: "Print PATH SHOWS COUNT for each badge in the end.")
  var mustDump = false
  @Flag(
    name: .customLong("time"),
    help: ArgumentHelp(
      "Print how long an operation took.",
      discussion: "It prints 'ops N ns_per_op X', and 'sum S', the sum of all counts that get returned."))
  var mustTime = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let batch, !(1...(1 << 24)).contains(batch) { throw ValidationError("--batch must be 1 to 16777216.") }
    if let file, file.isEmpty { throw ValidationError("--db must name a file.") }
    if source != nil, file == nil || batch == nil { throw ValidationError("--source needs --db and --batch.") }
    if epoch != nil, source == nil { throw ValidationError("--epoch needs --source.") }
  }

  func run() throws {
    let parsed = try Progress.showing("reading \(trace)", output) { try Trace.read(trace) }
    defer { parsed.free() }
    let replay = try Replay(file: file, aggregation: aggregation)
    if usesHandles { try replay.resolve(parsed) }
    let done = replay.done
    let whole = Double(max(parsed.count, 1))
    try Progress.showing("replaying \(trace)", output) {
      Double(done.count) / whole
    } _: {
      try apply(parsed, to: replay)
    }
    if mustTime {
      let perOperation = parsed.count == 0 ? 0 : Double(replay.elapsed) / Double(parsed.count)
      if output.isJSON {
        output.write { object in
          object.put("ops", parsed.count)
          object.put("ns_per_op", perOperation)
          object.put("sum", replay.sum)
        }
      } else {
        Output.standard.write("ops \(parsed.count) ns_per_op \(twoDigits(perOperation))\nsum \(replay.sum)\n")
      }
    }
    replay.notes.write()
    if mustDump { try replay.dump(isJSON: output.isJSON) }
    try replay.close()
  }

  private func apply(_ parsed: Trace, to replay: Replay) throws {
    if let source, let batch {
      let log = ReplaySource(name: source, epoch: epoch ?? 0)
      try replay.run(parsed, from: log, batch: batch, usesHandles: usesHandles)
    } else {
      try replay.run(parsed, batch: batch, usesHandles: usesHandles)
    }
  }

  private func twoDigits(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

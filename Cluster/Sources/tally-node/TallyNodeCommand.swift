import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TallyNode

@main
struct TallyNodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally-node", abstract: "Keep the badges of many accounts on many machines.",
    discussion: """
      Nodes divide the accounts into partitions. NATS JetStream has their log. Cluster/OPERATING.md explains it.
      """,
    version: NodeConfiguration.version,
    subcommands: [
      RunCommand.self, PublishCommand.self, QueryCommand.self, WatchCommand.self, StatusCommand.self,
      DeadCommand.self, SettingsCommand.self,
    ])
}

/// The source of the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("Read settings from this file.", discussion: "By default TALLY_NODE_CONFIG.", valueName: "file"))
  var file: String?
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Change a setting, as servers=nats://127.0.0.1:4222. Repeatable.", valueName: "name=value"))
  var settings: [String] = []

  func read() throws -> NodeConfiguration {
    let environment = ProcessInfo.processInfo.environment
    let given = try settings.map { setting in
      guard let equals = setting.firstIndex(of: "=") else {
        throw ValidationError("--set needs name=value, not '\(setting)'.")
      }
      return (name: String(setting[..<equals]), value: String(setting[setting.index(after: equals)...]))
    }
    return try NodeConfiguration.read(
      file: file ?? environment["TALLY_NODE_CONFIG"], environment: environment, given: given)
  }
}

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a node until it gets SIGTERM or SIGINT.")

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let configuration = try options.read()
    let level = Logger.Level(rawValue: configuration.logLevel) ?? .info
    LoggingSystem.bootstrap { _ in LineLog(level: level, format: configuration.logFormat) }
    let logger = Logger(label: "tally-node")
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(
            service: try NodeRun(configuration, logger: logger), successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() }))
    try await group.run()
  }
}

struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish batches to the log.",
    discussion: """
      A batch is a JSON object, as {"account": "ann", "id": "1", "ops": [{"op": "add", "path": "chat.bo", "n": 1}]}. \
      With arguments it prints the partition and the position of each. Without, it reads batches from standard input, \
      one a line, sends them without waiting for each, and prints how many the log has. A batch that the nodes would \
      reject is not sent. Its line and the reason are printed to standard error, and the command ends with 1.
      """)

  @Argument(help: "Publish these batches.") var batches: [String] = []
  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node publish")
    for batch in batches {
      let (partition, position) = try client.publish(Array(batch.utf8))
      print(partition, position)
    }
    if !batches.isEmpty { return }
    var number = 0
    var rejected = 0
    while let line = readLine() {
      number += 1
      if line.isEmpty { continue }
      do {
        try client.publishWithoutWaiting(Array(line.utf8))
      } catch let error as Rejection {
        rejected += 1
        complain("line \(number): \(error)")
      }
    }
    let (stored, duplicates) = try client.finish(timeout: .seconds(60))
    print("\(stored) stored, \(duplicates) of them before")
    if rejected > 0 {
      complain("\(rejected) batches were not sent")
      throw ExitCode.failure
    }
  }
}

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Send a request to the owner of an account or of a partition.",
    usage: """
      tally-node query <verb> <account> [<path>] [<options>]
      tally-node query total <partition> [<options>]
      """,
    discussion: """
      The verbs about an account are get, list, changes, explain, messages, groups and plan. The verb total is about a \
      partition. The command prints the response as JSON. If the response has an error, it ends with 1.
      """)

  @Argument(help: "Choose the kind of request.") var verb: String
  @Argument(
    help: ArgumentHelp("Name the account, or for total the number of the partition.", valueName: "account|partition"))
  var subject: String
  @Argument(help: "Begin at this path.") var path: String?
  @Option(
    name: .customLong("at-least"),
    help: ArgumentHelp("Wait until this position of the log is applied.", valueName: "position"))
  var position: UInt64 = 0
  @Option(help: ArgumentHelp("Add a member to the request, as limit=10. Repeatable.", valueName: "name=json"))
  var member: [String] = []
  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node query")
    var members: [(String, String)] = [("at_least", "\(position)")]
    let partition: Int
    if verb == "total" {
      guard let number = Int(subject), (0..<client.partitions).contains(number) else {
        throw ValidationError(
          "total needs the number of a partition, 0 to \(client.partitions - 1), not '\(subject)'.")
      }
      partition = number
    } else {
      partition = try client.partition(of: subject)
      members.append(("account", quoted(subject)))
    }
    if let path { members.append(("path", quoted(path))) }
    for member in member {
      let parts = member.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count != 2 { throw ValidationError("--member needs name=json, not '\(member)'.") }
      members.append((parts[0], parts[1]))
    }
    let request = "{" + members.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
    let answer = try client.ask(verb, partition: partition, Array(request.utf8), timeout: .seconds(30))
    print(String(decoding: answer, as: UTF8.self))
    if let error = ClusterClient.error(in: answer) {
      complain(error)
      throw ExitCode.failure
    }
  }

  private func quoted(_ text: String) -> String { jsonString(text) }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print changes as they come, a JSON object a line.")

  @Argument(help: "Name the account; by default all.") var account: String?
  @Option(help: ArgumentHelp("End after this many.", valueName: "n")) var count: Int?
  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node watch")
    let done = DispatchSemaphore(value: 0)
    let subscription = try client.watch(account) { bytes in
      FileHandle.standardOutput.write(Data(bytes + [0x0A]))
      done.signal()
    }
    var left = count ?? .max
    while left > 0 {
      done.wait()
      left -= 1
    }
    subscription.cancel()
  }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the partitions and their owners.",
    discussion: "It prints a line for each partition: its number, owner, epoch, position, lag and requests.")

  @Flag(name: .customLong("json"), help: "Print what the nodes say, a JSON object a line.") var isJSON = false
  @Option(help: ArgumentHelp("Wait this long for the nodes.", valueName: "milliseconds")) var wait = 500
  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node status")
    let answers = try client.statistics(wait: .milliseconds(wait))
    if isJSON {
      for answer in answers { print(String(decoding: answer, as: UTF8.self)) }
      return
    }
    for line in StatusTable.lines(answers, partitions: client.partitions) { print(line) }
  }
}

struct DeadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dead", abstract: "List and show dead letters: batches that were rejected.",
    subcommands: [DeadListCommand.self, DeadShowCommand.self])
}

struct DeadListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List dead letters, the oldest first.")

  @Option(help: "List only those of this partition.") var partition: Int?
  @Option(help: ArgumentHelp("Begin behind this number.", valueName: "number")) var after: UInt64 = 0
  @Option(help: "List at most this many.") var limit = 100
  @Flag(name: .customLong("json"), help: "Print a JSON object per line.") var isJSON = false
  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if after >= UInt64(Int64.max) { throw ValidationError("--after is too large.") }
  }

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node dead")
    let letters = try client.deadLetters(after: after, limit: limit, partition: partition)
    if isJSON {
      for letter in letters { print(letter.json) }
    } else {
      for line in TextTable.lines([StoredDeadLetter.head] + letters.map(\.row)) { print(line) }
    }
    if letters.count == limit, let last = letters.last { complain("there may be more: --after \(last.number)") }
  }
}

struct DeadShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a dead letter as JSON.",
    discussion: """
      The member message has the rejected message if it is UTF-8, and base64 has its bytes. With --bytes the command \
      prints these bytes alone.
      """)

  @Argument(help: "Choose the dead letter by its number in the list.") var number: UInt64
  @Flag(name: .customLong("bytes"), help: "Print the bytes of the rejected message.") var isRaw = false
  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    if number < 1 || number > UInt64(Int64.max) { throw ValidationError("There is no dead letter \(number).") }
  }

  func run() throws {
    let client = try ClusterClient(try options.read(), name: "tally-node dead")
    guard let letter = try client.deadLetter(number) else {
      complain("there is no dead letter \(number)")
      throw ExitCode.failure
    }
    if isRaw {
      FileHandle.standardOutput.write(Data(letter.bytes))
    } else {
      print(letter.json)
    }
  }
}

/// Prints a problem to standard error.
private func complain(_ problem: String) {
  FileHandle.standardError.write(Data("Error: \(problem)\n".utf8))
}

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Print the settings with their values, as a configuration file.")

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let configuration = try options.read()
    for setting in Setting.all { print("# \(setting.help)\n\(setting.name) = \(setting.value(in: configuration))") }
  }
}

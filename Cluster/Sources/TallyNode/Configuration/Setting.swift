import Logging

/// A setting: `name = value` in the file, `TALLY_NODE_NAME` in the environment. A later source replaces an earlier one:
/// the defaults, the file, the environment, the command line.
public struct Setting: Sendable {
  public let name: String
  public let help: String
  /// Takes a value, or throws what is wrong with it.
  private let take: @Sendable (String, inout NodeConfiguration) throws(Problem) -> Void

  private let show: @Sendable (NodeConfiguration) -> String

  struct Problem: Error { let words: String }

  /// The value as the file has it.
  public func value(in configuration: NodeConfiguration) -> String { show(configuration) }

  /// Its name in the environment.
  public var variable: String { "TALLY_NODE_" + name.uppercased() }

  func apply(_ value: String, to configuration: inout NodeConfiguration) throws(Problem) {
    try take(value, &configuration)
  }

  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  public static let all: [Setting] = [
    Setting("node", "Its name, which no other node has: letters, digits, - and _. By default the host's name.", \.node)
    {
      (value) throws(Problem) in
      guard (1...64).contains(value.utf8.count), value.utf8.allSatisfy({ isNameByte($0) }) else {
        throw Problem(words: "must be 1 to 64 letters, digits, - and _, not '\(value)'")
      }
      return value
    },
    Setting("servers", "Addresses of NATS servers, separated by commas: nats:// or tls://.", \.servers) {
      (value) throws(Problem) in
      let servers = value.split(separator: ",").map { trimmed(String($0)) }
      if servers.isEmpty { throw Problem(words: "needs at least one address") }
      for server in servers where !server.hasPrefix("nats://") && !server.hasPrefix("tls://") {
        throw Problem(words: "'\(server)' must begin with nats:// or tls://")
      }
      return servers
    },
    Setting("credentials", "A file with a NATS JWT and an NKey seed.", \.credentials) { $0.isEmpty ? nil : $0 },
    Setting("certificate_authorities", "A PEM file: who signed the servers' certificates.", \.certificateAuthorities) {
      $0.isEmpty ? nil : $0
    },
    Setting("folder", "The folder of its files. It must exist, and belong to this node alone.", \.folder) {
      (value) throws(Problem) in
      if value.isEmpty { throw Problem(words: "must not be empty") }
      return value
    },
    number("partitions", "The number of partitions: the same for all nodes, for ever.", 1...65_536, \.partitions),
    number("replicas", "On how many servers each stream and bucket is.", 1...5, \.replicas),
    number("standbys", "How many nodes follow a partition beside its owner.", 0...16, \.standbys),
    words("ownership", "leases, or sole for one node alone.", \.ownership),
    Setting("prefix", "The beginning of all subjects; in capitals, of all streams and buckets.", \.prefix) {
      (value) throws(Problem) in
      let isRight = value.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
      guard (1...32).contains(value.utf8.count), isRight else {
        throw Problem(words: "must be 1 to 32 lower-case letters, digits and _, not '\(value)'")
      }
      return value
    },
    Setting(
      "inbox_prefix", "The beginning of the subjects that responses go to; other reply subjects are ignored.",
      \.inboxPrefix
    ) { (value) throws(Problem) in
      guard value.utf8.count <= 64, ReplySubjects.isPrefix(value) else {
        throw Problem(words: "must be 1 to 64 letters, digits, -, _ and single dots between them, not '\(value)'")
      }
      return value
    },
    number("lease_seconds", "How long a lease lasts without its renewal.", 1...3600, \.leaseSeconds),
    number(
      "snapshot_seconds", "How often an owner writes snapshots of all accounts; 0: never.", 0...2_592_000,
      \.snapshotSeconds),
    number("batch", "The most messages that become one transaction.", 1...10_000, \.batch),
    number("max_batch_bytes", "The most bytes of a message that is applied.", 1024...(64 << 20), \.maximumBatchBytes),
    number(
      "loaded_accounts", "Accounts of all partitions of the node that are kept in memory.", 1...16_777_216,
      \.loadedAccounts),
    number("request_threads", "Threads that answer requests.", 1...256, \.requestThreads),
    number(
      "change_ms", "Changes of an account within this time are published together.", 1...60_000,
      \.changeMilliseconds),
    number(
      "tick_seconds", "After a silence this long an owner lets time pass in the log; 0: never.", 0...86_400,
      \.tickSeconds),
    Setting("http", "The address for metrics and health, as 127.0.0.1:9095; empty: none.", \.http) {
      (value) throws(Problem) in
      if value.isEmpty { return value }
      guard HTTPAddress(value) != nil else {
        throw Problem(words: "must be an IPv4 address and a port, as 127.0.0.1:9095, not '\(value)'")
      }
      return value
    },
    Setting(
      "log_level", "The least important lines of the log: trace, debug, info, notice, warning, error.", \.logLevel
    ) { (value) throws(Problem) in
      guard Logger.Level(rawValue: value) != nil else {
        throw Problem(words: "must be one of trace, debug, info, notice, warning, error, not '\(value)'")
      }
      return value
    },
    words("log_format", "text, or json: a JSON object a line.", \.logFormat),
  ]

  private init<Value>(
    _ name: String, _ help: String, _ member: WritableKeyPath<NodeConfiguration, Value> & Sendable,
    _ read: @escaping @Sendable (String) throws(Problem) -> Value
  ) {
    self.name = name
    self.help = help
    take = { (value, configuration) throws(Problem) in configuration[keyPath: member] = try read(value) }
    show = { configuration in
      switch configuration[keyPath: member] as Any {
      case let list as [String]: list.joined(separator: ", ")
      case let word as any RawRepresentable<String>: word.rawValue
      case let text as String?: text ?? ""
      case let value: "\(value)"
      }
    }
  }

  private static func number(
    _ name: String, _ help: String, _ bounds: ClosedRange<Int>,
    _ member: WritableKeyPath<NodeConfiguration, Int> & Sendable
  ) -> Setting {
    let limits = "\(bounds.lowerBound) to \(bounds.upperBound)"
    return Setting(name, "\(help) \(limits).", member) { (value) throws(Problem) in
      guard let number = Int(value), bounds.contains(number) else {
        throw Problem(words: "must be a whole number from \(limits), not '\(value)'")
      }
      return number
    }
  }

  private static func words<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ help: String, _ member: WritableKeyPath<NodeConfiguration, Value> & Sendable
  ) -> Setting {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return Setting(name, help, member) { (value) throws(Problem) in
      guard let word = Value(rawValue: value) else {
        throw Problem(words: "must be one of \(known), not '\(value)'")
      }
      return word
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}

/// A text without the white space around it.
func trimmed(_ text: String) -> String {
  func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\r" }
  return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
}

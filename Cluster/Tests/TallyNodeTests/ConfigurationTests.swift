import Foundation
import Testing

@testable import TallyNode

/// Reads a text as a file.
private func read(
  _ text: String, environment: [String: String] = [:], given: [(name: String, value: String)] = []
) throws -> NodeConfiguration {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).conf").path
  try text.write(toFile: file, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(atPath: file) }
  do {
    return try NodeConfiguration.read(file: file, environment: environment, given: given)
  } catch let error as NodeError {
    throw Problem(text: error.description.replacingOccurrences(of: file, with: "FILE"))
  }
}

private struct Problem: Error, Equatable { let text: String }

@Suite struct ConfigurationTests {
  @Test func laterSourcesReplaceEarlierOnes() throws {
    let configuration = try read(
      "# a comment\n\n node = n1 \r\nservers = nats://a:1, tls://b:2\nbatch=7\nprefix = x\n",
      environment: ["TALLY_NODE_BATCH": "8", "TALLY_NODE_PREFIX": "y", "HOME": "/"], given: [("prefix", "z")])
    #expect(configuration.node == "n1")
    #expect(configuration.servers == ["nats://a:1", "tls://b:2"])
    #expect(configuration.batch == 8)
    #expect(configuration.prefix == "z")
    #expect(configuration.partitions == 16)
  }

  @Test(arguments: [
    ("partitions", "FILE:1: a line must be 'name = value', not 'partitions'"),
    ("wings = 2", "FILE:1: there is no setting 'wings'"),
    ("\nbatch = 1\nbatch = 2", "FILE:3: 'batch' was set in line 2"),
    ("partitions = 0", "FILE:1: partitions: must be a whole number from 1 to 65536, not '0'"),
    ("partitions = many", "FILE:1: partitions: must be a whole number from 1 to 65536, not 'many'"),
    (
      "partitions = 99999999999999999999",
      "FILE:1: partitions: must be a whole number from 1 to 65536, not '99999999999999999999'"
    ),
    ("node = a.b", "FILE:1: node: must be 1 to 64 letters, digits, - and _, not 'a.b'"),
    ("servers = a:4222", "FILE:1: servers: 'a:4222' must begin with nats:// or tls://"),
    ("servers =", "FILE:1: servers: needs at least one address"),
    ("prefix = A.*", "FILE:1: prefix: must be 1 to 32 lower-case letters, digits and _, not 'A.*'"),
    ("ownership = mine", "FILE:1: ownership: must be one of leases, sole, not 'mine'"),
    ("http = localhost:80", "FILE:1: http: must be an IPv4 address and a port, as 127.0.0.1:9095, not 'localhost:80'"),
    (
      "http = 127.0.0.1:70000",
      "FILE:1: http: must be an IPv4 address and a port, as 127.0.0.1:9095, not '127.0.0.1:70000'"
    ),
    (
      "log_level = loud",
      "FILE:1: log_level: must be one of trace, debug, info, notice, warning, error, not 'loud'"
    ),
  ])
  func aWrongValueIsExplained(text: String, words: String) {
    #expect(throws: Problem(text: words)) { try read(text) }
  }

  @Test func variablesAreExplainedToo() {
    #expect(throws: Problem(text: "TALLY_NODE_WINGS: there is no such setting")) {
      try read("", environment: ["TALLY_NODE_WINGS": "2"])
    }
    #expect(throws: Problem(text: "TALLY_NODE_BATCH: must be a whole number from 1 to 10000, not ''")) {
      try read("", environment: ["TALLY_NODE_BATCH": ""])
    }
    #expect(throws: Problem(text: "--set batch: must be a whole number from 1 to 10000, not 'x'")) {
      try read("", given: [("batch", "x")])
    }
  }

  @Test func aMissingFileIsNamed() {
    #expect { try NodeConfiguration.read(file: "/nowhere/x.conf", environment: [:]) } throws: {
      "\($0)" == "/nowhere/x.conf: the configuration cannot be read"
    }
  }

  @Test func aNodeNeedsAFolderAndALongLease() throws {
    #expect { try NodeConfiguration().checkForRunning() } throws: { "\($0)".hasPrefix("folder: ") }
    #expect { try read("folder = /x\nlease_seconds = 2").checkForRunning() } throws: {
      "\($0)".hasPrefix("lease_seconds: ")
    }
    try read("folder = /x\nlease_seconds = 2\nownership = sole").checkForRunning()
  }

  @Test(arguments: ["credentials", "certificate_authorities"])
  func aFileThatIsMissingIsNamed(setting: String) throws {
    #expect { try read("folder = /x\n\(setting) = /nowhere/file.pem").checkForRunning() } throws: {
      "\($0)" == "\(setting): /nowhere/file.pem: No such file or directory"
    }
  }

  /// The configuration that `settings` prints, and that of the example, is read back unchanged.
  @Test func settingsReadBack() throws {
    var configuration = NodeConfiguration()
    configuration.node = "n"
    configuration.folder = "/x"
    configuration.http = ""
    configuration.ownership = .sole
    let text = Setting.all.map { "\($0.name) = \($0.value(in: configuration))\n" }.joined()
    #expect(try read(text) == configuration)
  }

  @Test func theExampleHasAllSettingsWithTheirDefaults() throws {
    let file = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let example = try String(contentsOfFile: "/\(file)/tally-node.conf", encoding: .utf8)
    let values = Setting.all.map { setting in
      let value = setting.value(in: NodeConfiguration())
      return "# \(setting.help)\n#\(setting.name) =\(value.isEmpty ? "" : " \(value)")\n"
    }
    for value in values { #expect(example.contains(value)) }
    #expect(example.split(separator: "\n").count { $0.hasPrefix("#") && $0.contains(" =") } == values.count)
  }

  @Test func nodesMustAgreeOnTheNumberOfPartitions() throws {
    var configuration = NodeConfiguration()
    configuration.node = "n2"
    configuration.partitions = 8
    let names = Names()
    try Cluster.compare(configuration, names, Cluster.entry(configuration))
    #expect {
      try Cluster.compare(configuration, names, Array(#"{"v":1,"partitions":16,"node":"n1"}"#.utf8))
    } throws: {
      "\($0)"
        == "partitions: this node, n2, is configured with 8; the cluster has 16, as node n1 has set it"
    }
    for text in ["", "{}", #"{"v":2,"partitions":8,"node":"n1"}"#] {
      #expect { try Cluster.compare(configuration, names, Array(text.utf8)) } throws: {
        "\($0)".contains("another version")
      }
    }
  }
}

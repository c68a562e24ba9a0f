import Foundation

extension NodeConfiguration {
  /// Reads a configuration, and checks it as a whole. An error says where the value is and what is wrong.
  /// - Parameters:
  ///   - file: nil: none.
  ///   - environment: the variables; unknown ones that begin with `TALLY_NODE_` are errors.
  ///   - given: from the command line.
  public static func read(
    file: String?, environment: [String: String], given: [(name: String, value: String)] = []
  ) throws -> NodeConfiguration {
    var configuration = NodeConfiguration()
    configuration.node = hostName()
    if let file {
      guard let bytes = FileManager.default.contents(atPath: file) else {
        throw NodeError.file(file, "the configuration cannot be read")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw NodeError.file(file, "it is not UTF-8") }
      try configuration.take(text, of: file)
    }
    for (variable, value) in environment.sorted(by: { $0.key < $1.key }) where variable.hasPrefix("TALLY_NODE_") {
      guard let setting = Setting.all.first(where: { $0.variable == variable }) else {
        // Its own location.
        if variable == "TALLY_NODE_CONFIG" { continue }
        throw NodeError.configuration(variable, "there is no such setting")
      }
      try configuration.take(value, for: setting, from: variable)
    }
    for (name, value) in given {
      guard let setting = Setting.named(name) else { throw NodeError.configuration(name, "there is no such setting") }
      try configuration.take(value, for: setting, from: "--set \(name)")
    }
    return configuration
  }

  /// Checks what only a node that runs needs.
  public func checkForRunning() throws {
    if folder.isEmpty {
      throw NodeError.configuration("folder", "is needed: where are this node's files to be?")
    }
    if ownership == .leases, leaseSeconds < 3 {
      // A lease must outlive the election of a bucket's leader.
      throw NodeError.configuration("lease_seconds", "must be at least 3 with 'ownership = leases'")
    }
    try checkForConnecting()
  }

  /// Checks what a node and its clients need.
  func checkForConnecting() throws {
    if inboxPrefix.split(separator: ".").first.map(String.init) == prefix {
      throw NodeError.configuration(
        "inbox_prefix", "'\(inboxPrefix)' must not be below '\(prefix)', the prefix of the node's own subjects")
    }
    try checkFiles()
  }

  /// Checks the files that a connection needs: libnats does not say why it cannot read one.
  func checkFiles() throws {
    for (name, file) in [("credentials", credentials), ("certificate_authorities", certificateAuthorities)] {
      if let file, access(file, R_OK) != 0 {
        throw NodeError.configuration(name, "\(file): \(String(cString: strerror(errno)))")
      }
    }
  }

  /// `name = value` in each line; `#` begins a comment.
  private mutating func take(_ text: String, of file: String) throws {
    var seen: [String: Int] = [:]
    // A line may end with CR LF, which is one character of its own.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = trimmed(String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      let place = "\(file):\(index + 1)"
      guard let equals = line.firstIndex(of: "=") else {
        throw NodeError.configuration(place, "a line must be 'name = value', not '\(line)'")
      }
      let name = trimmed(String(line[..<equals]))
      guard let setting = Setting.named(name) else {
        throw NodeError.configuration(place, "there is no setting '\(name)'")
      }
      if let former = seen.updateValue(index + 1, forKey: name) {
        throw NodeError.configuration(place, "'\(name)' was set in line \(former)")
      }
      try take(trimmed(String(line[line.index(after: equals)...])), for: setting, from: "\(place): \(name)")
    }
  }

  private mutating func take(_ value: String, for setting: Setting, from place: String) throws {
    do throws(Setting.Problem) {
      try setting.apply(value, to: &self)
    } catch {
      throw NodeError.configuration(place, error.words)
    }
  }

  /// The host's name up to its first dot, as far as a node may be called so.
  private static func hostName() -> String {
    let name = ProcessInfo.processInfo.hostName.utf8.prefix { $0 != 0x2E }.prefix(64)
    return String(decoding: name.map { Setting.isNameByte($0) ? $0 : 0x2D }, as: UTF8.self)
  }
}

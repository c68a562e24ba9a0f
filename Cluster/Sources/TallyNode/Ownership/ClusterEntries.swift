import NATS
import TallyWire

/// The value of a lease's key.
struct LeaseEntry: Hashable, Sendable {
  var node: String
  var epoch: UInt64
  /// Names one run of the node: two processes with one name must not share a lease.
  var run: String

  var json: [UInt8] { Array(#"{"node": \#(quoted(node)), "epoch": \#(epoch), "run": \#(quoted(run))}"#.utf8) }

  init(node: String, epoch: UInt64, run: String) {
    self.node = node
    self.epoch = epoch
    self.run = run
  }

  /// nil: the bytes are no such value.
  init?(_ bytes: [UInt8]) {
    let entry: LeaseEntry? = bytes.withUnsafeBytes { bytes in
      guard let document = JSONElement(bytes), let node = document.member("node")?.name else { return nil }
      let epoch = document.member("epoch")?.integer(in: 0...Int64.max) ?? 0
      return LeaseEntry(node: node, epoch: UInt64(epoch), run: document.member("run")?.text ?? "")
    }
    guard let entry else { return nil }
    self = entry
  }
}

/// The value of a node's key.
struct NodeEntry: Hashable, Sendable {
  var partitions: Int
  /// When the node was started, in milliseconds since 1970.
  var started: Int64
  var http: String?
  var node: LiveNode

  var json: [UInt8] {
    let held = node.held.sorted { $0.key < $1.key }.map { number, holding in
      let epoch = holding.role == .owner ? #""epoch": \#(holding.epoch), "# : ""
      return #""\#(number)": {"role": "\#(holding.role.rawValue)", \#(epoch)"position": \#(holding.position), "#
        + #""level": \#(holding.isCaughtUp)}"#
    }
    let http = http.map { #""http": \#(quoted($0)), "# } ?? ""
    let text =
      #"{"v": 1, "partitions": \#(partitions), "started": \#(started), \#(http)"leaving": \#(node.isLeaving), "#
      + #""held": {\#(held.joined(separator: ", "))}}"#
    return Array(text.utf8)
  }

  init(partitions: Int, started: Int64, http: String?, node: LiveNode) {
    self.partitions = partitions
    self.started = started
    self.http = http
    self.node = node
  }

  /// nil: the bytes are no such value.
  init?(_ bytes: [UInt8], name: String) {
    let entry: NodeEntry? = bytes.withUnsafeBytes { bytes in
      guard let document = JSONElement(bytes), document.kind == .object else { return nil }
      var node = LiveNode(name: name, isLeaving: document.member("leaving")?.boolean ?? false)
      document.member("held")?.forEachMember { key, value in
        guard let number = Int(key), let role = value.member("role")?.text.flatMap(Holding.Role.init(rawValue:))
        else { return }
        node.held[number] = Holding(
          role: role, epoch: UInt64(value.member("epoch")?.integer(in: 0...Int64.max) ?? 0),
          position: UInt64(value.member("position")?.integer(in: 0...Int64.max) ?? 0),
          isCaughtUp: value.member("level")?.boolean ?? false)
      }
      return NodeEntry(
        partitions: Int(document.member("partitions")?.integer(in: 0...Int64(Int32.max)) ?? 0),
        started: document.member("started")?.integer(in: 0...Int64.max) ?? 0,
        http: document.member("http")?.text, node: node)
    }
    guard let entry else { return nil }
    self = entry
  }
}

extension BackupOffer {
  var json: [UInt8] {
    Array(
      (#"{"id": \#(quoted(id)), "size": \#(size), "chunk": \#(chunk), "position": \#(position), "epoch": \#(epoch), "#
        + #""sha256": \#(quoted(sha256))}"#).utf8)
  }

  /// nil: the bytes are no such value.
  init?(_ bytes: [UInt8]) {
    let offer: BackupOffer? = bytes.withUnsafeBytes { bytes in
      guard let document = JSONElement(bytes), let id = document.member("id")?.text,
        let size = document.member("size")?.integer(in: 0...Int64.max),
        let chunk = document.member("chunk")?.integer(in: 0...Int64.max),
        let position = document.member("position")?.integer(in: 0...Int64.max),
        let epoch = document.member("epoch")?.integer(in: 0...Int64.max), let sha256 = document.member("sha256")?.text
      else { return nil }
      return BackupOffer(
        id: id, size: UInt64(size), chunk: UInt64(chunk), position: UInt64(position), epoch: UInt64(epoch),
        sha256: sha256)
    }
    guard let offer else { return nil }
    self = offer
  }
}

/// A text as a string of JSON.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

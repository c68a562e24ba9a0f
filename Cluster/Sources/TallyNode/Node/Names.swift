import NATS
import Tally

/// Both NATS and Tally have messages. Here the word means one of NATS.
typealias Message = NATS.Message

/// The names of streams, subjects and buckets. Cluster/PROTOCOL.md lists them.
public struct Names: Hashable, Sendable {
  /// `tally`, or what was configured, in lower case.
  public let prefix: String
  private let capitals: String

  public init(prefix: String = "tally") {
    self.prefix = prefix
    capitals = prefix.uppercased()
  }

  /// The stream of a partition's log.
  public func log(_ partition: Int) -> String { "\(capitals)_\(partition)" }
  /// The only subject of that stream.
  public func logSubject(_ partition: Int) -> String { "\(prefix).log.\(partition)" }
  /// The stream of a partition's snapshots.
  public func snapshots(_ partition: Int) -> String { "\(capitals)_SNAP_\(partition)" }
  /// The subjects of the stream of snapshots.
  public func snapshotSubjects(_ partition: Int) -> String { "\(prefix).snap.\(partition).>" }
  /// The stream of messages that could not be applied.
  public var dead: String { "\(capitals)_DEAD" }
  public var deadSubjects: String { "\(prefix).dead.*" }
  public func deadSubject(_ partition: Int) -> String { "\(prefix).dead.\(partition)" }
  /// Buckets.
  public var cluster: String { "\(capitals)_CLUSTER" }
  public var nodes: String { "\(capitals)_NODES" }
  public var leases: String { "\(capitals)_LEASES" }
  /// Requests to a partition's owner, of each verb.
  public func requests(_ partition: Int) -> String { "\(prefix).q.\(partition).*" }
  public func request(_ partition: Int, _ verb: String) -> String { "\(prefix).q.\(partition).\(verb)" }
  /// Requests for a partition's file, and for its chunks.
  public func backup(_ partition: Int) -> String { "\(prefix).backup.\(partition)" }
  public func backupChunks(_ partition: Int) -> String { "\(prefix).backup.\(partition).*" }
  /// The subject of an account's changes.
  public func changed(_ account: String) -> String { "\(prefix).changed.\(Names.escaped(account))" }

  /// The source that the log is for the engine.
  public func source(_ partition: Int) -> String { log(partition) }

  /// An account's name as one token of a subject: each byte that is not a letter, a digit, `_` or `-` becomes `=` and
  /// two digits.
  public static func escaped(_ account: String) -> String {
    var result = ""
    for byte in account.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "=0\(digits)" : "=\(digits)"
      }
    }
    return result
  }

  /// The account's name of a token; nil: `escaped` does not produce it.
  public static func unescaped(_ token: String) -> String? {
    var bytes: [UInt8] = []
    var rest = token.utf8[...]
    while let byte = rest.popFirst() {
      if byte != 0x3D {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let name = String(validating: bytes, as: UTF8.self), escaped(name) == token else { return nil }
    return name
  }
}

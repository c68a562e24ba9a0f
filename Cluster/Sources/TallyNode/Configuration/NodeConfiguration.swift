import Tally

/// The configuration of a node. ``Setting/all`` has the names, the limits and the descriptions of the members.
public struct NodeConfiguration: Hashable, Sendable {
  /// How it is decided which partitions a node holds.
  public enum OwnershipKind: String, Hashable, Sendable, CaseIterable {
    /// Leases in a bucket: any number of nodes.
    case leases
    /// This node holds everything, and is the only one.
    case sole
  }

  public enum LogFormat: String, Hashable, Sendable, CaseIterable { case text, json }

  public var node = ""
  public var servers = ["nats://127.0.0.1:4222"]
  public var credentials: String?
  public var certificateAuthorities: String?
  public var folder = ""
  public var partitions = 16
  public var replicas = 3
  public var standbys = 1
  public var ownership = OwnershipKind.leases
  public var prefix = "tally"
  public var inboxPrefix = "_INBOX"
  public var leaseSeconds = 12
  public var snapshotSeconds = 3600
  public var batch = 512
  public var maximumBatchBytes = 1 << 20
  public var loadedAccounts = 50_000
  public var requestThreads = 4
  public var changeMilliseconds = 50
  public var tickSeconds = 60
  public var http = "127.0.0.1:9095"
  public var logLevel = "info"
  public var logFormat = LogFormat.text

  public init() {}

  /// The version of the library, which is also the node's.
  public static var version: String { Engine.version }

  var lease: Duration { .seconds(leaseSeconds) }

  /// The most bytes of a fetch. One message always fits.
  var maximumFetchBytes: Int { max(16 << 20, 2 * maximumBatchBytes) }
}

import CNATS
import TallyWire

/// A key-value bucket. Any thread may use it.
public final class Bucket: @unchecked Sendable {
  private let raw: OpaquePointer
  private let js: JetStream
  public let name: String

  /// A value and the revision of the bucket that wrote it.
  public struct Entry: Hashable, Sendable {
    public let key: String
    public let value: [UInt8]
    public let revision: UInt64
  }

  /// Opens a bucket, or creates it.
  /// - Parameter timeToLive: after this many milliseconds without a change a key goes away; 0: never.
  public init(_ js: JetStream, _ name: String, timeToLive: Int64 = 0, replicas: Int) throws(NATSError) {
    self.js = js
    self.name = name
    var store: OpaquePointer?
    if js_KeyValue(&store, js.raw, name) != NATS_OK {
      // Not by js_CreateKeyValue: it does not pass on the code of an error, which says whether to try it again.
      let configuration = Bucket.configuration(name, timeToLive: timeToLive, replicas: replicas)
      try js.ensureStream("KV_\(name)", configuration)
      let status = js_KeyValue(&store, js.raw, name)
      if status == NATS_NOT_FOUND { throw NATSError.notYet("the bucket \(name)") }
      try check(status, "the bucket \(name)")
    }
    guard let store else { throw NATSError(NATS_ERR, "the bucket \(name)") }
    raw = store
  }

  /// Opens a bucket; nil: there is none.
  public init?(_ js: JetStream, existing name: String) throws(NATSError) {
    var store: OpaquePointer?
    let status = js_KeyValue(&store, js.raw, name)
    if status == NATS_NOT_FOUND { return nil }
    try check(status, "the bucket \(name)")
    guard let store else { return nil }
    raw = store
    self.js = js
    self.name = name
  }

  /// The stream that a bucket with one value a key is, for `STREAM.CREATE`: as libnats makes it.
  static func configuration(_ name: String, timeToLive: Int64, replicas: Int) -> String {
    let window = timeToLive == 0 ? 120_000 : min(timeToLive, 120_000)
    return """
      {"name": "KV_\(name)", "subjects": ["$KV.\(name).>"], "retention": "limits", "storage": "file", \
      "discard": "new", "max_msgs_per_subject": 1, "max_age": \(timeToLive * 1_000_000), \
      "duplicate_window": \(window * 1_000_000), "num_replicas": \(replicas), "deny_delete": true, \
      "allow_rollup_hdrs": true, "allow_direct": true}
      """
  }

  deinit { kvStore_Destroy(raw) }

  /// Sets a key that does not exist.
  /// - Returns: the revision.
  public func create(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
    try write("creating \(key)", value) { kvStore_Create(&$0, raw, key, $1.baseAddress, Int32(clamping: $1.count)) }
  }

  /// Sets a key that was last changed by a revision.
  public func update(_ key: String, _ value: [UInt8], revision: UInt64) throws(NATSError) -> UInt64 {
    try write("updating \(key)", value) {
      kvStore_Update(&$0, raw, key, $1.baseAddress, Int32(clamping: $1.count), revision)
    }
  }

  /// Sets a key, whatever it was.
  @discardableResult
  public func put(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
    try write("setting \(key)", value) { kvStore_Put(&$0, raw, key, $1.baseAddress, Int32(clamping: $1.count)) }
  }

  /// The key's value; nil: it has none.
  public func get(_ key: String) throws(NATSError) -> Entry? {
    var entry: OpaquePointer?
    let status = kvStore_Get(&entry, raw, key)
    if status == NATS_NOT_FOUND { return nil }
    try check(status, "reading \(key) of the bucket \(name)")
    defer { kvEntry_Destroy(entry) }
    return Entry(key: key, value: Bucket.value(entry), revision: kvEntry_Revision(entry))
  }

  /// Removes a key.
  public func delete(_ key: String) throws(NATSError) {
    try check(kvStore_Delete(raw, key), "removing \(key) from the bucket \(name)")
  }

  /// The keys that have or had a value. Not by `kvStore_Keys`: it destroys a subscription amid its deliveries
  /// (``Connection/end(_:)``).
  public func keys() throws(NATSError) -> [String] {
    let prefix = "$KV.\(name)."
    let answer = try js.call("STREAM.INFO.KV_\(name)", #"{"subjects_filter": "\#(prefix)>"}"#)
    return answer.withBytes { bytes in
      var keys: [String] = []
      JSONElement(bytes)?.member("state")?.member("subjects")?.forEachMember { subject, _ in
        if subject.hasPrefix(prefix) { keys.append(String(subject.dropFirst(prefix.count))) }
      }
      return keys
    }
  }

  private func write(
    _ what: String, _ value: [UInt8], _ body: (inout UInt64, UnsafeRawBufferPointer) -> natsStatus
  ) throws(NATSError) -> UInt64 {
    var revision: UInt64 = 0
    let status = value.withUnsafeBytes { body(&revision, $0) }
    try check(status, "\(what) in the bucket \(name)")
    return revision
  }

  private static func value(_ entry: OpaquePointer?) -> [UInt8] {
    let count = Int(kvEntry_ValueLen(entry))
    return [UInt8](UnsafeRawBufferPointer(start: kvEntry_Value(entry), count: count))
  }
}

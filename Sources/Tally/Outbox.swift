internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that was read, or unread again, on its way to the server.
public struct OutboxEntry: Identifiable, Hashable, Codable, Sendable {
  /// What it is about.
  public enum Kind: Int64, Codable, Sendable, CaseIterable {
    /// A message.
    case message = 1
    /// A path and all below it, up to a message.
    case mark = 2
    /// A reminder.
    case reminder = 3
  }

  /// Where it stands.
  public enum State: Hashable, Codable, Sendable {
    /// It may be given out, at once or from a point in time on.
    case waiting(until: Date?)
    /// Somebody has it.
    case leased(until: Date)
    /// It has failed for good.
    case failed
  }

  /// Identifies it in this store, for good; entries have their order by it.
  public let sequence: Int64
  /// ``Feed/id``.
  public let feed: Int64
  /// What it is about; nil: something that this version does not know.
  public let kind: Kind?
  /// The server's identifier of the message, or the path.
  public let entity: String
  /// To be sent as `Idempotency-Key`: what makes it count once.
  public let key: String
  /// What is to be sent, JSON; empty until it is given out for the first time.
  public let body: String
  /// How often it was given out.
  public let attempt: Int64
  /// Where it stands.
  public let state: State

  /// The same as ``sequence``.
  public var id: Int64 { sequence }
}

/// How many entries there are.
public struct OutboxSummary: Hashable, Codable, Sendable {
  /// All of them.
  public let total: Int
  /// Those that somebody has.
  public let leased: Int
  /// Those that have failed for good.
  public let failed: Int
}

extension Account {
  /// Gives the account an outbox in this run: what is read from now on goes to the server.
  /// - Parameters:
  ///   - url: where entries are sent with `POST`, while the account is logged in; nil: they are leased.
  ///   - requestTimeout: of a request in all, at least 0.1 s.
  ///   - idleTimeout: without a byte, at least 0.1 s.
  public func configureOutbox(
    url: String? = nil, requestTimeout: Duration = .seconds(300), idleTimeout: Duration = .seconds(60)
  ) throws(TallyError) {
    var options = TallyEngine.OutboxOptions()
    options.url = url.map { [UInt8]($0.utf8) }
    options.requestTimeout = requestTimeout.milliseconds
    options.idleTimeout = idleTimeout.milliseconds
    try calling { () throws(Failure) in try core.configureOutbox(options) }
  }

  /// Gives out entries that are due, in their order: until the time is over nobody else gets them.
  /// - Parameters:
  ///   - duration: 1 ms to a day.
  ///   - limit: 1 to 10,000.
  public func leaseOutbox(for duration: Duration, limit: Int = 100) throws(TallyError) -> [OutboxEntry] {
    var found: [OutboxEntry] = []
    try calling { () throws(Failure) in
      try core.leaseOutbox(duration: duration.milliseconds, limit: limit) { row in
        found.append(OutboxEntry(row))
      } check: {
      }
    }
    return found
  }

  /// The entries, in their order.
  /// - Parameters:
  ///   - sequence: that of the last one that is known; nil: from the first.
  ///   - limit: 1 to 10,000.
  public func outbox(after sequence: Int64? = nil, limit: Int = 100) throws(TallyError) -> [OutboxEntry] {
    var found: [OutboxEntry] = []
    _ = try calling { () throws(Failure) in
      try core.listOutbox(after: sequence ?? 0, limit: limit) { row in found.append(OutboxEntry(row)) }
    }
    return found
  }

  /// How many entries there are.
  public func outboxSummary() throws(TallyError) -> OutboxSummary {
    let counts = try calling { () throws(Failure) in try core.countOutbox() }
    return OutboxSummary(total: Int(counts.total), leased: Int(counts.leased), failed: Int(counts.failed))
  }

  /// The server has taken an entry, which goes, also where the lease has run out.
  /// - Parameters:
  ///   - sequence: ``OutboxEntry/sequence``.
  ///   - response: the body of the server's response: a page of the wire format is applied.
  /// - Returns: false where the entry had gone before.
  @discardableResult
  public func acknowledgeOutbox(_ sequence: Int64, response: Data = Data()) throws(TallyError) -> Bool {
    let status = try calling { () throws(Failure) in
      let outcome = response.withUnsafeBytes { bytes -> Result<TallyFailure.Status, Failure> in
        do throws(Failure) { return .success(try core.acknowledge(sequence, answer: bytes)) } catch {
          return .failure(error)
        }
      }
      return try outcome.get()
    }
    return status == .ok
  }

  /// The server has not taken an entry.
  /// - Parameters:
  ///   - sequence: ``OutboxEntry/sequence``.
  ///   - attempt: as it was given out.
  ///   - retryAfter: until it may be given out again, at most a day; nil: never, it has failed for good.
  /// - Returns: false where the entry had gone.
  /// - Throws: ``Status/conflict`` where it was given out again since.
  @discardableResult
  public func failOutbox(
    _ sequence: Int64, attempt: Int64, retryAfter: Duration?
  ) throws(TallyError) -> Bool {
    try calling { () throws(Failure) in
      try core.failOutbox(sequence, attempt: attempt, retryAfter: retryAfter?.milliseconds) == .ok
    }
  }

  /// Entries that wait for their time, or have failed for good, may be given out at once.
  /// - Parameter sequence: which; nil: all.
  /// - Returns: how many there were.
  @discardableResult
  public func retryOutbox(_ sequence: Int64? = nil) throws(TallyError) -> Int {
    try calling { () throws(Failure) in try core.retryOutbox(sequence ?? 0) }
  }

  /// Removes entries that have failed for good.
  /// - Parameter sequence: which; nil: all.
  /// - Returns: how many there were.
  @discardableResult
  public func removeOutbox(_ sequence: Int64? = nil) throws(TallyError) -> Int {
    try calling { () throws(Failure) in try core.removeOutbox(sequence ?? 0) }
  }
}

extension OutboxEntry {
  fileprivate init(_ row: OutboxRow) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    sequence = row.sequence
    feed = row.feed
    kind = Kind(rawValue: row.kind)
    entity = text(row.entity)
    key = text(row.key)
    body = text(row.body)
    attempt = row.attempts
    if row.hasFailed {
      state = .failed
    } else if let end = Date(engine: row.lease) {
      state = .leased(until: end)
    } else {
      state = .waiting(until: Date(engine: row.next))
    }
  }
}

import CNATS
import Dispatch
import Foundation
import Synchronization

/// How to reach the servers.
public struct ConnectionOptions: Hashable, Sendable {
  /// `nats://` or `tls://` addresses, with a user and a password if need be. One that answers is enough: it names the
  /// others.
  public var servers: [String]
  /// The client's name, which the servers show.
  public var name: String
  /// A file with a JWT and an NKey seed; nil: none.
  public var credentials: String?
  /// The authorities that may have signed the servers' certificates, in PEM form; nil: the system's.
  public var certificateAuthorities: String?
  /// The subject above all of its inboxes, which receive the responses to its own requests.
  public var inboxPrefix = "_INBOX"
  /// Fails if no server can be reached now. Otherwise the connection goes on trying.
  public var mustConnect = true

  public init(servers: [String], name: String) {
    self.servers = servers
    self.name = name
  }

  /// Whether servers without TLS are rejected.
  var needsTLS: Bool { certificateAuthorities != nil || servers.contains { $0.hasPrefix("tls://") } }

  /// The addresses for messages: without users, passwords and tokens.
  var shownServers: String {
    servers.map { server -> String in
      guard let scheme = server.range(of: "://"), let at = server.lastIndex(of: "@") else { return server }
      return String(server[..<scheme.upperBound] + server[server.index(after: at)...])
    }.joined(separator: ", ")
  }
}

/// A connection to a cluster of servers, which finds another server when it loses its own. libnats locks it: any thread
/// may use it. It is closed when the last object that uses it goes away.
///
/// Closures of its subscriptions run on a small pool of threads that all connections of the process share
/// (``setDeliveryThreads(_:)``), one call at a time for each subscription. They must not wait for long.
public final class Connection: @unchecked Sendable {
  let raw: OpaquePointer
  private let ended = Mutex(EndedSubscriptions())
  private let contexts = Mutex([EndedContext]())
  private let freeing = DispatchQueue(label: "ended subscriptions")
  private let inboxPrefix: String

  /// Sets how many threads call the closures of subscriptions, for the whole process. It can only grow.
  public static func setDeliveryThreads(_ count: Int) { nats_SetMessageDeliveryPoolSize(Int32(clamping: count)) }

  public init(_ given: ConnectionOptions) throws(NATSError) {
    var options: OpaquePointer?
    try check(natsOptions_Create(&options), "options of a connection")
    defer { natsOptions_Destroy(options) }
    try withCStrings(given.servers) { (list) throws(NATSError) in
      try check(natsOptions_SetServers(options, list.baseAddress, Int32(list.count)), "the servers' addresses")
    }
    try check(natsOptions_SetName(options, given.name), "the client's name")
    try check(natsOptions_SetCustomInboxPrefix(options, given.inboxPrefix), "the prefix of inboxes")
    try check(natsOptions_UseGlobalMessageDelivery(options, true), "the delivery threads")
    if let file = given.credentials {
      try check(natsOptions_SetUserCredentialsFromFiles(options, file, nil), "the credentials file \(file)")
    }
    // libnats would send a password in the clear to a server at a tls:// address that has no TLS.
    if given.needsTLS { try check(natsOptions_SetSecure(options, true), "TLS") }
    if let file = given.certificateAuthorities {
      try check(natsOptions_LoadCATrustedCertificates(options, file), "the certificate authorities in \(file)")
    }
    // A server that is gone must be noticed in time to renew a lease at another one.
    natsOptions_SetMaxReconnect(options, -1)
    natsOptions_SetReconnectWait(options, 100)
    natsOptions_SetReconnectJitter(options, 50, 50)
    natsOptions_SetPingInterval(options, 1000)
    natsOptions_SetMaxPingsOut(options, 2)
    natsOptions_SetTimeout(options, 2000)
    if !given.mustConnect { natsOptions_SetRetryOnFailedConnect(options, true, nil, nil) }
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    if status != NATS_NOT_YET_CONNECTED || given.mustConnect {
      try check(status, "connecting to \(given.shownServers)")
    }
    guard let connection else { throw NATSError(NATS_NO_SERVER, "connecting") }
    raw = connection
    inboxPrefix = given.inboxPrefix
  }

  deinit {
    // This joins the thread that delivers: nothing uses the subscriptions after it.
    natsConnection_Close(raw)
    for subscription in ended.withLock({ $0.take(.max) }) { natsSubscription_Destroy(subscription.raw) }
    for context in contexts.withLock({ $0 }) { jsCtx_Destroy(context.raw) }
    natsConnection_Destroy(raw)
  }

  // MARK: - Ended subscriptions

  /// Ends a subscription, and frees it when libnats cannot use it any more.
  ///
  /// The thread that reads from the server looks a subscription up, and then uses it without a reference of its own
  /// (libnats before 3.6). If it was destroyed meanwhile, that thread writes into freed memory. So the object lives
  /// until the server has answered a ping that was sent after the end: the same thread reads the answer, and by then
  /// no delivery to the subscription is in progress, and it can no longer be looked up.
  func end(_ subscription: OpaquePointer) {
    natsSubscription_Unsubscribe(subscription)
    let subscription = EndedSubscription(raw: subscription)
    if ended.withLock({ $0.add(subscription) }) { freeLater(.milliseconds(0)) }
  }

  /// Keeps a context of JetStream until the connection is closed. It has a subscription for the acknowledgements of
  /// asynchronous publishes, which it destroys at its own end, and which nobody else can end before.
  func end(context: OpaquePointer) { contexts.withLock { $0.append(EndedContext(raw: context)) } }

  /// How many ended subscriptions are not freed yet.
  var endedSubscriptions: Int { ended.withLock { $0.count } }

  private func freeLater(_ pause: DispatchTimeInterval) {
    freeing.asyncAfter(deadline: .now() + pause) { [weak self] in self?.freeEnded() }
  }

  private func freeEnded() {
    let count = endedSubscriptions
    if natsConnection_FlushTimeout(raw, 2000) == NATS_OK {
      for subscription in ended.withLock({ $0.take(count) }) { natsSubscription_Destroy(subscription.raw) }
    }
    // Without a server it is tried again: there may be another one soon.
    if !ended.withLock({ $0.isDone() }) { freeLater(.milliseconds(500)) }
  }

  public var isConnected: Bool { natsConnection_Status(raw) == NATS_CONN_STATUS_CONNECTED }

  /// The largest message, headers included, that the server takes.
  public var maximumPayload: Int { Int(natsConnection_GetMaxPayload(raw)) }

  /// The address of the server, without a password.
  public var server: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard natsConnection_GetConnectedUrl(raw, &buffer, buffer.count) == NATS_OK else { return "" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: "@").last.map(String.init) ?? ""
  }

  /// Publishes without waiting. While there is no connection, libnats keeps the message, up to 8 MiB of them.
  public func publish(_ subject: String, _ body: [UInt8]) throws(NATSError) {
    let status = body.withUnsafeBytes {
      natsConnection_Publish(raw, subject, $0.baseAddress, Int32(clamping: $0.count))
    }
    try check(status, "publishing to \(subject)")
  }

  /// The same with headers.
  public func publish(_ message: Message) throws(NATSError) {
    try check(natsConnection_PublishMsg(raw, message.raw), "publishing to \(message.subject)")
  }

  /// Waits until the server has everything.
  public func flush(timeout milliseconds: Int64 = 5000) throws(NATSError) {
    try check(natsConnection_FlushTimeout(raw, milliseconds), "flushing the connection")
  }

  /// Sends a request and waits for one answer.
  public func request(_ subject: String, _ body: [UInt8], timeout milliseconds: Int64) throws(NATSError) -> Message {
    var reply: OpaquePointer?
    let status = body.withUnsafeBytes {
      natsConnection_Request(&reply, raw, subject, $0.baseAddress, Int32(clamping: $0.count), milliseconds)
    }
    try check(status, "a request to \(subject)")
    guard let reply else { throw NATSError(NATS_ERR, "a request to \(subject)") }
    let message = Message(reply)
    if message.isNoResponders { throw NATSError(NATS_NO_RESPONDERS, "a request to \(subject)") }
    return message
  }

  /// A new subject that nobody else uses.
  public func newInbox() throws(NATSError) -> String {
    var inbox: UnsafeMutablePointer<CChar>?
    try check(natsInbox_Create(&inbox), "an inbox")
    guard let inbox else { throw NATSError(NATS_NO_MEMORY, "an inbox") }
    defer { natsInbox_Destroy(inbox) }
    // libnats makes a unique last token, always below its own prefix.
    let token = String(cString: inbox).split(separator: ".").last.map(String.init) ?? ""
    return "\(inboxPrefix).\(token)"
  }
}

/// Only its connection refers to it.
private struct EndedSubscription: @unchecked Sendable {
  let raw: OpaquePointer
}

/// The same.
private struct EndedContext: @unchecked Sendable {
  let raw: OpaquePointer
}

/// The subscriptions that have ended and are not freed yet, the oldest first.
private struct EndedSubscriptions {
  private var list: [EndedSubscription] = []
  private var isScheduled = false

  var count: Int { list.count }

  /// - Returns: whether freeing has to be scheduled.
  mutating func add(_ subscription: EndedSubscription) -> Bool {
    list.append(subscription)
    defer { isScheduled = true }
    return !isScheduled
  }

  /// Takes the oldest ones.
  mutating func take(_ count: Int) -> [EndedSubscription] {
    defer { list.removeFirst(min(count, list.count)) }
    return Array(list.prefix(count))
  }

  /// Whether nothing is left. Otherwise the caller schedules freeing again.
  mutating func isDone() -> Bool {
    isScheduled = !list.isEmpty
    return list.isEmpty
  }
}

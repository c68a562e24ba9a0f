public import CNATS
import Foundation

/// A call of libnats or of JetStream that failed.
public struct NATSError: Error, CustomStringConvertible {
  /// The status of libnats.
  public let status: natsStatus
  /// The error code of JetStream, such as 10058; 0: none.
  public let code: Int
  /// The call, with the name of what it concerns.
  public let what: String
  /// A description of the server, or libnats's.
  public let reason: String

  init(_ status: natsStatus, code: Int = 0, _ what: String, reason: String? = nil) {
    self.status = status
    self.code = code
    self.what = what
    self.reason = reason ?? String(cString: natsStatus_GetText(status))
  }

  public var description: String { code == 0 ? "\(what): \(reason)" : "\(what): \(reason) (JetStream error \(code))" }

  /// It is not known what happened, or nobody could act: no connection, no response, no leader. The caller tries again
  /// until a deadline of its own.
  public var isTransient: Bool {
    switch status {
    case NATS_TIMEOUT, NATS_NO_RESPONDERS, NATS_CONNECTION_DISCONNECTED, NATS_CONNECTION_CLOSED, NATS_NO_SERVER,
      NATS_IO_ERROR, NATS_STALE_CONNECTION, NATS_DRAINING, NATS_INSUFFICIENT_BUFFER:
      return true
    default: return NATSError.transientCodes.contains(code)
    }
  }

  /// JetStream is not available, has no quorum, is being moved, or has too few resources or servers for the moment.
  private static let transientCodes: Set<Int> = [503, 10005, 10008, 10009, 10023, 10077, 10164]

  /// The subject of a request has no subscriber.
  static func noResponders(_ what: String) -> NATSError { NATSError(NATS_NO_RESPONDERS, what) }

  /// There was no response in time.
  static func timeout(_ what: String) -> NATSError { NATSError(NATS_TIMEOUT, what) }

  /// Something exists, but the server that responded does not have it yet.
  public static func notYet(_ what: String) -> NATSError {
    NATSError(NATS_TIMEOUT, what, reason: "it was created, and is not there yet")
  }

  /// More replicas are wanted than there are servers with JetStream, or than the leader has seen since it leads.
  public var isLackOfServers: Bool { code == 10005 || code == 10074 }

  /// The stream, consumer, key or message does not exist.
  public var isNotFound: Bool { status == NATS_NOT_FOUND || [10014, 10037, 10059].contains(code) }

  /// A key exists, or was changed meanwhile: `create` and `update` of a bucket.
  public var isConflict: Bool { code == 10071 || code == 10164 }

  /// Whether the subject of the request has no subscriber.
  public var isNoResponders: Bool { status == NATS_NO_RESPONDERS }

  public var isTimeout: Bool { status == NATS_TIMEOUT }
}

/// Throws what a call returned, unless it is `NATS_OK`.
func check(_ status: natsStatus, _ what: @autoclosure () -> String, _ code: jsErrCode = jsErrCode(0)) throws(NATSError)
{
  if status == NATS_OK { return }
  // The thread's last error has the server's words, if it belongs to this call.
  var last = NATS_OK
  let words = nats_GetLastError(&last).map { String(cString: $0) } ?? ""
  let reason = last == status && !words.isEmpty ? withoutPlace(words) : nil
  throw NATSError(status, code: Int(code.rawValue), what(), reason: reason)
}

/// libnats begins its descriptions with the line of its source, as "(conn.c:733): ".
func withoutPlace(_ words: String) -> String {
  guard words.hasPrefix("("), let end = words.range(of: "): "), words[..<end.lowerBound].contains(".c:") else {
    return words
  }
  return String(words[end.upperBound...])
}

/// Lends C copies of texts for one call.
func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) throws(NATSError) -> Result
) throws(NATSError) -> Result {
  let copies = texts.map { text in text.utf8CString.withUnsafeBufferPointer { copy($0) } }
  defer { for copy in copies { copy.deallocate() } }
  let list = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: max(copies.count, 1))
  defer { list.deallocate() }
  _ = list.initialize(from: copies.map { UnsafePointer($0) })
  return try body(UnsafeMutableBufferPointer(rebasing: list[..<copies.count]))
}

private func copy(_ text: UnsafeBufferPointer<CChar>) -> UnsafeMutablePointer<CChar> {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
  copy.initialize(from: text.baseAddress ?? UnsafePointer(copy), count: text.count)
  return copy
}

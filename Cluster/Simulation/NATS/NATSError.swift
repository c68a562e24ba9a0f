/// A call that failed, as Sources/NATS has it.
public struct NATSError: Error, CustomStringConvertible {
  enum Kind { case timeout, noResponders, disconnected, notFound, other }

  let kind: Kind
  public let code: Int
  public let what: String
  public let reason: String

  init(_ kind: Kind, code: Int = 0, _ what: String, reason: String? = nil) {
    self.kind = kind
    self.code = code
    self.what = what
    self.reason = reason ?? "\(kind)"
  }

  public var description: String { code == 0 ? "\(what): \(reason)" : "\(what): \(reason) (JetStream error \(code))" }

  public var isTransient: Bool {
    switch kind {
    case .timeout, .noResponders, .disconnected: true
    case .notFound, .other: [503, 10005, 10008, 10009, 10023, 10077, 10164].contains(code)
    }
  }

  static func noResponders(_ what: String) -> NATSError { NATSError(.noResponders, what) }
  static func timeout(_ what: String) -> NATSError { NATSError(.timeout, what) }

  public static func notYet(_ what: String) -> NATSError {
    NATSError(.timeout, what, reason: "it was created, and is not there yet")
  }

  public var isLackOfServers: Bool { code == 10005 || code == 10074 }
  public var isNotFound: Bool { kind == .notFound || [10014, 10037, 10059].contains(code) }
  public var isConflict: Bool { code == 10071 || code == 10164 }
  public var isNoResponders: Bool { kind == .noResponders }
  public var isTimeout: Bool { kind == .timeout }
}

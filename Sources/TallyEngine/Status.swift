import CPlatform
import TallyMemory
import TallyStore
import TallyTree

/// What a call answers: the numbers of `tally.h`, which never change.
public struct Status: RawRepresentable, Equatable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ rawValue: Int32) { self.rawValue = rawValue }

  public static let ok = Status(0)
  public static let held = Status(1)
  public static let more = Status(2)
  public static let resync = Status(3)
  public static let alreadyApplied = Status(4)
  public static let notModified = Status(5)
  public static let empty = Status(6)
  public static let setAside = Status(7)

  public static let argument = Status(-1)
  public static let noMemory = Status(-2)
  public static let path = Status(-3)
  public static let range = Status(-4)
  public static let limit = Status(-5)
  public static let notFound = Status(-6)
  public static let exists = Status(-7)
  public static let conflict = Status(-8)
  public static let bufferTooSmall = Status(-9)
  public static let staleHandle = Status(-10)
  public static let closed = Status(-11)
  public static let forked = Status(-12)
  public static let thread = Status(-13)
  public static let unsupported = Status(-14)
  public static let internalError = Status(-15)
  public static let notApplied = Status(-16)
  public static let malformed = Status(-17)
  public static let io = Status(-20)
  public static let full = Status(-21)
  public static let locked = Status(-22)
  public static let corrupt = Status(-23)
  public static let notAStore = Status(-24)
  public static let newer = Status(-25)
  public static let readOnly = Status(-26)
  public static let permission = Status(-27)
  public static let staleEpoch = Status(-28)
  public static let url = Status(-40)
  public static let network = Status(-41)
  public static let timeout = Status(-42)
  public static let tls = Status(-43)
  public static let protocolError = Status(-44)
  public static let tooLarge = Status(-45)
  public static let server = Status(-46)
  public static let unauthorized = Status(-47)
  public static let rateLimited = Status(-48)
  public static let loggedOut = Status(-49)
  public static let cancelled = Status(-50)

  public var isError: Bool { rawValue < 0 }
}

/// Why a call failed. The particulars, in words, are in the calling thread's message (`ctally_error_text`).
public struct Failure: Error, Equatable, Sendable {
  public let status: Status

  /// A failure whose message is there already.
  init(keepingMessage status: Status) { self.status = status }

  /// A failure with a message of up to three parts, the middle one from outside. Not inlined, because it is called in
  /// hundreds of places and only on the way of an error.
  @inline(never)
  public init(
    _ status: Status, _ text: StaticString, quoting bytes: UnsafeRawBufferPointer? = nil, _ rest: StaticString = ""
  ) {
    self.init(status, text)
    if let bytes { Failure.quote(bytes) }
    Failure.append(rest)
  }

  /// A failure whose message is one text.
  @inline(__always)
  public init(_ status: Status, _ text: StaticString) {
    self.status = Status(ctally_error_say(status.rawValue, Failure.cString(text)))
  }

  private static func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// A host's text, or another's, is UTF-8 without U+0000.
  /// - Parameter what: the argument, member or field that it is.
  public static func checkText(
    _ text: UnsafeRawBufferPointer, _ what: StaticString, _ status: Status = .argument
  ) throws(Failure) {
    guard let offset = endOfText(text) else { return }
    let failure = Failure(status, what, " is not UTF-8, at byte ")
    ctally_error_append_number(Int64(offset))
    throw failure
  }

  static func append(_ text: StaticString) {
    ctally_error_append_text(cString(text))
  }

  /// Bytes of any kind; the message is UTF-8 whatever they are.
  static func quote(_ bytes: UnsafeRawBufferPointer) {
    append("'")
    if let base = bytes.baseAddress { ctally_error_append_quoted(base, bytes.count, isText(bytes) ? 1 : 0) }
    append("'")
  }

  public static var noMemory: Failure { Failure(.noMemory, "memory could not be had") }
  static var loggedOut: Failure { Failure(.loggedOut, "the account is not logged in") }
  static var closed: Failure { Failure(.closed, "the engine was closed") }

  /// What the tree refused.
  /// - Parameter path: the path as it was given, where one was.
  public init(_ error: TreeError, path: UnsafeRawBufferPointer?) {
    switch error {
    case .outOfMemory: self = .noMemory
    case .staleHandle: self.init(.staleHandle, "the node was released, or belongs to another account")
    case .range: self.init(.range, "a count must be 0 to 4294967295", quoting: nil, ", also after adding")
    case .nodeLimit: self.init(.limit, "the account has as many nodes as it may have")
    case .path(let problem, let offset):
      self.init(.path, "path ")
      if let path { Failure.quote(path) }
      Failure.append(": ")
      Failure.append(Failure.words(problem))
      if problem != .empty {
        Failure.append(", at byte ")
        ctally_error_append_number(Int64(offset))
      }
    }
  }

  private static func words(_ problem: PathProblem) -> StaticString {
    switch problem {
    case .empty: return "a path must not be empty"
    case .emptyComponent: return "a component is empty"
    case .invalidUTF8: return "not valid UTF-8"
    case .controlCharacter: return "control characters are not allowed"
    case .danglingEscape: return "nothing follows the backslash"
    case .unknownEscape: return "a backslash may only stand before a dot or a backslash"
    case .componentTooLong: return "a component is longer than 255 bytes"
    case .tooDeep: return "it has more components than allowed"
    case .tooLong: return "it is longer than allowed"
    }
  }
}

/// The result of a call: the numbers of `tally.h`, which never change.
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
  public static let partial = Status(8)

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

internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The result of a call: the numbers of `tally.h`, which never change. Negative ones are errors.
public struct Status: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The number in `tally.h`.
  public let rawValue: Int32

  /// Creates a status from a number, which need not be a known one.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ status: TallyFailure.Status) { rawValue = status.rawValue }

  /// The name in `tally.h`, for example `TALLY_ERROR_PATH`.
  public var name: String { String(describing: TallyFailure.Status(rawValue: rawValue).name) }

  /// A general sentence for people, without details of a call.
  public var message: String { String(describing: TallyFailure.Status(rawValue: rawValue).message) }

  /// Whether it is an error, rather than a success of some kind.
  public var isError: Bool { rawValue < 0 }

  /// The name.
  public var description: String { name }

  // Successes.

  /// Done.
  public static let ok = Status(.ok)
  /// The badge still shows, because of its children or messages.
  public static let held = Status(.held)
  /// There are more results. No call of this interface throws it.
  public static let more = Status(.more)
  /// The changes since a revision are no longer known: ``ChangesResult/resync``.
  public static let resync = Status(.resync)
  /// A batch had been applied before.
  public static let alreadyApplied = Status(.alreadyApplied)
  /// The server had nothing new.
  public static let notModified = Status(.notModified)
  /// Nothing has happened yet.
  public static let empty = Status(.empty)
  /// The file was damaged, and set aside: ``Engine/damage``.
  public static let setAside = Status(.setAside)
  /// Some items of a batch were rejected, and all others were applied.
  public static let partial = Status(.partial)

  // Errors.

  /// An argument is invalid.
  public static let argument = Status(.argument)
  /// Memory ran out.
  public static let noMemory = Status(.noMemory)
  /// A path is malformed, too deep or too long.
  public static let path = Status(.path)
  /// A number is out of its range.
  public static let range = Status(.range)
  /// A limit set when opening would be exceeded.
  public static let limit = Status(.limit)
  /// The account, feed, message or observer does not exist.
  public static let notFound = Status(.notFound)
  /// It exists already.
  public static let exists = Status(.exists)
  /// The call contradicts the stored data.
  public static let conflict = Status(.conflict)
  /// A C buffer is too small. No call of this interface throws it.
  public static let bufferTooSmall = Status(.bufferTooSmall)
  /// The node was released, or belongs to another account.
  public static let staleHandle = Status(.staleHandle)
  /// The engine was closed.
  public static let closed = Status(.closed)
  /// The engine belongs to the parent process.
  public static let forked = Status(.forked)
  /// Not allowed inside a callback.
  public static let thread = Status(.thread)
  /// Not available in this build or mode.
  public static let unsupported = Status(.unsupported)
  /// A defect of the library; please report it.
  public static let internalError = Status(.internalError)
  /// An operation of a batch that was not applied, because another one was rejected.
  public static let notApplied = Status(.notApplied)
  /// The bytes are not a snapshot, or are damaged.
  public static let malformed = Status(.malformed)
  /// The file could not be read or written.
  public static let io = Status(.io)
  /// The disk, or the database's size limit, is full.
  public static let full = Status(.full)
  /// Another process, or another engine, has the file open.
  public static let locked = Status(.locked)
  /// The file is damaged. It was not changed.
  public static let corrupt = Status(.corrupt)
  /// The file does not belong to this library. It was not changed.
  public static let notAStore = Status(.notAStore)
  /// A newer version has written the file. It was not changed.
  public static let newer = Status(.newer)
  /// The file or its directory is read-only.
  public static let readOnly = Status(.readOnly)
  /// The system does not permit access.
  public static let permission = Status(.permission)
  /// A batch comes from a former owner of its log.
  public static let staleEpoch = Status(.staleEpoch)
  /// A URL is malformed, or its scheme is not supported.
  public static let url = Status(.url)
  /// The server could not be reached, or the connection broke.
  public static let network = Status(.network)
  /// A deadline passed.
  public static let timeout = Status(.timeout)
  /// The server's certificate or the handshake was rejected.
  public static let tls = Status(.tls)
  /// The response is invalid and was rejected as a whole.
  public static let protocolError = Status(.protocolError)
  /// The response exceeds the limit and was rejected as a whole.
  public static let tooLarge = Status(.tooLarge)
  /// The server responded with an error.
  public static let server = Status(.server)
  /// The server rejected the credential.
  public static let unauthorized = Status(.unauthorized)
  /// The server requested a wait.
  public static let rateLimited = Status(.rateLimited)
  /// The account is not logged in.
  public static let loggedOut = Status(.loggedOut)
  /// It was cancelled, or its feed was removed.
  public static let cancelled = Status(.cancelled)
}

/// Why a call failed. A call that fails changes nothing.
public struct TallyError: LocalizedError, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let status: Status
  /// The description with details: "path 'a..b': a component is empty, at byte 2".
  public let message: String
  /// The index of the rejected operation of a batch, from 0.
  public let operation: Int?

  /// Creates an error. Without a message it has the status's.
  public init(status: Status, message: String? = nil, operation: Int? = nil) {
    self.status = status
    let words = message ?? ""
    self.message = words.isEmpty ? status.message : words
    self.operation = operation
  }

  /// The message, which `localizedDescription` shows to a user. It is in English.
  public var errorDescription: String? { message }
  /// The status and the message.
  public var description: String { "\(status.name): \(message)" }

  /// Reads the calling thread's message, so it must be created immediately, on the thread that failed.
  init(_ failure: Failure, operation: Int? = nil) {
    self.init(
      status: Status(failure.status), message: String(decoding: Words.text, as: UTF8.self),
      operation: operation)
  }

  static let closed = TallyError(status: .closed)
}

/// Runs a call of the engine, and converts its failure.
@inline(__always)
func calling<Result>(_ body: () throws(Failure) -> Result) throws(TallyError) -> Result {
  do throws(Failure) { return try body() } catch { throw TallyError(error) }
}

/// The same with the bytes of a text.
@inline(__always)
func calling<Result>(
  with text: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(TallyError) -> Result {
  var text = text
  let outcome = text.withUTF8 { bytes -> Swift.Result<Result, Failure> in
    do throws(Failure) {
      return .success(try body(UnsafeRawBufferPointer(bytes)))
    } catch {
      return .failure(error)
    }
  }
  switch outcome {
  case .success(let result): return result
  case .failure(let failure): throw TallyError(failure)
  }
}

/// The same with the bytes of a path.
@inline(__always)
func calling<Result>(
  with path: some BadgePathConvertible, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(TallyError) -> Result {
  try calling(with: path.badgePathText, body)
}

/// Lends bytes to a call that may fail.
func withBytes<Result>(
  _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
  try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
}

/// The same for bytes that may be absent.
func withBytesOrNone<Result>(
  _ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) throws(Failure) -> Result
) throws(Failure) -> Result {
  guard let bytes else { return try body(nil) }
  return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
}

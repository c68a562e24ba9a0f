internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why a call failed. A call that fails changes nothing.
public struct TallyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. Its number is that of `tally.h`, which never changes.
  public enum Code: Hashable, Sendable {
    /// An argument is invalid.
    case argument
    /// Memory ran out.
    case noMemory
    /// A path is malformed, too deep or too long.
    case path
    /// A number is out of its range.
    case range
    /// A limit set when opening would be exceeded.
    case limit
    /// The account, feed, message or observer does not exist.
    case notFound
    /// It exists already.
    case exists
    /// The call contradicts the stored data.
    case conflict
    /// The node was released, or belongs to another account.
    case staleHandle
    /// The engine was closed.
    case closed
    /// The engine belongs to the parent process.
    case forked
    /// Not allowed inside a callback.
    case thread
    /// Not available in this build or mode.
    case unsupported
    /// A defect of the library; please report it.
    case internalError
    /// An operation of a batch that was not applied, because another one was rejected.
    case notApplied
    /// The bytes are not a snapshot, or are damaged.
    case malformed
    /// The file could not be read or written.
    case io
    /// The disk, or the database's size limit, is full.
    case full
    /// Another process, or another engine, has the file open.
    case locked
    /// The file is damaged. It was not changed.
    case corrupt
    /// The file does not belong to this library. It was not changed.
    case notAStore
    /// A newer version has written the file. It was not changed.
    case newer
    /// The file or its directory is read-only.
    case readOnly
    /// The system does not permit access.
    case permission
    /// A batch comes from a former owner of its log.
    case staleEpoch
    /// A URL is malformed, or its scheme is not supported.
    case url
    /// The server could not be reached, or the connection broke.
    case network
    /// A deadline passed.
    case timeout
    /// The server's certificate or the handshake was rejected.
    case tls
    /// The response is invalid and was rejected as a whole.
    case protocolError
    /// The response exceeds the limit and was rejected as a whole.
    case tooLarge
    /// The server responded with an error.
    case server
    /// The server rejected the credential.
    case unauthorized
    /// The server requested a wait.
    case rateLimited
    /// The account is not logged in.
    case loggedOut
    /// It was cancelled, or its feed was removed.
    case cancelled
    /// An error that this version does not know.
    case other(Int32)
  }

  /// The kind of failure.
  public let code: Code
  /// The description with details: "path 'a..b': a component is empty, at byte 2".
  public let message: String
  /// The index of the rejected operation of a batch, from 0.
  public let operation: Int?
  /// The wait that a server requested, with ``Code/rateLimited``.
  public let retryAfter: Duration?

  /// Creates an error. Without a message it has the code's.
  public init(code: Code, message: String? = nil, operation: Int? = nil, retryAfter: Duration? = nil) {
    self.code = code
    let words = message ?? ""
    self.message = words.isEmpty ? code.message : words
    self.operation = operation
    self.retryAfter = retryAfter
  }

  /// The message, which `localizedDescription` shows to a user. It is in English.
  public var errorDescription: String? { message }
  /// The code and the message.
  public var description: String { "\(code.name): \(message)" }

  /// Reads the calling thread's message, so it must be created immediately, on the thread that failed.
  init(_ failure: Failure, operation: Int? = nil) {
    self.init(
      code: Code(failure.status), message: String(decoding: Words.text, as: UTF8.self), operation: operation)
  }

  static let closed = TallyError(code: .closed)
}

extension TallyError.Code: RawRepresentable, CustomStringConvertible {
  /// The code with a number of `tally.h`, which need not be a known one.
  public init(rawValue: Int32) { self = Self.byNumber[rawValue] ?? .other(rawValue) }

  init(_ status: TallyFailure.Status) { self.init(rawValue: status.rawValue) }

  /// The number in `tally.h`.
  public var rawValue: Int32 { status.rawValue }

  /// The name in `tally.h`, for example `TALLY_ERROR_PATH`.
  public var name: String { String(describing: status.name) }

  /// A general sentence for people, without details of a call.
  public var message: String { String(describing: status.message) }

  /// The name.
  public var description: String { name }

  private static let byNumber = Dictionary(uniqueKeysWithValues: known.map { ($0.rawValue, $0) })

  private static let known: [Self] = [
    .argument, .noMemory, .path, .range, .limit, .notFound, .exists, .conflict, .staleHandle, .closed, .forked,
    .thread, .unsupported, .internalError, .notApplied, .malformed, .io, .full, .locked, .corrupt, .notAStore, .newer,
    .readOnly, .permission, .staleEpoch, .url, .network, .timeout, .tls, .protocolError, .tooLarge, .server,
    .unauthorized, .rateLimited, .loggedOut, .cancelled,
  ]

  private var status: TallyFailure.Status {
    switch self {
    case .argument: .argument
    case .noMemory: .noMemory
    case .path: .path
    case .range: .range
    case .limit: .limit
    case .notFound: .notFound
    case .exists: .exists
    case .conflict: .conflict
    case .staleHandle: .staleHandle
    case .closed: .closed
    case .forked: .forked
    case .thread: .thread
    case .unsupported: .unsupported
    case .internalError: .internalError
    case .notApplied: .notApplied
    case .malformed: .malformed
    case .io: .io
    case .full: .full
    case .locked: .locked
    case .corrupt: .corrupt
    case .notAStore: .notAStore
    case .newer: .newer
    case .readOnly: .readOnly
    case .permission: .permission
    case .staleEpoch: .staleEpoch
    case .url: .url
    case .network: .network
    case .timeout: .timeout
    case .tls: .tls
    case .protocolError: .protocolError
    case .tooLarge: .tooLarge
    case .server: .server
    case .unauthorized: .unauthorized
    case .rateLimited: .rateLimited
    case .loggedOut: .loggedOut
    case .cancelled: .cancelled
    case .other(let number): TallyFailure.Status(rawValue: number)
    }
  }
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

/// The same for any collection, which is copied only if its bytes do not lie together.
func withBytes<Value>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
) throws(Failure) -> Value {
  let outcome = bytes.withContiguousStorageIfAvailable { bytes -> Result<Value, Failure> in
    do throws(Failure) { return .success(try body(UnsafeRawBufferPointer(bytes))) } catch { return .failure(error) }
  }
  return if let outcome { try outcome.get() } else { try withBytes([UInt8](bytes), body) }
}

/// The same for bytes that may be absent.
func withBytesOrNone<Result>(
  _ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer?) throws(Failure) -> Result
) throws(Failure) -> Result {
  guard let bytes else { return try body(nil) }
  return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
}

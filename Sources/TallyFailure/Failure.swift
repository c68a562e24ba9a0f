import CFailure
import TallyMemory

/// Why a call failed. A failure is two numbers. Its description is in the calling thread's message (`Words`).
@frozen
public struct Failure: Error, Equatable, Sendable {
  public let status: Status
  /// The code of the failure below: SQLite's extended result code, or 0.
  public let code: Int32

  /// A failure whose message is already set.
  @inlinable
  public init(keepingMessage status: Status, code: Int32 = 0) {
    self.status = status
    self.code = code
  }

  // Hundreds of places build failures, and only on an error path. So each place is one call with few arguments: the
  // addresses of texts that end with NUL.

  /// A failure with a message of up to three parts. The middle part comes from outside.
  @inlinable @inline(__always)
  public init(
    _ status: Status, _ text: StaticString, quoting bytes: UnsafeRawBufferPointer? = nil, _ rest: StaticString = ""
  ) {
    if let bytes {
      self.init(status, words: Words.cString(text), quoting: bytes, rest: Words.cString(rest))
    } else {
      self.init(status, words: Words.cString(text), rest: Words.cString(rest))
    }
  }

  /// A failure with a fixed message.
  @inlinable @inline(__always)
  public init(_ status: Status, _ text: StaticString) {
    self.init(keepingMessage: Status(rawValue: ctally_error_say(status.rawValue, Words.cString(text))))
  }

  @usableFromInline
  @inline(never)
  init(_ status: Status, words text: UnsafePointer<CChar>, rest: UnsafePointer<CChar>) {
    self.init(keepingMessage: Status(rawValue: ctally_error_say(status.rawValue, text)))
    ctally_error_append_text(rest)
  }

  @usableFromInline
  @inline(never)
  init(
    _ status: Status, words text: UnsafePointer<CChar>, quoting bytes: UnsafeRawBufferPointer,
    rest: UnsafePointer<CChar>
  ) {
    self.init(keepingMessage: Status(rawValue: ctally_error_say(status.rawValue, text)))
    Words.quote(bytes)
    ctally_error_append_text(rest)
  }

  /// Checks that a text from outside is UTF-8 without U+0000.
  /// - Parameter what: the argument, member or field that has the text.
  public static func checkText(
    _ text: UnsafeRawBufferPointer, _ what: StaticString, _ status: Status = .argument
  ) throws(Failure) {
    guard let offset = endOfText(text) else { return }
    let failure = Failure(status, what, " is not UTF-8, at byte ")
    Words.add(number: Int64(offset))
    throw failure
  }

  /// Checks that a number from outside is within its limits.
  /// - Parameter what: a description, because each face has its own names.
  @inline(never)
  public static func check(
    _ number: Int64, _ limits: ClosedRange<Int64>, _ what: StaticString, _ status: Status = .range
  ) throws(Failure) {
    if limits.contains(number) { return }
    let failure = Failure(status, what, limits.upperBound == Int64.max ? " must be at least " : " must be ")
    Words.add(number: limits.lowerBound)
    if limits.upperBound != Int64.max {
      Words.add(" to ")
      Words.add(number: limits.upperBound)
    }
    throw failure
  }

  /// Checks how many entries a list may have.
  public static func checkLimit(_ limit: Int) throws(Failure) {
    try check(Int64(limit), 1...10_000, "the limit", .argument)
  }

  public static var noMemory: Failure {
    @inline(never) get { Failure(.noMemory, "memory ran out") }
  }
}

/// Runs code that needs memory. So no `do` has two kinds of errors.
public func growing(_ body: () throws(OutOfMemory) -> Void) throws(Failure) {
  do throws(OutOfMemory) { try body() } catch { throw .noMemory }
}

import CFailure
import TallyMemory

/// Why a call failed. The particulars, in words, are in the calling thread's message (`Words`), so a failure is two
/// numbers.
@frozen
public struct Failure: Error, Equatable, Sendable {
  public let status: Status
  /// The code of what failed below: SQLite's extended result code, or 0.
  public let code: Int32

  /// A failure whose message is there already.
  @inlinable
  public init(keepingMessage status: Status, code: Int32 = 0) {
    self.status = status
    self.code = code
  }

  // Failures are made in hundreds of places, and only on the way of an error. So a place is one call, with as few
  // arguments as there can be: the addresses of the texts, which NUL ends.

  /// A failure with a message of up to three parts, the middle one from outside.
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

  /// A failure whose message is one text.
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

  /// A host's text, or another's, is UTF-8 without U+0000.
  /// - Parameter what: the argument, member or field that it is.
  public static func checkText(
    _ text: UnsafeRawBufferPointer, _ what: StaticString, _ status: Status = .argument
  ) throws(Failure) {
    guard let offset = endOfText(text) else { return }
    let failure = Failure(status, what, " is not UTF-8, at byte ")
    Words.add(number: Int64(offset))
    throw failure
  }

  /// A host's number is within its limits.
  /// - Parameter what: in words, because each face has names of its own.
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

  /// How many entries a list may have at once.
  public static func checkLimit(_ limit: Int) throws(Failure) {
    try check(Int64(limit), 1...10_000, "the limit", .argument)
  }

  public static var noMemory: Failure {
    @inline(never) get { Failure(.noMemory, "memory could not be had") }
  }
}

/// Does what needs memory, so that no `do` has two kinds of errors.
public func growing(_ body: () throws(OutOfMemory) -> Void) throws(Failure) {
  do throws(OutOfMemory) { try body() } catch { throw .noMemory }
}

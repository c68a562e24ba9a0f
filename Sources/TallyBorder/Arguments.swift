import CFailure
import CMemory
import TallyFailure

// Helpers for the functions of every header. They turn C texts and structures into Swift's, and errors into statuses.

public typealias Bytes = UnsafeRawBufferPointer

/// Returns the status of a failed call. Only here does the description of a failure become the thread's message. A
/// failure within a successful call leaves the message unchanged.
@inline(never)
public func tell(_ failure: Failure) -> Int32 {
  ctally_error_tell()
  return failure.status.rawValue
}

extension Failure {
  @inlinable @inline(__always)
  public static func missing(_ what: StaticString) -> Failure { Failure(missing: Words.cString(what)) }

  @inline(never)
  @usableFromInline init(missing name: UnsafePointer<CChar>) {
    Words.begin()
    Words.add(cString: name)
    Words.add(" must not be NULL")
    self.init(keepingMessage: .argument)
  }
}

/// Checks the pointer of an output.
@inlinable @inline(__always)
public func output<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ what: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure.missing(what) }
  return pointer
}

/// The borrowed bytes of a C string that its recipient checks, including UTF-8. It is a path, a URL or a mapping, the
/// system's name of a file, or a server's headers, which are checked one by one.
@inlinable @inline(__always)
public func unchecked(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> Bytes {
  guard let pointer else { throw Failure.missing(what) }
  return Bytes(start: pointer, count: ctally_memory_text_length(pointer))
}

/// The same for a string that may be absent.
@inline(never)
public func uncheckedOrNone(_ pointer: UnsafePointer<CChar>?) -> Bytes {
  Bytes(start: pointer, count: pointer.map { ctally_memory_text_length($0) } ?? 0)
}

/// A borrowed C string, checked as UTF-8.
@inline(never)
public func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> Bytes {
  let bytes = try unchecked(pointer, what)
  try Failure.checkText(bytes, what)
  return bytes
}

/// The host's bytes, borrowed. NULL means no bytes, which no format accepts.
@inline(never)
public func bytes(_ pointer: UnsafeRawPointer?, _ size: Int) throws(Failure) -> Bytes {
  guard size >= 0 else { throw Failure(.argument, "the size is too large") }
  if pointer == nil && size > 0 { throw Failure.missing("the bytes") }
  return Bytes(start: pointer, count: pointer == nil ? 0 : size)
}

/// Rejects unknown bits, and reserved members that are not zero.
public func refuse(unless isZero: Bool, _ what: StaticString) throws(Failure) {
  if !isZero { throw Failure(.argument, what, " must be zero") }
}

/// Whether all bytes of reserved members are zero.
public func isZero<Members: BitwiseCopyable>(_ members: Members) -> Bool {
  withUnsafeBytes(of: members) { areZero($0) }
}

@inline(never)
public func areZero(_ bytes: Bytes) -> Bool { bytes.allSatisfy { $0 == 0 } }

/// Options in the caller's version of the structure; `result` has the defaults. A shorter structure is filled up with
/// them, which are zeros. A longer one is rejected unless its unknown part is zero.
@inlinable
public func options<Options: BitwiseCopyable>(
  _ pointer: UnsafePointer<Options>?, into result: inout Options
) throws(Failure) {
  guard let pointer else { return }
  try withUnsafeMutablePointer(to: &result) { (target) throws(Failure) in
    try copyOptions(pointer, into: target, MemoryLayout<Options>.size)
  }
}

@inline(never)
public func copyOptions(
  _ source: UnsafeRawPointer, into result: UnsafeMutableRawPointer, _ known: Int
) throws(Failure) {
  let size = Int(clamping: source.load(as: UInt32.self))
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size is not the size of the options") }
  try checkTail(source, size, known: known, "the options have members that this version does not know")
  result.copyMemory(from: source, byteCount: min(size, known))
}

/// Checks that the part of a longer structure that this version does not know is zero.
@inline(never)
public func checkTail(
  _ structure: UnsafeRawPointer, _ size: Int, known: Int, _ words: StaticString
) throws(Failure) {
  if size > known, !areZero(Bytes(start: structure + known, count: size - known)) { throw Failure(.argument, words) }
}

/// Fills the caller's version of a structure, up to its size.
@inlinable
public func fill<Output: BitwiseCopyable>(
  _ target: UnsafeMutablePointer<Output>, with value: Output
) throws(Failure) {
  var value = value
  try withUnsafeMutablePointer(to: &value) { (source) throws(Failure) in
    try fillBytes(target, with: source, MemoryLayout<Output>.size)
  }
}

@inline(never)
public func fillBytes(
  _ target: UnsafeMutableRawPointer, with source: UnsafeRawPointer, _ known: Int
) throws(Failure) {
  let size = target.load(as: UInt32.self)
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size of the output is not set") }
  target.copyMemory(from: source, byteCount: min(Int(clamping: size), known))
  target.storeBytes(of: size, as: UInt32.self)
}

/// Copies the message of the last failed call into the caller's buffer. Its own failure leaves the message unchanged.
public func copyMessage(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let outLength else { return Status.argument.rawValue }
  var count = 0
  let text = ctally_error_told(&count)
  do throws(Failure) {
    try copyOut(Bytes(start: text, count: count), buffer, capacity, outLength)
    return Status.ok.rawValue
  } catch {
    return error.status.rawValue
  }
}

/// Copies text into the caller's buffer by the headers' conventions.
@inline(never)
public func copyOut(
  _ bytes: Bytes, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) throws(Failure) {
  length?.pointee = bytes.count
  guard let buffer, capacity > bytes.count else {
    throw Failure(.bufferTooSmall, "the buffer is too small for the text and its NUL")
  }
  if let source = bytes.baseAddress {
    UnsafeMutableRawPointer(buffer).copyMemory(from: source, byteCount: bytes.count)
  }
  buffer[bytes.count] = 0
}

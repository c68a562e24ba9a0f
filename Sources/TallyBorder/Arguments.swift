import CFailure
import CMemory
import TallyFailure

// Helpers for the functions of the small headers: tally_tree.h, tally_calendar.h and tally_summary.h. They turn C texts
// and structures into Swift ones, and errors into statuses.

public typealias Bytes = UnsafeRawBufferPointer

/// Returns the status of a failed call. Only here does the description of a failure become the message.
@inline(never)
public func tell(_ failure: Failure) -> Int32 {
  ctally_error_tell()
  return failure.status.rawValue
}

extension Failure {
  public static func missing(_ what: StaticString) -> Failure { Failure(.argument, what, " must not be NULL") }
}

/// Checks the pointer of an output.
@inlinable @inline(__always)
public func output<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ what: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure.missing(what) }
  return pointer
}

/// The borrowed bytes of a C string. The recipient checks them.
@inline(never)
public func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> Bytes {
  guard let pointer else { throw Failure.missing(what) }
  return Bytes(start: pointer, count: ctally_memory_text_length(pointer))
}

/// The host's bytes, borrowed. NULL means no bytes, which no format accepts.
@inline(never)
public func bytes(_ pointer: UnsafeRawPointer?, _ size: Int) throws(Failure) -> Bytes {
  guard size >= 0 else { throw Failure(.argument, "the size is too large") }
  if pointer == nil && size > 0 { throw Failure.missing("the bytes") }
  return Bytes(start: pointer, count: pointer == nil ? 0 : size)
}

public func refuse(unless isZero: Bool, _ what: StaticString) throws(Failure) {
  if !isZero { throw Failure(.argument, what, " must be zero") }
}

/// Copies options in the caller's version of the structure into `result`, which is zero.
@inline(never)
public func copyOptions(_ source: UnsafeRawPointer, into result: UnsafeMutableRawBufferPointer) throws(Failure) {
  let size = Int(clamping: source.load(as: UInt32.self))
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size is not the size of the options") }
  if size > result.count {
    for offset in result.count..<size where source.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw Failure(.argument, "the options have members that this version does not know")
    }
  }
  result.baseAddress?.copyMemory(from: source, byteCount: min(size, result.count))
}

/// Fills the caller's version of a structure, up to its size.
@inline(never)
public func fill(_ target: UnsafeMutableRawPointer, with source: Bytes) throws(Failure) {
  let size = target.load(as: UInt32.self)
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size of the output is not set") }
  if let base = source.baseAddress { target.copyMemory(from: base, byteCount: min(Int(clamping: size), source.count)) }
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

/// `withUnsafeMutableBytes` that keeps the type of the error.
@inlinable
public func withRaw<Value>(
  _ value: inout Value, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
) throws(Failure) {
  let size = MemoryLayout<Value>.size
  try withUnsafeMutablePointer(to: &value) { (pointer) throws(Failure) in
    try body(UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(pointer), count: size))
  }
}

/// Copies text into the caller's buffer.
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

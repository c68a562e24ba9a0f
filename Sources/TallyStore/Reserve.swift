import CPlatform
import TallyFailure
import TallyMemory

/// The memory for objects when memory runs out: see `creserve.h`. Swift's runtime ends the process if it has no memory
/// for an object or an array. So a function that makes some takes a share of the reserve, and arrays that may be long
/// grow by `reserveRoom`.
public enum Reserve {
  /// Holds a share while `body` runs. Such a body may block, so the thread is not cancelled meanwhile.
  @inline(__always)
  public static func claiming<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    ctally_thread_shield()
    defer { ctally_thread_unshield() }
    if ctally_reserve_claim() != 0 { throw .noMemory }
    defer { ctally_reserve_release() }
    return try body()
  }

  /// Refills the share before the next of possibly many objects. A caller holds a share.
  public static func refill() throws(Failure) {
    if ctally_reserve_refill() != 0 { throw .noMemory }
  }

  /// Makes an array of up to this many bytes.
  static func expecting<Result>(_ bytes: Int, _ body: () -> Result) throws(OutOfMemory) -> Result {
    // An array has a header, and its runtime may round up.
    let number = ctally_reserve_expect(bytes + 64)
    if number == 0 { throw OutOfMemory() }
    defer { ctally_reserve_forget(number) }
    return body()
  }

  /// A copy of bytes.
  public static func copy(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> [UInt8] {
    do throws(OutOfMemory) { return try expecting(bytes.count) { [UInt8](bytes) } } catch { throw .noMemory }
  }
}

/// A share of the reserve as long as this value exists.
public struct ReserveShare: ~Copyable {
  public init() throws(Failure) {
    if ctally_reserve_claim() != 0 { throw .noMemory }
  }

  deinit { ctally_reserve_release() }
}

extension Array {
  /// Makes room for this many more elements.
  public mutating func reserveRoom(_ additional: Int) throws(OutOfMemory) {
    let wanted = count + additional
    if wanted <= capacity { return }
    let grown = Swift.max(wanted, 2 * capacity)
    try Reserve.expecting(grown * MemoryLayout<Element>.stride) { reserveCapacity(grown) }
  }
}

import CFailure
import CPlatform
import CTally
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

// Helpers for every function of the header. They turn handles into objects, C texts and structures into Swift ones, and
// errors into statuses.

/// Runs the body of a function that returns a status. It first reserves memory for the objects that the body makes. All
/// functions share this code.
@inline(never)
func answer(_ body: () throws(Failure) -> Status) -> tally_status {
  answerAtOnce { () throws(Failure) in try Reserve.claiming(body) }
}

/// The same for a body that makes no objects. The thread is not cancelled meanwhile.
@inline(__always)
func answerAtOnce(_ body: () throws(Failure) -> Status) -> tally_status {
  ctally_thread_shield()
  defer { ctally_thread_unshield() }
  do throws(Failure) { return try body().rawValue } catch { return tell(error) }
}

/// Returns the status of a failed call. Only here does the description of a failure become the thread's message. A
/// failure within a successful call leaves the message unchanged.
@inline(never)
func tell(_ failure: Failure) -> tally_status {
  ctally_error_tell()
  return failure.status.rawValue
}

/// The object behind a handle. The caller's handle keeps it alive during the call.
@inline(__always)
private func object<Object: AnyObject>(_ handle: OpaquePointer?, _ what: StaticString) throws(Failure) -> Object {
  guard let handle else { throw Failure.missing(what) }
  return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

@inline(never)
func engine(_ handle: OpaquePointer?) throws(Failure) -> Engine { try object(handle, "engine") }

@inline(never)
func account(_ handle: OpaquePointer?) throws(Failure) -> Account { try object(handle, "account") }

@inline(never)
func feed(_ handle: OpaquePointer?) throws(Failure) -> Feed { try object(handle, "feed") }

@inline(never)
func scope(_ handle: OpaquePointer?) throws(Failure) -> Scope { try object(handle, "scope") }

@inline(never)
func trace(_ handle: OpaquePointer?) throws(Failure) -> Trace { try object(handle, "trace") }

@inline(__always)
func snapshot(_ handle: OpaquePointer?, _ what: StaticString = "snapshot") throws(Failure) -> Snapshot {
  try object(handle, what)
}

/// The same as `answer`, with an account that is not retained for the call. The caller's handle keeps it alive. A
/// retain and a release are atomic, and would double the cost of crossing the boundary.
@inline(__always)
func withAccount(
  _ handle: OpaquePointer?, _ body: (Account) throws(Failure) -> Status
) -> tally_status {
  guard let handle else { return tell(Failure.missing("account")) }
  return Unmanaged<Account>.fromOpaque(UnsafeRawPointer(handle))._withUnsafeGuaranteedRef { account in
    do throws(Failure) { return try body(account).rawValue } catch { return tell(error) }
  }
}

/// A handle that its owner must release.
func handle(owning object: AnyObject) -> OpaquePointer {
  OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
  guard let handle else { return }
  // Releasing the last handle closes descriptors.
  ctally_thread_shield()
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  ctally_thread_unshield()
}

extension Failure {
  @inline(__always)
  static func missing(_ what: StaticString) -> Failure { Failure(missing: pointer(what)) }

  @inline(never)
  private init(missing name: UnsafePointer<CChar>) {
    Words.begin()
    Words.add(cString: name)
    Words.add(" must not be NULL")
    self.init(keepingMessage: .argument)
  }
}

/// Checks the pointer of an output.
@inline(__always)
func output<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ what: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure.missing(what) }
  return pointer
}

// Only these functions read a host's text, which `Tests/CHost/list_texts.py` checks.

/// The borrowed bytes of a C string that its recipient checks, including UTF-8. It is a path, a URL or a mapping, the
/// system's name of a file, or a server's headers, which are checked one by one.
@inline(__always)
func unchecked(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> UnsafeRawBufferPointer {
  guard let pointer else { throw Failure.missing(what) }
  return UnsafeRawBufferPointer(start: pointer, count: ctally_text_length(pointer))
}

/// The same for a string that may be absent.
@inline(never)
func uncheckedOrNone(_ pointer: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: pointer, count: pointer.map { ctally_text_length($0) } ?? 0)
}

/// A borrowed C string, checked as UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> UnsafeRawBufferPointer {
  if pointer == nil { throw Failure.missing(what) }
  return try textOrNone(pointer, what)
}

/// The same for a string that may be absent.
@inline(never)
func textOrNone(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> UnsafeRawBufferPointer {
  let bytes = uncheckedOrNone(pointer)
  try Failure.checkText(bytes, what)
  return bytes
}

/// A copy of a C string that may be absent. An empty string counts as absent.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> [UInt8]? {
  let bytes = try textOrNone(pointer, what)
  return bytes.isEmpty ? nil : try Reserve.copy(bytes)
}

/// The same for a string that is not checked here: see `unchecked`.
func optionalUnchecked(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> [UInt8]? {
  let bytes = uncheckedOrNone(pointer)
  return bytes.isEmpty ? nil : try Reserve.copy(bytes)
}

/// The length of a text that the library made.
func length(_ text: UnsafePointer<CChar>) -> Int { ctally_text_length(text) }

/// Copies text into the caller's buffer by the header's conventions.
func copyOut(
  _ bytes: UnsafeRawBufferPointer, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
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

/// The same for the bytes of an array.
func copyOut(
  array: [UInt8], _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>
) throws(Failure) {
  var refused: Failure?
  array.withUnsafeBytes { bytes in
    do throws(Failure) { try copyOut(bytes, buffer, capacity, length) } catch { refused = error }
  }
  if let refused { throw refused }
}

/// The host's bytes, borrowed. NULL means no bytes, which no format accepts.
func bytes(_ pointer: UnsafeRawPointer?, _ size: Int) throws(Failure) -> UnsafeRawBufferPointer {
  guard size >= 0 else { throw Failure(.argument, "the size is too large") }
  if pointer == nil && size > 0 { throw Failure.missing("the bytes") }
  return UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : size)
}

/// Options in the caller's version of the structure. A shorter structure is filled up with zeros, which are defaults. A
/// longer one is rejected unless its unknown part is zero.
func options<Options>(_ pointer: UnsafePointer<Options>?, into result: inout Options) throws(Failure) {
  guard let pointer else { return }
  let source = UnsafeRawPointer(pointer)
  let size = Int(clamping: source.load(as: UInt32.self))
  let known = MemoryLayout<Options>.size
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size is not the size of the options") }
  try checkTail(pointer, UInt32(size), "the options have members that this version does not know")
  withUnsafeMutableBytes(of: &result) { $0.baseAddress?.copyMemory(from: source, byteCount: min(size, known)) }
}

/// Checks that the part of a longer structure that this version does not know is zero.
func checkTail<Known>(_ pointer: UnsafePointer<Known>, _ size: UInt32, _ words: StaticString) throws(Failure) {
  let (bytes, size) = (UnsafeRawPointer(pointer), Int(clamping: size))
  let known = MemoryLayout<Known>.size
  if size > known, !areZero(UnsafeRawBufferPointer(start: bytes + known, count: size - known)) {
    throw Failure(.argument, words)
  }
}

/// Fills the caller's version of a structure, up to its size.
func fill<Output>(_ pointer: UnsafeMutablePointer<Output>, with value: Output) throws(Failure) {
  let target = UnsafeMutableRawPointer(pointer)
  let size = target.load(as: UInt32.self)
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size of the output is not set") }
  withUnsafeBytes(of: value) { source in
    let count = min(Int(clamping: size), source.count)
    if let base = source.baseAddress { target.copyMemory(from: base, byteCount: count) }
  }
  target.storeBytes(of: size, as: UInt32.self)
}

/// Whether all bytes of reserved members are zero.
func isZero<Members: BitwiseCopyable>(_ members: Members) -> Bool { withUnsafeBytes(of: members) { areZero($0) } }

@inline(never)
private func areZero(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.allSatisfy { $0 == 0 } }

/// Rejects unknown bits, and reserved members that are not zero.
func refuse(unless isZero: Bool, _ what: StaticString) throws(Failure) {
  if !isZero { throw Failure(.argument, what, " must be zero") }
}

func pointer(_ text: StaticString) -> UnsafePointer<CChar> { Words.cString(text) }

/// The header's kind of a badge.
@inline(__always)
func badgeKind(_ shown: Visible) -> Int32 {
  shown.count != 0 ? TALLY_KIND_NUMBER : shown.shows ? TALLY_KIND_DOT : TALLY_KIND_NONE
}

extension tally_badge {
  @inline(__always)
  init(_ info: BadgeInfo) {
    self.init()
    count = info.shown.count
    revision = info.revision
    kind = badgeKind(info.shown)
    switch info.own.manual {
    case .none: break
    case .dot: flags |= UInt32(TALLY_BADGE_MANUAL_DOT)
    case .count(let number):
      flags |= UInt32(TALLY_BADGE_MANUAL_COUNT)
      manual_count = number
    }
    if info.isFed { flags |= UInt32(TALLY_BADGE_FED) }
    if info.hasLitChildren { flags |= UInt32(TALLY_BADGE_CHILDREN) }
    if info.own.mute == .number { flags |= UInt32(TALLY_BADGE_MUTE_NUMBER) }
    if info.own.mute == .all { flags |= UInt32(TALLY_BADGE_MUTE_ALL) }
  }
}

/// The length of a text that the library made.
func lengthOfOwn(_ text: UnsafePointer<CChar>) -> UInt32 { UInt32(truncatingIfNeeded: ctally_text_length(text)) }

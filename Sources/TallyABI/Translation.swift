import CFailure
import CPlatform
import CTally
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

// Helpers for every function of the header, beside those of TallyBorder. They turn handles into objects.

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

/// Runs the body of a function that releases something. If it is not there, nothing happens, and the thread's message
/// stays the same.
func releasing(_ body: () throws(Failure) -> Void) {
  ctally_thread_shield()
  defer { ctally_thread_unshield() }
  do throws(Failure) { try body() } catch {}
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

/// A borrowed C string that may be absent, checked as UTF-8.
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

/// Copies the bytes of an array into the caller's buffer.
func copyOut(
  array: [UInt8], _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>
) throws(Failure) {
  var refused: Failure?
  array.withUnsafeBytes { bytes in
    do throws(Failure) { try copyOut(bytes, buffer, capacity, length) } catch { refused = error }
  }
  if let refused { throw refused }
}

func pointer(_ text: StaticString) -> UnsafePointer<CChar> { Words.cString(text) }

/// The header's kind of a badge.
@inline(__always)
func badgeKind(_ shown: Visible) -> Int32 {
  shown.count != 0 ? TALLY_KIND_NUMBER : shown.shows ? TALLY_KIND_DOT : TALLY_KIND_NONE
}

extension tally_badge_own {
  init(_ own: OwnState) {
    self.init()
    switch own.badge {
    case .none: break
    case .dot: kind = TALLY_KIND_DOT
    case .count(let number):
      kind = TALLY_KIND_NUMBER
      count = UInt64(number)
    }
    until = own.expires
    mute = Int32(own.mute.rawValue)
    mute_until = own.muteUntil
    snoozed_until = own.snooze
  }
}

extension tally_badge {
  @inline(__always)
  init(_ info: BadgeInfo) {
    self.init()
    count = info.shown.count
    revision = info.revision
    kind = badgeKind(info.shown)
    switch info.own {
    case .none: break
    case .dot: flags |= UInt32(TALLY_BADGE_OWN_DOT)
    case .count: flags |= UInt32(TALLY_BADGE_OWN_COUNT)
    }
    if info.isFed { flags |= UInt32(TALLY_BADGE_FED) }
    if info.hasLitChildren { flags |= UInt32(TALLY_BADGE_CHILDREN) }
    // The bits of a mute are in the order of MUTE_NUMBER, MUTE_ALL and PASSES_HIGHLIGHTS.
    flags |= UInt32(info.mute.rawValue) * UInt32(TALLY_BADGE_MUTE_NUMBER)
    if info.isSnoozed { flags |= UInt32(TALLY_BADGE_SNOOZED) }
    setLevel(info.level)
  }

  @inline(__always)
  mutating func setLevel(_ visible: VisibleLevel) {
    highlights = visible.highlights
    level = Int32(visible.level.rawValue)
  }
}

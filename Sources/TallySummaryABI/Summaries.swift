import CFailure
import CMemory
public import CSummary
import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallySummary

// The object behind a `tally_summary`. It lies in the memory that the host gave, as all that it allocates.

/// Formats and notifications of a host.
struct Host: ~Copyable {
  let memory: OpaquePointer
  var catalogue = Catalogue()
  var group = GroupDigest()

  init(memory: OpaquePointer) { self.memory = memory }
}

typealias HostPointer = UnsafeMutablePointer<Host>

/// Runs the body of a function that takes a summary. What it allocates is the summary's.
@inline(never)
func call(_ handle: OpaquePointer?, _ body: (HostPointer) throws(Failure) -> Status) -> tally_summary_status {
  guard let handle else { return tell(Failure.missing("summary")) }
  let host = HostPointer(handle)
  let former = ctree_memory_enter(host.pointee.memory)
  defer { ctree_memory_enter(former) }
  do throws(Failure) { return try body(host).rawValue } catch { return tell(error) }
}

/// A language of the host.
func language(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> LanguageTag {
  let given = try unchecked(pointer, "language")
  if given.isEmpty { return .root }
  if let tag = LanguageTag(given) { return tag }
  throw Failure(.argument, "language ", quoting: given, " is not a tag of BCP 47")
}

/// Whether previews are hidden.
func isHidden(_ flags: UInt32) throws(Failure) -> Bool {
  if flags & ~TALLY_SUMMARY_HIDDEN != 0 { throw Failure(.argument, "unknown flags") }
  return flags != 0
}

// MARK: Statuses

@c @implementation
public func tally_summary_status_name(_ status: tally_summary_status) -> UnsafePointer<CChar>? {
  // A static string is ended by NUL.
  UnsafeRawPointer(name(status).utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Names the statuses of this header alone, so that the names of all others are not in the library.
private func name(_ status: tally_summary_status) -> StaticString {
  switch status {
  case TALLY_OK: "TALLY_OK"
  case TALLY_EMPTY: "TALLY_EMPTY"
  case TALLY_ERROR_ARGUMENT: "TALLY_ERROR_ARGUMENT"
  case TALLY_ERROR_NO_MEMORY: "TALLY_ERROR_NO_MEMORY"
  case TALLY_ERROR_RANGE: "TALLY_ERROR_RANGE"
  case TALLY_ERROR_BUFFER_TOO_SMALL: "TALLY_ERROR_BUFFER_TOO_SMALL"
  case TALLY_ERROR_INTERNAL: "TALLY_ERROR_INTERNAL"
  case TALLY_ERROR_MALFORMED: "TALLY_ERROR_MALFORMED"
  default: "TALLY_UNKNOWN"
  }
}

@c @implementation
public func tally_summary_error_message(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_summary_status {
  copyMessage(buffer, capacity, outLength)
}

// MARK: Creating

/// The memory of the options, checked.
@inline(never)
private func makeMemory(_ given: UnsafePointer<tally_summary_options>?) throws(Failure) -> OpaquePointer {
  guard let given else { throw Failure.missing("options") }
  var raw = tally_summary_options()
  try options(given, into: &raw)
  try refuse(unless: raw.flags == 0, "flags")
  if (raw.memory == nil) == (raw.block == nil) {
    throw Failure(.argument, "either memory or block must be given, and not both")
  }
  let memory: OpaquePointer?
  if let resize = raw.memory {
    memory = ctree_memory_create(resize, raw.user_data)
  } else {
    memory = ctree_memory_create_in(raw.block, raw.block_size)
  }
  guard let memory else { throw .noMemory }
  return memory
}

@c @implementation
public func tally_summary_create(
  _ options: UnsafePointer<tally_summary_options>?, _ outSummary: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_summary_status {
  do throws(Failure) {
    let target = try output(outSummary, "out_summary")
    target.pointee = nil
    let memory = try makeMemory(options)
    let former = ctree_memory_enter(memory)
    defer { ctree_memory_enter(former) }
    guard let place = ctally_memory_allocate(MemoryLayout<Host>.size) else {
      ctree_memory_destroy(memory)
      throw .noMemory
    }
    let host = place.assumingMemoryBound(to: Host.self)
    host.initialize(to: Host(memory: memory))
    target.pointee = OpaquePointer(host)
    return Status.ok.rawValue
  } catch {
    return tell(error)
  }
}

@c @implementation
public func tally_summary_release(_ handle: OpaquePointer?) {
  guard let handle else { return }
  let host = HostPointer(handle)
  let memory = host.pointee.memory
  host.deinitialize(count: 1)
  ctally_memory_free(host)
  ctree_memory_destroy(memory)
}

import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

/// The sizes of a ring, in bytes.
private let ringSizes: ClosedRange<UInt64> = 4096...1 << 30
private let defaultRingSize: UInt64 = 1 << 20

@c @implementation
public func tally_trace_open(
  _ engineHandle: OpaquePointer?, _ given: UnsafePointer<tally_trace_options>?,
  _ outTrace: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outTrace, "out_trace")
    target.pointee = nil
    var raw = tally_trace_options()
    try options(given, into: &raw)
    try refuse(unless: raw.reserved == nil, "the reserved member of the options")
    let known = UInt32(1) << UInt32(TALLY_TRACE_LOST) - 2
    try refuse(unless: raw.kinds & ~known == 0, "unknown kinds")
    let size = raw.bytes == 0 ? defaultRingSize : raw.bytes
    if !ringSizes.contains(size) { throw Failure(.range, "the ring of a trace must have 4,096 to 1,073,741,824 bytes") }
    let kinds = raw.kinds == 0 ? known & ~(1 << UInt32(TALLY_TRACE_EXCHANGE)) : raw.kinds
    let filter = raw.account == nil ? nil : try account(raw.account)
    target.pointee = handle(
      owning: try engine(engineHandle).openTrace(
        kinds: kinds, account: filter, bytes: Int(truncatingIfNeeded: size)))
    return .ok
  }
}

@c @implementation
public func tally_trace_next(
  _ handle: OpaquePointer?, _ timeout: Int64, _ outRecord: UnsafeMutablePointer<tally_trace_record>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outRecord, "out_record")
    if timeout < -1 { throw Failure(.argument, "timeout must be -1 or more") }
    if buffer == nil && capacity > 0 { throw Failure.missing("text, with a capacity,") }
    try fill(target, with: tally_trace_record())
    // Another thread may close the trace meanwhile.
    let trace = try trace(handle)
    var texts = ByteBuffer()
    let room = buffer == nil ? 0 : max(capacity, 0)
    guard let found = try trace.next(timeout: timeout, capacity: room, texts: &texts) else { return .empty }
    try fill(target, with: tally_trace_record(found.record))
    if !found.fits { throw Failure(.bufferTooSmall, "the record's texts do not fit; see their lengths") }
    try copyOut(texts.bytes, buffer, capacity, nil)
    return .ok
  }
}

@c @implementation
public func tally_trace_get_descriptor(
  _ handle: OpaquePointer?, _ outDescriptor: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outDescriptor, "out_descriptor")
    target.pointee = Int(try trace(handle).descriptor())
    return .ok
  }
}

@c @implementation
public func tally_trace_close(_ handle: OpaquePointer?) {
  releasing { () throws(Failure) in try trace(handle).close() }
  release(handle, as: Trace.self)
}

extension tally_trace_record {
  fileprivate init(_ record: TraceRecord) {
    self.init()
    struct_size = UInt32(MemoryLayout<tally_trace_record>.size)
    kind = record.kind.rawValue
    account = record.account
    feed = record.feed
    revision = record.revision
    time = record.time
    request = record.request
    result = record.result
    text_length = record.textLength
    headers_length = record.headersLength
    body_length = record.bodyLength
    count = record.count
    total = Int64(bitPattern: record.messages.total)
    unread = Int64(bitPattern: record.messages.unread)
    unseen = Int64(bitPattern: record.messages.unseen)
    (added, changed, removed, rejected) = (record.added, record.changed, record.removed, record.rejected)
    switch record.kind {
    case .transaction: cause = record.detail
    case .node:
      cause = record.detail
      before = tally_trace_state(record.before)
      after = tally_trace_state(record.after)
    case .reminder: missed = record.detail
    case .log: level = record.detail
    case .account: change = record.detail
    case .exchange: http_status = record.detail
    case .message, .group, .synced, .auth, .lost: break
    }
  }
}

extension tally_trace_state {
  fileprivate init(_ state: NodeState) {
    self.init()
    kind = badgeKind(state.shown)
    count = state.shown.shows ? state.shown.count : 0
    until = state.own.expires
    mute = Int32(state.own.mute.rawValue)
    mute_until = state.own.muteUntil
    switch state.own.badge {
    case .none: own_kind = Int32(TALLY_KIND_NONE)
    case .dot: own_kind = Int32(TALLY_KIND_DOT)
    case .count(let number):
      own_kind = Int32(TALLY_KIND_NUMBER)
      own_count = number
    }
  }
}

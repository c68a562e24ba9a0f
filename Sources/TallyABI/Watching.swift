import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

@c @implementation
public func tally_scope_open(
  _ engineHandle: OpaquePointer?, _ outScope: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outScope, "out_scope")
    target.pointee = nil
    target.pointee = handle(owning: try engine(engineHandle).openScope())
    return .ok
  }
}

@c @implementation
public func tally_scope_close(_ scopeHandle: OpaquePointer?) {
  releasing { () throws(Failure) in try scope(scopeHandle).close() }
  release(scopeHandle, as: Scope.self)
}

@c @implementation
public func tally_observe(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    let known = UInt32(TALLY_SUBTREE) | UInt32(TALLY_OBSERVE_INITIAL)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    let token = try scope(scopeHandle).observe(
      try account(accountHandle), try unchecked(path, "path"), subtree: flags & UInt32(TALLY_SUBTREE) != 0,
      tellsInitially: flags & UInt32(TALLY_OBSERVE_INITIAL) != 0, callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_observe_messages(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    let known = UInt32(TALLY_SUBTREE) | UInt32(TALLY_OBSERVE_INITIAL)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    let token = try scope(scopeHandle).observeMessages(
      try account(accountHandle), try unchecked(path, "path"), subtree: flags & UInt32(TALLY_SUBTREE) != 0,
      callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_observe_groups(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ flags: UInt32, _ function: tally_event_callback?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_OBSERVE_INITIAL) == 0, "unknown flags")
    let token = try scope(scopeHandle).observeGroups(
      try account(accountHandle), tellsInitially: flags & UInt32(TALLY_OBSERVE_INITIAL) != 0, callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_observe_feed(
  _ scopeHandle: OpaquePointer?, _ feedHandle: OpaquePointer?, _ flags: UInt32, _ function: tally_event_callback?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    try refuseFlags(flags)
    let token = try scope(scopeHandle).observeFeed(try feed(feedHandle), callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_observe_feeds(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ flags: UInt32, _ function: tally_event_callback?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  observe(.feeds, scopeHandle, accountHandle, flags, callback(function, userData, release), outToken)
}

@c @implementation
public func tally_observe_reminders(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ flags: UInt32, _ function: tally_event_callback?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  observe(.reminders, scopeHandle, accountHandle, flags, callback(function, userData, release), outToken)
}

private func observe(
  _ subject: EventSubject, _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ flags: UInt32,
  _ callback: Callback, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  keeping(callback) { () throws(Failure) in
    try refuseFlags(flags)
    if callback.function == nil { throw Failure.missing("callback") }
    let watched = accountHandle == nil ? nil : try account(accountHandle)
    let token = try scope(scopeHandle).observe(subject, of: watched, callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_observe_total(
  _ scopeHandle: OpaquePointer?, _ flags: UInt32, _ function: tally_event_callback?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_OBSERVE_INITIAL) == 0, "unknown flags")
    let token = try scope(scopeHandle).observeTotal(
      tellsInitially: flags & UInt32(TALLY_OBSERVE_INITIAL) != 0, callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_unobserve(_ scopeHandle: OpaquePointer?, _ token: UInt64) {
  releasing { () throws(Failure) in try scope(scopeHandle).unobserve(token) }
}

// MARK: Views

@c @implementation
public func tally_view_begin(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    try refuseFlags(flags, but: UInt32(TALLY_SUBTREE | TALLY_VIEW_READ))
    let manner = ViewManner(
      coversSubtree: flags & UInt32(TALLY_SUBTREE) != 0, reads: flags & UInt32(TALLY_VIEW_READ) != 0)
    let begun = try scope(scopeHandle).beginViewing(
      try account(accountHandle), try unchecked(path, "path"), manner)
    outToken?.pointee = begun.token
    return begun.status
  }
}

@c @implementation
public func tally_view_end(_ scopeHandle: OpaquePointer?, _ token: UInt64) {
  tally_unobserve(scopeHandle, token)
}

// MARK: Events

@c @implementation
public func tally_engine_next_event(
  _ handle: OpaquePointer?, _ timeout: Int64, _ outEvent: UnsafeMutablePointer<tally_event>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outEvent, "out_event")
    if timeout < -1 { throw Failure(.argument, "timeout must be -1 or more") }
    if buffer == nil && capacity > 0 { throw Failure.missing("text, with a capacity,") }
    try fill(target, with: tally_event())
    var text = ByteBuffer()
    let room = buffer == nil ? 0 : max(capacity, 0)
    guard let found = try engine(handle).nextEvent(timeout: timeout, capacity: room, text: &text) else {
      return .empty
    }
    var raw = tally_event(found.event)
    raw.text_length = UInt32(truncatingIfNeeded: text.count)
    try fill(target, with: raw)
    if !found.fits { throw Failure(.bufferTooSmall, "the event's text does not fit; see text_length") }
    try copyOut(text.bytes, buffer, capacity, nil)
    return .ok
  }
}

@c @implementation
public func tally_engine_dispatch(
  _ handle: OpaquePointer?, _ limit: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    guard limit >= 0 else { throw Failure(.argument, "the limit is too large") }
    let result = try engine(handle).dispatch(limit: limit)
    outCount?.pointee = result.count
    return result.hasMore ? .more : .ok
  }
}

@c @implementation
public func tally_engine_interrupt(_ handle: OpaquePointer?) -> tally_status {
  answerAtOnce { () throws(Failure) in
    try engine(handle).interrupt()
    return .ok
  }
}

@c @implementation
public func tally_engine_get_descriptor(
  _ handle: OpaquePointer?, _ outDescriptor: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outDescriptor, "out_descriptor")
    target.pointee = Int(try engine(handle).descriptor())
    return .ok
  }
}

@c @implementation
public func tally_engine_set_notify(
  _ handle: OpaquePointer?, _ notify: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> tally_status {
  let callback = Callback(
    function: notify.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }, userData: userData,
    release: release.map { unsafeBitCast($0, to: UnsafeRawPointer.self) })
  return keeping(callback) { () throws(Failure) in
    try engine(handle).setNotify(callback, notify.map { notify in { notify($0) } })
    return .ok
  }
}

@c @implementation
public func tally_engine_step(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).step()
    return .ok
  }
}

@c @implementation
public func tally_engine_get_timeout(_ handle: OpaquePointer?, _ outTimeout: UnsafeMutablePointer<Int64>?)
  -> tally_status
{
  answerAtOnce { () throws(Failure) in
    let target = try output(outTimeout, "out_timeout")
    target.pointee = try engine(handle).timeout()
    return .ok
  }
}

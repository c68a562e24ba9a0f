import CPlatform
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

/// How callbacks and releases look in C, taken out of and put into the engine's opaque form.
private typealias ReleaseFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void

func callback(
  _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Callback {
  Callback(
    function: function.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }, userData: userData,
    release: release.map { unsafeBitCast($0, to: UnsafeRawPointer.self) })
}

func deliver(_ callback: Callback, _ event: Event, _ text: UnsafePointer<CChar>) {
  guard let function = callback.function else { return }
  var raw = tally_event(event)
  raw.text_length = UInt32(truncatingIfNeeded: ctally_text_length(text))
  unsafeBitCast(function, to: tally_event_callback.self)(callback.userData, &raw, text)
}

func releaseUserData(_ callback: Callback) {
  guard let release = callback.release else { return }
  unsafeBitCast(release, to: ReleaseFunction.self)(callback.userData)
}

extension tally_event {
  init(_ event: Event) {
    self.init()
    struct_size = UInt32(MemoryLayout<tally_event>.size)
    kind = event.kind.rawValue
    token = event.token
    account = event.account
    feed = event.feed
    count = event.shown.count
    revision = event.revision
    shows = event.shown.shows ? 1 : 0
    result = event.result
    retry_after = event.retryAfter
    next_time = event.nextTime
    added = event.added
    changed = event.changed
    removed = event.removed
    rejected = event.rejected
    total = event.messages.total
    unread = event.messages.unread
    unseen = event.messages.unseen
  }
}

/// Runs a function that takes a callback: where it fails, the user data is given back.
func keeping(
  _ callback: Callback, _ body: () throws(Failure) -> Status
) -> tally_status {
  answer { () throws(Failure) in
    do throws(Failure) {
      return try body()
    } catch {
      releaseUserData(callback)
      throw error
    }
  }
}

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
  _ = answer { () throws(Failure) in
    if scopeHandle != nil { try scope(scopeHandle).close() }
    return .ok
  }
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
    let known = UInt32(TALLY_OBSERVE_SUBTREE) | UInt32(TALLY_OBSERVE_INITIAL)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    let token = try scope(scopeHandle).observe(
      try account(accountHandle), try unchecked(path, "path"), subtree: flags & UInt32(TALLY_OBSERVE_SUBTREE) != 0,
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
    let known = UInt32(TALLY_OBSERVE_SUBTREE) | UInt32(TALLY_OBSERVE_INITIAL)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    let token = try scope(scopeHandle).observeMessages(
      try account(accountHandle), try unchecked(path, "path"), subtree: flags & UInt32(TALLY_OBSERVE_SUBTREE) != 0,
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
public func tally_message_view_begin(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    let begun = try scope(scopeHandle).beginViewing(try account(accountHandle), try unchecked(path, "path"))
    outToken?.pointee = begun.token
    return begun.status
  }
}

@c @implementation
public func tally_message_view_end(_ scopeHandle: OpaquePointer?, _ token: UInt64) -> tally_status {
  tally_unobserve(scopeHandle, token)
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
public func tally_unobserve(_ scopeHandle: OpaquePointer?, _ token: UInt64) -> tally_status {
  answer { () throws(Failure) in
    try scope(scopeHandle).unobserve(token)
    return .ok
  }
}

// MARK: Events

@c @implementation
public func tally_next_event(
  _ handle: OpaquePointer?, _ timeout: Int64, _ outEvent: UnsafeMutablePointer<tally_event>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> tally_status {
  answer { () throws(Failure) in
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
public func tally_dispatch(
  _ handle: OpaquePointer?, _ limit: Int, _ outCount: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    guard limit >= 0 else { throw Failure(.argument, "the limit is too large") }
    let result = try engine(handle).dispatch(limit: limit)
    outCount?.pointee = result.count
    return result.hasMore ? .more : .ok
  }
}

@c @implementation
public func tally_interrupt(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).interrupt()
    return .ok
  }
}

@c @implementation
public func tally_descriptor(
  _ handle: OpaquePointer?, _ outDescriptor: UnsafeMutablePointer<Int32>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outDescriptor, "out_descriptor")
    target.pointee = try engine(handle).descriptor()
    return .ok
  }
}

@c @implementation
public func tally_set_notify(
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
public func tally_step(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).step()
    return .ok
  }
}

@c @implementation
public func tally_timeout(_ handle: OpaquePointer?, _ outTimeout: UnsafeMutablePointer<Int64>?) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outTimeout, "out_timeout")
    target.pointee = try engine(handle).timeout()
    return .ok
  }
}

import CTally
import TallyEngine
import TallyFailure
import TallyStore
import TallyTree

// The host's callbacks: kept, called with an event, and released.

/// The C types of callbacks and releases, converted to and from the engine's opaque form.
private typealias ReleaseFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void

func callback(
  _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Callback {
  Callback(
    function: function.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }, userData: userData,
    release: release.map { unsafeBitCast($0, to: UnsafeRawPointer.self) })
}

@_optimize(speed)
func deliver(_ callback: Callback, _ event: Event, _ text: UnsafePointer<CChar>, _ length: Int) {
  guard let function = callback.function else { return }
  var raw = tally_event(event)
  raw.text_length = UInt32(truncatingIfNeeded: length)
  unsafeBitCast(function, to: tally_event_callback.self)(callback.userData, &raw, text)
}

func releaseUserData(_ callback: Callback) {
  guard let release = callback.release else { return }
  unsafeBitCast(release, to: ReleaseFunction.self)(callback.userData)
}

extension tally_event {
  @_optimize(speed)
  init(_ event: Event) {
    self.init()
    struct_size = UInt32(MemoryLayout<tally_event>.size)
    kind = event.kind.rawValue
    token = event.token
    account = event.account
    feed = event.feed
    reminder = event.reminder
    count = event.shown.count
    revision = event.revision
    // A reminder shows if it has fired, and does not show if it was missed.
    if event.kind == .reminder { missed = event.shown.shows ? 0 : 1 } else { badge_kind = badgeKind(event.shown) }
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
    http_status = event.httpStatus
    level = event.level
    (highlights, total_highlights) = (event.highlights, event.totalHighlights)
  }
}

/// Runs a function that takes a callback. If it fails, the user data is released.
func keeping(
  _ callback: Callback, _ body: () throws(Failure) -> Status
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    do throws(Failure) {
      return try Reserve.claiming(body)
    } catch {
      releaseUserData(callback)
      throw error
    }
  }
}

import TallyFailure
import TallyStore
import TallyTree

/// A host's callback from the face above. The engine keeps it and passes it back without reading it.
public struct Callback: BitwiseCopyable, Equatable, @unchecked Sendable {
  public var function: UnsafeRawPointer?
  public var userData: UnsafeMutableRawPointer?
  public var release: UnsafeRawPointer?

  /// There is nothing to call and nothing to release.
  var isNothing: Bool { function == nil && userData == nil && release == nil }

  public init(
    function: UnsafeRawPointer? = nil, userData: UnsafeMutableRawPointer? = nil, release: UnsafeRawPointer? = nil
  ) {
    self.function = function
    self.userData = userData
    self.release = release
  }
}

public enum EventKind: Int32, Sendable, BitwiseCopyable {
  case badge = 1
  case total = 2
  case synced = 3
  case completion = 4
  case auth = 5
  case view = 6
  case messages = 7
  case group = 8
  case reminder = 9
  case drift = 10
}

/// An event for the host. Its text (a path, a title, or an error) is separate.
public struct Event: BitwiseCopyable, Sendable {
  public var kind: EventKind
  public var token: UInt64 = 0
  public var account: Int64 = 0
  public var feed: Int64 = 0
  /// The reminder's number; 0: the event is about something else.
  public var reminder: Int64 = 0
  public var shown = Visible.nothing
  public var revision: UInt64 = 0
  public var result = Int32(0)
  /// That of the response; 0: there was none.
  public var httpStatus = Int32(0)
  /// Milliseconds; 0: the server has not requested a wait.
  public var retryAfter: Int64 = 0
  /// Milliseconds since 1970; 0: not planned.
  public var nextTime: Int64 = 0
  public var added: UInt32 = 0
  public var changed: UInt32 = 0
  public var removed: UInt32 = 0
  public var rejected: UInt32 = 0
  public var messages = MessageCounts()
  /// The highlights among what is shown, and its greatest level.
  public var highlights: UInt64 = 0
  public var level: Int32 = 0
  /// DRIFT: the part of `messages.total` that highlights have.
  public var totalHighlights: UInt64 = 0

  init(_ kind: EventKind) { self.kind = kind }

  public var visibleLevel: VisibleLevel {
    VisibleLevel(highlights: highlights, level: Level(rawValue: Int8(truncatingIfNeeded: level)) ?? .normal)
  }

  @inline(__always)
  mutating func setLevel(_ visible: VisibleLevel) {
    (level, highlights) = (Int32(visible.level.rawValue), visible.highlights)
  }
}

/// An observer as the host registered it.
struct Registration: BitwiseCopyable {
  var token: UInt64 = 0
  var callback: Callback
  var scope: UInt64
  /// The account's slot; `EventQueue.none`: the total.
  var account = EventQueue.none
  /// The tree's number for it.
  var observer: UInt32 = 0
  var node: UInt32 = 0
  /// The observed feed's identifier; 0: it observes something else.
  var feed: Int64 = 0
  /// It observes many nodes: a subtree, or groups.
  var observesSubtree = false
  /// It is one of the account's watchers.
  var isWatcher = false
  /// It was removed while its callback was running.
  var isRemoved = false
  /// How often it was added and not yet removed: adding an equal observer adds this one again.
  var uses: UInt32 = 1
  /// The thread that removed it waits for its callback to return, then frees it. Otherwise the last call frees it.
  var isAwaited = false
  /// Running calls of its callback.
  var inFlight: UInt32 = 0
  /// Its pending entry if it observes one thing. If it observes many, the RESYNC entry.
  var pending = EventQueue.none
  /// The place of its table, if it is a view.
  var view = EventQueue.none

  init(_ callback: Callback, scope: UInt64) {
    self.callback = callback
    self.scope = scope
  }

  var isView: Bool { view != EventQueue.none }
  var hasCallback: Bool { callback.function != nil || isView }
}

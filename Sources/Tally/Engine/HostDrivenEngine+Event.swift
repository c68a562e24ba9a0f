internal import TallyEngine
internal import TallyMemory

extension HostDrivenEngine {
  /// An event from the queue of a ``HostDrivenEngine``. `account` is ``Account/id``, `observer`
  /// ``Subscription/id``.
  public enum Event: Hashable, Sendable {
    /// The badge of a path has changed.
    case badge(Badge.Change, account: Account.ID, observer: UInt64)
    /// The total over the accounts has changed.
    case total(Engine.Total, observer: UInt64)
    /// Messages at a path have changed.
    case messages(Message.Counts, path: String, account: Account.ID, observer: UInt64)
    /// The messages or the words of a group have changed.
    case group(Message.Group.Change, account: Account.ID, observer: UInt64)
    /// A request of an observed feed has ended.
    case synced(Engine.Event.Sync, observer: UInt64)
    /// A widget's closure was called.
    case widget(Badge.Change, account: Account.ID)
    /// A refresh from ``Feed/refreshNow(_:)`` has ended. Its completion was called.
    case refreshed(Result<Feed.RefreshOutcome, TallyError>, account: Account.ID, feed: Feed.ID)
    /// An event that ``Engine/events()`` delivers.
    case engine(Engine.Event)

    init(_ event: TallyEngine.Event, _ text: borrowing ByteBuffer) {
      let words = String(decoding: text.bytes, as: UTF8.self)
      switch event.kind {
      case .badge: self = .badge(Badge.Change(event, words), account: event.accountID, observer: event.token)
      case .view: self = .widget(Badge.Change(event, words), account: event.accountID)
      case .total:
        self = .total(
          Engine.Total(shown: event.shown, level: event.visibleLevel, revision: event.revision), observer: event.token)
      case .messages:
        self = .messages(
          Message.Counts(event.messages), path: words, account: event.accountID, observer: event.token)
      case .group: self = .group(Message.Group.Change(event, words), account: event.accountID, observer: event.token)
      case .synced, .auth, .reminder, .drift, .completion:
        if let known = Engine.Event(event, text.bytes) {
          self = .engine(known)
        } else if event.kind == .synced {
          self = .synced(Engine.Event.Sync(event, words), observer: event.token)
        } else {
          self = .refreshed(event.refreshResult(words), account: event.accountID, feed: event.feedID)
        }
      }
    }
  }
}

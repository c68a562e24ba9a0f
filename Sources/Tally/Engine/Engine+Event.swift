internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Engine {
  /// An event other than a badge change.
  public enum Event: Hashable, Sendable {
    /// A feed's request ended, whether or not anything changed.
    case synced(Sync)
    /// A server rejected the credential. The account's feeds rest until it logs in again. No feed: the outbox.
    case unauthorized(account: Account.ID, feed: Feed.ID?, message: String)
    /// A reminder has fired. Or it was due earlier, and the newest occurrence was missed.
    case reminder(Firing)
    /// The server of a feed counts something else than the feed contributes.
    case drift(Feed.Drift, account: Account.ID)
    /// More events were pending than ``Engine/Configuration/maxEvents`` allows, and reminders have fired, or numbers
    /// have differed, without room for an event. List the reminders and the drifts of each account again.
    case resync

    /// Whether events were lost, and what they have told must be listed again: ``resync``.
    public var isResync: Bool { self == .resync }

    /// The end of a request.
    public struct Sync: Hashable, Sendable {
      /// ``Account/id``.
      public let account: Account.ID
      /// ``Feed/id``.
      public let feed: Feed.ID
      /// How the request succeeded, or why it failed.
      public let result: Result<Feed.RefreshOutcome, TallyError>
      /// The HTTP status of the last response; nil: there was none.
      public let httpStatus: Int?
      /// The feed's title; for a failed request, a description of the error.
      public let text: String
      /// When the feed is polled next; nil: not planned.
      public let nextTime: Date?
      /// The wait that the server requested.
      public let retryAfter: Duration?
      /// New messages.
      public private(set) var added: Int
      /// Changed messages.
      public private(set) var changed: Int
      /// Removed messages.
      public private(set) var removed: Int
      /// Rejected items of the response.
      public private(set) var rejected: Int
      /// The kind of badge that the feed's path, its prefix, shows.
      public let kind: Badge.Kind
      /// The number that the feed's path shows; 0 for a dot, or if there is no badge.
      public let count: Int
      /// The revision that last changed what the path shows.
      public let revision: UInt64

      /// Why the request failed; nil: it succeeded.
      public var error: TallyError? {
        if case .failure(let error) = result { error } else { nil }
      }

      /// The path's badge as a text: "dot", the number, or "nothing".
      public var shown: String { kind.words(count) }

      init(_ event: TallyEngine.Event, _ text: String) {
        account = event.accountID
        feed = event.feedID
        result = event.refreshResult(text)
        httpStatus = event.httpStatus.nonzero
        self.text = text
        nextTime = Date(engine: event.nextTime)
        retryAfter = event.retryAfter > 0 ? .milliseconds(event.retryAfter) : nil
        added = Int(event.added)
        changed = Int(event.changed)
        removed = Int(event.removed)
        rejected = Int(event.rejected)
        count = Int(clamping: event.shown.count)
        kind = Badge.Kind(shows: event.shown.shows, count: count)
        revision = event.revision
      }

      /// The end of this request and of an earlier one that nobody has heard of: this one, with the messages of both.
      func adding(_ former: Sync) -> Sync {
        var sum = self
        sum.added += former.added
        sum.changed += former.changed
        sum.removed += former.removed
        sum.rejected += former.rejected
        return sum
      }
    }

    /// A reminder that fired.
    public struct Firing: Hashable, Sendable {
      /// ``Account/id``.
      public let account: Account.ID
      /// ``Reminder/id``.
      public let id: String
      /// ``Reminder/key``.
      public let key: Reminder.Key
      /// When it was due.
      public let due: Date?
      /// It was due earlier, while the program was closed or the account was logged out.
      public let isMissed: Bool
      /// Occurrences that were due.
      public let count: Int
      /// ``Reminder/revision``.
      public let revision: Int
    }

    /// - Returns: nil for events that are delivered to closures.
    init?(_ event: TallyEngine.Event, _ text: UnsafeRawBufferPointer) {
      if event.kind == .synced, event.token != 0 { return nil }
      self.init(event, String(decoding: text, as: UTF8.self))
    }

    /// - Returns: nil for events of other kinds.
    init?(_ event: TallyEngine.Event, _ words: String) {
      switch event.kind {
      case .synced: self = .synced(Sync(event, words))
      case .auth:
        let feed = event.feed == 0 ? nil : event.feedID
        self = .unauthorized(account: event.accountID, feed: feed, message: words)
      case .reminder where event.isResync: self = .resync
      case .drift where event.isResync: self = .resync
      case .drift: self = .drift(Feed.Drift(event, words), account: event.accountID)
      case .reminder:
        self = .reminder(
          Firing(
            account: event.accountID, id: words, key: Reminder.Key(rawValue: event.reminder),
            due: Date(engine: event.nextTime), isMissed: !event.shown.shows, count: Int(clamping: event.shown.count),
            revision: Int(clamping: event.revision)))
      case .badge, .total, .completion, .view, .messages, .group: return nil
      }
    }
  }
}

extension TallyEngine.Event {
  var accountID: Account.ID { Account.ID(rawValue: account) }
  var feedID: Feed.ID { Feed.ID(rawValue: feed) }
}

extension Int32 {
  /// An HTTP status; nil: there was no response.
  var nonzero: Int? { self == 0 ? nil : Int(self) }
}

extension TallyEngine.Event {
  /// Whether it replaces events that found no room.
  var isResync: Bool { result == TallyFailure.Status.resync.rawValue }
}

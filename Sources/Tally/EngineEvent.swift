internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event other than a badge change.
public enum EngineEvent: Hashable, Sendable {
  /// A feed's request ended, whether or not anything changed.
  case synced(Sync)
  /// A server rejected the credential. The account's feeds rest until it logs in again. No feed: the outbox.
  case unauthorized(account: Account.ID, feed: Feed.ID?, message: String)
  /// A reminder has fired. Or it was due earlier, and the newest occurrence was missed.
  case reminder(Firing)
  /// More events were pending than ``EngineConfiguration/maxEvents`` allows, and reminders have fired without room for
  /// an event. List the reminders of each account again.
  case remindersResync

  /// The end of a request.
  public struct Sync: Hashable, Codable, Sendable {
    /// ``Account/id``.
    public let account: Account.ID
    /// ``Feed/id``.
    public let feed: Feed.ID
    /// ``Status/ok``, ``Status/notModified``, or the error.
    public let result: Status
    /// The HTTP status of the last response; nil: there was none.
    public let httpStatus: Int?
    /// The feed's title; for a failed request, a description of the error.
    public let text: String
    /// When the feed is polled next; nil: not planned.
    public let nextTime: Date?
    /// The wait that the server requested.
    public let retryAfter: Duration?
    /// New messages.
    public let added: Int
    /// Changed messages.
    public let changed: Int
    /// Removed messages.
    public let removed: Int
    /// Rejected items of the response.
    public let rejected: Int
    /// The kind of badge that the feed's path, its prefix, shows.
    public let kind: Badge.Kind
    /// The number that the feed's path shows; 0 for a dot, or if there is no badge.
    public let count: Int
    /// The revision that last changed what the path shows.
    public let revision: UInt64

    /// The path's badge as a text: "dot", the number, or "nothing".
    public var shown: String { kind.words(count) }

    init(_ event: TallyEngine.Event, _ text: String) {
      account = event.accountID
      feed = event.feedID
      result = Status(rawValue: event.result)
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
  }

  /// A reminder that fired.
  public struct Firing: Hashable, Codable, Sendable {
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
    case .reminder where event.result == Status.resync.rawValue: self = .remindersResync
    case .reminder:
      self = .reminder(
        Firing(
          account: event.accountID, id: words, key: Reminder.Key(rawValue: Int64(bitPattern: event.token)),
          due: Date(engine: event.nextTime), isMissed: !event.shown.shows, count: Int(clamping: event.shown.count),
          revision: Int(clamping: event.revision)))
    case .badge, .total, .completion, .view, .messages, .group: return nil
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

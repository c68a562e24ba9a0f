internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that happened beside the badges.
public enum EngineEvent: Hashable, Sendable {
  /// A feed's request ended, whether or not anything changed.
  case synced(Sync)
  /// A server refused the credential: the account's feeds rest until it logs in again.
  case unauthorized(account: Int64, feed: Int64, message: String)
  /// A reminder has fired, or, of what was due before, the newest was missed.
  case reminder(Firing)
  /// More events were pending than ``EngineConfiguration/maxEvents`` allows, and reminders have fired for which there
  /// was no room: list the reminders of each account again.
  case remindersResync

  /// How a request ended.
  public struct Sync: Hashable, Codable, Sendable {
    /// ``Account/id`` and ``Feed/id``.
    public let account: Int64
    /// ``Feed/id``.
    public let feed: Int64
    /// ``Status/ok``, ``Status/notModified``, or what went wrong.
    public let result: Status
    /// The title that the server gives; where the request failed, what went wrong, in words.
    public let text: String
    /// When the feed is asked next; nil: not planned.
    public let nextTime: Date?
    /// How long the server asked to wait.
    public let retryAfter: Duration?
    /// Messages that were new.
    public let added: Int
    /// Messages that changed.
    public let changed: Int
    /// Messages that are gone.
    public let removed: Int
    /// Items of the answer that could not be used.
    public let rejected: Int
  }

  /// How a reminder has fired.
  public struct Firing: Hashable, Codable, Sendable {
    /// ``Account/id``.
    public let account: Int64
    /// ``Reminder/id``.
    public let id: String
    /// ``Reminder/number``.
    public let number: UInt64
    /// When it was due.
    public let due: Date?
    /// It was due before, while nobody could be told.
    public let isMissed: Bool
    /// Occurrences that were due.
    public let count: Int
    /// ``Reminder/revision``.
    public let revision: Int
  }

  /// - Returns: nil for events that are told through closures.
  init?(_ event: TallyEngine.Event, _ text: UnsafeRawBufferPointer) {
    let words = String(decoding: text, as: UTF8.self)
    switch event.kind {
    case .synced:
      self = .synced(
        Sync(
          account: event.account, feed: event.feed, result: Status(rawValue: event.result), text: words,
          nextTime: Date(engine: event.nextTime),
          retryAfter: event.retryAfter > 0 ? .milliseconds(event.retryAfter) : nil, added: Int(event.added),
          changed: Int(event.changed), removed: Int(event.removed), rejected: Int(event.rejected)))
    case .auth: self = .unauthorized(account: event.account, feed: event.feed, message: words)
    case .reminder where event.result == Status.resync.rawValue: self = .remindersResync
    case .reminder:
      self = .reminder(
        Firing(
          account: event.account, id: words, number: event.token, due: Date(engine: event.nextTime),
          isMissed: !event.shown.shows, count: Int(clamping: event.shown.count),
          revision: Int(clamping: event.revision)))
    case .badge, .total, .completion, .view, .messages, .group: return nil
    }
  }
}

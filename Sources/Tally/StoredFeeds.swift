internal import TallyEngine
internal import TallyFailure
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A feed that is stored with an account, added in this run or not.
public struct StoredFeed: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// As in events, ``Feed/id``.
  public let id: Int64
  /// The name that it was added with.
  public let name: String
  /// Where it is asked.
  public let url: String
  /// What its own paths begin at, in canonical form.
  public let prefix: String
  /// The title that the server last gave; empty: none.
  public let title: String
  /// What ``FeedConfiguration/memo`` kept; empty: nothing.
  public let memo: String
  /// When the last good answer came that brought something.
  public let lastSuccess: Date?
  /// How many items of its answers are set aside: see ``Account/rejectedItems(ofFeed:after:limit:)``.
  public let rejectedCount: Int
  /// It was added in this run.
  public let isAdded: Bool

  /// The name and where the feed is polled.
  public var description: String { url.isEmpty ? name : "\(name) \(url)" }
}

/// An item of an answer that could not be used.
public struct RejectedItem: Identifiable, Hashable, Codable, Sendable {
  /// Greater than of those before it.
  public let number: UInt64
  /// When the answer came.
  public let time: Date?
  /// Why.
  public let reason: String
  /// Its JSON as it stood in the answer, or in the page that the mapping made of that; at most the first 65,536 bytes.
  public let body: String

  /// The same as ``number``.
  public var id: UInt64 { number }
}

extension Account {
  /// The feeds that are stored, by the bytes of their names.
  /// - Parameters:
  ///   - after: only those after this name; nil: from the first.
  ///   - limit: 1 to 10,000.
  public func storedFeeds(after: String? = nil, limit: Int = 10_000) throws(TallyError) -> [StoredFeed] {
    var found: [StoredFeed] = []
    _ = try calling(with: after ?? "") { (name) throws(Failure) in
      try core.listFeeds(after: name, limit: limit) { feed, isAdded in
        found.append(
          StoredFeed(
            id: feed.id, name: text(feed.name), url: text(feed.url), prefix: text(feed.prefix),
            title: text(feed.state.title), memo: text(feed.memo), lastSuccess: Date(engine: feed.state.lastSuccess),
            rejectedCount: Int(feed.rejected), isAdded: isAdded))
      }
    }
    return found
  }

  /// What was set aside of a feed's answers, the oldest first. The last
  /// ``EngineConfiguration/maxRejected`` are kept, until the feed is asked for
  /// everything anew.
  /// - Parameters:
  ///   - feed: ``Feed/id``.
  ///   - after: only those after this number; nil: from the first.
  ///   - limit: 1 to 10,000.
  public func rejectedItems(
    ofFeed feed: Int64, after: UInt64? = nil, limit: Int = 100
  ) throws(TallyError) -> [RejectedItem] {
    var found: [RejectedItem] = []
    _ = try calling { () throws(Failure) in
      try core.listRejected(feed: feed, after: after ?? 0, limit: limit) { item in
        found.append(
          RejectedItem(
            number: item.number, time: Date(engine: item.time), reason: text(item.reason), body: text(item.body)))
      }
    }
    return found
  }
}

extension Feed {
  /// What was set aside of the feed's answers: ``Account/rejectedItems(ofFeed:after:limit:)``.
  public func rejectedItems(after: UInt64? = nil, limit: Int = 100) throws(TallyError) -> [RejectedItem] {
    try account.rejectedItems(ofFeed: id, after: after, limit: limit)
  }
}

private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

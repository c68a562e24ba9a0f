internal import TallyEngine
internal import TallyFailure
internal import TallyPolicy
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Feed {
  /// A feed that is stored with an account. It runs in this run or not.
  public struct Stored: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// The same as ``Feed/id``.
    public let id: Feed.ID
    /// The name that it was added with.
    public let name: String
    /// The URL that is polled.
    public let url: String
    /// The path at which its own paths begin, in canonical form.
    public let prefix: String
    /// The server's last title, or that of the configuration; empty: none.
    public let title: String
    /// When the last successful response came.
    public let lastSuccess: Date?
    /// The number of rejected items: see ``Account/rejectedItems(ofFeed:after:limit:)``.
    public let rejectedCount: Int
    /// Its configuration. nil: it is not stored, and the feed does not run.
    public let configuration: Configuration?
    /// Whether it was added or found in this run, or began when the account was logged in.
    public let isRunning: Bool
    /// Whether its requests have a credential, or wait for one.
    public let hasCredential: Bool

    /// The name and the polled URL.
    public var description: String { url.isEmpty ? name : "\(name) \(url)" }
  }

  /// An item of a response that could not be used.
  public struct Rejected: Identifiable, Hashable, Sendable {
    /// Identifies a rejected item of a feed.
    public typealias ID = Identifier<Rejected>

    /// Identifies the item. Later items of the feed have greater ones, until it requests everything again.
    public let id: ID
    /// When the response came.
    public let time: Date?
    /// The reason.
    public let reason: String
    /// Its JSON in the response, or in the page that the mapping made of it; at most the first 65,536 bytes.
    public let body: String
  }
}

extension Feed.Stored {
  init(_ listed: ListedFeed) {
    let feed = listed.feed
    id = Feed.ID(rawValue: feed.id)
    (lastSuccess, rejectedCount) = (Date(engine: feed.state.lastSuccess), Int(feed.rejected))
    (name, url, prefix) = (text(feed.name), text(feed.url), text(feed.prefix))
    title = text(feed.state.title)
    configuration = Feed.Configuration(listed)
    (isRunning, hasCredential) = (listed.isRunning, feed.hasCredential)
  }
}

extension Feed.Configuration {
  /// nil: it is not stored.
  fileprivate init?(_ listed: ListedFeed) {
    let options = listed.options
    if options[.pageLimit] == 0 { return nil }
    func duration(_ number: FeedOptionRow.Number) -> Duration? {
      options[number] == PolicyOptions.never ? nil : .milliseconds(options[number])
    }
    let (preset, words) = (text(options[.preset]), text(options[.mapping]))
    let isMapped = !preset.isEmpty || !words.isEmpty
    self.init(
      url: listed.feed.url.isEmpty ? nil : text(listed.feed.url), prefix: text(listed.feed.prefix),
      initialDelay: duration(.initialDelay), interval: duration(.interval),
      visibleInterval: duration(.visibleInterval), tolerance: .milliseconds(options[.tolerance]),
      awayTime: duration(.awayTime), stopsInBackground: options[.flags] & FeedOptions.stopsInBackground != 0,
      requestTimeout: .milliseconds(options[.requestTimeout]), idleTimeout: .milliseconds(options[.idleTimeout]),
      pageLimit: Int(options[.pageLimit]),
      mapping: isMapped
        ? Feed.Mapping(preset: preset.isEmpty ? nil : preset, text: words.isEmpty ? nil : words) : nil)
    isInitialDelayExact = options[.flags] & FeedOptions.exactDelay != 0
    isTemporary = listed.isTemporary
    if options[.maxAge] > 0 { maximumAge = .milliseconds(options[.maxAge]) }
    if options[.maxMessages] > 0 { maximumMessages = Int(options[.maxMessages]) }
    let title = text(options[.title])
    if !title.isEmpty { self.title = title }
  }
}

extension Account {
  /// Returns the stored feeds, sorted by the bytes of their names.
  /// - Parameters:
  ///   - name: begins after this name, which need not exist; nil: from the first.
  ///   - limit: the most feeds.
  /// - Throws: ``TallyError/Code/io``.
  /// - Complexity: O(rows).
  public func storedFeeds(after name: String? = nil, limit: Int = .max) throws(TallyError) -> [Feed.Stored] {
    var found: [Feed.Stored] = []
    var hasMore = true
    while hasMore && found.count < limit {
      let count = min(limit - found.count, 1000)
      hasMore = try calling(with: found.last?.name ?? name ?? "") { (after) throws(Failure) in
        try core.listFeeds(after: after, limit: count) { listed in found.append(Feed.Stored(listed)) }
      }
    }
    return found
  }

  /// Returns the rejected items of a feed's responses, the oldest first. The last ``Engine/Configuration/maxRejected``
  /// are kept, until the feed requests everything again.
  /// - Parameters:
  ///   - feed: ``Feed/id``.
  ///   - after: ``ListPage/next`` of the former page; nil: from the first.
  ///   - limit: 1 to 10,000.
  /// - Throws: ``TallyError/Code/range`` (the limit), ``TallyError/Code/notFound`` (the feed), ``TallyError/Code/io``.
  /// - Complexity: O(items of the page).
  public func rejectedItems(
    ofFeed feed: Feed.ID, after: Feed.Rejected? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Feed.Rejected> {
    var found: [Feed.Rejected] = []
    let hasMore = try calling { () throws(Failure) in
      try core.listRejected(feed: feed.rawValue, after: after?.id.rawValue ?? 0, limit: limit) { item in
        found.append(
          Feed.Rejected(
            id: Feed.Rejected.ID(rawValue: item.id), time: Date(engine: item.time), reason: text(item.reason),
            body: text(item.body)))
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }
}

extension Feed {
  /// Returns the rejected items of the feed's responses: ``Account/rejectedItems(ofFeed:after:limit:)``.
  public func rejectedItems(
    after: Rejected? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Rejected> {
    try account.rejectedItems(ofFeed: id, after: after, limit: limit)
  }
}

private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

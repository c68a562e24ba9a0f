/// A part of a list, and where the list continues.
///
///     var page = try account.outbox()
///     print(page.entries.count)
///     while let last = page.next {
///       page = try account.outbox(after: last)
///       print(page.entries.count)
///     }
///
/// The outbox and the log of reminders grow at their end. To list later what was added, pass the last entry of the last
/// page that has entries.
public struct ListPage<Entry: Sendable>: Sendable {
  /// The entries, in the order of the list.
  public let entries: [Entry]
  /// Whether there are more entries than the limit of the call allowed.
  public let hasMore: Bool

  /// Creates a page, for a host's own tests.
  public init(entries: [Entry], hasMore: Bool) {
    self.entries = entries
    self.hasMore = hasMore
  }

  /// The `after` of the call that continues the list: the last entry, which may be removed meanwhile. nil: these are
  /// all entries.
  public var next: Entry? { hasMore ? entries.last : nil }
}

extension ListPage: Equatable where Entry: Equatable {}

extension ListPage: Hashable where Entry: Hashable {}

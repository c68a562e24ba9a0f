import TallyMemory

/// A message as a feed brings it. Bytes are borrowed; a field that is absent is empty, `sequence` is the id then.
public struct MessageItem {
  public var id = UnsafeRawBufferPointer(start: nil, count: 0)
  public var revision = UnsafeRawBufferPointer(start: nil, count: 0)
  public var sequence = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Milliseconds since 1970; 0: the server does not say.
  public var time: Int64 = 0
  /// As the server says; who stores it puts the canonical path here.
  public var path = UnsafeRawBufferPointer(start: nil, count: 0)
  public var kind = UnsafeRawBufferPointer(start: nil, count: 0)
  public var title = UnsafeRawBufferPointer(start: nil, count: 0)
  public var body = UnsafeRawBufferPointer(start: nil, count: 0)
  public var count: UInt32 = 1
  public var isRead = false
  /// Of one that is new: the user has seen it.
  public var isSeen = false
  /// Of `isRead`, so that it merges with what other devices say; -1: the server gives none.
  public var version: Int64 = -1
  public var thread = UnsafeRawBufferPointer(start: nil, count: 0)
  public var category = UnsafeRawBufferPointer(start: nil, count: 0)
  public var argument = UnsafeRawBufferPointer(start: nil, count: 0)
  public var argumentCount: UInt32 = 0
  /// It stands for a number that the server keeps: where that differs from what is stored, it is unseen again.
  public var isLevel = false
  /// The host has posted it: whatever it is, it takes the place of what there is, and is unseen.
  public var isPosted = false
  /// It is there no more; nothing but the id counts.
  public var isGone = false

  public init() {}

  /// The bytes of its texts; nil: one of them is not UTF-8.
  public func measure() -> Int? {
    var size = 0
    for text in [kind, title, body, thread, category, argument] {
      if !isText(text) { return nil }
      size += text.count
    }
    return size
  }
}

/// A message as it is stored. Bytes are borrowed during the visit.
public struct MessageRow {
  public var key: UInt64
  public var feed: Int64
  public var time: Int64
  public var count: UInt32
  /// 0: unseen, 1: seen, 2: read.
  public var state: Int32
  public var argumentCount: UInt32
  public var id: UnsafeRawBufferPointer
  public var path: UnsafeRawBufferPointer
  public var kind: UnsafeRawBufferPointer
  public var title: UnsafeRawBufferPointer
  public var body: UnsafeRawBufferPointer
  public var thread: UnsafeRawBufferPointer
  public var category: UnsafeRawBufferPointer
  public var argument: UnsafeRawBufferPointer
  public var revision: UnsafeRawBufferPointer
}

/// A message that feeds a badge. Its id is borrowed during the visit.
public struct FeedingMessage {
  public var key: UInt64
  public var count: UInt64
  public var id: UnsafeRawBufferPointer
}

public struct MessageCounts: Equatable, Sendable, BitwiseCopyable {
  public var total: UInt64 = 0
  public var unread: UInt64 = 0
  public var unseen: UInt64 = 0

  public init(total: UInt64 = 0, unread: UInt64 = 0, unseen: UInt64 = 0) {
    self.total = total
    self.unread = unread
    self.unseen = unseen
  }
}

/// What an upsert did.
public struct UpsertResult: Equatable {
  public enum Change: Int32 { case added, changed, unchanged }

  public var change: Change
  public var key: UInt64
}

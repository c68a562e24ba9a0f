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

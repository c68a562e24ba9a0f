import TallyMemory
import TallyWire

/// The places of those columns of `message` that are not content.
enum MessageColumn: Int32, CaseIterable {
  case key, account, feed, id, rev, rank
  case path = 7
  case count = 11
  case state = 16
  case snapshot, version, threshold
  case also = 23
  case level, snooze

  /// The length of the data, in their place in the query of one message.
  static var dataSize: Int32 { 26 }
  // The columns behind the last one, in the query that finds a message.
  static var maskedUntil: Int32 { Int32(StoredTable.message.columns.count) }
  static var isMaskedByMark: Int32 { maskedUntil + 1 }
}

extension Statement {
  func number(_ column: MessageColumn) -> Int64 { number(column.rawValue) }
  func bytes(_ column: MessageColumn) -> UnsafeRawBufferPointer { bytes(column.rawValue) }

  mutating func bind(_ column: MessageColumn, _ number: Int64) { bind(column.rawValue + 1, number) }

  mutating func bind(_ column: MessageColumn, text bytes: UnsafeRawBufferPointer) {
    bind(column.rawValue + 1, text: bytes)
  }

  /// Binds a message's content to the parameters of its columns.
  mutating func bindContent(_ item: MessageItem) {
    let columns = StoredTable.message.columns
    for index in 0..<columns.count {
      switch columns[index].content {
      case .text(let text): bind(Int32(index) + 1, text: item[text])
      case .number(let number): bind(Int32(index) + 1, item[number])
      case .data: bind(Int32(index) + 1, blob: item.data)
      case nil: break
      }
    }
  }

  /// Reads a message's content from a row of all columns but its data, which may be long.
  func readContent(into item: inout MessageItem) {
    let columns = StoredTable.message.columns
    for index in 0..<columns.count {
      switch columns[index].content {
      case .text(let text): item[text] = bytes(Int32(index))
      case .number(let number): item[number] = self.number(Int32(index))
      case .data, nil: break
      }
    }
  }

  func isSameContent(_ item: MessageItem) -> Bool {
    let columns = StoredTable.message.columns
    for index in 0..<columns.count {
      switch columns[index].content {
      case .text(let text): if !isEqual(bytes(Int32(index)), item[text]) { return false }
      case .number(let number): if item[number] != self.number(Int32(index)) { return false }
      case .data: if !isEqual(bytes(Int32(index)), item.data) { return false }
      case nil: break
      }
    }
    return true
  }
}

extension FedChange {
  @inline(__always)
  init(_ item: MessageItem) { self.init(count: Int64(item.count), level: Int64(item.level)) }

  /// That of a row of all columns.
  @inline(__always)
  init(_ row: borrowing Statement) { self.init(count: row.number(.count), level: row.number(.level)) }
}

/// A stored message. Bytes are borrowed during the visit.
public struct MessageRow {
  public var key: Int64
  public var feed: Int64
  public var time: Int64
  public var count: UInt32
  /// 0: unseen, 1: seen, 2: read.
  public var state: Int32
  public var argumentCount: UInt32
  /// When its snooze ends; 0: it is not snoozed.
  public var snooze: Int64
  /// -1: passive, 0: normal, 1: a highlight, 2: critical.
  public var level: Int32
  public var id: UnsafeRawBufferPointer
  public var path: UnsafeRawBufferPointer
  public var kind: UnsafeRawBufferPointer
  public var title: UnsafeRawBufferPointer
  public var body: UnsafeRawBufferPointer
  public var thread: UnsafeRawBufferPointer
  public var category: UnsafeRawBufferPointer
  public var argument: UnsafeRawBufferPointer
  public var link: UnsafeRawBufferPointer
  public var icon: UnsafeRawBufferPointer
  public var subtitle: UnsafeRawBufferPointer
  /// Its further paths, each behind a line feed.
  public var also: UnsafeRawBufferPointer
  /// The bytes of its data, which `Store.readData` reads.
  public var dataSize: UInt32
  public var revision: UnsafeRawBufferPointer
  /// The sequence that it is sorted by. A server need not have sent one.
  public var sequence: UnsafeRawBufferPointer

  /// Its place in lists of messages.
  public var place: ListPlace {
    var place = ListPlace(number: key)
    (place.sequence, place.id) = (sequence, id)
    return place
  }
}

/// A message that feeds a badge. Its texts are borrowed during the visit.
public struct FeedingMessage {
  public var key: Int64
  public var level: Int32
  public var count: UInt64
  public var id: UnsafeRawBufferPointer
  /// As of a row.
  public var sequence: UnsafeRawBufferPointer
  public var also: UnsafeRawBufferPointer

  /// The flag of a path, which feeds a dot as a message does.
  public static var flag: FeedingMessage {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    return FeedingMessage(key: 0, level: 0, count: 0, id: none, sequence: none, also: none)
  }

  public var isFlag: Bool { key == 0 }

  /// The number of a flag's place in explanations. It has no sequence, so it comes before all messages.
  public static var flagPlace: Int64 { 1 }
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

  /// The sum. A decrease is an increase that wraps around.
  public func adding(_ more: MessageCounts) -> MessageCounts {
    MessageCounts(total: total &+ more.total, unread: unread &+ more.unread, unseen: unseen &+ more.unseen)
  }
}

/// The effect of an upsert.
public struct UpsertResult: Equatable {
  public enum Change: Int32 { case added, changed, unchanged }

  public var change: Change
  public var key: Int64
  /// The server contradicted a read that is still to be sent: see `FeedState`.
  public var isContradicted = false
}

import TallyMemory

/// The texts of a message, in the order of an account's export: at most 11 (`MessageItem.texts`). The description
/// of the table `message` names the column of each.
public enum MessageText: Int, CaseIterable, Sendable {
  case kind, title, body, thread, category, argument, link, icon, subtitle
  /// Its further paths, each behind a line feed. An item of the wire format has an array of them.
  case also

  /// Its name in an item of the wire format.
  var member: StaticString {
    switch self {
    case .kind: "kind"
    case .title: "title"
    case .body: "body"
    case .thread: "thread"
    case .category: "category"
    case .argument: "arg"
    case .link: "link"
    case .icon: "icon"
    case .subtitle: "subtitle"
    case .also: "also"
    }
  }
}

/// The same for its numbers.
public enum MessageNumber: CaseIterable, Sendable { case time, count, argumentCount, level }

/// A message from a feed. Bytes are borrowed. An absent field is empty; an absent `sequence` is the id, but empty
/// in a push.
public struct MessageItem {
  public var id = UnsafeRawBufferPointer(start: nil, count: 0)
  public var revision = UnsafeRawBufferPointer(start: nil, count: 0)
  public var sequence = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Milliseconds since 1970; 0: the server gives none.
  public var time: Int64 = 0
  /// The server's path. The code that stores it puts the canonical path here.
  public var path = UnsafeRawBufferPointer(start: nil, count: 0)
  public var count: UInt32 = 1
  public var isRead = false
  /// The user sent it, so it is read, and reads its path up to its sequence.
  public var isOwn = false
  /// The user has seen it, on this device or another one.
  public var isSeen = false
  /// The version of `isRead`, to merge it with the marks of other devices; -1: the server gives none.
  public var version: Int64 = -1
  /// The greatest version. One more is still an integer that every JSON reader keeps exactly.
  public static let maximumVersion: Int64 = (1 << 53) - 2
  /// Until when it is snoozed, in milliseconds since 1970; 0: it is not. Only with a version.
  public var snooze: Int64 = 0
  public var argumentCount: UInt32 = 0
  /// -1: passive, 0: normal, 1: a highlight, 2: critical.
  public var level: Int32 = 0
  /// It represents a number that the server keeps. If that number differs from the stored one, the message becomes
  /// unseen again.
  public var isLevel = false
  /// Any bytes of the host's, or a server's JSON value as `MessageData` writes it.
  public var data = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The host has posted it. It replaces the stored message in any case, and is unseen.
  public var isPosted = false
  /// It is posted only if the user has not seen a message of its id.
  public var isOnce = false
  /// The message was removed. Only the id counts.
  public var isGone = false

  public init() {}

  private var texts = InlineArray<11, UnsafeRawBufferPointer>(repeating: UnsafeRawBufferPointer(start: nil, count: 0))

  public subscript(text: MessageText) -> UnsafeRawBufferPointer {
    get { texts[text.rawValue] }
    set { texts[text.rawValue] = newValue }
  }

  public subscript(number: MessageNumber) -> Int64 {
    get {
      switch number {
      case .time: time
      case .count: Int64(count)
      case .argumentCount: Int64(argumentCount)
      case .level: Int64(level)
      }
    }
    set {
      switch number {
      case .time: time = newValue
      case .count: count = UInt32(truncatingIfNeeded: newValue)
      case .argumentCount: argumentCount = UInt32(truncatingIfNeeded: newValue)
      case .level: level = Int32(truncatingIfNeeded: newValue)
      }
    }
  }

  /// The bytes of its texts and its data. nil: one of the texts is not UTF-8.
  public func measure() -> Int? {
    var size = data.count
    for text in MessageText.allCases {
      if !isText(self[text]) { return nil }
      size += self[text].count
    }
    return size
  }
}

extension MessageItem {
  public var kind: UnsafeRawBufferPointer {
    get { self[.kind] }
    set { self[.kind] = newValue }
  }

  public var title: UnsafeRawBufferPointer {
    get { self[.title] }
    set { self[.title] = newValue }
  }

  public var body: UnsafeRawBufferPointer {
    get { self[.body] }
    set { self[.body] = newValue }
  }

  public var thread: UnsafeRawBufferPointer {
    get { self[.thread] }
    set { self[.thread] = newValue }
  }

  public var category: UnsafeRawBufferPointer {
    get { self[.category] }
    set { self[.category] = newValue }
  }

  public var argument: UnsafeRawBufferPointer {
    get { self[.argument] }
    set { self[.argument] = newValue }
  }
}

extension MessageItem {
  public var link: UnsafeRawBufferPointer {
    get { self[.link] }
    set { self[.link] = newValue }
  }

  public var icon: UnsafeRawBufferPointer {
    get { self[.icon] }
    set { self[.icon] = newValue }
  }

  public var subtitle: UnsafeRawBufferPointer {
    get { self[.subtitle] }
    set { self[.subtitle] = newValue }
  }

  /// The most further paths of a message.
  public static let maximumFurtherPaths = 8

  public var also: UnsafeRawBufferPointer {
    get { self[.also] }
    set { self[.also] = newValue }
  }
}

/// The longest id, sequence or revision of a message, in bytes. The rank keeps lengths in two bytes.
public let maximumIdentifierBytes = 1024

/// Whether `a` is the smaller of two revisions or sequences: by length, then by bytes, so that 99 < 100.
public func isShorterOrBefore(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  a.count != b.count ? a.count < b.count : isOrderedBefore(a, b)
}

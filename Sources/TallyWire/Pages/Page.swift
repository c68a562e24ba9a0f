/// A feed's response, checked as a whole. Its items are checked one by one when they are visited.
///
/// Bytes are borrowed from the body and the decoder. They are valid until the decoder decodes again, and as long as the
/// body.
public struct Page {
  public internal(set) var cursor = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Empty: absent.
  public internal(set) var epoch = UnsafeRawBufferPointer(start: nil, count: 0)
  public internal(set) var title = UnsafeRawBufferPointer(start: nil, count: 0)
  public internal(set) var hasTitle = false
  public internal(set) var hasMore = false
  public internal(set) var isReset = false
  /// Milliseconds; -1: absent.
  public internal(set) var poll: Int64 = -1
  /// Milliseconds; 0: none.
  public internal(set) var spread: Int64 = 0

  /// Only of a mapped page: the response's next page; empty: there is none.
  public internal(set) var next = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Only of a mapped page: something in it is not behind the known cursor, or it is empty.
  public internal(set) var isAtKnown = false
  /// For a list that goes backward, if the caller knows more than the response says.
  public mutating func setMore(_ isThere: Bool) { hasMore = isThere }

  var items: JSONValue?
  var gone: JSONValue?
  var marks: JSONValue?
  var badges: JSONValue?
  var checks: JSONValue?
  var settings: JSONValue?

  /// Whether the response has no items, nothing gone, no marks, no badges, no settings and nothing to check.
  public var isEmpty: Bool {
    !Page.hasContent(items) && !Page.hasContent(gone) && !Page.hasContent(marks) && !Page.hasContent(badges)
      && !hasChecks && !Page.hasContent(settings)
  }

  /// Whether the server says what it counts.
  public var hasChecks: Bool { Page.hasContent(checks) }

  private static func hasContent(_ value: JSONValue?) -> Bool {
    guard let value else { return false }
    for byte in value.text.dropFirst().dropLast() where byte > 0x20 { return true }
    return false
  }
}

/// The longest name of an icon, in bytes.
public let maximumIconBytes = 255

/// The sum of the counts that a server counts at a path, and the part that highlights have; nil: it does not say.
public struct PageCheck: Equatable, BitwiseCopyable, Sendable {
  public var count: UInt64
  public var highlights: UInt64?
}

/// A claim on an own badge, which a response makes or withdraws.
public struct PageBadge: Equatable {
  /// 0: removed, 1: a dot, 2: a count, -1: nothing is said but what was dismissed.
  public var kind: Int32
  public var count: UInt32
  /// Milliseconds since 1970; 0: no end.
  public var until: Int64
  /// The name of its icon; empty: none. Borrowed like the page's texts.
  public var icon = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The revision of the claim; empty: it has none.
  public var revision = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The greatest revision that the user has dismissed; empty: none.
  public var dismissed = UnsafeRawBufferPointer(start: nil, count: 0)

  public var saysNothing: Bool { kind < 0 }

  public init(kind: Int32, count: UInt32, until: Int64) {
    self.kind = kind
    self.count = count
    self.until = until
  }

  public static func == (a: PageBadge, b: PageBadge) -> Bool {
    a.kind == b.kind && a.count == b.count && a.until == b.until && a.icon.elementsEqual(b.icon)
      && a.revision.elementsEqual(b.revision) && a.dismissed.elementsEqual(b.dismissed)
  }
}

/// The most paths of a response that are checked.
public let maximumChecks = 64

/// The number of accepted and of rejected entries, and the first reason for a rejection.
public struct PageTally {
  public internal(set) var accepted = 0
  public internal(set) var rejected = 0
  /// The first rejected one, counted from 0; -1: none.
  public internal(set) var firstRejected = -1
  public internal(set) var reason: StaticString = ""

  mutating func count(isAccepted: Bool, reason why: StaticString) {
    if isAccepted {
      accepted += 1
      return
    }
    if rejected == 0 {
      firstRejected = accepted
      reason = why
    }
    rejected += 1
  }
}

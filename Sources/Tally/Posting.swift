internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyWire

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message of the host's own.
public struct PostedMessage: Hashable, Codable, Sendable {
  /// Posting with the same one again replaces it; nil: a new one. 1 to 255 bytes of UTF-8 without control characters.
  public var id: String?
  /// A line for people.
  public var title: String
  /// More of it for people.
  public var body: String
  /// What it adds to the number, to 4,294,967,295; 0: a dot.
  public var count: Int
  /// nil: now.
  public var time: Date?
  /// What kind of message it is.
  public var kind = ""
  /// What it belongs to, for grouping.
  public var thread = ""
  /// What sort of grouping and actions it asks for.
  public var category = ""
  /// What a summary names, as who wrote it.
  public var argument = ""
  /// How many the argument stands for.
  public var argumentCount = 0

  /// A message; the rest is set afterwards.
  public init(id: String? = nil, title: String = "", body: String = "", count: Int = 1, time: Date? = nil) {
    self.id = id
    self.title = title
    self.body = body
    self.count = count
    self.time = time
  }
}

extension Account {
  /// Posts a message of the host's own, unseen; one with an id takes the place of the one that was posted with it. No
  /// answer of a server changes it. One transaction, on the disk when this returns.
  /// - Returns: its key.
  /// - Throws: ``Status/argument`` (what is no text), ``Status/range`` (a count), ``Status/io``, ``Status/full``.
  @discardableResult
  public func post(_ message: PostedMessage, at path: String) throws(TallyError) -> UInt64 {
    if let time = message.time, time.timeIntervalSince1970 < 0 {
      throw TallyError(status: .range, message: "the time must not be before 1970")
    }
    guard let count = UInt32(exactly: message.count), let stands = UInt32(exactly: message.argumentCount) else {
      throw TallyError(status: .range, message: "a count must be 0 to 4294967295")
    }
    var bytes: [UInt8] = []
    var ends = [0]
    for text in [
      message.id ?? "", message.title, message.body, message.kind, message.thread, message.category, message.argument,
    ] {
      bytes += text.utf8
      ends.append(bytes.count)
    }
    return try calling(with: path) { (path) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in
        func text(_ place: Int) -> UnsafeRawBufferPointer {
          UnsafeRawBufferPointer(rebasing: bytes[ends[place]..<ends[place + 1]])
        }
        var item = MessageItem()
        item.id = text(0)
        item.title = text(1)
        item.body = text(2)
        item.kind = text(3)
        item.thread = text(4)
        item.category = text(5)
        item.argument = text(6)
        item.count = count
        item.argumentCount = stands
        item.time = message.time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
        return try core.post(item, at: path)
      }
    }
  }

  /// Removes the message that was posted with an id.
  /// - Throws: ``Status/notFound``.
  public func removePostedMessage(_ id: String) throws(TallyError) {
    try calling(with: id) { (id) throws(Failure) in try core.removePosted(id) }
  }

  /// From now on the number that a push has for the icon (`aps.badge`) is the manual badge of a path; nil: of none.
  public func setPushBadgePath(_ path: String?) throws(TallyError) {
    try calling(with: path ?? "") { (path) throws(Failure) in try core.setPushBadgePath(path) }
  }

  /// Takes the payload of a push notification, or a hint of the server's: a JSON object, as `tally_push` in `tally.h`
  /// says.
  /// - Throws: ``Status/protocolError`` where it is none, ``Status/loggedOut``, ``Status/notFound`` (its feed).
  public func receivePush(_ payload: [UInt8]) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(payload) { (bytes) throws(Failure) in try core.push(bytes) }
    }
  }
}

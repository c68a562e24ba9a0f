internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore
internal import TallyWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the answers of a server are read that does not speak the wire format (docs/mappings.md).
public struct FeedMapping: Hashable, Codable, Sendable {
  /// The name of a mapping that ships: `github-notifications`, `mastodon-v2`, `ntfy`, `message-centre`, `unread-count`.
  public var preset: String?
  /// JSON. What it says takes the place of what the preset says.
  public var text: String?

  /// One of the two is required.
  public init(preset: String? = nil, text: String? = nil) {
    self.preset = preset
    self.text = text
  }

  func make() throws(TallyError) -> Mapping {
    let preset = preset.map { [UInt8]($0.utf8) }
    let text = text.map { [UInt8]($0.utf8) }
    return try calling { () throws(Failure) in
      if preset == nil && text == nil { throw Failure(.argument, "a mapping needs a preset or a text") }
      return try withBytesOrNone(preset) { (name) throws(Failure) in
        try withBytesOrNone(text) { (words) throws(Failure) in try Mapping.make(preset: name, text: words) }
      }
    }
  }

  /// What it makes of an answer, without an engine and without a network: a page of the wire format, as JSON, with one
  /// member more, `rejected`.
  /// - Throws: ``Status/malformed`` where the mapping is wrong, ``Status/protocolError`` where the answer is.
  public func page(of answer: [UInt8]) throws(TallyError) -> String {
    let mapping = try make()
    var page = ByteBuffer()
    try calling { () throws(Failure) in
      try withBytes(answer) { (answer) throws(Failure) in try mapping.attempt(on: answer, into: &page) }
    }
    return String(decoding: page.bytes, as: UTF8.self)
  }

  /// The same, to be looked at.
  public func items(of answer: [UInt8]) throws(TallyError) -> MappedResponse {
    let page = try page(of: answer)
    do {
      return try JSONDecoder().decode(MappedResponse.self, from: Data(page.utf8))
    } catch {
      throw TallyError(status: .internalError, message: "\(error)")
    }
  }
}

/// What a mapping finds in an answer.
public struct MappedResponse: Decodable, Hashable, Sendable {
  /// A part of an item is nil also where the answer has something else there than it must; then the item is among
  /// those that were rejected.
  public struct Item: Decodable, Hashable, Sendable {
    /// The server's identifier.
    public let id: String?
    /// Where it feeds a badge, relative to the feed's prefix.
    public let path: String?
    /// A line for people.
    public let title: String?
    /// More of it for people.
    public let body: String?
    /// What kind of message it is, in the server's words.
    public let kind: String?
    /// What it adds to the number; nil: 1.
    public let count: UInt64?
    /// The number that the server keeps for the path.
    public let total: UInt64?
    /// Whether it was read, there or elsewhere.
    public let isRead: Bool
    /// Whether it is gone.
    public let isDeleted: Bool

    private enum CodingKeys: String, CodingKey { case id, path, title, body, kind, count, total, read, deleted }

    /// Reads an item of a page of the wire format.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      id = try? members.decode(String.self, forKey: .id)
      path = try? members.decode(String.self, forKey: .path)
      title = try? members.decode(String.self, forKey: .title)
      body = try? members.decode(String.self, forKey: .body)
      kind = try? members.decode(String.self, forKey: .kind)
      count = try? members.decode(UInt64.self, forKey: .count)
      total = try? members.decode(UInt64.self, forKey: .total)
      isRead = (try? members.decode(Bool.self, forKey: .read)) ?? false
      isDeleted = (try? members.decode(Bool.self, forKey: .deleted)) ?? false
    }
  }

  /// An item that would be set aside.
  public struct Rejected: Hashable, Codable, Sendable {
    /// Of `items`, counted from 0.
    public let index: Int
    /// What is wrong with it.
    public let reason: String

    /// A rejection, as a host's own tests may need one.
    public init(index: Int, reason: String) {
      self.index = index
      self.reason = reason
    }
  }

  /// What the next request sends to be told what is new.
  public let cursor: String
  /// The title that the server gives.
  public let title: String?
  /// What is to be messages, in the answer's order.
  public let items: [Item]
  /// The items that would be set aside, and why.
  public let rejected: [Rejected]
}

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

extension Feed {
  /// How to read a server that does not use the wire format (docs/mappings.md).
  public struct Mapping: Hashable, Codable, Sendable {
    /// The name of a built-in mapping: `github-notifications`, `mastodon-v2`, `ntfy`, `message-center`, `unread-count`.
    public var preset: String?
    /// JSON. Its members replace those of the preset.
    public var text: String?

    /// Creates a mapping. One of the two arguments is required.
    public init(preset: String? = nil, text: String? = nil) {
      self.preset = preset
      self.text = text
    }

    func make() throws(TallyError) -> TallyWire.Mapping {
      let preset = preset.map { [UInt8]($0.utf8) }
      let text = text.map { [UInt8]($0.utf8) }
      return try calling { () throws(Failure) in
        if preset == nil && text == nil { throw Failure(.argument, "a mapping needs a preset or a text") }
        return try withBytesOrNone(preset) { (name) throws(Failure) in
          try withBytesOrNone(text) { (words) throws(Failure) in try TallyWire.Mapping.make(preset: name, text: words) }
        }
      }
    }

    func take(into options: inout FeedOptions) throws(TallyError) {
      _ = try make()
      let (preset, text) = ([UInt8]((preset ?? "").utf8), [UInt8]((text ?? "").utf8))
      try calling { () throws(Failure) in
        try withBytes(preset) { (preset) throws(Failure) in
          try withBytes(text) { (text) throws(Failure) in
            try options.requests.setMapping(preset: preset, text: text)
          }
        }
      }
    }

    /// Returns the result for a response, without an engine and without a network: a page of the wire format, as JSON,
    /// with one additional member, `rejected`.
    /// - Throws: ``TallyError/Code/malformed`` if the mapping is invalid, ``TallyError/Code/protocolError`` if the
    ///   response is.
    public func page(of answer: some Collection<UInt8>) throws(TallyError) -> String {
      let mapping = try make()
      var page = ByteBuffer()
      try calling { () throws(Failure) in
        try withBytes(answer) { (answer) throws(Failure) in try mapping.attempt(on: answer, into: &page) }
      }
      return String(decoding: page.bytes, as: UTF8.self)
    }

    /// Returns the same as values.
    public func items(of answer: some Collection<UInt8>) throws(TallyError) -> MappedResponse {
      let page = try page(of: answer)
      do {
        return try JSONDecoder().decode(MappedResponse.self, from: Data(page.utf8))
      } catch {
        throw TallyError(code: .internalError, message: "\(error)")
      }
    }
  }

  /// The result of a mapping for a response.
  public struct MappedResponse: Decodable, Hashable, Sendable {
    /// An item. A part is nil also if the response has an invalid value for it. The item is then among the rejected
    /// ones.
    public struct Item: Decodable, Hashable, Sendable {
      /// The server's identifier.
      public let id: String?
      /// The path whose badge it feeds, relative to the feed's prefix.
      public let path: String?
      /// A title for people.
      public let title: String?
      /// A text for people.
      public let body: String?
      /// The server's name for the kind of message.
      public let kind: String?
      /// The number that it adds; nil: 1.
      public let count: UInt64?
      /// The number that the server keeps for the path.
      public let total: UInt64?
      /// Whether it was read anywhere.
      public let isRead: Bool
      /// Whether it was removed.
      public let isDeleted: Bool

      private enum CodingKeys: String, CodingKey { case id, path, title, body, kind, count, total, read, deleted }

      /// Decodes an item of a page of the wire format.
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

    /// An item that would be rejected.
    public struct Rejected: Hashable, Decodable, Sendable {
      /// Its index in `items`, from 0.
      public let index: Int
      /// The reason.
      public let reason: String

      /// Creates a rejection, for a host's own tests.
      public init(index: Int, reason: String) {
        self.index = index
        self.reason = reason
      }
    }

    /// The cursor of the next request.
    public let cursor: String
    /// The server's title.
    public let title: String?
    /// The items in the response's order.
    public let items: [Item]
    /// The items that would be rejected, and the reasons.
    public let rejected: [Rejected]
  }
}

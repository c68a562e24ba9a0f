// For programs with Swift's runtime, such as tally-node. The library itself reads JSON without copies.
#if !hasFeature(Embedded)

  import TallyMemory

  /// A value of a checked JSON document. It borrows the document's bytes: it must not be used longer than they live.
  ///
  /// The document is checked once, when it is read. So everything here only looks for the ends of values. Nothing
  /// recurses deeper than the reader's limit of 128, and numbers never pass through a double.
  public struct JSONElement {
    /// The kind of value.
    public enum Kind: Hashable, Sendable { case null, boolean, number, string, array, object }

    private let value: JSONValue

    private init(_ value: JSONValue) { self.value = value }

    /// Reads a document. nil: it is malformed (RFC 8259, strictly).
    public init?(_ document: UnsafeRawBufferPointer) {
      var reader = JSONReader(document)
      guard let value = reader.readDocument() else { return nil }
      self.value = value
    }

    /// The offset of the error in a malformed document.
    public static func errorOffset(in document: UnsafeRawBufferPointer) -> Int? {
      var reader = JSONReader(document)
      return reader.readDocument() == nil ? reader.position : nil
    }

    /// The kind of value.
    public var kind: Kind {
      switch value.kind {
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    }

    /// A string without its escapes; nil: it is no string. A lone surrogate and U+0000 become U+FFFD.
    public var text: String? {
      guard value.kind == .string else { return nil }
      let inner = value.inner
      if !inner.contains(0x5C) { return String(decoding: inner, as: UTF8.self) }
      var buffer = ByteBuffer()
      do throws(OutOfMemory) { try UTF8Text.appendUnescaped(value.text, to: &buffer) } catch { return nil }
      return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// The same; nil also if it has control characters or lone surrogates, which names and paths must not have.
    public var name: String? { value.kind == .string && UTF8Text.isIdentifier(value.text) ? text : nil }

    /// A whole number within bounds; nil: it is none.
    public func integer(in bounds: ClosedRange<Int64>) -> Int64? {
      if value.kind != .number { return nil }
      return JSONNumber.scaled(value.text, power: 0, isExact: true, within: bounds)
    }

    /// A Boolean; nil: it is none.
    public var boolean: Bool? { value.kind == .boolean ? value.isTrue : nil }

    /// The elements of an array, in their order; other values have none.
    public var elements: Elements { Elements(walk: JSONWalk(value), isArray: value.kind == .array) }

    /// The elements of an array.
    public struct Elements: Sequence, IteratorProtocol {
      fileprivate var walk: JSONWalk
      fileprivate let isArray: Bool

      public mutating func next() -> JSONElement? { isArray ? walk.nextElement().map { JSONElement($0) } : nil }
    }

    /// Calls a closure with each member of an object, in their order; other values have none. A name may occur twice.
    public func forEachMember<Failure: Error>(
      _ body: (_ name: String, _ value: JSONElement) throws(Failure) -> Void
    ) throws(Failure) {
      if value.kind != .object { return }
      var walk = JSONWalk(value)
      while let (key, member) = walk.nextMember() { try body(JSONElement(key).text ?? "", JSONElement(member)) }
    }

    /// The last member with a name; nil: there is none.
    public func member(_ name: String) -> JSONElement? {
      var found: JSONElement?
      forEachMember { key, member in if key == name { found = member } }
      return found
    }
  }

#endif

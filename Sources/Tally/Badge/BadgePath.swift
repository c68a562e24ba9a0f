internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

/// A path of the tree in canonical form: it begins with `root`, and the dots and backslashes of a name are escaped.
///
///     let chat: BadgePath = "root.chat"
///     let bo = try chat.appending("bo@example.org")
///     print(bo)  // root.chat.bo@example\.org
///     try account.set(1, at: bo)
///
/// Functions that have a path accept a `BadgePath` as well as text. A path has at most 64 components and 4,096 bytes,
/// the default limits of an engine. For longer paths (``Engine/Configuration/maxDepth``), use text.
public struct BadgePath: Hashable, Sendable, CustomStringConvertible {
  /// The root of the tree.
  public static let root = BadgePath(canonical: "root")

  /// The path as text in canonical form.
  public let description: String

  private init(canonical text: String) { description = text }

  /// Reads a path, with or without the leading `root`.
  /// - Throws: ``TallyError/Code/path`` if it is malformed, too deep or too long; the message names the place.
  /// - Complexity: O(length of the path).
  public init(_ path: String) throws(TallyError) {
    var parsed = Path()
    try calling(with: path) { (bytes) throws(Failure) in try parsed.parse(bytes, limits: PathLimits()) }
    description = String(decoding: parsed.bytes.bytes, as: UTF8.self)
  }

  /// The names of the path below the root, without escapes; none for the root.
  /// - Complexity: O(length of the path).
  public var components: [String] {
    var names: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped: isEscaped = true
      case UInt8(ascii: ".") where !isEscaped: names.append([])
      default:
        names[names.count - 1].append(byte)
        isEscaped = false
      }
    }
    return names.dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path above; nil for the root.
  /// - Complexity: O(length of the path).
  public var parent: BadgePath? {
    var (end, isEscaped): (String.Index?, Bool) = (nil, false)
    for (index, byte) in zip(description.utf8.indices, description.utf8) {
      if byte == UInt8(ascii: ".") && !isEscaped { end = index }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return end.map { BadgePath(canonical: String(description[..<$0])) }
  }

  /// Returns the path of a name below this one. Dots and backslashes of the name are escaped.
  /// - Parameter name: 1 to 255 bytes of UTF-8 without control characters. It may come from any source.
  /// - Throws: ``TallyError/Code/path`` if the name is invalid, or the path would be too deep or too long.
  /// - Complexity: O(length of the path).
  public func appending(_ name: String) throws(TallyError) -> BadgePath {
    try BadgePath("\(description).\(Self.escaping(name))")
  }

  /// Escapes the dots and backslashes of a name, so that it is one component of a path that is written as text.
  /// - Throws: ``TallyError/Code/path`` if the name is empty, too long, or has control characters.
  public static func escaping(_ name: String) throws(TallyError) -> String {
    var escaped = ByteBuffer()
    try calling(with: name) { (bytes) throws(Failure) in
      try Path.checkName(bytes)
      do throws(OutOfMemory) { try Path.appendEscaped(bytes, to: &escaped) } catch { throw Failure.noMemory }
    }
    return String(decoding: escaped.bytes, as: UTF8.self)
  }
}

extension BadgePath: ExpressibleByStringLiteral {
  /// Reads a path that is written in the program, also in `BadgePath("root.chat")`. A malformed one is a mistake of the
  /// program, and ends it.
  public init(stringLiteral path: String) {
    do throws(TallyError) { try self.init(path) } catch { preconditionFailure(error.message) }
  }
}

extension BadgePath: Codable {
  /// Decodes a path from its text, and checks it.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A path that a function accepts: a ``BadgePath``, or text that the function checks.
///
///     try account.set(3, at: "root.chat.bo")
///     try account.set(3, at: BadgePath.root.appending("chat"))
public protocol BadgePathConvertible: Sendable {
  /// The path as text, canonical or not.
  var badgePathText: String { get }
}

extension BadgePath: BadgePathConvertible {
  /// The same as ``description``.
  public var badgePathText: String { description }
}

extension String: BadgePathConvertible {
  /// The text itself.
  public var badgePathText: String { self }
}

extension Substring: BadgePathConvertible {
  /// The text itself.
  public var badgePathText: String { String(self) }
}

/// The number that identifies a thing: positive, and never used again. ``Account/ID``, ``Feed/ID``, ``Message/Key`` and
/// others are different types, so that one is not taken for another. It is encoded as its number.
///
/// An identifier comes from the library. A program may store its ``rawValue``, and create the identifier from it later.
/// If nothing has that number, calls fail with ``TallyError/Code/notFound`` or ``TallyError/Code/argument``.
public struct Identifier<Thing>: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The number in the C interface, the command and other languages.
  public let rawValue: Int64

  /// Creates an identifier of a stored number.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The number.
  public var description: String { "\(rawValue)" }

  /// Whether the left thing is older, if both are of one kind.
  public static func < (left: Identifier, right: Identifier) -> Bool { left.rawValue < right.rawValue }
}

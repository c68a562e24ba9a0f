/// How to draw a badge, as a host sets it for one path. A field may be left out (nil). It is then inherited from the
/// nearest ancestor that has it, or is the default of ``ResolvedStyle``.
///
/// The icon's name is the only field that is not inherited. It is passed beside the style as bytes. Lengths are points:
/// the host's logical pixels.
public struct Style: Equatable, Sendable, BitwiseCopyable {
  /// The dot's radius in points; finite, 0 or more.
  public var dotRadius: Float?
  /// The offset of the badge's centre from the top right corner of its view.
  public var offset: StyleOffset?
  /// In points; finite, above 0.
  public var fontSize: Float?
  /// On the scale of OpenType and CSS, 1 to 1,000: 400 is regular, 700 bold.
  public var fontWeight: Int32?
  /// sRGB with alpha, 0xRRGGBBAA.
  public var textColor: UInt32?
  /// sRGB with alpha, 0xRRGGBBAA.
  public var backgroundColor: UInt32?
  /// The background of a badge with highlights. sRGB with alpha, 0xRRGGBBAA.
  public var highlightColor: UInt32?
  /// The largest number that is written in full, from 1. `UInt64.max`: no limit.
  public var maxCount: UInt64?
  /// The form of a number above `maxCount`.
  public var overflow: CountOverflow?

  public init() {}

  public var isEmpty: Bool { self == Style() }

  /// Takes the fields that are missing here from an ancestor's style.
  public mutating func inherit(from ancestor: Style) {
    dotRadius = dotRadius ?? ancestor.dotRadius
    offset = offset ?? ancestor.offset
    fontSize = fontSize ?? ancestor.fontSize
    fontWeight = fontWeight ?? ancestor.fontWeight
    textColor = textColor ?? ancestor.textColor
    backgroundColor = backgroundColor ?? ancestor.backgroundColor
    highlightColor = highlightColor ?? ancestor.highlightColor
    maxCount = maxCount ?? ancestor.maxCount
    overflow = overflow ?? ancestor.overflow
  }

  /// The first invalid field. nil: there is none.
  public var problem: StyleProblem? {
    if let dotRadius, !(dotRadius.isFinite && dotRadius >= 0) { return .dotRadius }
    if let offset, !(offset.x.isFinite && offset.y.isFinite) { return .offset }
    if let fontSize, !(fontSize.isFinite && fontSize > 0) { return .fontSize }
    if let fontWeight, !(1...1000).contains(fontWeight) { return .fontWeight }
    return maxCount == 0 ? .maxCount : nil
  }
}

/// A distance in points: x to the right, y downwards; finite.
public struct StyleOffset: Equatable, Sendable, BitwiseCopyable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// The form of a number above the largest that is written in full.
public enum CountOverflow: Int32, Sendable, BitwiseCopyable {
  /// That largest number and a plus: `99+`.
  case plus = 0
  /// An ellipsis alone: `…`.
  case ellipsis = 1
}

/// The invalid field of a style.
public enum StyleProblem: UInt8, Sendable {
  case dotRadius
  case offset
  case fontSize
  case fontWeight
  case maxCount
}

/// A style with all fields. Its initial values are the defaults.
public struct ResolvedStyle: Equatable, Sendable, BitwiseCopyable {
  public var dotRadius: Float = 3
  public var offset = StyleOffset(x: 0, y: 0)
  public var fontSize: Float = 9
  public var fontWeight: Int32 = 700
  /// White.
  public var textColor: UInt32 = 0xFFFF_FFFF
  /// Red.
  public var backgroundColor: UInt32 = 0xFF00_00FF
  /// The same as the other background, unless a style has one.
  public var highlightColor: UInt32 = 0xFF00_00FF
  public var maxCount: UInt64 = 99
  public var overflow = CountOverflow.plus

  /// The defaults.
  public init() {}

  /// A style, with defaults for its missing fields.
  public init(_ style: Style) {
    dotRadius = style.dotRadius ?? dotRadius
    offset = style.offset ?? offset
    fontSize = style.fontSize ?? fontSize
    fontWeight = style.fontWeight ?? fontWeight
    textColor = style.textColor ?? textColor
    backgroundColor = style.backgroundColor ?? backgroundColor
    highlightColor = style.highlightColor ?? backgroundColor
    maxCount = style.maxCount ?? maxCount
    overflow = style.overflow ?? overflow
  }
}

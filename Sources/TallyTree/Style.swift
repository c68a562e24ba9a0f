/// How a badge is drawn, as a host says it for one path. Each field may be left out (nil): then it is inherited from
/// the nearest ancestor that has it, and where none has, it is that of ``ResolvedStyle``.
///
/// The icon's name, the one field that is not inherited, goes beside it as bytes. Lengths are points: the host's
/// logical pixels.
public struct Style: Equatable, Sendable, BitwiseCopyable {
  /// Of the dot, in points; finite, 0 or more.
  public var dotRadius: Float?
  /// Of the badge's centre from the top right corner of what it is drawn upon.
  public var offset: StyleOffset?
  /// In points; finite, above 0.
  public var fontSize: Float?
  /// On the scale of OpenType and CSS, 1 to 1,000: 400 is regular, 700 bold.
  public var fontWeight: Int32?
  /// sRGB with alpha, 0xRRGGBBAA.
  public var textColor: UInt32?
  /// sRGB with alpha, 0xRRGGBBAA.
  public var backgroundColor: UInt32?
  /// The largest number that is written out, from 1; `UInt64.max`: each is.
  public var maxCount: UInt64?
  /// What stands for a number above `maxCount`.
  public var overflow: CountOverflow?

  public init() {}

  public var isEmpty: Bool { self == Style() }

  /// Takes over what is left out here from an ancestor's style.
  public mutating func inherit(from ancestor: Style) {
    dotRadius = dotRadius ?? ancestor.dotRadius
    offset = offset ?? ancestor.offset
    fontSize = fontSize ?? ancestor.fontSize
    fontWeight = fontWeight ?? ancestor.fontWeight
    textColor = textColor ?? ancestor.textColor
    backgroundColor = backgroundColor ?? ancestor.backgroundColor
    maxCount = maxCount ?? ancestor.maxCount
    overflow = overflow ?? ancestor.overflow
  }

  /// The first field whose value has no meaning; nil: there is none.
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

/// What stands for a number above the largest that is written out.
public enum CountOverflow: Int32, Sendable, BitwiseCopyable {
  /// That largest number and a plus: `99+`.
  case plus = 0
  /// An ellipsis alone: `…`.
  case ellipsis = 1
}

/// The field of a style whose value has no meaning.
public enum StyleProblem: UInt8, Sendable {
  case dotRadius
  case offset
  case fontSize
  case fontWeight
  case maxCount
}

/// A style with nothing left out. What it begins with are the defaults.
public struct ResolvedStyle: Equatable, Sendable, BitwiseCopyable {
  public var dotRadius: Float = 3
  public var offset = StyleOffset(x: 0, y: 0)
  public var fontSize: Float = 9
  public var fontWeight: Int32 = 700
  /// White.
  public var textColor: UInt32 = 0xFFFF_FFFF
  /// Red.
  public var backgroundColor: UInt32 = 0xFF00_00FF
  public var maxCount: UInt64 = 99
  public var overflow = CountOverflow.plus

  /// The defaults.
  public init() {}

  /// A style, and the defaults for what it leaves out.
  public init(_ style: Style) {
    dotRadius = style.dotRadius ?? dotRadius
    offset = style.offset ?? offset
    fontSize = style.fontSize ?? fontSize
    fontWeight = style.fontWeight ?? fontWeight
    textColor = style.textColor ?? textColor
    backgroundColor = style.backgroundColor ?? backgroundColor
    maxCount = style.maxCount ?? maxCount
    overflow = style.overflow ?? overflow
  }
}

internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

extension Badge {
  /// How to draw a path's badge. A missing field (nil) is inherited from the nearest ancestor that has it, or is a
  /// default. Only the icon is not inherited. Lengths are points.
  ///
  ///     try account.setStyle(Badge.Style(maxCount: 999), at: "root")
  ///     try account.setStyle(Badge.Style(icon: "new"), at: "root.shop")
  public struct Style: Hashable, Codable, Sendable {
    /// sRGB with alpha.
    public struct Color: RawRepresentable, Hashable, Codable, Sendable {
      /// 0xRRGGBBAA.
      public var rawValue: UInt32

      /// Creates a colour from 0xRRGGBBAA.
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// Creates a colour from its parts, 0 to 255 each.
      public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        rawValue = UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
      }

      /// Opaque white.
      public static let white = Color(rawValue: 0xFFFF_FFFF)
      /// Opaque red.
      public static let red = Color(rawValue: 0xFF00_00FF)
    }

    /// The offset of the badge's centre from the top right corner of its view, in points to the right and downwards.
    public struct Offset: Hashable, Codable, Sendable {
      /// To the right.
      public var x: Double
      /// Downwards.
      public var y: Double

      /// Creates an offset in points.
      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
    }

    /// The form of a number above the largest that is written in full.
    public enum Overflow: Int32, Codable, Sendable, CaseIterable {
      /// That largest number and a plus: `99+`.
      case plus = 0
      /// Only an ellipsis.
      case ellipsis = 1
    }

    /// The dot's radius in points: finite, 0 or more. Default 3.
    public var dotRadius: Double?
    /// The offset of the badge's centre. Default 0, 0.
    public var offset: Offset?
    /// In points: finite, more than 0. Default 9.
    public var fontSize: Double?
    /// On the scale of OpenType and CSS, 1 to 1,000: 400 is regular, 700 bold. Default 700.
    public var fontWeight: Int?
    /// The colour of the number. Default white.
    public var textColor: Color?
    /// The colour of the dot, and behind the number. Default red.
    public var backgroundColor: Color?
    /// The background of a badge whose level is ``Badge/Level/highlight`` or above. Default: the other background.
    public var highlightColor: Color?
    /// The largest number that is written in full, from 1; `Int.max`: no limit. Default 99.
    public var maxCount: Int?
    /// The form of a larger number. Default ``Overflow/plus``.
    public var overflow: Overflow?
    /// The host's name for the icon: 1 to 255 bytes of UTF-8 without control characters. Not inherited.
    public var icon: String?

    /// Creates a style with the given fields.
    public init(
      dotRadius: Double? = nil, offset: Offset? = nil, fontSize: Double? = nil, fontWeight: Int? = nil,
      textColor: Color? = nil, backgroundColor: Color? = nil, maxCount: Int? = nil, overflow: Overflow? = nil,
      icon: String? = nil, highlightColor: Color? = nil
    ) {
      self.dotRadius = dotRadius
      self.offset = offset
      self.fontSize = fontSize
      self.fontWeight = fontWeight
      self.textColor = textColor
      self.backgroundColor = backgroundColor
      self.maxCount = maxCount
      self.overflow = overflow
      self.icon = icon
      self.highlightColor = highlightColor
    }
  }

  /// A style with all fields, for drawing. Lengths are points.
  public struct ResolvedStyle: Hashable, Sendable {
    /// The dot's radius.
    public let dotRadius: Double
    /// The offset of the badge's centre.
    public let offset: Style.Offset
    /// The font size of the number.
    public let fontSize: Double
    /// The font weight on the scale of OpenType and CSS, 1 to 1,000.
    public let fontWeight: Int
    /// The colour of the number.
    public let textColor: Style.Color
    /// The colour of the dot, and behind the number.
    public let backgroundColor: Style.Color
    /// The largest number that is written in full; `Int.max`: no limit.
    public let maxCount: Int
    /// The form of a larger number.
    public let overflow: Style.Overflow

    init(_ style: TallyTree.ResolvedStyle) {
      dotRadius = Double(style.dotRadius)
      offset = Style.Offset(style.offset)
      fontSize = Double(style.fontSize)
      fontWeight = Int(style.fontWeight)
      textColor = Style.Color(rawValue: style.textColor)
      backgroundColor = Style.Color(rawValue: style.backgroundColor)
      maxCount = Int(clamping: style.maxCount)
      overflow = Style.Overflow(rawValue: style.overflow.rawValue) ?? .plus
    }
  }
}

extension Account {
  /// Replaces the style of a path; nil removes it. Views in the subtree whose look changes are called again. Styles are
  /// not stored, and take no revision.
  public func setStyle(_ style: Badge.Style?, at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) {
    let given = style ?? Badge.Style()
    let icon = try given.iconBytes()
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(icon) { (icon) throws(Failure) in
        try core.setStyle(TallyTree.Style(given), icon: icon, at: path)
      }
    }
  }

  /// Returns the path's own style, without inherited fields.
  public func style(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge.Style {
    var icon = ByteBuffer()
    let own = try calling(with: path) { (path) throws(Failure) in try core.ownStyle(at: path, icon: &icon) }
    return Badge.Style(own, icon: icon.isEmpty ? nil : String(decoding: icon.bytes, as: UTF8.self))
  }
}

extension Badge.Style {
  /// The icon's name in the engine's form, where no bytes mean none. So an empty name is rejected here.
  func iconBytes() throws(TallyError) -> [UInt8] {
    guard let icon else { return [] }
    if icon.isEmpty { throw TallyError(code: .argument, message: "the name of an icon must not be empty") }
    return [UInt8](icon.utf8)
  }

  init(_ style: TallyTree.Style, icon: String?) {
    self.init(
      dotRadius: style.dotRadius.map { Double($0) }, offset: style.offset.map { Offset($0) },
      fontSize: style.fontSize.map { Double($0) }, fontWeight: style.fontWeight.map { Int($0) },
      textColor: style.textColor.map { Color(rawValue: $0) },
      backgroundColor: style.backgroundColor.map { Color(rawValue: $0) },
      maxCount: style.maxCount.map { Int(clamping: $0) },
      overflow: style.overflow.map { Overflow(rawValue: $0.rawValue) ?? .plus }, icon: icon,
      highlightColor: style.highlightColor.map { Color(rawValue: $0) })
  }
}

extension Badge.Style.Offset {
  init(_ offset: TallyTree.StyleOffset) { self.init(x: Double(offset.x), y: Double(offset.y)) }
}

extension TallyTree.Style {
  /// A value out of the range of the engine's numbers is also out of the field's, and rejected as such.
  init(_ style: Badge.Style) {
    self.init()
    dotRadius = style.dotRadius.map { Float($0) }
    offset = style.offset.map { StyleOffset(x: Float($0.x), y: Float($0.y)) }
    fontSize = style.fontSize.map { Float($0) }
    fontWeight = style.fontWeight.map { Int32(clamping: $0) }
    textColor = style.textColor?.rawValue
    backgroundColor = style.backgroundColor?.rawValue
    highlightColor = style.highlightColor?.rawValue
    maxCount = style.maxCount.map { $0 == Int.max ? UInt64.max : UInt64(clamping: $0) }
    overflow = style.overflow.map { $0 == .ellipsis ? .ellipsis : .plus }
  }
}

import TallyMemory

/// How to draw a badge. It is made for a path, or for a count without a tree.
public struct Presentation: Equatable, Sendable, BitwiseCopyable {
  public enum Kind: Int32, Sendable, BitwiseCopyable {
    case none = 0
    case dot = 1
    case icon = 2
    case number = 3
  }

  public var kind: Kind
  /// The number itself, which is never capped. 0 unless the kind is a number.
  public var count: UInt64
  /// The background is that of highlights if it has some.
  public var style: ResolvedStyle
  /// Whether it has highlights.
  public var isHighlighted: Bool

  /// A count shows as a number. A dot shows as an icon if the path's own style names one, otherwise as a dot.
  /// - Parameters:
  ///   - style: with everything that it inherits.
  ///   - hasIcon: whether the path's own style names one.
  ///   - level: the greatest among what it shows.
  public init(of shown: Visible, style: Style, hasIcon: Bool, level: Level = .normal) {
    var resolved = ResolvedStyle(style)
    isHighlighted = shown.shows && level.rawValue >= Level.highlight.rawValue
    if isHighlighted { resolved.backgroundColor = resolved.highlightColor }
    self.style = resolved
    count = shown.shows ? shown.count : 0
    if !shown.shows {
      kind = .none
    } else if shown.count > 0 {
      kind = .number
    } else {
      kind = hasIcon ? .icon : .dot
    }
  }

  /// Whether it looks like another one that shows the same badge with another style. A style's fields matter only where
  /// they are drawn.
  func looks(like other: Presentation) -> Bool {
    if kind != other.kind { return false }
    var own = style
    let others = other.style
    switch kind {
    case .none: return true
    case .dot:
      own.fontSize = others.fontSize
      own.fontWeight = others.fontWeight
      own.textColor = others.textColor
    case .icon: break
    case .number: own.dotRadius = others.dotRadius
    }
    let (isWhole, isOtherWhole) = (count <= own.maxCount, count <= others.maxCount)
    let isCut = !isWhole && !isOtherWhole && own.overflow == others.overflow
    let hasSameText = isWhole && isOtherWhole || isCut && (own.overflow == .ellipsis || own.maxCount == others.maxCount)
    if kind == .number, !hasSameText { return false }
    own.maxCount = others.maxCount
    own.overflow = others.overflow
    // It is the background of both, or of neither.
    own.highlightColor = others.highlightColor
    return own == others
  }

  /// Appends its text: a number's digits, capped by the style, or an icon's name, or nothing.
  public func appendText(icon: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(OutOfMemory) {
    switch kind {
    case .none, .dot: return
    case .icon: try output.append(icon)
    case .number:
      if count <= style.maxCount {
        try output.append(decimal: count)
      } else if style.overflow == .ellipsis {
        try output.append("…")
      } else {
        try output.append(decimal: style.maxCount)
        try output.append("+")
      }
    }
  }
}

internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

extension Badge {
  /// How to draw a badge.
  public struct Presentation: Hashable, Sendable {
    /// The content of a badge.
    public enum Content: Hashable, Sendable {
      /// No badge.
      case nothing
      /// A badge without a number.
      case dot
      /// A badge without a number, for a path whose own style, or a feed's page, names an icon.
      case icon(name: String)
      /// The displayed number, capped by the style: `7`, `99+`.
      case number(text: String)
    }

    /// The content. A count shows as a number. A dot shows as an icon if the path's own style, or a feed's page, names
    /// one, otherwise as a dot.
    public let content: Content
    /// The number itself, never capped; 0: no number is shown.
    public let count: Int
    /// The style with everything inherited, and the defaults. The background is that of highlights if it has some.
    public let style: ResolvedStyle
    /// Whether its level is ``Badge/Level/highlight`` or above.
    public let isHighlighted: Bool

    init(_ presentation: TallyTree.Presentation, text: String) {
      switch presentation.kind {
      case .none: content = .nothing
      case .dot: content = .dot
      case .icon: content = .icon(name: text)
      case .number: content = .number(text: text)
      }
      count = Int(clamping: presentation.count)
      style = ResolvedStyle(presentation.style)
      isHighlighted = presentation.isHighlighted
    }

    /// Creates the presentation of a count without a path: a total, or a number from elsewhere.
    /// - Parameters:
    ///   - shows: whether there is a badge at all. If not, the count does not matter.
    ///   - count: the number; 0: a dot.
    ///   - level: the greatest level of what it shows.
    ///   - style: its style. Missing fields have defaults.
    public init(
      shows: Bool, count: Int, level: Badge.Level = .normal, style: Style = Style()
    ) throws(TallyError) {
      let icon = try style.iconBytes()
      var text = ByteBuffer()
      let presentation = try calling { () throws(Failure) in
        try withBytes(icon) { (icon) throws(Failure) in
          try TallyTree.Presentation(
            of: Visible(shows: shows, count: UInt64(clamping: count)), checking: TallyTree.Style(style), icon: icon,
            level: TallyTree.Level(rawValue: Int8(level.rawValue)) ?? .normal, text: &text)
        }
      }
      self.init(presentation, text: String(decoding: text.bytes, as: UTF8.self))
    }
  }
}

extension Account {
  /// Returns how to draw a path. An unknown path shows nothing, and inherits its style.
  public func presentation(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge.Presentation
  {
    var text = ByteBuffer()
    let presentation = try calling(with: path) { (path) throws(Failure) in try core.present(path, text: &text) }
    return Badge.Presentation(presentation, text: String(decoding: text.bytes, as: UTF8.self))
  }
}

extension Account {
  /// Lets a closure draw the badge of a path. The engine calls it soon with the current content, and again whenever
  /// that or its style changes. Pending calls merge.
  /// - Parameters:
  ///   - path: the path whose badge the closure draws.
  ///   - body: called on a thread of the engine, one call at a time.
  /// - Returns: a subscription. Keep it as long as the badge is drawn. ``Subscription/refresh()`` draws it again.
  public func bindWidget(
    at path: some BadgePathConvertible, _ body: @escaping @Sendable (Badge.Presentation) -> Void
  ) throws(TallyError) -> Subscription {
    let box = CallbackBox(showing: { call in
      body(Badge.Presentation(call.presentation, text: String(cString: call.text)))
    })
    return try observe(path.badgePathText, box) { (scope, account, bytes, callback) throws(Failure) in
      (try scope.bind(account, bytes, ViewTable(), callback), .ok)
    }
  }
}

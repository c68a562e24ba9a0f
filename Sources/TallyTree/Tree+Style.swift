import TallyFailure
import TallyMemory

// Styles, and how to draw a path. Styles belong to the host: they are not stored, are not part of snapshots, and take
// no revision.

extension Tree {
  /// Whether the node has a style of its own. Such a node is pinned: it stays even if it shows nothing.
  /// - Complexity: O(1).
  @inline(__always)
  public func hasStyle(_ at: NodeIndex) -> Bool { styles.contains(at.raw) }

  /// Replaces a node's style. An empty style removes it.
  /// - Parameters:
  ///   - style: without a ``Style/problem``.
  ///   - icon: its name; no bytes: none.
  public func setStyle(_ style: Style, icon: UnsafeRawBufferPointer, of at: NodeIndex) throws(Failure) {
    let hadStyle = hasStyle(at)
    try Tree.reserve { () throws(OutOfMemory) in
      try makeRoomForHold()
      try styles.set(at.raw, style, icon: icon)
    }
    if hasStyle(at) == hadStyle { return }
    if hadStyle { unpin(at) } else { pin(at) }
  }

  /// The node's own style, without inherited fields.
  public func ownStyle(of at: NodeIndex) -> Style { styles.style(at.raw) }

  /// The icon of the node's own style; no bytes: none. Borrowed until a style is set.
  public func icon(of at: NodeIndex) -> UnsafeRawBufferPointer { styles.icon(at.raw) }

  /// The node's style with all inherited fields.
  /// - Complexity: O(depth).
  public func style(of at: NodeIndex) -> Style {
    styles.isEmpty ? Style() : style(of: at, substituting: Style(), for: Node.none)
  }

  private func style(of at: NodeIndex, substituting substitute: Style, for changed: UInt32) -> Style {
    var style = Style()
    var node = at.raw
    while node != Node.none {
      style.inherit(from: node == changed ? substitute : styles.style(node))
      node = parent(node)
    }
    return style
  }

  /// Whether a new style of another node, or of the node itself, would change how a node looks.
  /// - Complexity: O(depth).
  public func isRestyled(
    _ at: NodeIndex, by style: Style, icon: UnsafeRawBufferPointer, of changed: NodeIndex
  ) -> Bool {
    let before = self.style(of: at, substituting: styles.style(changed.raw), for: changed.raw)
    let after = self.style(of: at, substituting: style, for: changed.raw)
    let (oldIcon, shown) = (styles.icon(at.raw), visible(at))
    let newIcon = at == changed ? icon : oldIcon
    let level = level(at).level
    let old = Presentation(of: shown, style: before, hasIcon: hasIcon(at) || !oldIcon.isEmpty, level: level)
    let new = Presentation(of: shown, style: after, hasIcon: hasIcon(at) || !newIcon.isEmpty, level: level)
    if new.kind == .icon, !hasIcon(at), !isEqual(oldIcon, newIcon) { return true }
    return !new.looks(like: old)
  }

  /// How to draw a node.
  /// - Parameter text: receives the number's digits or the icon's name.
  /// - Complexity: O(depth).
  public func present(_ at: NodeIndex, text: inout ByteBuffer) throws(OutOfMemory) -> Presentation {
    // The page's icon for this badge wins over the style's icon for the path.
    let icon = hasIcon(at) ? icons.icon(at.raw) : styles.icon(at.raw)
    let presentation = Presentation(
      of: visible(at), style: style(of: at), hasIcon: !icon.isEmpty, level: level(at).level)
    try presentation.appendText(icon: icon, to: &text)
    return presentation
  }

  /// How to draw a path that has no node. It shows nothing, but it inherits styles.
  /// - Complexity: O(length of the path), times its depth.
  public func presentUnknown(_ path: UnsafeRawBufferPointer) throws(Failure) -> Presentation {
    var inherited = Style()
    if !styles.isEmpty {
      var parsed = Path()
      try parsed.parse(path, limits: limits)
      var level = parsed.depth
      while level >= 0 {
        if let at = try find(parsed.bytes.bytes(at: 0, count: Int(parsed.ends[level]))) {
          inherited = style(of: at)
          break
        }
        level -= 1
      }
    }
    return Presentation(of: .nothing, style: inherited, hasIcon: false)
  }

  /// The number of components of the node's path without the root.
  public func depth(of at: NodeIndex) -> Int { depth(at.raw) }
}

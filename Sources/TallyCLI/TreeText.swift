import Tally

/// Badges as an indented tree. Between what is listed and the top, paths that show nothing are filled in.
struct TreeText {
  enum Style {
    /// For programs and files: words, two spaces a level.
    case plain
    /// With the signs of a terminal, but without colours.
    case terminal
    case coloured
  }

  private struct Line {
    var depth: Int
    var name: String
    var badge: Badge?
  }

  private var lines: [Line] = []

  /// - Parameter top: the canonical path that the tree begins with; all entries are at or below it.
  init(_ entries: [BadgeEntry], at top: String) {
    let base = TreeText.components(top).count
    var open = TreeText.components(top)
    lines.append(Line(depth: 0, name: top))
    // Sorted by components, not by bytes: 'a-b' comes between 'a' and 'a.x' by bytes.
    let sorted = entries.map { (TreeText.components($0.path), $0.badge) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    for (names, badge) in sorted {
      if names.count == base {
        lines[0].badge = badge
        continue
      }
      var common = base
      while common < min(names.count, open.count), names[common] == open[common] { common += 1 }
      for depth in common..<names.count {
        lines.append(Line(depth: depth - base + 1, name: names[depth], badge: nil))
      }
      lines[lines.count - 1].badge = badge
      open = names
    }
  }

  /// The components of a canonical path, with their escapes.
  static func components(_ path: String) -> [String] {
    var names: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in path.utf8 {
      if byte == 0x2E, !isEscaped {
        names.append([])
        continue
      }
      names[names.count - 1].append(byte)
      isEscaped = byte == 0x5C && !isEscaped
    }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  func lines(_ style: Style) -> [String] {
    let width = min(40, lines.map { 2 * $0.depth + $0.name.count }.max() ?? 0)
    return lines.map { line in
      let indented = String(repeating: "  ", count: line.depth) + line.name
      guard let badge = line.badge, badge.shows || badge.mute != .none else { return indented }
      let gap = String(repeating: " ", count: max(1, width + 2 - 2 * line.depth - line.name.count))
      return indented + gap + TreeText.text(badge, style)
    }
  }

  private static func text(_ badge: Badge, _ style: Style) -> String {
    var parts: [String] = []
    if badge.shows {
      let shown = badge.count > 0 ? "\(badge.count)" : style == .plain ? "dot" : "●"
      switch style {
      case .plain, .terminal: parts.append(shown)
      case .coloured:
        parts.append(badge.count > 0 ? "\u{1B}[1;97;41m \(shown) \u{1B}[0m" : "\u{1B}[31m\(shown)\u{1B}[0m")
      }
    }
    if badge.mute != .none {
      let words = badge.mute == .all ? "(muted)" : "(number muted)"
      parts.append(style == .coloured ? "\u{1B}[2m\(words)\u{1B}[0m" : words)
    }
    return parts.joined(separator: " ")
  }
}

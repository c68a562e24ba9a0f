import Tally

/// Badges as an indented tree. It adds the ancestors of the listed paths, even if they show nothing.
struct TreeText {
  enum Style {
    /// For programs and files: words, indented by two spaces a level.
    case plain
    /// With a terminal's symbols, but without colours.
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
  init(_ entries: [Badge.Entry], at top: String) {
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

  /// The text for a terminal, cut to its width, or for a file.
  func lines(for output: Output) -> [String] {
    if !output.isTerminal { return lines(.plain) }
    return lines(output.isColoured ? .coloured : .terminal, width: output.size.columns)
  }

  func lines(_ style: Style, width: Int = .max) -> [String] {
    let widest = lines.map { 2 * $0.depth + columns(of: $0.name) }.max() ?? 0
    // Badges and mutes stand behind the names. A name is cut before its badge is.
    let names = min(widest, max(8, width == .max ? 40 : min(40, width - 24)))
    return lines.map { line in
      let indent = String(repeating: "  ", count: min(line.depth, max(0, (width - 16) / 2)))
      let isShown = line.badge.map { $0.shows || $0.mute != .none || $0.isSnoozed } ?? false
      guard let badge = line.badge, isShown else { return indent + cut(line.name, to: width - indent.count) }
      let name = width == .max ? line.name : cut(line.name, to: max(4, names - indent.count))
      let gap = max(1, names + 2 - indent.count - columns(of: name))
      return indent + name + String(repeating: " ", count: gap) + TreeText.text(badge, style)
    }
  }

  private static func text(_ badge: Badge, _ style: Style) -> String {
    func painted(_ text: String, _ colour: Colour) -> String { style == .coloured ? colour.paint(text) : text }
    var parts: [String] = []
    switch badge.kind {
    case .none: break
    case .dot: parts.append(style == .plain ? "dot" : painted("●", .alarm))
    case .number: parts.append(style == .coloured ? Colour.badge.paint(" \(badge.count) ") : "\(badge.count)")
    }
    if badge.isSnoozed { parts.append(painted("(snoozed)", .faint)) }
    if badge.mute != .none { parts.append(painted(badge.mute.mode == .all ? "(muted)" : "(number muted)", .faint)) }
    return parts.joined(separator: " ")
  }
}

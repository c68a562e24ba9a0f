extension Unicode.Scalar {
  /// Whether a terminal may act on it, or show the text around it in another order or on another line: control
  /// characters of ASCII and Latin-1, separators of lines, and embeddings, overrides and isolates of text in both
  /// directions.
  var isUnsafe: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Makes text from outside safe for a terminal: unsafe characters become spaces.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars { result.unicodeScalars.append(scalar.isUnsafe ? " " : scalar) }
  return result
}

/// JSON with the same meaning, in which unsafe characters are escaped. Outside strings there are none.
func escaped(json: String) -> String {
  var result = ""
  for scalar in json.unicodeScalars {
    if scalar.isUnsafe, scalar != "\n", scalar != "\t", scalar != "\r" {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The escape of a character of 16 bits in JSON.
func escape(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16)
  return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Ranges of characters that take two columns: East Asian scripts, wide forms and emoji.
private let wide: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
  0x1F900...0x1F9FF, 0x20000...0x3FFFD,
]

/// How many columns of a terminal a character takes: 0, 1 or 2. (`wcwidth` needs a locale that may not be there.)
private func columns(of character: Character) -> Int {
  if character.isASCII { return 1 }
  return character.unicodeScalars.map { scalar in
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }.max() ?? 0
}

/// How many columns of a terminal a text without control characters takes.
func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

/// Cuts a text to a width, with an ellipsis at the end.
func cut(_ text: String, to width: Int) -> String {
  if columns(of: text) <= width { return text }
  if width < 1 { return "" }
  var result = ""
  var used = 0
  for character in text {
    used += columns(of: character)
    if used > width - 1 { break }
    result.append(character)
  }
  return result + "…"
}

/// Pads a text with spaces, or another letter, to a width.
func padded(_ text: String, to width: Int, right: Bool = false, with letter: Character = " ") -> String {
  let space = String(repeating: letter, count: max(0, width - columns(of: text)))
  return right ? space + text : text + space
}

/// The colours of a text, by its importance.
enum Colour: String {
  /// An error, or something that has expired.
  case alarm = "31"
  /// A warning, or something that will expire soon.
  case warning = "33"
  /// Something that is in order.
  case fine = "32"
  /// A text that may be skipped.
  case faint = "2"
  /// A heading.
  case heading = "1"
  /// The number of a badge.
  case badge = "1;97;41"

  func paint(_ text: String) -> String { text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

extension Output {
  /// The text in a colour, if this is a terminal that shows colours.
  func paint(_ text: String, _ colour: Colour?) -> String {
    guard let colour, isColoured else { return text }
    return colour.paint(text)
  }
}

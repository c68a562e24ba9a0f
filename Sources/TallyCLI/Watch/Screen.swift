/// A tree that is drawn in place on a terminal, with lines of status below it.
struct Screen {
  private var drawnLines = 0

  /// - Parameter status: lines below the tree, each cut to the width.
  mutating func draw(_ tree: TreeText, status: [String]) {
    let size = Output.standard.size
    let style: TreeText.Style = Output.standard.isColoured ? .coloured : .terminal
    var lines = tree.lines(style, width: size.columns)
    let room = max(1, size.rows - 2 - status.count)
    if lines.count > room {
      let hidden = lines.count - room + 1
      lines = lines.prefix(room - 1) + ["… \(hidden) more"]
    }
    lines += [""] + status.map { Output.standard.paint(cut($0, to: size.columns), .faint) }
    var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : ""
    // Wrapping is off, so each line takes one line of the screen.
    text += "\u{1B}[J\u{1B}[?7l" + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
    drawnLines = lines.count
    Output.standard.write(text)
  }

  /// The frames of the spinner that turns while a request is in flight.
  static func spinner(_ tick: Int) -> String {
    let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    return frames[tick % frames.count]
  }
}

extension OutputOptions {
  /// Prints the badge of a path, as watch does in a pipe.
  func writeChange(_ path: String, _ shows: Bool, _ count: Int, _ revision: UInt64) {
    if !isJSON { return Output.standard.write("\(path) \(shows ? 1 : 0) \(count)\n") }
    write { object in
      object.put("type", "badge")
      object.put("path", path)
      object.put("kind", shows ? count > 0 ? "number" : "dot" : "none")
      object.put("shows", shows)
      object.put("count", count)
      object.put("revision", revision)
    }
  }
}

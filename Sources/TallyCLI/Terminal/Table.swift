/// The text of one cell of a table, and its colour.
struct Cell: ExpressibleByStringInterpolation {
  let text: String
  var colour: Colour?

  init(_ text: String, _ colour: Colour? = nil) {
    self.text = printable(text)
    self.colour = colour
  }

  init(stringLiteral text: String) { self.init(text) }
}

/// One column of a table of rows.
struct Column<Row> {
  enum Kind {
    case text
    /// Aligned to the right.
    case number
    /// Made narrower if the terminal is too narrow.
    case flexible
  }

  let title: String
  let kind: Kind
  let cell: (Row) -> Cell

  init(_ title: String, _ kind: Kind = .text, _ cell: @escaping (Row) -> Cell) {
    self.title = title
    self.kind = kind
    self.cell = cell
  }
}

/// Rows as text. On a terminal they have headings, are aligned, and are cut to the width. For programs the cells of a
/// row are separated by two spaces, and empty cells at the end are left out.
struct Table<Row> {
  let columns: [Column<Row>]
  let cells: [[Cell]]

  private let gap = "  "
  /// The least width of a flexible column.
  private let least = 8

  init(_ rows: [Row], _ columns: [Column<Row>]) {
    self.columns = columns
    cells = rows.map { row in columns.map { $0.cell(row) } }
  }

  var plain: [String] {
    cells.map { row in
      let used = row.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
      return row.prefix(used).map(\.text).joined(separator: gap)
    }
  }

  /// - Parameter width: how many columns the terminal has.
  func aligned(to width: Int, isColoured: Bool) -> [String] {
    // A column without a text has no heading either.
    let shown = columns.indices.filter { index in cells.contains { !$0[index].text.isEmpty } }
    let widths = widths(shown, fitting: width)
    func line(_ row: [Cell]) -> String {
      var line = ""
      var used = 0
      let filled = shown.lastIndex { !row[$0].text.isEmpty } ?? 0
      for (index, column) in zip(widths.indices, shown).prefix(filled + 1) {
        let room = min(widths[index], max(0, width - used))
        let text = cut(row[column].text, to: room)
        let isLast = index == filled
        let full =
          isLast && columns[column].kind != .number
          ? text
          : padded(
            text, to: room, right: columns[column].kind == .number)
        line += isColoured ? row[column].colour?.paint(full) ?? full : full
        used += room + gap.count
        if !isLast, used < width { line += gap }
      }
      return line
    }
    return [line(columns.map { Cell($0.title, .heading) })] + cells.map(line)
  }

  /// The widths of the columns that are shown. Flexible columns shrink, the widest one first.
  private func widths(_ shown: [Int], fitting width: Int) -> [Int] {
    var widths = shown.map { index in
      cells.reduce(TallyCLI.columns(of: columns[index].title)) { max($0, TallyCLI.columns(of: $1[index].text)) }
    }
    var excess = widths.reduce(0, +) + gap.count * (widths.count - 1) - width
    while excess > 0 {
      let flexible = widths.indices.filter { columns[shown[$0]].kind == .flexible && widths[$0] > least }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

import ArgumentParser
import Tally

/// A colour as users write it: RRGGBB or RRGGBBAA, with or without a number sign.
struct ColourArgument: ExpressibleByArgument {
  let colour: Badge.Style.Color

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : Substring(argument)
    guard [6, 8].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
    else { return nil }
    colour = Badge.Style.Color(rawValue: digits.utf8.count == 6 ? number << 8 | 0xFF : number)
  }

  static func text(_ colour: Badge.Style.Color) -> String {
    let digits = String(colour.rawValue, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

enum OverflowName: String, ExpressibleByArgument, CaseIterable {
  case plus, ellipsis
}

struct StyleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "Show how a path's badge is drawn.",
    discussion: """
      Styles are not stored: a program sets them when it starts. The options try one out. In a pipe the command prints \
      PATH KIND TEXT. KIND is none, dot, icon or number.
      """)

  @OptionGroup var target: PathArgument
  @Option(name: .customLong("max-count"), help: ArgumentHelp("Write larger numbers as 99+.", valueName: "n"))
  var maxCount: Int?
  @Option(help: ArgumentHelp("Choose what stands for larger numbers.", valueName: "how")) var overflow: OverflowName?
  @Option(help: ArgumentHelp("Draw this icon instead of a dot.", valueName: "name")) var icon: String?
  @Option(name: .customLong("dot-radius"), help: ArgumentHelp("Set the dot's radius.", valueName: "points"))
  var dotRadius: Double?
  @Option(name: .customLong("font-size"), help: ArgumentHelp("Set the number's font size.", valueName: "points"))
  var fontSize: Double?
  @Option(name: .customLong("font-weight"), help: ArgumentHelp("Set the weight: 400 is regular.", valueName: "weight"))
  var fontWeight: Int?
  @Option(name: .customLong("text-color"), help: ArgumentHelp("Set the number's colour.", valueName: "rrggbb"))
  var textColor: ColourArgument?
  @Option(name: .customLong("background-color"), help: ArgumentHelp("Set the colour behind it.", valueName: "rrggbb"))
  var backgroundColor: ColourArgument?
  @Option(name: .customLong("highlight-color"), help: ArgumentHelp("Set it for highlights.", valueName: "rrggbb"))
  var highlightColor: ColourArgument?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let style = Badge.Style(
      dotRadius: dotRadius, fontSize: fontSize, fontWeight: fontWeight, textColor: textColor?.colour,
      backgroundColor: backgroundColor?.colour, maxCount: maxCount,
      overflow: overflow.map { $0 == .plus ? .plus : .ellipsis }, icon: icon, highlightColor: highlightColor?.colour)
    try store.run(mustExist: true) { account in
      let (path, shown) = try reporting { () throws(TallyError) in
        try account.setStyle(style, at: target.path)
        return (try BadgePath(target.path).description, try account.presentation(at: target.path))
      }
      if store.output.isJSON { return Output.standard.write(JSONObject(path: path, shown).line) }
      let (kind, text) = shown.content.words
      if !Output.standard.isTerminal {
        return Output.standard.write([path, kind, text].filter { !$0.isEmpty }.joined(separator: " ") + "\n")
      }
      let columns: [Column<Badge.Presentation>] = [
        Column("PATH", .flexible) { _ in Cell(path) }, Column("KIND") { _ in Cell(kind) },
        Column("TEXT") { _ in Cell(text, .alarm) },
        Column("FONT") { Cell("\($0.style.fontSize) pt, \($0.style.fontWeight)") },
        Column("COLOUR") { Cell(ColourArgument.text($0.style.textColor)) },
        Column("BACKGROUND") { Cell(ColourArgument.text($0.style.backgroundColor)) },
      ]
      store.output.write([shown], columns) { JSONObject(path: path, $0) }
    }
  }
}

extension Badge.Presentation.Content {
  fileprivate var words: (kind: String, text: String) {
    switch self {
    case .nothing: ("none", "")
    case .dot: ("dot", "")
    case .icon(let name): ("icon", name)
    case .number(let text): ("number", text)
    }
  }
}

extension JSONObject {
  fileprivate init(path: String, _ shown: Badge.Presentation) {
    let (kind, text) = shown.content.words
    put("path", path)
    put("kind", kind)
    put("text", text)
    put("count", shown.count)
    put("dot_radius", shown.style.dotRadius)
    put("offset_x", shown.style.offset.x)
    put("offset_y", shown.style.offset.y)
    put("font_size", shown.style.fontSize)
    put("font_weight", shown.style.fontWeight)
    put("text_color", ColourArgument.text(shown.style.textColor))
    put("background_color", ColourArgument.text(shown.style.backgroundColor))
    put("highlighted", shown.isHighlighted)
    if shown.style.maxCount == .max { putNull("max_count") } else { put("max_count", shown.style.maxCount) }
    put("overflow", shown.style.overflow == .plus ? "plus" : "ellipsis")
  }
}

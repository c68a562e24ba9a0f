import ArgumentParser
import Tally

/// The names of the mappings that ship.
private let presets = ["github-notifications", "mastodon-v2", "ntfy", "message-centre", "unread-count"]

/// What a server's answers are read through.
struct MappingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A mapping that ships: \(presets.dropLast().joined(separator: ", ")) or \(presets[presets.count - 1]).",
      valueName: "name"), completion: .list(presets))
  var preset: String?
  @Option(
    help: ArgumentHelp("A file with a mapping (docs/mappings.md); it changes the preset.", valueName: "file"),
    completion: .file())
  var mapping: String?

  /// nil: neither is given.
  func load() throws -> FeedMapping? {
    if preset == nil && mapping == nil { return nil }
    guard let mapping else { return FeedMapping(preset: preset) }
    let given = try Input(mapping)
    defer { given.free() }
    return FeedMapping(preset: preset, text: String(decoding: given.bytes, as: UTF8.self))
  }
}

struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Show what a mapping finds in a server's answer.",
    discussion: """
      For whoever writes a mapping. A line for each item: its path, its count (or dot, read, gone), its id and its \
      title, divided by tabs; then, behind an exclamation mark, the items that could not be used, counted from 0, and \
      why; then the cursor. With --json the answer as a page of the wire format.
      """)

  @Argument(help: ArgumentHelp("The answer's body; - is standard input.", valueName: "file"), completion: .file())
  var input: String
  @Flag(name: .customLong("json"), help: "Print the page as one JSON object.") var isJSON = false
  @OptionGroup var options: MappingOptions

  func run() throws {
    guard let mapping = try options.load() else { throw ValidationError("Give --preset, --mapping or both.") }
    let given = try Input(input)
    defer { given.free() }
    let body = [UInt8](given.bytes)
    if isJSON {
      let page = try reporting { () throws(TallyError) in try mapping.page(of: body) }
      return Output.standard.write(page + "\n")
    }
    let answer = try reporting { () throws(TallyError) in try mapping.items(of: body) }
    var lines = ""
    let rejected = Set(answer.rejected.map(\.index))
    for (index, item) in answer.items.enumerated() where !rejected.contains(index) {
      let parts = [item.path ?? "", shown(item), item.id ?? "", item.title ?? ""]
      lines += parts.map(printable).joined(separator: "\t") + "\n"
    }
    for problem in answer.rejected { lines += "! \(problem.index): \(problem.reason)\n" }
    if !answer.cursor.isEmpty { lines += "cursor \(printable(answer.cursor))\n" }
    Output.standard.write(lines)
  }

  private func shown(_ item: MappedResponse.Item) -> String {
    if item.isDeleted || item.total == 0 { return "gone" }
    if item.isRead { return "read" }
    let count = item.total ?? item.count ?? 1
    return count == 0 ? "dot" : "\(count)"
  }
}

import ArgumentParser
import Tally

/// The names of the mappings that ship.
private let presets = ["github-notifications", "mastodon-v2", "ntfy", "message-center", "unread-count"]

/// How to read responses of servers that do not use Tally's wire format.
struct MappingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read responses with this built-in mapping.",
      discussion: "One of \(presets.dropLast().joined(separator: ", ")) and \(presets[presets.count - 1]).",
      valueName: "name"), completion: .list(presets))
  var preset: String?
  @Option(
    help: ArgumentHelp(
      "Read responses with the mapping in this file.",
      discussion: "With --preset, the file changes the preset. docs/mappings.md describes the format.",
      valueName: "file"), completion: .file())
  var mapping: String?

  /// nil: neither is given.
  func load() throws -> Feed.Mapping? {
    if preset == nil && mapping == nil { return nil }
    guard let mapping else { return Feed.Mapping(preset: preset) }
    return Feed.Mapping(preset: preset, text: String(decoding: try Input.bytes(mapping), as: UTF8.self))
  }
}

struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Show what a mapping finds in a response.",
    discussion: """
      Use it to write a mapping. A line for each item has its path, its count (or dot, read or gone), its id and its \
      title, separated by tabs. Lines with an exclamation mark follow for items that are invalid: their index, from 0, \
      and the reason. The last line has the cursor. With --json the response is printed as a page of the wire format.
      """)

  @Argument(
    help: ArgumentHelp("Read this response; - is standard input.", valueName: "file"), completion: .file())
  var input: String
  @OptionGroup var options: MappingOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let mapping = try options.load() else { throw ValidationError("Give --preset, --mapping or both.") }
    let body = try Input.bytes(input)
    if output.isJSON {
      let page = try reporting { () throws(TallyError) in try mapping.page(of: body) }
      return Output.standard.write(escaped(json: page) + "\n")
    }
    let response = try reporting { () throws(TallyError) in try mapping.items(of: body) }
    var lines = ""
    let rejected = Set(response.rejected.map(\.index))
    for (index, item) in response.items.enumerated() where !rejected.contains(index) {
      let parts = [item.path ?? "", shown(item), item.id ?? "", item.title ?? ""]
      lines += parts.map(printable).joined(separator: "\t") + "\n"
    }
    for problem in response.rejected { lines += "! \(problem.index): \(printable(problem.reason))\n" }
    if !response.cursor.isEmpty { lines += "cursor \(printable(response.cursor))\n" }
    Output.standard.write(lines)
  }

  private func shown(_ item: Feed.MappedResponse.Item) -> String {
    if item.isDeleted || item.total == 0 { return "gone" }
    if item.isRead { return "read" }
    let count = item.total ?? item.count ?? 1
    return count == 0 ? "dot" : "\(count)"
  }
}

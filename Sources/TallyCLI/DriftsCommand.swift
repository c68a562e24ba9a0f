import ArgumentParser
import Tally

struct DriftsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drifts", abstract: "List where servers count something else.",
    discussion: """
      A line has four parts: what the messages of a feed add at a path and below, what its server counts, the feed's \
      identifier, and the path. explain prints them too, and the highlights if these differ.
      """)

  @OptionGroup var start: StartArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let found = try reporting { () throws(TallyError) in try account.drifts(at: start.path) }
      let columns: [Column<Feed.Drift>] = [
        Column("OURS", .number) { Cell("\($0.ours)") }, Column("THEIRS", .number) { Cell("\($0.theirs)") },
        Column("FEED", .number) { Cell("\($0.feed)") }, Column("PATH", .flexible) { Cell($0.path) },
      ]
      store.output.write(found, columns) { JSONObject($0) }
    }
  }
}

extension Feed.Drift {
  private func highlights(_ number: Int) -> String { " (highlights: \(number))" }

  /// A sentence for people.
  func words(at place: String) -> String {
    let (their, our) =
      theirHighlights == ourHighlights ? ("", "") : (highlights(theirHighlights), highlights(ourHighlights))
    return "\(place): the server of feed \(feed) counts \(theirs)\(their), its messages here \(ours)\(our)"
  }
}

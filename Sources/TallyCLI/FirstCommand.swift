import ArgumentParser
import Tally

struct FirstCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "first", abstract: "Show where to begin reading.",
    discussion: """
      It finds the oldest unread message at and below a path. In a pipe it prints KEY MATCHING NEWER OLDER: how many \
      messages are unread, and how many of any state are newer and older than this one. Nothing is printed if there is \
      none. messages --newer KEY lists what follows.
      """)

  @OptionGroup var start: StartArgument
  @Flag(name: .customLong("unseen"), help: "Choose an unseen message instead.") var isUnseen = false
  @Flag(name: .customLong("highlights"), help: "Choose a highlight, such as a mention.") var isHighlighted = false
  @Flag(name: .customLong("newest"), help: "Choose the newest message instead.") var isNewest = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let found = try reporting { () throws(TallyError) in
        try account.firstMessage(
          at: start.path, includingDescendants: true, unseen: isUnseen, highlighted: isHighlighted, newest: isNewest)
      }
      guard let found else { return }
      if store.output.isJSON { return Output.standard.write(JSONObject(found).line) }
      let numbers = "\(found.key) \(found.matching) \(found.newer) \(found.older)"
      Output.standard.write((Output.standard.isTerminal ? "message \(found.key): \(found)" : numbers) + "\n")
    }
  }
}

extension JSONObject {
  fileprivate init(_ place: Message.Place) {
    put("key", place.key)
    put("time", place.time)
    put("matching", place.matching)
    put("newer", place.newer)
    put("older", place.older)
  }
}

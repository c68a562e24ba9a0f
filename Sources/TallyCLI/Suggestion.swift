import ArgumentParser

/// Finds the command that a user meant. The parser only reports unexpected arguments.
enum Suggestion {
  /// - Returns: the message for a command that does not exist; nil: something else is wrong.
  static func message(for arguments: some Sequence<String>) -> String? {
    var command: any ParsableCommand.Type = RootCommand.self
    var place = "tally"
    for argument in arguments {
      let configuration = command.configuration
      let names = configuration.subcommands.compactMap { $0.configuration.commandName }
      // An option may take the next word, and a default command takes words of its own.
      if names.isEmpty || argument.hasPrefix("-") || configuration.defaultSubcommand != nil { return nil }
      if argument == "help" { return nil }
      if let found = configuration.subcommands.first(where: { $0.configuration.commandName == argument }) {
        command = found
        place += " " + argument
        continue
      }
      let advice = nearest(to: argument, in: names).map { "did you mean \(place) \($0)?" }
      return "there is no command '\(argument)'; \(advice ?? "list the commands with \(place) --help")"
    }
    return nil
  }

  /// The only name that begins with the word, otherwise the name with the fewest differences, if these are few.
  static func nearest(to word: String, in names: [String]) -> String? {
    let longer = names.filter { $0.hasPrefix(word) }
    if word.utf8.count > 1, longer.count == 1 { return longer[0] }
    let limit = word.utf8.count > 3 ? 2 : 1
    return names.map { ($0, differences(Array($0.utf8), Array(word.utf8))) }
      .filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }

  /// How many letters must be added, left out, replaced or swapped with the next one.
  private static func differences(_ name: [UInt8], _ word: [UInt8]) -> Int {
    var rows = [Array(0...word.count)]
    for (row, letter) in name.enumerated() {
      var next = [row + 1]
      for (column, other) in word.enumerated() {
        let replaced = rows[row][column] + (letter == other ? 0 : 1)
        var least = min(replaced, rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == word[column - 1], name[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[name.count][word.count]
  }
}

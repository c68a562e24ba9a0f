import ArgumentParser
import Tally

/// The names that a shell completes from a database. A database that is open elsewhere, or cannot be read, offers
/// nothing.
enum StoredNames {
  case accounts, paths, feeds, reminders

  /// The most names to offer: nobody chooses from more.
  private static let limit = 1000

  /// The names to offer. Servers choose names, and a shell may read what a completion offers as part of a command. So
  /// names that a shell would not take literally are left out.
  func offers(_ words: [String], _ start: String) -> [String] {
    names(words, start).filter { $0.hasPrefix(start) && Self.isLiteral($0) }
  }

  /// Whether every shell takes a name literally: it has only letters, digits and some signs, and is no option.
  static func isLiteral(_ name: String) -> Bool {
    !name.hasPrefix("-") && name.unicodeScalars.allSatisfy(isLiteral)
  }

  private static func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-+@/,".unicodeScalars.contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  private func names(_ words: [String], _ start: String) -> [String] {
    guard let file = Self.value(of: "--db", words) ?? DatabaseOptions.completed, exists(file: file),
      let engine = try? Engine(.forCommand(file))
    else { return [] }
    defer { try? engine.close() }
    let name = Self.value(of: "--account", words) ?? "default"
    if self == .accounts { return (try? engine.accountNames(limit: Self.limit)) ?? [] }
    guard let account = try? engine.openAccount(name, mayCreate: false) else { return [] }
    switch self {
    case .accounts: return []
    case .paths: return Self.paths(account, start)
    case .feeds: return (try? account.addedFeeds().prefix(Self.limit).map(\.name)) ?? []
    case .reminders: return (try? account.reminders().prefix(Self.limit).map(\.id)) ?? []
    }
  }

  private static func paths(_ account: Account, _ start: String) -> [String] {
    guard let entries = try? account.badges().entries else { return [] }
    let hasRoot = start.hasPrefix("root.") || "root".hasPrefix(start) && !start.isEmpty
    let paths = entries.map { hasRoot || $0.path == "root" ? $0.path : String($0.path.dropFirst(5)) }
    return Array(paths.filter { $0.hasPrefix(start) }.prefix(limit))
  }

  /// The value of an option, written as `--option value` or `--option=value`.
  private static func value(of option: String, _ words: [String]) -> String? {
    if let place = words.lastIndex(of: option), place + 1 < words.count { return words[place + 1] }
    return words.last { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}

extension DatabaseOptions {
  /// The database of a command without --db.
  fileprivate static var completed: String? {
    if let file = environment("TALLY_DB"), !file.isEmpty { return file }
    return DefaultDatabase.file
  }
}

extension CompletionKind {
  static func stored(_ names: StoredNames) -> CompletionKind {
    .custom { words, _, start in names.offers(words, start) }
  }
}

/// The script for bash. The parser's script passes stored names to `compgen -W`, which expands them like words of a
/// command. This one adds them line by line, unchanged.
enum BashCompletion {
  private static let expanding = #"__tally_add_completions -W "$(__tally_custom_complete"#
  private static let literal = #"__tally_add_lines "$(__tally_custom_complete"#
  private static let function = """
    __tally_add_lines() {
        local completion
        while IFS='' read -r completion; do
            [[ -n "${completion}" && "${completion}" == "${cur}"* ]] && COMPREPLY+=("${completion}")
        done <<< "${1}"
    }


    """

  /// The script, if the arguments ask for it.
  static func requested(_ arguments: some Sequence<String>) -> String? {
    let option = "--generate-completion-script"
    let words = Array(arguments)
    return words == [option, "bash"] || words == [option + "=bash"] ? script : nil
  }

  private static var script: String {
    let expanded = RootCommand.completionScript(for: .bash)
    let call = "__tally_custom_complete() {"
    return expanded.replacing(expanding, with: literal).replacing(call, with: function + call)
  }
}

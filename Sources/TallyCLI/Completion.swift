import ArgumentParser
import Tally

/// What a shell completes from a database. A database that is open elsewhere, or cannot be read, offers nothing.
enum StoredNames {
  case accounts, paths, feeds, reminders

  /// The most names to offer: nobody chooses from more.
  private static let limit = 1000

  func names(_ words: [String], _ start: String) -> [String] {
    guard let file = Self.value(of: "--db", words) ?? DatabaseOptions.completed, exists(file: file),
      let engine = try? Engine(file: file)
    else { return [] }
    defer { try? engine.close() }
    let name = Self.value(of: "--account", words) ?? "default"
    if self == .accounts { return (try? engine.accountNames(limit: Self.limit)) ?? [] }
    guard let account = try? engine.account(name, mayCreate: false) else { return [] }
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
    let paths = entries.map { hasRoot || $0.path == BadgePath.root ? $0.path : String($0.path.dropFirst(5)) }
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
    .custom { words, _, start in names.names(words, start) }
  }
}

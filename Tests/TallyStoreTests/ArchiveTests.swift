import Foundation
import TallyMemory
import TestSupport
import Testing

@testable import TallyStore

@Suite struct ArchiveTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/account-export-format.md").standardizedFileURL

  /// TALLY_WRITE=1, which `make account-format` sets, brings the page up to date.
  @Test func thePageHasTheMembersOfEachList() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    var lines = text.components(separatedBy: "\n")
    for list in ArchivedList.allCases { try writeRows(of: list.table, to: &lines) }
    let expected = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["TALLY_WRITE"] == "1" {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      let isCurrent = text == expected
      #expect(isCurrent, "run `make account-format`")
    }
  }

  @Test func eachListHasItsColumnsOnce() throws {
    let lists = ArchivedList.first + ArchivedList.ofFeed + ArchivedList.last
    #expect(lists == ArchivedList.allCases)
    for table in lists.map(\.table) {
      let archive = try #require(table.archive, "\(table.name)")
      let members = archive.members.filter { $0 != Archive.nothing }.map { Int($0) }
      #expect(Set(members).count == members.count, "\(table.name)")
      #expect(members.allSatisfy { table.columns.indices.contains($0) }, "\(table.name)")
      // Other columns belong to one store: owners, numbers of rows, and what is left of a lease or of a response. A
      // threshold follows from the rules.
      for place in 0..<table.columns.count where !members.contains(place) {
        let column = table.columns[place]
        let isNumbered = column.isNumber && (place == Int(archive.order[0]) || column.kind == StoredValue.null)
        let isLocal = ["snapshot", "lease", "credential", "contradicted", "threshold"].contains(column.name.description)
        #expect(column.reference != .none || isNumbered || isLocal, "\(table.name).\(column.name)")
      }
    }
  }

  /// No import would accept such bytes.
  @Test func aDamagedNumberIsNotWritten() throws {
    let (store, account, feed) = try openInbox()
    func archive() throws {
      var bytes = ByteBuffer()
      try store.archive(account: account, withKeys: false, to: &bytes) { _ in true }
    }
    try store.execute("INSERT INTO notification_log SELECT id, 1, 0, 16, '', 0, 0 FROM account")
    try archive()
    try store.execute("UPDATE notification_log SET kind = 17")
    let found = refusal { try archive() }
    #expect(found?.code == .corrupt && found?.words.contains("table notification_log") == true)
    try store.execute("UPDATE notification_log SET kind = 1")
    try store.addToOutbox(account: account, feed: feed, kind: 11, entity: "e", key: "k")
    #expect(refusal { try archive() }?.code == .corrupt)
  }

  // MARK: The page

  /// Replaces the rows behind a table's heading. Meanings are written by hand, and stay.
  private func writeRows(of table: StoredTable, to lines: inout [String]) throws {
    let heading = try #require(lines.firstIndex(of: "### `\(table.name)`"), "\(table.name)")
    let first = try #require(lines[heading...].firstIndex { $0.hasPrefix("| member ") }) + 2
    let end = try #require(lines[first...].firstIndex { !$0.hasPrefix("|") })
    var meanings: [String: String] = [:]
    for line in lines[first..<end] {
      let cells = line.components(separatedBy: "|")
      if cells.count == 5 { meanings[cells[1]] = cells[3] }
    }
    let archive = try #require(table.archive)
    let rows = try archive.members.map { member in
      if member == Archive.nothing { return "| | 0 | not used |" }
      let column = table.columns[Int(member)]
      let name = " `\(isSequence(column) ? "sequence" : column.name.description)` "
      let ascending = archive.order.contains(member) ? ", ascending" : ""
      return "|\(name)| \(words(column))\(ascending) |\(meanings[name] ?? " ")|"
    }
    lines.replaceSubrange(first..<end, with: rows)
  }

  private func isSequence(_ column: Column) -> Bool { [.sequence, .bound, .boundOfMark].contains(column.form) }

  private func words(_ column: Column) -> String {
    switch column.form {
    case .any where column.isNumber: return "number" + range(column)
    case .any: return "text" + length(column)
    case .name: return "name"
    case .nameOrNone: return "name, or empty"
    case .path: return "path"
    case .pathOrNone: return "path, or empty"
    case .rank: return "rank"
    case .identifier: return "identifier, not empty" + length(column)
    case .identifierOrNone: return "identifier" + length(column)
    case .sequence, .bound: return "identifier, not empty"
    case .boundOfMark: return "identifier"
    case .subject: return "identifier, not empty, or path"
    case .url: return "text: a URL"
    case .printable: return "text without control characters" + length(column)
    case .bytes: return "bytes" + length(column)
    case .furtherPaths: return "paths, each behind a line feed, sorted by their bytes; at most 8"
    case .language: return "language"
    case .version, .serverVersion: return "version"
    case .key: return "with keys: number" + range(1, StoredRange.restoredKey.upperBound)
    }
  }

  private func range(_ column: Column) -> String { range(column.least, column.most) }

  private func range(_ least: Int64, _ most: Int64) -> String {
    if least == Int64.min && most == Int64.max { return " of 64 bits" }
    return least == 0 ? ", at most \(number(most))" : ", \(number(least)) to \(number(most))"
  }

  private func length(_ column: Column) -> String {
    if column.most == Int64.max { return column.least > 0 ? ", not empty" : "" }
    if column.least == column.most { return ", \(column.most) bytes" }
    return column.least > 0 ? ", \(column.least) to \(column.most) bytes" : ", at most \(column.most) bytes"
  }

  /// Powers of two, and what lies one below, are easier to read as such.
  private func number(_ value: Int64) -> String {
    for bits in 31..<63 {
      if value == 1 << bits { return "2^\(bits)" }
      if value == (1 << bits) - 1 { return "2^\(bits) - 1" }
    }
    return value == Int64.max ? "2^63 - 1" : "\(value)"
  }
}

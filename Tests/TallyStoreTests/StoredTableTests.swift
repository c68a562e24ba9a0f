import CSQLite
import TallyFailure
import TallyMemory
import Testing

@testable import TallyStore

@Suite struct StoredTableTests {
  @Test func theDescriptionsAreThoseOfTheSchema() throws {
    let store = try openStore()
    let names = try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    var stored: [String] = []
    while try store.step(names.statement) { stored.append(text(names.statement, 0)) }
    #expect(StoredTable.all.map { "\($0.name)" }.sorted() == stored)
    for table in StoredTable.all where table.name.description != "sqlite_sequence" {
      var columns = try store.rows("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid")
      columns.statement.bind(1, text: table.name)
      var (found, key) = ([String](), 0)
      while try store.step(columns.statement) {
        found.append(text(columns.statement, 0) + " " + text(columns.statement, 1))
        if columns.statement.number(2) > 0 { key += 1 }
      }
      let kinds = [StoredValue.null: "INTEGER", StoredValue.integer: "INTEGER", StoredValue.text: "TEXT"]
      #expect(found == table.columns.map { "\($0.name) " + (kinds[$0.kind] ?? "BLOB") }, "\(table.name)")
      #expect(key == max(table.keyed, 1), "\(table.name)")
      let owned = found.contains("feed INTEGER") ? Column.Reference.feed : .account
      #expect(table.owner == (found.contains("account INTEGER") ? owned : .none), "\(table.name)")
    }
  }

  @Test func theColumnsOfAMessageAreWhereTheirNamesSay() {
    for column in MessageColumn.allCases {
      #expect(StoredTable.message.columns[Int(column.rawValue)].name.description == "\(column)")
    }
  }

  @Test func aMessageIsWrittenToTheColumnsThatItIsReadFrom() throws {
    var query = ByteBuffer()
    try Query.message(.update).write(to: &query)
    let columns = StoredTable.message.columns
    let assignments = (Int(MessageColumn.rev.rawValue)..<columns.count).map { "\(columns[$0].name) = ?\($0 + 1)" }
    let words = String(decoding: query.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    #expect(
      words.joined(separator: " ")
        == "UPDATE message SET " + assignments.joined(separator: ", ") + " WHERE key = ?1")
  }

  private func text(_ statement: borrowing Statement, _ column: Int32) -> String {
    String(decoding: statement.bytes(column), as: UTF8.self)
  }
}

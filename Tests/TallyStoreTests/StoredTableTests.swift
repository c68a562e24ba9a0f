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

  /// A row is salvaged by the kinds of its columns alone. Pages of one kind hold tables with numbered rows, pages of
  /// the other kind all indexes and the other tables.
  @Test func noOtherRowLooksLikeTheRowOfATable() throws {
    var looks: [String: String] = [:]
    for table in StoredTable.all {
      let look = (table.keyed > 0 ? "keyed " : "numbered ") + table.columns.map { kind($0) }.joined()
      #expect(looks.updateValue("\(table.name)", forKey: look) == nil, "\(table.name): \(look)")
    }
    var indexes: [String: (table: StoredTable, look: String)] = [:]
    let store = try openStore()
    // With the columns of the key that SQLite appends. -1: the number of the row.
    let places = try store.rows(
      """
      SELECT s.tbl_name, s.name, x.cid FROM sqlite_schema s JOIN pragma_index_xinfo(s.name) x
      WHERE s.type = 'index' ORDER BY s.name, x.seqno
      """)
    while try store.step(places.statement) {
      let owner = text(places.statement, 0)
      let table = try #require(StoredTable.all.first { $0.name.description == owner })
      let place = Int(places.statement.number(2))
      let added = place < 0 ? "i" : kind(table.columns[place])
      indexes[text(places.statement, 1), default: (table, "keyed ")].look += added
    }
    #expect(indexes.count > 20)
    for (name, index) in indexes {
      // The index of the key of such a table is the table itself.
      if index.table.keyed > 0, index.look.count == "keyed ".count + index.table.columns.count { continue }
      #expect(looks[index.look] == nil, "\(name) looks like table \(looks[index.look] ?? "")")
    }
  }

  private func kind(_ column: Column) -> String {
    column.kind == StoredValue.text ? "t" : column.kind == StoredValue.blob ? "b" : "i"
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

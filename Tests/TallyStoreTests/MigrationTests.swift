import CChecksum
import CSQLite
import Foundation
import TallyFailure
import TestSupport
import Testing

@testable import TallyStore

/// Migrations to a newer version, by further steps that exist only for these tests.
@Suite struct MigrationTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// All rows of a file's tables, read by SQLite alone from a copy.
  func rows(_ file: String) throws -> [String] {
    let copy = scratch.file("rows.db")
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      if FileManager.default.fileExists(atPath: file + suffix) {
        try FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix)
      }
    }
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(copy, &database) == SQLITE_OK)
    var found: [String] = []
    for table in ["meta", "account", "badge", "feed", "message", "sqlite_sequence"] {
      var statement: OpaquePointer?
      try #require(
        sqlite3_prepare_v2(database, "SELECT * FROM \(table) ORDER BY 1, 2", -1, &statement, nil) == SQLITE_OK)
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {
        let texts = (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        }
        found.append(texts.joined(separator: "|"))
      }
    }
    return found
  }

  func number(_ file: String, _ pragma: String) throws -> Int {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(file, &database) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(database, "PRAGMA \(pragma)", -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return Int(sqlite3_column_int64(statement, 0))
  }

  func open(_ file: String, _ schema: Schema) throws -> Store {
    try file.withCString { try Store.open(file: $0, seed: 1, now: 1000, schema: schema) }
  }

  /// A file of the first version, with rows.
  func filledFile() throws -> String {
    let file = scratch.file("old.db")
    try open(file, Schema.current.asOf(1)).close()
    try sql(
      file,
      """
      INSERT INTO account(name, aggregation, feeding, revision) VALUES ('ann', 1, 1, 7);
      INSERT INTO feed(account, name, url, prefix) VALUES (1, 'main', 'http://x', 'root');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
      INSERT INTO message(account, feed, id, rev, rank, ts, path, kind, title, body, count, thread, category, arg,
        arg_count, state, snapshot)
      SELECT 1, 1, i, '', x'', 0, 'root.in', '', 'title', 'body', 1, '', '', '', 0, 0, 0 FROM n;
      INSERT INTO badge SELECT 1, 'root.b' || id, 2, 5, 0, 0, 0, 0 FROM message
      """)
    return file
  }

  /// Two independent steps, in either order.
  @Test(arguments: [false, true])
  func stepsNeedOnlyAnOrder(isSwapped: Bool) throws {
    let one = Migration("CREATE TABLE one(a INTEGER NOT NULL); INSERT INTO one VALUES (1);")
    let two = Migration("ALTER TABLE account ADD COLUMN colour INTEGER NOT NULL DEFAULT 7;") {
      (store) throws(Failure) in
      #expect(try store.readNumber("SELECT colour FROM account") == 7)
      try store.execute("UPDATE account SET colour = 8")
    }
    var schema = Schema.current
    schema.migrations += isSwapped ? [two, one] : [one, two]
    let store = try open(try filledFile(), schema)
    #expect(try store.readNumber("SELECT a FROM one") == 1)
    #expect(try store.readNumber("SELECT colour FROM account") == 8)
    #expect(try store.readNumber("PRAGMA user_version") == Schema.current.version + 2)
    try store.close()
    let again = try open(scratch.file("old.db"), schema)
    #expect(try again.readNumber("SELECT COUNT(*) FROM one") == 1)
    try again.close()
    // An older version leaves the file unchanged.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file("old.db")))
    let answer = refusal { _ = try openStore(scratch.file("old.db")) }
    #expect(answer?.code == .newer)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("old.db"))) == bytes)
    #expect(scratch.names == ["old.db"])
  }

  /// Statements that change every table, and `between` behind each of them.
  func busySchema(_ between: @escaping (Int, Store) throws(Failure) -> Void) -> Schema {
    let scripts: [StaticString] = [
      "CREATE TABLE copy AS SELECT * FROM message;",
      "UPDATE badge SET count = count + 1000;",
      "CREATE INDEX copy_title ON copy(title, body);",
      "DELETE FROM message WHERE key % 2 = 0;",
      "ALTER TABLE feed ADD COLUMN colour TEXT NOT NULL DEFAULT '';",
      "INSERT INTO copy SELECT * FROM copy; INSERT INTO copy SELECT * FROM copy;",
      "DROP TABLE copy;",
      "UPDATE account SET revision = revision + 1;",
    ]
    var schema = Schema.current
    for (index, script) in scripts.enumerated() {
      schema.migrations.append(Migration(script) { (store) throws(Failure) in try between(index, store) })
    }
    return schema
  }

  /// All steps behind the file's version are made.
  @Test func eachVersionComesForward() throws {
    let schema = busySchema { (_, _) in }
    var results: Set<[String]> = []
    for version in Schema.current.version...schema.version {
      let file = try filledFile()
      let former = schema.asOf(version)
      #expect(former.version == version)
      try open(file, former).close()
      #expect(try number(file, "user_version") == Int(version))
      try open(file, schema).close()
      #expect(try number(file, "user_version") == Int(schema.version))
      results.insert(try rows(file))
      try FileManager.default.removeItem(atPath: file)
    }
    #expect(results.count == 1)
  }

  func copyFiles(_ file: String, to target: String) {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file + suffix) {
      try? FileManager.default.copyItem(atPath: file + suffix, toPath: target + suffix)
    }
  }

  /// The files between the statements, as a killed process leaves them.
  @Test func aCrashAtAnyStatementLeavesTheFormerVersion() throws {
    let file = try filledFile()
    let before = try rows(file)
    let schema = busySchema { (index, store) throws(Failure) in
      // So that uncommitted changes are in the log, at least in part.
      if index == 0 { try store.execute("PRAGMA cache_size = 1") }
      copyFiles(file, to: scratch.file("crash\(index).db"))
    }
    let store = try open(file, schema)
    #expect(try store.readNumber("PRAGMA user_version") == schema.version)
    try store.close()
    let after = try rows(file)
    #expect(after != before)
    var logBytes = 0
    for index in 0..<8 {
      let crashed = scratch.file("crash\(index).db")
      logBytes = max(logBytes, (try? Data(contentsOf: URL(fileURLWithPath: crashed + "-wal")).count) ?? 0)
      #expect(try rows(crashed) == before)
      try openStore(crashed).close()
      #expect(try rows(crashed) == before, "after statement \(index)")
      try open(crashed, busySchema { (_, _) in }).close()
      #expect(try rows(crashed) == after, "after statement \(index)")
    }
    #expect(logBytes > 32)
  }

  @Test func anErrorAtAnyStatementLeavesTheFormerVersion() throws {
    let file = try filledFile()
    let before = try rows(file)
    for failing in 0..<8 {
      let answer = refusal {
        _ = try open(
          file,
          busySchema { (index, store) throws(Failure) in
            if index == failing { throw store.refusal(.full, "as if the disk were full") }
          })
      }
      #expect(answer?.code == .full)
      #expect(answer?.words.contains("as if the disk were full") == true)
      #expect(try rows(file) == before, "at statement \(failing)")
      #expect(try number(file, "user_version") == Int(Schema.current.version))
    }
    #expect(scratch.names.filter { $0.hasSuffix("-lock") }.isEmpty)
  }

  /// SQLite is interrupted after so many steps of its machine, from the first to the last.
  @Test func anErrorWithinAStatementLeavesTheFormerVersion() throws {
    let file = try filledFile()
    let before = try rows(file)
    var steps: Int32 = 1
    var failures = 0
    while true {
      let answer = refusal {
        try open(
          file,
          busySchema { (index, store) in
            if index == 0 { sqlite3_progress_handler(store.database, steps, { _ in 1 }, nil) }
          }
        ).close()
      }
      guard let answer else { break }
      #expect(answer.code == .locked, "\(answer.words)")
      #expect(try rows(file) == before, "after \(steps) steps")
      failures += 1
      steps += max(1, steps / 8)
    }
    #expect(failures > 20)
    #expect(try rows(file) != before)
  }
}

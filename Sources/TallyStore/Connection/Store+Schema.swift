import CChecksum
import CSQLite
import TallyFailure
import TallyMemory

// Bringing a file to the current version.

extension Store {
  /// Makes the tables, the identity and the epoch of a new file in one transaction.
  ///
  /// Two things can only be decided now: that free pages can be given back, and that each page has room for a checksum.
  func create(seed: UInt64, now: Int64) throws(Failure) {
    let result = ctally_checksum_begin(database)
    if result != SQLITE_OK { throw failure(result) }
    // Deferred, because the pragma must come before the first page. A pragma before the transaction would be a
    // transaction of its own. A crash behind it would leave a file without an owner.
    try transacting("BEGIN; PRAGMA auto_vacuum = INCREMENTAL;") { () throws(Failure) in
      try climb(from: 0)
      try writeEpoch(seed: seed, now: now)
    }
  }

  /// Brings the schema to the current version in one transaction.
  func migrate() throws(Failure) {
    let version = try readNumber("PRAGMA user_version")
    if version >= schema.version { return }
    try transacting("BEGIN EXCLUSIVE") { () throws(Failure) in try climb(from: version) }
  }

  private func transacting(_ begin: StaticString, _ body: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try execute(begin)
      try body()
      try execute("COMMIT")
    } catch {
      // The first error is reported. Its message is already set, and the rollback sets none.
      run("ROLLBACK")
      throw error
    }
  }

  private func climb(from version: Int64) throws(Failure) {
    // Fits 32 bits: below the version of the schema, and SQLite keeps 32 bits.
    for place in Int(version)..<schema.migrations.count {
      try execute(schema.migrations[place].script)
      if let body = schema.migrations[place].body { try body(self) }
    }
    try setVersion(schema.version)
  }

  /// A pragma takes no parameters.
  func setVersion(_ version: Int64) throws(Failure) {
    var text = ByteBuffer()
    var result: Int32
    do throws(OutOfMemory) {
      try text.append("PRAGMA user_version = ")
      try text.append(decimal: version)
      result = try text.withCString { sqlite3_exec(database, $0, nil, nil, nil) }
    } catch {
      throw Failure.noMemory
    }
    if result != SQLITE_OK { throw failure(result) }
  }

  /// The epoch is 63 random bits, so that a store that was deleted and created again differs from the former one.
  private func writeEpoch(seed: UInt64, now: Int64) throws(Failure) {
    let mixed = SplitMix.mix(seed ^ (UInt64(bitPattern: now) &* 0x9E37_79B9_7F4A_7C15)) & UInt64(Int64.max)
    let value = Int64(mixed == 0 ? 1 : mixed)
    var rows = try rows("INSERT INTO meta(id, epoch) VALUES (1, ?1)")
    rows.statement.bind(1, value)
    try finish(rows.statement)
  }

  func readEpoch() throws(Failure) {
    let value = try readNumber("SELECT epoch FROM meta WHERE id = 1")
    if value <= 0 { throw refusal(.corrupt, "the file is damaged: it has no epoch") }
    epoch = UInt64(value)
    logTime = max(try readNumber("SELECT MAX(time) FROM log"), 0)
  }

  /// A column with the identifiers of rows, which this library counts from 1.
  func identifier(_ statement: borrowing Statement, _ column: Int32) throws(Failure) -> Int64 {
    let number = statement.number(column)
    if !StoredRange.nextRow.contains(number) { throw numberError(number) }
    return number
  }

  /// The first number of the row of a count, a sum or a maximum, which always has one.
  func onlyNumber(_ statement: borrowing Statement) throws(Failure) -> Int64 {
    _ = try step(statement)
    return statement.number(0)
  }

  /// The greatest number of the rows of a kind; 0: there are none.
  func lastNumber(_ statement: borrowing Statement) throws(Failure) -> Int64 {
    let number = try onlyNumber(statement)
    if number > StoredRange.nextRow.upperBound { throw numberError(number) }
    return number
  }

  /// SQLite would say that the disk is full.
  func refuseWithoutRoom() throws(Failure) {
    let number = try readNumber("SELECT MAX(seq) FROM sqlite_sequence")
    if number > StoredRange.row.upperBound { throw numberError(number) }
  }

  func numberError(_ number: Int64) -> Failure {
    beginWords()
    Words.add("the file is damaged: a row has the number ")
    Words.add(number: number)
    return Failure(keepingMessage: .corrupt)
  }

  /// The number in the first column of the first row, or 0.
  func readNumber(_ text: StaticString) throws(Failure) -> Int64 {
    let rows = try rows(text)
    return try step(rows.statement) ? rows.statement.number(0) : 0
  }
}

// MARK: - No other schema

extension Store {
  /// Checks that the file has exactly the tables and indexes of its version: no view in place of a table, no trigger,
  /// no computed column. Code from a file never runs.
  /// - Throws: `.corrupt`, with the name of the first difference.
  func refuseOtherSchema() throws(Failure) {
    let promised = schema.asOf(try readNumber("PRAGMA user_version"))
    let fresh = try Store.make(promised)
    let found = try schemaRows()
    let expected = try fresh.schemaRows()
    while true {
      let (isFound, isExpected) = (try step(found.statement), try fresh.step(expected.statement))
      if !isFound && !isExpected { return }
      if !isFound { throw schemaError(expected.statement.bytes(1)) }
      if !isExpected { throw schemaError(found.statement.bytes(1)) }
      if isEqual(found.statement.bytes(0), expected.statement.bytes(0)) { continue }
      let isMissing = precedes(expected.statement.bytes(0), found.statement.bytes(0))
      throw schemaError(isMissing ? expected.statement.bytes(1) : found.statement.bytes(1))
    }
  }

  /// An empty store in memory that has only its tables.
  private static func make(_ schema: Schema) throws(Failure) -> Store {
    // Everything else changes rows, and there are none.
    let scripts = Schema(migrations: schema.migrations.map { Migration($0.script) })
    let store = Store(schema: scripts)
    try store.connectToMemory()
    try store.create(seed: 1, now: 1)
    return store
  }

  /// The definitions in their order and their names. The table that identifies a store comes first.
  private func schemaRows() throws(Failure) -> Rows {
    try rows(
      "SELECT (name <> 'meta') || type || ' ' || name || ' ' || tbl_name || ' ' || ifnull(sql, ''), ",
      "type || ' ' || name FROM sqlite_schema ORDER BY 1")
  }

  private func precedes(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] < b[index] }
    return a.count < b.count
  }

  private func schemaError(_ name: UnsafeRawBufferPointer) -> Failure {
    beginWords()
    Words.add("the file is damaged: its tables are not those of its version (")
    Words.add(UnsafeRawBufferPointer(rebasing: name[0..<min(name.count, 80)]))
    Words.add(")")
    return Failure(keepingMessage: .corrupt)
  }
}

/// A statement for occasional use, which is not kept.
struct Rows: ~Copyable {
  var statement: Statement
  /// It is destroyed after the statement was reset.
  private let end: End

  private struct End: ~Copyable {
    let pointer: OpaquePointer

    deinit { sqlite3_finalize(pointer) }
  }

  init(_ pointer: OpaquePointer) {
    statement = Statement(pointer)
    end = End(pointer: pointer)
  }
}

extension Store {
  /// Prepares a statement of up to three parts.
  func rows(_ text: StaticString, _ rest: StaticString = "", _ end: StaticString = "") throws(Failure) -> Rows {
    var whole = ByteBuffer()
    try growing { () throws(OutOfMemory) in
      try whole.append(text)
      try whole.append(rest)
      try whole.append(end)
    }
    return Rows(try prepare(whole.bytes))
  }

  /// A statement that the caller finalizes.
  func prepare(_ text: UnsafeRawBufferPointer) throws(Failure) -> OpaquePointer {
    guard let database else { throw closedError() }
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v2(
      database, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: text.count), &prepared,
      nil)
    guard result == SQLITE_OK, let prepared else { throw preparationError(result) }
    return prepared
  }
}

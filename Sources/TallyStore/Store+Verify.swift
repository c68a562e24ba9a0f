import CChecksum
import CSQLite
import TallyMemory

// Verifying: everything in the file is read and compared with what it should be.

extension Store {
  /// Looks at every page and every row.
  /// - Parameter report: told each thing that is wrong, and where, in words; borrowed during the call.
  /// - Returns: how many things are wrong.
  /// - Throws: what kept it from looking.
  public func verify(
    _ rules: StoreRules, report: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int {
    let findings = Findings(report)
    try verifyPages(findings)
    try verifyTexts(findings, "PRAGMA integrity_check")
    do throws(StoreError) { try verifySchema() } catch { try findings.take(error) }
    let version = try readNumber("PRAGMA user_version")
    for table in StoredTable.all where table.since <= version {
      do throws(StoreError) { try verifyRows(of: table, rules, findings) } catch { try findings.take(error) }
      if let missing = table.missing { try verifyTexts(findings, missing) }
    }
    return findings.count
  }

  /// The checksum of each page of the file, also of those that nothing leads to.
  private func verifyPages(_ findings: Findings) throws(StoreError) {
    // What is in the log may be half in the file too, after a crash; written over, it is whole.
    try checkpoint()
    if ctally_checksum_is_kept(database) == 0 { return }
    let size = Int32(truncatingIfNeeded: try readNumber("PRAGMA page_size"))
    let count = UInt32(clamping: try readNumber("PRAGMA page_count"))
    var page = RawBlock()
    do throws(OutOfMemory) { try page.reserve(Int(size)) } catch { throw StoreError.outOfMemory() }
    var number: UInt32 = 1
    while number <= count {
      let result = ctally_checksum_read_page(database, page.base, size, number)
      if result != SQLITE_OK { try findings.take(failure(result)) }
      number += 1
    }
  }

  /// What SQLite finds by itself (that pages hang together, and that indexes have what tables have), and what refers to
  /// nothing: a text each.
  private func verifyTexts(_ findings: Findings, _ text: StaticString) throws(StoreError) {
    let ok: StaticString = "ok"
    do throws(StoreError) {
      let rows = try rows(text)
      while try step(rows.statement) {
        let words = rows.statement.bytes(0)
        if !isEqual(words, UnsafeRawBufferPointer(start: ok.utf8Start, count: 2)) { findings.add(words) }
      }
    } catch {
      try findings.take(error)
    }
  }

  /// The tables and indexes are those that the version promises: those of a store that is made anew.
  private func verifySchema() throws(StoreError) {
    let promised = schema.asOf(try readNumber("PRAGMA user_version"))
    let fresh = try Store.open(file: nil, seed: 1, now: 1, schema: promised)
    let isSame = try schemaHash() == fresh.schemaHash()
    if !isSame { throw refusal(.corrupt, "the file is damaged: its tables are not those of its version") }
  }

  private func schemaHash() throws(StoreError) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let rows = try rows("SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1")
    while try step(rows.statement) {
      for byte in rows.statement.bytes(0) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash
  }

  private func verifyRows(of table: StoredTable, _ rules: StoreRules, _ findings: Findings) throws(StoreError) {
    let row = StoredRow()
    let rows = try rows("SELECT * FROM ", table.name)
    var text = ByteBuffer()
    while try step(rows.statement) {
      try row.read(rows.statement)
      if row.matches(table.columns) && table.isValid(row, rules) { continue }
      text.removeAll()
      do throws(OutOfMemory) { try row.describe(as: table, into: &text) } catch { throw StoreError.outOfMemory() }
      findings.add(text.bytes)
    }
  }
}

extension StoredRow {
  /// "table badge, row 1, 'root.a': …"
  fileprivate func describe(as table: StoredTable, into text: inout ByteBuffer) throws(OutOfMemory) {
    try text.append("table ")
    try text.append(table.name)
    try text.append(", row")
    for index in 0..<min(table.keyColumns, values.count) {
      try text.append(index == 0 ? " " : ", ")
      if values[index].kind == StoredValue.integer {
        try text.append(decimal: values[index].number)
      } else {
        try text.append("'")
        try text.append(values[index].bytes)
        try text.append("'")
      }
    }
    try text.append(": it holds what cannot be")
  }
}

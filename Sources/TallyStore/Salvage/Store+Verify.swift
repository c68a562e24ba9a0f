import CChecksum
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

// Verifying reads everything in the file and compares it with the expected content.

extension Store {
  /// Checks every page and every row.
  /// - Parameter report: receives a description of each error and its place, borrowed during the call.
  /// - Returns: the number of errors.
  /// - Throws: why the check could not be done.
  public func verify(
    _ rules: StoreRules, report: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) -> Int {
    let findings = Findings(report)
    try verifyPages(findings)
    try verifyTexts(findings, "PRAGMA integrity_check")
    do throws(Failure) { try refuseOtherSchema() } catch { try findings.take(error) }
    for table in StoredTable.all {
      try Reserve.refill()
      do throws(Failure) { try verifyRows(of: table, rules, findings) } catch { try findings.take(error) }
      do throws(Failure) { try verifyOwners(of: table, findings) } catch { try findings.take(error) }
    }
    do throws(Failure) { try verifyThresholds(findings) } catch { try findings.take(error) }
    do throws(Failure) { try verifyLinks(findings) } catch { try findings.take(error) }
    return findings.count
  }

  /// Reports the links that close a circle.
  private func verifyLinks(_ findings: Findings) throws(Failure) {
    var text = ByteBuffer()
    try visitImpossibleLinks { (account, _, path) throws(Failure) in
      text.removeAll()
      try growing { () throws(OutOfMemory) in
        try text.append("table link: a link of account ")
        try text.append(decimal: account)
        try text.append(" from '")
        try text.append(path)
        try text.append("' closes a circle, or is one too many")
      }
      findings.add(text.bytes)
    }
  }

  /// Reports the paths with a message that does not count as the path's rule says.
  private func verifyThresholds(_ findings: Findings) throws(Failure) {
    var text = ByteBuffer()
    try visitOtherThresholds { (account, path) throws(Failure) in
      text.removeAll()
      try growing { () throws(OutOfMemory) in
        try text.append("table message: a message of account ")
        try text.append(decimal: account)
        try text.append(" at '")
        try text.append(path)
        try text.append("' does not count by the rule of its path")
      }
      findings.add(text.bytes)
    }
  }

  private func verifyPages(_ findings: Findings) throws(Failure) {
    try visitDamagedPages { (error) throws(Failure) in try findings.take(error) }
  }

  /// Checks the checksum of each page of the file, also of unused ones.
  /// - Parameter found: called for each wrong page, with the thread's message.
  func visitDamagedPages(_ found: (Failure) throws(Failure) -> Void) throws(Failure) {
    // After a crash, the log's contents may be half in the file too. Overwriting completes them.
    try checkpoint()
    if ctally_checksum_is_kept(database) == 0 { return }
    // Fits 32 bits: 65,536 at most.
    let size = Int(try readNumber("PRAGMA page_size"))
    let count = UInt32(clamping: try readNumber("PRAGMA page_count"))
    try visitDamagedPages(upTo: count, size, hasMap: try readNumber("PRAGMA auto_vacuum") != 0, found)
  }

  /// The same for the first pages as they are in the file, whatever the log contains.
  /// - Parameter hasMap: whether pages with pointers say which pages are free.
  func visitDamagedPages(
    upTo count: UInt32, _ size: Int, hasMap: Bool, _ found: (Failure) throws(Failure) -> Void
  ) throws(Failure) {
    var page = RawBlock()
    do throws(OutOfMemory) { try page.replaceWithZeros(size) } catch { throw Failure.noMemory }
    var number: UInt32 = 1
    while number <= count {
      let result = ctally_checksum_read_page(database, page.base, Int32(size), number)
      if result == ctally_sqlite_ioerr_data {
        try found(checksumError(Int64(number)))
      } else if result == ctally_sqlite_ioerr_short_read {
        try found(cutOffError(Int64(number)))
      } else if result != SQLITE_OK {
        throw failure(result)
      } else if hasMap, Int(ctally_checksum_judge(page.base, size, number)) == CTALLY_PAGE_ZERO {
        if try !isFree(number, size) { try found(checksumError(Int64(number))) }
      }
      number += 1
    }
  }

  /// Whether a page needs no content. At regular intervals, a page describes the pages behind it: 2, free.
  private func isFree(_ number: UInt32, _ size: Int) throws(Failure) -> Bool {
    let group = UInt32((size - CTALLY_CHECKSUM_BYTES) / 5) + 1
    // There is no page at the place of POSIX locks.
    let lockPage = UInt32(0x4000_0000 / size) + 1
    var map = (number - 2) / group * group + 2
    if map == lockPage { map += 1 }
    if number <= map { return number == lockPage }
    var page = RawBlock()
    do throws(OutOfMemory) { try page.replaceWithZeros(size) } catch { throw Failure.noMemory }
    let result = ctally_checksum_read_page(database, page.base, Int32(size), map)
    // A wrong map is found when its own page is checked. Here it has no meaning.
    if result == ctally_sqlite_ioerr_data { return true }
    if result != SQLITE_OK { throw failure(result) }
    let kind = page.base?.load(fromByteOffset: Int(clamping: number - map - 1) * 5, as: UInt8.self)
    return number == lockPage || kind == 2
  }

  private func cutOffError(_ page: Int64) -> Failure {
    beginWords()
    Words.add("the file is damaged: it ends before the end of page ")
    Words.add(number: page)
    return Failure(keepingMessage: .corrupt)
  }

  /// Reports the errors that SQLite finds: in the links between pages, and between tables and indexes. SQLite also
  /// reports pages that it could not read, or had no memory for, which are not damage.
  private func verifyTexts(_ findings: Findings, _ text: StaticString) throws(Failure) {
    let ok: StaticString = "ok"
    do throws(Failure) {
      let rows = try rows(text)
      while try step(rows.statement) {
        let words = rows.statement.bytes(0)
        if isEqual(words, UnsafeRawBufferPointer(start: ok.utf8Start, count: 2)) { continue }
        if hasFailedToRead() { throw unreadableError() }
        if saysNoMemory(words) { throw Failure.noMemory }
        findings.add(words)
      }
    } catch {
      try findings.take(error)
    }
  }

  /// Whether a row of the check says that there was no memory: "unable to get the page. error code=7",
  /// "btreeInitPage() returns error code 7".
  private func saysNoMemory(_ words: UnsafeRawBufferPointer) -> Bool {
    let code: StaticString = "error code"
    let length = code.utf8CodeUnitCount
    // A sign and the number follow.
    if words.count < length + 2 || words[words.count - 1] != UInt8(ascii: "7") { return false }
    let start = words.count - length - 2
    let sign = words[words.count - 2]
    return (sign == UInt8(ascii: "=") || sign == UInt8(ascii: " "))
      && isEqual(
        UnsafeRawBufferPointer(rebasing: words[start..<start + length]),
        UnsafeRawBufferPointer(start: code.utf8Start, count: length))
  }

  /// Reports each account or feed that rows refer to and that does not exist.
  private func verifyOwners(of table: StoredTable, _ findings: Findings) throws(Failure) {
    if table.owner == .none { return }
    let ofFeed = table.owner == .feed
    let rows = try rows(
      ofFeed ? "SELECT DISTINCT account, feed FROM " : "SELECT DISTINCT account FROM ", table.name, table.isOrphan)
    var text = ByteBuffer()
    while try step(rows.statement) {
      if hasFailedToRead() { throw unreadableError() }
      text.removeAll()
      try growing { () throws(OutOfMemory) in
        try text.append("table ")
        try text.append(table.name)
        if ofFeed {
          try text.append(": there is no feed ")
          try text.append(decimal: rows.statement.number(1))
          try text.append(" of account ")
        } else {
          try text.append(": there is no account ")
        }
        try text.append(decimal: rows.statement.number(0))
      }
      findings.add(text.bytes)
    }
  }

  private func verifyRows(of table: StoredTable, _ rules: StoreRules, _ findings: Findings) throws(Failure) {
    let row = StoredRow()
    let rows = try rows("SELECT * FROM ", table.name)
    var text = ByteBuffer()
    while try step(rows.statement) {
      try row.read(rows.statement)
      if row.matches(table.columns) && table.allows(row, rules) { continue }
      text.removeAll()
      do throws(OutOfMemory) { try row.describe(as: table, into: &text) } catch { throw Failure.noMemory }
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
    for index in 0..<min(max(table.keyed, 1), values.count) {
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

/// The errors of a file. Each is reported and counted.
final class Findings {
  /// The most reports. A file that is damaged everywhere would repeat the same report endlessly.
  static let maxTold = 100

  private let report: (UnsafeRawBufferPointer) -> Void
  private(set) var count = 0

  init(_ report: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.report = report
  }

  func add(_ words: UnsafeRawBufferPointer) {
    count += 1
    if count <= Findings.maxTold { report(words) }
  }

  /// Damage ends a check and is a finding. Any other error is thrown.
  func take(_ error: Failure) throws(Failure) {
    if error.status != .corrupt { throw error }
    add(Words.text)
  }
}

import CChecksum
import CSQLite
import Foundation
import TallyTree
import TestSupport
import Testing

@testable import TallyStore

@Suite struct ChecksumTests {
  let scratch: Scratch
  let file: String
  let whole: Data

  init() throws {
    scratch = try Scratch()
    file = scratch.file("a.db")
    let store = try openStore(file)
    let account = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 0).id
    for index in 0..<200 {
      let own = OwnState(badge: .count(UInt32(index) + 1))
      try store.saveBadge(account: account, path: raw("root.badge\(index)"), own)
    }
    try store.close()
    whole = try Data(contentsOf: URL(fileURLWithPath: file))
  }

  func judgements(_ bytes: Data) -> [Int] {
    stride(from: 0, to: bytes.count, by: 4096).map { offset in
      bytes.subdata(in: offset..<min(offset + 4096, bytes.count)).withUnsafeBytes {
        Int(ctally_checksum_judge($0.baseAddress, $0.count, UInt32(offset / 4096 + 1)))
      }
    }
  }

  func expectRight(_ file: String) throws {
    let found = judgements(try Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(found.count > 5)
    #expect(found.allSatisfy { $0 == CTALLY_PAGE_RIGHT || $0 == CTALLY_PAGE_ZERO }, "\(found)")
  }

  @Test func everyPageHasOne() throws {
    try expectRight(file)
  }

  @Test func everyBitCounts() throws {
    var bytes = whole
    for offset in stride(from: 0, to: whole.count, by: 61) {
      bytes[offset] ^= 1 << UInt8(offset % 8)
      let page = offset / 4096
      #expect(judgements(bytes.subdata(in: 0..<whole.count))[page] == CTALLY_PAGE_WRONG, "byte \(offset)")
      bytes[offset] = whole[offset]
    }
  }

  @Test func aPageInAnothersPlaceIsWrong() throws {
    var bytes = whole
    bytes.replaceSubrange(4096 * 3..<4096 * 4, with: whole.subdata(in: 4096 * 4..<4096 * 5))
    #expect(judgements(bytes)[3] == CTALLY_PAGE_WRONG)
    #expect(judgements(bytes)[4] == CTALLY_PAGE_RIGHT)
  }

  /// Newer versions of SQLite read parts of pages, whose length may be the size of another page.
  @Test(arguments: [12, 500, 512, 1024, 2048, 4095] as [Int32]) func partsOfPagesAreLookedAt(count: Int32) throws {
    var bytes = whole
    bytes[4096 * 4 + 4000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
    let store = try openStore(file)
    var base: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(store.database, "main", SQLITE_FCNTL_FILE_POINTER, &base)
    let opened = try #require(base)
    let read = try #require(opened.pointee.pMethods?.pointee.xRead)
    var part = [UInt8](repeating: 0xEE, count: Int(count))
    for page in [2, 3] {
      #expect(read(opened, &part, count, Int64(4096 * page)) == SQLITE_OK)
      #expect(
        Data(part) == whole.subdata(in: 4096 * page..<4096 * page + Int(count) - max(0, Int(count) - 4084))
          + Data(repeating: 0, count: max(0, Int(count) - 4084)))
    }
    #expect(read(opened, &part, count, 4096 * 4) == ctally_sqlite_ioerr_data)
  }

  @Test func othersReadTheFile() throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(file, &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, "SELECT SUM(count) FROM badge", nil, nil, nil) == SQLITE_OK)
  }

  /// The last reader writes the log into the database. This is not damage, and the log's pages have no seals that would
  /// be wrong then.
  @Test func othersMayWriteTheLogIntoTheFile() throws {
    let copy = scratch.file("b.db")
    let store = try openStore(file)
    try store.execute("PRAGMA cache_size = 5; PRAGMA wal_autocheckpoint = 0;")
    for turn in 1...3 {
      try store.begin()
      for index in 0..<2000 {
        let own = OwnState(badge: index % turn == 0 ? .count(UInt32(index) + 1) : .dot)
        try store.saveBadge(account: 1, path: raw("root.other\(index).\(turn)"), own)
      }
      try store.commit()
      try store.execute("DELETE FROM badge WHERE path LIKE 'root.other1%'")
    }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix)
    }
    var expected = 0
    try store.loadBadges(account: 1) { _, _ in expected += 1 }
    try store.close()
    var database: OpaquePointer?
    try #require(sqlite3_open(copy, &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, "SELECT SUM(count) FROM badge", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(database)
    #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
    #expect(judgements(try Data(contentsOf: URL(fileURLWithPath: copy))).contains(CTALLY_PAGE_UNSEALED))
    let again = try openStore(copy)
    var found = 0
    try again.loadBadges(account: 1) { _, _ in found += 1 }
    #expect(found == expected && found > 1000)
    // A rewritten page is sealed again.
    try again.execute("UPDATE badge SET count = count + 1")
    try again.close()
    let after = judgements(try Data(contentsOf: URL(fileURLWithPath: copy)))
    #expect(after.filter { $0 == CTALLY_PAGE_RIGHT }.count > after.count / 2)
  }

  @Test func otherProgramsFilesAreRead() throws {
    var database: OpaquePointer?
    try #require(sqlite3_open(file, &database) == SQLITE_OK)
    sqlite3_exec(database, "UPDATE badge SET count = count + 1", nil, nil, nil)
    sqlite3_close(database)
    let answer = refusal {
      let store = try openStore(file)
      try store.loadBadges(account: 1) { _, _ in }
    }
    #expect(answer?.code == .corrupt)
    #expect(answer?.words.contains("checksum of page") == true, "\(answer?.words ?? "")")
  }

  @Test func copiesKeepThem() throws {
    let store = try openStore(file)
    // More than the cache holds, so pages are written before the first one.
    try store.execute("PRAGMA cache_size = 2")
    let script = "VACUUM INTO '\(scratch.file("into.db"))'"
    #expect(sqlite3_exec(store.database, script, nil, nil, nil) == SQLITE_OK)
    var target: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try #require(sqlite3_open_v2(scratch.file("backup.db"), &target, flags, ctally_checksum_vfs()) == SQLITE_OK)
    ctally_checksum_begin(target)
    let backup = sqlite3_backup_init(target, "main", store.database, "main")
    while sqlite3_backup_step(backup, 2) == SQLITE_OK {}
    #expect(sqlite3_backup_finish(backup) == SQLITE_OK)
    sqlite3_close(target)
    try store.close()
    for copy in ["into.db", "backup.db"] {
      try expectRight(scratch.file(copy))
      let store = try openStore(scratch.file(copy))
      var count = 0
      try store.loadBadges(account: 1) { _, _ in count += 1 }
      #expect(count == 200)
      try store.close()
    }
  }

  @Test func anOddRoomInTheHeaderIsDamage() throws {
    for reserved: UInt8 in [4, 8, 13, 14, 28, 140] {
      var bytes = whole
      bytes[20] = reserved
      try bytes.write(to: URL(fileURLWithPath: file))
      #expect(refusal { _ = try openStore(file) }?.code == .corrupt)
    }
  }

  /// After any change in the first page, the file is damaged, and does not count as another program's or a newer one.
  @Test func aDamagedFirstPageIsOurs() throws {
    for offset in 0..<100 {
      for bit in 0..<8 {
        var bytes = whole
        bytes[offset] ^= 1 << UInt8(bit)
        try bytes.write(to: URL(fileURLWithPath: file))
        let answer = refusal { _ = try openStore(file) }
        // SQLite's counters, which do not count.
        if [24..<28, 40..<44, 92..<100].contains(where: { $0.contains(offset) }) {
          #expect(answer == nil)
          continue
        }
        #expect(answer?.code == .corrupt, "byte \(offset), bit \(bit): \(answer?.words ?? "opened")")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
      }
    }
    #expect(scratch.names == ["a.db"])
  }
}

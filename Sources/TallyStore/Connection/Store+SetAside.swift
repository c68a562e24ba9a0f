import CChecksum
import CFiles
import CPlatform
import CSQLite
import TallyFailure
import TallyMemory

// Setting a damaged file aside under another name. This happens only on request.
//
// A file is damaged if a page was read completely, twice, and its checksum was wrong both times. Nothing else is reason
// enough. The system may be able to read later what it cannot read now. Sound pages were written with their content,
// whatever it is.

extension Store {
  /// - Throws: `isWrongChecksum` if a page's checksum is wrong.
  func refuseWrongPages() throws(Failure) {
    // After a crash, the log's contents may be half in the file too. Overwriting completes them.
    try checkpoint()
    try refuseWrongPagesOfFile()
  }

  /// The same for a file that SQLite must not open: checks the pages as they are in the file. Foreign files pass.
  func refuseWrongPagesOfFile() throws(Failure) {
    var bytes = RawBlock()
    var size: Int64 = 0
    do throws(OutOfMemory) { try bytes.replaceWithZeros(FileHeader.byteCount) } catch { throw Failure.noMemory }
    guard let base = bytes.base else { return }
    let result = ctally_sqlite_read_header(database, base.assumingMemoryBound(to: UInt8.self), &size)
    if result != SQLITE_OK { throw failure(result) }
    let header = FileHeader(base)
    if !header.isDatabase || header.isAnothers || header.reserved != CTALLY_CHECKSUM_BYTES { return }
    let whole = UInt32(clamping: size / Int64(header.pageSize))
    let count = header.pages > 0 ? min(header.pages, whole) : whole
    try visitDamagedPages(upTo: count, header.pageSize, hasMap: header.hasPointerMap) { (error) throws(Failure) in
      if error.isWrongChecksum { throw error }
    }
  }

  /// Renames the file, its log and its journal. The lock is kept, so no other process gets in.
  func setAside() throws(Failure) {
    try rememberDamage()
    guard let resolved = sqlite3_db_filename(database, "main") else { throw Failure.noMemory }
    var file = ByteBuffer()
    var newName = RawBlock()
    let capacity = 4096
    do throws(OutOfMemory) {
      try file.append(UnsafeRawBufferPointer(start: resolved, count: ctally_text_length(resolved)))
      try file.append(byte: 0)
      try newName.reserve(capacity)
    } catch {
      throw Failure.noMemory
    }
    guard let from = file.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      let to = newName.base?.assumingMemoryBound(to: CChar.self)
    else { return }
    closeDatabase()
    let result = ctally_file_set_aside(from, to, capacity)
    if result != 0 { throw systemFailure(-result, "damaged, and cannot be set aside: ") }
    do throws(OutOfMemory) {
      try damage.append("; it was set aside as ")
      try damage.append(UnsafeRawBufferPointer(start: to, count: ctally_text_length(to)))
    } catch {
      throw Failure.noMemory
    }
  }

  private func rememberDamage() throws(Failure) {
    do throws(OutOfMemory) { try damage.append(Words.text) } catch { throw Failure.noMemory }
  }
}

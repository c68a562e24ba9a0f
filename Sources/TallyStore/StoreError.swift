import CFiles
import CPlatform
import CSQLite
import TallyMemory

/// What went wrong. The words are in the thread's message (`ctally_error_text`), so the error itself is trivial.
public struct StoreError: Error, Equatable, Sendable {
  public enum Code: Int32, Sendable {
    case outOfMemory, io, full, locked, corrupt, notAStore, newer, readOnly, permission
    case notFound, exists, conflict, malformed, isDirectory, busy, internalError
  }

  public let code: Code
  /// SQLite's extended result code, or 0 where it had no part in it.
  public let sqliteCode: Int32

  public init(_ code: Code, sqliteCode: Int32 = 0) {
    self.code = code
    self.sqliteCode = sqliteCode
  }

  /// Something was to be stored that is there already.
  public var isConstraint: Bool { sqliteCode & 0xFF == SQLITE_CONSTRAINT }

  /// A page was read whole, twice, and its checksum was wrong: only then is it known that the file is damaged.
  var isWrongChecksum: Bool { sqliteCode == ctally_sqlite_ioerr_data }

  /// Memory could not be had; says so in the thread's message.
  public static func outOfMemory() -> StoreError {
    Words.begin()
    Words.add("memory could not be had")
    return StoreError(.outOfMemory, sqliteCode: SQLITE_NOMEM)
  }
}

/// The thread's message, built piece by piece.
enum Words {
  static func begin() { ctally_error_clear() }
  static func add(_ text: StaticString) { ctally_error_append(text.utf8Start, text.utf8CodeUnitCount) }
  static func add(_ bytes: UnsafeRawBufferPointer) { ctally_error_append(bytes.baseAddress, bytes.count) }
  static func add(number: Int64) { ctally_error_append_number(number) }

  /// Has a label, or a literal would take this way, and all of String with it.
  static func add(cString text: UnsafePointer<CChar>?) {
    if let text { ctally_error_append_text(text) }
  }

  static func add(hexadecimal number: UInt32) {
    add("0x")
    for position in 0..<8 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(28 - 4 * position)) & 15
      var byte = digit < 10 ? 0x30 + digit : 0x57 + digit
      ctally_error_append(&byte, 1)
    }
  }
}

extension StoreError.Code {
  /// What a result code of SQLite means to who uses the store. `systemError` is the errno behind it, 0 where there
  /// is none.
  /// - Parameter isOpening: while a file is opened, a busy one is another's, and one that is no database is not ours;
  ///   later, the same codes say that something came between, or that the file was damaged.
  static func meaning(of code: Int32, systemError: Int32, isOpening: Bool) -> StoreError.Code {
    switch code & 0xFF {
    case SQLITE_NOMEM: return .outOfMemory
    case SQLITE_FULL, SQLITE_NOLFS: return .full
    case SQLITE_IOERR: return meaning(ofInputOutput: code, systemError: systemError)
    case SQLITE_CANTOPEN: return meaning(ofCannotOpen: code, systemError: systemError)
    case SQLITE_READONLY:
      // READONLY_DBMOVED: the file was taken away or replaced under us, which is no matter of rights.
      return code >> 8 == 4 ? .io : .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .permission
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return isOpening ? .notAStore : .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return isOpening ? .locked : .busy
    case SQLITE_INTERRUPT: return .busy
    case SQLITE_TOOBIG: return .malformed
    // A table or column that the version promises is missing.
    case SQLITE_ERROR, SQLITE_SCHEMA: return isOpening ? .corrupt : .internalError
    default: return .internalError
    }
  }

  private static func meaning(ofInputOutput code: Int32, systemError: Int32) -> StoreError.Code {
    switch code >> 8 {
    case 12: return .outOfMemory  // IOERR_NOMEM
    case 32: return .corrupt  // IOERR_DATA: a checksum is wrong
    // IOERR_CORRUPTFS is among them: SQLite says so of each read that fails with EIO.
    default: return meaning(ofSystemError: systemError) ?? .io
    }
  }

  private static func meaning(ofCannotOpen code: Int32, systemError: Int32) -> StoreError.Code {
    if code >> 8 == 2 { return .isDirectory }  // CANTOPEN_ISDIR
    return meaning(ofSystemError: systemError) ?? .io
  }

  /// nil: nothing more precise than an I/O error.
  static func meaning(ofSystemError error: Int32) -> StoreError.Code? {
    switch error {
    case ctally_errno_enospc, ctally_errno_edquot, ctally_errno_efbig: return .full
    case ctally_errno_erofs: return .readOnly
    case ctally_errno_eacces, ctally_errno_eperm: return .permission
    case ctally_errno_eisdir: return .isDirectory
    case ctally_errno_enomem: return .outOfMemory
    default: return nil
    }
  }
}

import CFiles
import CSQLite
import TallyFailure
import TallyMemory

extension Failure {
  /// A row to be stored exists already.
  public var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

  /// A page was read completely, twice, and its checksum was wrong. Only this proves that the file is damaged.
  var isWrongChecksum: Bool { code == ctally_sqlite_ioerr_data }
}

extension Status {
  /// The meaning of a SQLite result code. `systemError` is the errno behind it, or 0.
  /// - Parameter isOpening: the file is being opened. Then a busy file is in use elsewhere, and a file that is no
  ///   database is foreign. Later, the same codes mean interference or damage.
  static func meaning(of code: Int32, systemError: Int32, isOpening: Bool) -> Status {
    switch code & 0xFF {
    case SQLITE_NOMEM: return .noMemory
    case SQLITE_FULL, SQLITE_NOLFS: return .full
    case SQLITE_IOERR: return meaning(ofInputOutput: code, systemError: systemError)
    case SQLITE_CANTOPEN: return meaning(ofCannotOpen: code, systemError: systemError)
    case SQLITE_READONLY:
      // READONLY_DBMOVED: the file was removed or replaced while it was open. This does not concern permissions.
      return code >> 8 == 4 ? .io : .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .permission
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return isOpening ? .notAStore : .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked
    case SQLITE_INTERRUPT: return .locked
    case SQLITE_TOOBIG: return .argument
    // A table or column of this version is missing.
    case SQLITE_ERROR, SQLITE_SCHEMA: return isOpening ? .corrupt : .internalError
    default: return .internalError
    }
  }

  private static func meaning(ofInputOutput code: Int32, systemError: Int32) -> Status {
    switch code >> 8 {
    case 12: return .noMemory  // IOERR_NOMEM
    case 32: return .corrupt  // IOERR_DATA: a checksum is wrong
    // This includes IOERR_CORRUPTFS, which SQLite reports for each read that fails with EIO.
    default: return meaning(ofSystemError: systemError) ?? .io
    }
  }

  private static func meaning(ofCannotOpen code: Int32, systemError: Int32) -> Status {
    if code >> 8 == 2 { return .notAStore }  // CANTOPEN_ISDIR
    return meaning(ofSystemError: systemError) ?? .io
  }

  /// nil: just an I/O error.
  static func meaning(ofSystemError error: Int32) -> Status? {
    switch error {
    case ctally_errno_enospc, ctally_errno_edquot, ctally_errno_efbig: return .full
    case ctally_errno_erofs: return .readOnly
    case ctally_errno_eacces, ctally_errno_eperm: return .permission
    case ctally_errno_eisdir: return .notAStore
    case ctally_errno_enomem: return .noMemory
    default: return nil
    }
  }
}

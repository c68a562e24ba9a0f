import CFiles
import CSQLite
import TallyFailure
import TallyMemory

extension Failure {
  /// Something was to be stored that is there already.
  public var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

  /// A page was read whole, twice, and its checksum was wrong: only then is it known that the file is damaged.
  var isWrongChecksum: Bool { code == ctally_sqlite_ioerr_data }
}

extension Status {
  /// What a result code of SQLite means to who uses the store. `systemError` is the errno behind it, 0 where there
  /// is none.
  /// - Parameter isOpening: while a file is opened, a busy one is another's, and one that is no database is not ours;
  ///   later, the same codes say that something came between, or that the file was damaged.
  static func meaning(of code: Int32, systemError: Int32, isOpening: Bool) -> Status {
    switch code & 0xFF {
    case SQLITE_NOMEM: return .noMemory
    case SQLITE_FULL, SQLITE_NOLFS: return .full
    case SQLITE_IOERR: return meaning(ofInputOutput: code, systemError: systemError)
    case SQLITE_CANTOPEN: return meaning(ofCannotOpen: code, systemError: systemError)
    case SQLITE_READONLY:
      // READONLY_DBMOVED: the file was taken away or replaced under us, which is no matter of rights.
      return code >> 8 == 4 ? .io : .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .permission
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return isOpening ? .notAStore : .corrupt
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked
    case SQLITE_INTERRUPT: return .locked
    case SQLITE_TOOBIG: return .argument
    // A table or column that the version promises is missing.
    case SQLITE_ERROR, SQLITE_SCHEMA: return isOpening ? .corrupt : .internalError
    default: return .internalError
    }
  }

  private static func meaning(ofInputOutput code: Int32, systemError: Int32) -> Status {
    switch code >> 8 {
    case 12: return .noMemory  // IOERR_NOMEM
    case 32: return .corrupt  // IOERR_DATA: a checksum is wrong
    // IOERR_CORRUPTFS is among them: SQLite says so of each read that fails with EIO.
    default: return meaning(ofSystemError: systemError) ?? .io
    }
  }

  private static func meaning(ofCannotOpen code: Int32, systemError: Int32) -> Status {
    if code >> 8 == 2 { return .notAStore }  // CANTOPEN_ISDIR
    return meaning(ofSystemError: systemError) ?? .io
  }

  /// nil: nothing more precise than an I/O error.
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

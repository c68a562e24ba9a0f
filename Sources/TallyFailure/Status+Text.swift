extension Status {
  /// The name in `tally.h`.
  public var name: StaticString {
    switch self {
    case .ok: return "TALLY_OK"
    case .held: return "TALLY_HELD"
    case .more: return "TALLY_MORE"
    case .resync: return "TALLY_RESYNC"
    case .alreadyApplied: return "TALLY_ALREADY_APPLIED"
    case .notModified: return "TALLY_NOT_MODIFIED"
    case .empty: return "TALLY_EMPTY"
    case .setAside: return "TALLY_SET_ASIDE"
    case .argument: return "TALLY_ERROR_ARGUMENT"
    case .noMemory: return "TALLY_ERROR_NO_MEMORY"
    case .path: return "TALLY_ERROR_PATH"
    case .range: return "TALLY_ERROR_RANGE"
    case .limit: return "TALLY_ERROR_LIMIT"
    case .notFound: return "TALLY_ERROR_NOT_FOUND"
    case .exists: return "TALLY_ERROR_EXISTS"
    case .conflict: return "TALLY_ERROR_CONFLICT"
    case .bufferTooSmall: return "TALLY_ERROR_BUFFER_TOO_SMALL"
    case .staleHandle: return "TALLY_ERROR_STALE_HANDLE"
    case .closed: return "TALLY_ERROR_CLOSED"
    case .forked: return "TALLY_ERROR_FORKED"
    case .thread: return "TALLY_ERROR_THREAD"
    case .unsupported: return "TALLY_ERROR_UNSUPPORTED"
    case .internalError: return "TALLY_ERROR_INTERNAL"
    case .notApplied: return "TALLY_ERROR_NOT_APPLIED"
    case .malformed: return "TALLY_ERROR_MALFORMED"
    default: return outsideName
    }
  }

  private var outsideName: StaticString {
    switch self {
    case .io: return "TALLY_ERROR_IO"
    case .full: return "TALLY_ERROR_FULL"
    case .locked: return "TALLY_ERROR_LOCKED"
    case .corrupt: return "TALLY_ERROR_CORRUPT"
    case .notAStore: return "TALLY_ERROR_NOT_A_STORE"
    case .newer: return "TALLY_ERROR_NEWER"
    case .readOnly: return "TALLY_ERROR_READ_ONLY"
    case .permission: return "TALLY_ERROR_PERMISSION"
    case .staleEpoch: return "TALLY_ERROR_STALE_EPOCH"
    case .url: return "TALLY_ERROR_URL"
    case .network: return "TALLY_ERROR_NETWORK"
    case .timeout: return "TALLY_ERROR_TIMEOUT"
    case .tls: return "TALLY_ERROR_TLS"
    case .protocolError: return "TALLY_ERROR_PROTOCOL"
    case .tooLarge: return "TALLY_ERROR_TOO_LARGE"
    case .server: return "TALLY_ERROR_SERVER"
    case .unauthorized: return "TALLY_ERROR_UNAUTHORIZED"
    case .rateLimited: return "TALLY_ERROR_RATE_LIMITED"
    case .loggedOut: return "TALLY_ERROR_LOGGED_OUT"
    case .cancelled: return "TALLY_ERROR_CANCELLED"
    default: return "TALLY_UNKNOWN"
    }
  }

  /// A sentence for people.
  public var message: StaticString {
    switch self {
    case .ok: return "Done."
    case .held: return "The badge still shows, because something below it or feeding it does."
    case .more: return "There is more; ask again from where this answer ends."
    case .resync: return "What was asked for is no longer kept; list everything instead."
    case .alreadyApplied: return "This batch has been applied before; nothing was done."
    case .notModified: return "The server had nothing new."
    case .empty: return "Nothing arrived within the time, or the wait was interrupted."
    case .setAside: return "A damaged file was given another name, and a new one begun."
    case .argument: return "An argument is missing, unknown or has no meaning."
    case .noMemory: return "Memory could not be had."
    case .path: return "The path is not well formed, too deep or too long."
    case .range: return "A number is out of its range."
    case .limit: return "A limit set when opening would be exceeded."
    case .notFound: return "There is no such account, feed, message or observer."
    case .exists: return "It exists already."
    case .conflict: return "It contradicts what is stored."
    case .bufferTooSmall: return "The buffer does not suffice; the size needed was told."
    case .staleHandle: return "The node was released, or belongs to another account."
    case .closed: return "The engine was closed."
    case .forked: return "The engine belongs to the parent process."
    case .thread: return "Not allowed on this thread, or inside a callback."
    case .unsupported: return "Not available in this build or mode."
    case .internalError: return "A defect of the library; please report it."
    case .notApplied: return "The operation was fine, but another one refused the batch."
    case .malformed: return "Bytes that are no snapshot or patch, or are damaged."
    default: return outsideMessage
    }
  }

  private var outsideMessage: StaticString {
    switch self {
    case .io: return "The file could not be read or written."
    case .full: return "The disk, or the database's size limit, is full."
    case .locked: return "Another process, or another engine, has the file open."
    case .corrupt: return "The file is damaged. It was not changed."
    case .notAStore: return "Not a file of this library. It was not changed."
    case .newer: return "The file was written by a newer version. It was not changed."
    case .readOnly: return "The file or its directory is read-only."
    case .permission: return "The system does not permit access."
    case .staleEpoch: return "The batch comes from a former owner."
    case .url: return "The URL is not well formed, or its scheme is not supported."
    case .network: return "The server could not be reached, or the connection broke."
    case .timeout: return "A deadline passed."
    case .tls: return "The server's certificate or the handshake was refused."
    case .protocolError: return "The server's answer is not of the expected form; all of it was refused."
    case .tooLarge: return "The server's answer exceeds the limit; all of it was refused."
    case .server: return "The server answered with an error."
    case .unauthorized: return "The server refused the credential."
    case .rateLimited: return "The server asked to wait."
    case .loggedOut: return "The account is not logged in."
    case .cancelled: return "It was cancelled, or its feed was removed."
    default: return "Unknown status."
    }
  }
}

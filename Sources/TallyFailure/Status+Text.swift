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
    case .partial: return "TALLY_PARTIAL"
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
    case .held: return "The badge still shows, because of its children or messages."
    case .more: return "There are more results; call again with the last one."
    case .resync: return "The changes are no longer known; list everything instead."
    case .alreadyApplied: return "This batch was applied before; nothing was done."
    case .notModified: return "The server had nothing new."
    case .empty: return "Nothing arrived within the time, or the wait was interrupted."
    case .setAside: return "A damaged file was renamed, and a new one was begun."
    case .partial: return "Some items were rejected, and all others applied."
    case .argument: return "An argument is missing, unknown or invalid."
    case .noMemory: return "Memory ran out."
    case .path: return "The path is malformed, too deep or too long."
    case .range: return "A number is out of its range."
    case .limit: return "A limit set when opening would be exceeded."
    case .notFound: return "The account, feed, message or observer does not exist."
    case .exists: return "It already exists."
    case .conflict: return "It contradicts the stored data."
    case .bufferTooSmall: return "The buffer is too small; the needed size was reported."
    case .staleHandle: return "The node was released, or belongs to another account."
    case .closed: return "The engine was closed."
    case .forked: return "The engine belongs to the parent process."
    case .thread: return "Not allowed on this thread, or inside a callback."
    case .unsupported: return "Not available in this build or mode."
    case .internalError: return "A defect of the library; please report it."
    case .notApplied: return "The operation was valid, but another one made the batch fail."
    case .malformed: return "The bytes are not a snapshot, patch or export, or are damaged."
    default: return outsideMessage
    }
  }

  private var outsideMessage: StaticString {
    switch self {
    case .io: return "The file could not be read or written."
    case .full: return "The disk, or the database's size limit, is full."
    case .locked: return "Another process, or another engine, has the file open."
    case .corrupt: return "The file is damaged. It was not changed."
    case .notAStore: return "The file does not belong to this library. It was not changed."
    case .newer: return "A newer version has written the file. It was not changed."
    case .readOnly: return "The file or its directory is read-only."
    case .permission: return "The system does not permit access."
    case .staleEpoch: return "The batch comes from a former owner."
    case .url: return "The URL is malformed, or its scheme is not supported."
    case .network: return "The server could not be reached, or the connection broke."
    case .timeout: return "A deadline passed."
    case .tls: return "The server's certificate or the handshake was rejected."
    case .protocolError: return "The server's response is invalid and was rejected as a whole."
    case .tooLarge: return "The server's response exceeds the limit and was rejected as a whole."
    case .server: return "The server responded with an error."
    case .unauthorized: return "The server rejected the credential."
    case .rateLimited: return "The server requested a wait."
    case .loggedOut: return "The account is not logged in."
    case .cancelled: return "It was cancelled, or its feed was removed."
    default: return "Unknown status."
    }
  }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/**
 * A failed call, which has changed nothing. Each error has a class of its own, so that a program can catch it:
 * {@code catch (TallyException.NotFound missing)}.
 */
public class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The status in tally.h, which may be one of a newer library. */
    private final int number;

    TallyException(int number, String message) {
        super(message);
        this.number = number;
    }

    /**
     * The error.
     *
     * @return the status, a negative number
     */
    public Status status() {
        return Status.of(number);
    }

    /**
     * The name of the error in tally.h.
     *
     * @return "TALLY_ERROR_PATH" and the like
     */
    public String statusName() {
        return Functions.tally_status_name(number);
    }

    static TallyException of(Status status, String message) {
        return of(status.value(), message);
    }

    /** An exception of the class that the number has. */
    static TallyException of(int number, String message) {
        return switch (Status.of(number)) {
            case ARGUMENT -> new Argument(number, message);
            case NO_MEMORY -> new NoMemory(number, message);
            case PATH -> new Path(number, message);
            case RANGE -> new Range(number, message);
            case LIMIT -> new Limit(number, message);
            case NOT_FOUND -> new NotFound(number, message);
            case EXISTS -> new Exists(number, message);
            case CONFLICT -> new Conflict(number, message);
            case BUFFER_TOO_SMALL -> new BufferTooSmall(number, message);
            case STALE_HANDLE -> new StaleHandle(number, message);
            case CLOSED -> new Closed(number, message);
            case FORKED -> new Forked(number, message);
            case THREAD -> new Thread(number, message);
            case UNSUPPORTED -> new Unsupported(number, message);
            case INTERNAL -> new Internal(number, message);
            case NOT_APPLIED -> new NotApplied(number, message);
            case MALFORMED -> new Malformed(number, message);
            case IO -> new Io(number, message);
            case FULL -> new Full(number, message);
            case LOCKED -> new Locked(number, message);
            case CORRUPT -> new Corrupt(number, message);
            case NOT_A_STORE -> new NotAStore(number, message);
            case NEWER -> new Newer(number, message);
            case READ_ONLY -> new ReadOnly(number, message);
            case PERMISSION -> new Permission(number, message);
            case STALE_EPOCH -> new StaleEpoch(number, message);
            case URL -> new Url(number, message);
            case NETWORK -> new Network(number, message);
            case TIMEOUT -> new Timeout(number, message);
            case TLS -> new Tls(number, message);
            case PROTOCOL -> new Protocol(number, message);
            case TOO_LARGE -> new TooLarge(number, message);
            case SERVER -> new Server(number, message);
            case UNAUTHORIZED -> new Unauthorized(number, message);
            case RATE_LIMITED -> new RateLimited(number, message);
            case LOGGED_OUT -> new LoggedOut(number, message);
            case CANCELLED -> new Cancelled(number, message);
            default -> new TallyException(number, message);
        };
    }

    /** null, an unknown flag or a value without a meaning. */
    public static final class Argument extends TallyException {
        private static final long serialVersionUID = 1;

        Argument(int number, String message) {
            super(number, message);
        }
    }

    /** There was not enough memory. */
    public static final class NoMemory extends TallyException {
        private static final long serialVersionUID = 1;

        NoMemory(int number, String message) {
            super(number, message);
        }
    }

    /** An invalid path, or one that is too deep or too long. */
    public static final class Path extends TallyException {
        private static final long serialVersionUID = 1;

        Path(int number, String message) {
            super(number, message);
        }
    }

    /** A number is out of its range. */
    public static final class Range extends TallyException {
        private static final long serialVersionUID = 1;

        Range(int number, String message) {
            super(number, message);
        }
    }

    /** A limit set when opening would be exceeded. */
    public static final class Limit extends TallyException {
        private static final long serialVersionUID = 1;

        Limit(int number, String message) {
            super(number, message);
        }
    }

    /** There is no such account, feed, message or reminder. */
    public static final class NotFound extends TallyException {
        private static final long serialVersionUID = 1;

        NotFound(int number, String message) {
            super(number, message);
        }
    }

    /** It exists already. */
    public static final class Exists extends TallyException {
        private static final long serialVersionUID = 1;

        Exists(int number, String message) {
            super(number, message);
        }
    }

    /** It contradicts what is stored. */
    public static final class Conflict extends TallyException {
        private static final long serialVersionUID = 1;

        Conflict(int number, String message) {
            super(number, message);
        }
    }

    /** The caller's buffer is too small; the call reports the size needed. */
    public static final class BufferTooSmall extends TallyException {
        private static final long serialVersionUID = 1;

        BufferTooSmall(int number, String message) {
            super(number, message);
        }
    }

    /** The node was released, or belongs to another account. */
    public static final class StaleHandle extends TallyException {
        private static final long serialVersionUID = 1;

        StaleHandle(int number, String message) {
            super(number, message);
        }
    }

    /** The engine, or the handle's parent, was closed. */
    public static final class Closed extends TallyException {
        private static final long serialVersionUID = 1;

        Closed(int number, String message) {
            super(number, message);
        }
    }

    /** The engine belongs to the parent process. */
    public static final class Forked extends TallyException {
        private static final long serialVersionUID = 1;

        Forked(int number, String message) {
            super(number, message);
        }
    }

    /** Not allowed on this thread, or inside a callback. */
    public static final class Thread extends TallyException {
        private static final long serialVersionUID = 1;

        Thread(int number, String message) {
            super(number, message);
        }
    }

    /** Not available in this build or mode. */
    public static final class Unsupported extends TallyException {
        private static final long serialVersionUID = 1;

        Unsupported(int number, String message) {
            super(number, message);
        }
    }

    /** A defect of the library; please report it. */
    public static final class Internal extends TallyException {
        private static final long serialVersionUID = 1;

        Internal(int number, String message) {
            super(number, message);
        }
    }

    /** This operation was valid, but another one failed the batch. */
    public static final class NotApplied extends TallyException {
        private static final long serialVersionUID = 1;

        NotApplied(int number, String message) {
            super(number, message);
        }
    }

    /** Not a valid snapshot, patch, export or mapping. */
    public static final class Malformed extends TallyException {
        private static final long serialVersionUID = 1;

        Malformed(int number, String message) {
            super(number, message);
        }
    }

    /** The file could not be read or written. */
    public static final class Io extends TallyException {
        private static final long serialVersionUID = 1;

        Io(int number, String message) {
            super(number, message);
        }
    }

    /** The disk, or the database's size limit, is full. */
    public static final class Full extends TallyException {
        private static final long serialVersionUID = 1;

        Full(int number, String message) {
            super(number, message);
        }
    }

    /** Another process has the file open. */
    public static final class Locked extends TallyException {
        private static final long serialVersionUID = 1;

        Locked(int number, String message) {
            super(number, message);
        }
    }

    /** The file is damaged. It was not changed. */
    public static final class Corrupt extends TallyException {
        private static final long serialVersionUID = 1;

        Corrupt(int number, String message) {
            super(number, message);
        }
    }

    /** Not a file of this library. It was not changed. */
    public static final class NotAStore extends TallyException {
        private static final long serialVersionUID = 1;

        NotAStore(int number, String message) {
            super(number, message);
        }
    }

    /** Written by a newer version. It was not changed. */
    public static final class Newer extends TallyException {
        private static final long serialVersionUID = 1;

        Newer(int number, String message) {
            super(number, message);
        }
    }

    /** The file or its directory is read-only. */
    public static final class ReadOnly extends TallyException {
        private static final long serialVersionUID = 1;

        ReadOnly(int number, String message) {
            super(number, message);
        }
    }

    /** The system does not permit access. */
    public static final class Permission extends TallyException {
        private static final long serialVersionUID = 1;

        Permission(int number, String message) {
            super(number, message);
        }
    }

    /** The batch comes from a former owner of its source. */
    public static final class StaleEpoch extends TallyException {
        private static final long serialVersionUID = 1;

        StaleEpoch(int number, String message) {
            super(number, message);
        }
    }

    /** An invalid URL, or an unsupported scheme. */
    public static final class Url extends TallyException {
        private static final long serialVersionUID = 1;

        Url(int number, String message) {
            super(number, message);
        }
    }

    /** The server could not be reached, or the connection broke. */
    public static final class Network extends TallyException {
        private static final long serialVersionUID = 1;

        Network(int number, String message) {
            super(number, message);
        }
    }

    /** A deadline passed. */
    public static final class Timeout extends TallyException {
        private static final long serialVersionUID = 1;

        Timeout(int number, String message) {
            super(number, message);
        }
    }

    /** The server's certificate or the handshake was rejected. */
    public static final class Tls extends TallyException {
        private static final long serialVersionUID = 1;

        Tls(int number, String message) {
            super(number, message);
        }
    }

    /** The response is not of the expected form; all of it was rejected. */
    public static final class Protocol extends TallyException {
        private static final long serialVersionUID = 1;

        Protocol(int number, String message) {
            super(number, message);
        }
    }

    /** The response exceeds the limit; all of it was rejected. */
    public static final class TooLarge extends TallyException {
        private static final long serialVersionUID = 1;

        TooLarge(int number, String message) {
            super(number, message);
        }
    }

    /** The server responded with an error. */
    public static final class Server extends TallyException {
        private static final long serialVersionUID = 1;

        Server(int number, String message) {
            super(number, message);
        }
    }

    /** The server rejected the credential, or the request waits for one. */
    public static final class Unauthorized extends TallyException {
        private static final long serialVersionUID = 1;

        Unauthorized(int number, String message) {
            super(number, message);
        }
    }

    /** The server asks the client to wait. */
    public static final class RateLimited extends TallyException {
        private static final long serialVersionUID = 1;

        RateLimited(int number, String message) {
            super(number, message);
        }
    }

    /** The account is not logged in. */
    public static final class LoggedOut extends TallyException {
        private static final long serialVersionUID = 1;

        LoggedOut(int number, String message) {
            super(number, message);
        }
    }

    /** The request was cancelled, or its feed was removed. */
    public static final class Cancelled extends TallyException {
        private static final long serialVersionUID = 1;

        Cancelled(int number, String message) {
            super(number, message);
        }
    }
}

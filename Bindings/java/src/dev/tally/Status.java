// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The result of a call or of a request. A negative number is an error. */
public enum Status implements Coded {
    /** Success. */
    OK(0),
    /** The badge still shows, because of something below it or messages that feed it. */
    HELD(1),
    /** There is more: call again from where this list ends. */
    MORE(2),
    /** The requested changes are no longer kept: list everything instead. */
    RESYNC(3),
    /** This batch, or message, was applied before; nothing has changed. */
    ALREADY_APPLIED(4),
    /** The server had nothing new. */
    NOT_MODIFIED(5),
    /** Nothing arrived in time, or the wait was interrupted. */
    EMPTY(6),
    /** The file was damaged. It was renamed, and a new one created. */
    SET_ASIDE(7),
    /** Some items of the batch were rejected; all others were applied. */
    PARTIAL(8),
    /** null, an unknown flag or a value without a meaning. */
    ARGUMENT(-1),
    /** There was not enough memory. */
    NO_MEMORY(-2),
    /** An invalid path, or one that is too deep or too long. */
    PATH(-3),
    /** A number is out of its range. */
    RANGE(-4),
    /** A limit set when opening would be exceeded. */
    LIMIT(-5),
    /** There is no such account, feed, message or reminder. */
    NOT_FOUND(-6),
    /** It exists already. */
    EXISTS(-7),
    /** It contradicts what is stored. */
    CONFLICT(-8),
    /** The caller's buffer is too small; the call reports the size needed. */
    BUFFER_TOO_SMALL(-9),
    /** The node was released, or belongs to another account. */
    STALE_HANDLE(-10),
    /** The engine, or the handle's parent, was closed. */
    CLOSED(-11),
    /** The engine belongs to the parent process. */
    FORKED(-12),
    /** Not allowed on this thread, or inside a callback. */
    THREAD(-13),
    /** Not available in this build or mode. */
    UNSUPPORTED(-14),
    /** A defect of the library; please report it. */
    INTERNAL(-15),
    /** This operation was valid, but another one failed the batch. */
    NOT_APPLIED(-16),
    /** Not a valid snapshot, patch, export or mapping. */
    MALFORMED(-17),
    /** The file could not be read or written. */
    IO(-20),
    /** The disk, or the database's size limit, is full. */
    FULL(-21),
    /** Another process has the file open. */
    LOCKED(-22),
    /** The file is damaged. It was not changed. */
    CORRUPT(-23),
    /** Not a file of this library. It was not changed. */
    NOT_A_STORE(-24),
    /** Written by a newer version. It was not changed. */
    NEWER(-25),
    /** The file or its directory is read-only. */
    READ_ONLY(-26),
    /** The system does not permit access. */
    PERMISSION(-27),
    /** The batch comes from a former owner of its source. */
    STALE_EPOCH(-28),
    /** An invalid URL, or an unsupported scheme. */
    URL(-40),
    /** The server could not be reached, or the connection broke. */
    NETWORK(-41),
    /** A deadline passed. */
    TIMEOUT(-42),
    /** The server's certificate or the handshake was rejected. */
    TLS(-43),
    /** The response is not of the expected form; all of it was rejected. */
    PROTOCOL(-44),
    /** The response exceeds the limit; all of it was rejected. */
    TOO_LARGE(-45),
    /** The server responded with an error. */
    SERVER(-46),
    /** The server rejected the credential, or the request waits for one. */
    UNAUTHORIZED(-47),
    /** The server asks the client to wait. */
    RATE_LIMITED(-48),
    /** The account is not logged in. */
    LOGGED_OUT(-49),
    /** The request was cancelled, or its feed was removed. */
    CANCELLED(-50),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Status(int value) {
        this.value = value;
    }

    static Status of(int value) {
        return Codes.find(Status.class, value, UNKNOWN);
    }

    /**
     * Whether it is an error: a negative number that this version knows.
     *
     * @return whether it is
     */
    public boolean isError() {
        return value < 0 && this != UNKNOWN;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The subject of a row. */
public enum OutboxKind implements Coded {
    /** A message: entity is the server's identifier. */
    MESSAGE(1),
    /** A path and everything below, up to a sequence: entity is the path. */
    MARK(2),
    /** A reminder in its current state: entity is its identifier. */
    REMINDER(3),
    /** A message that was removed: entity is the server's identifier. */
    REMOVAL(4),
    /** A message that was seen: entity is the server's identifier. */
    SEEN(5),
    /** A path and everything below, seen up to a sequence. */
    SEEN_MARK(6),
    /** The mute of a path: entity is the path. */
    MUTE(7),
    /** A path that is marked as unread, or is not any more. */
    FLAG(8),
    /** The snooze of a path. That of a message is a MESSAGE. */
    SNOOZE(9),
    /** A badge of the feed's server that the user has removed: entity is its path. */
    DISMISSAL(10),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    OutboxKind(int value) {
        this.value = value;
    }

    static OutboxKind of(int value) {
        return Codes.find(OutboxKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

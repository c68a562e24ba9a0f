// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How far a message was read. */
public enum MessageState implements Coded {
    /** Unseen. */
    UNSEEN(0),
    /** Seen. */
    SEEN(1),
    /** Read. */
    READ(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    MessageState(int value) {
        this.value = value;
    }

    static MessageState of(int value) {
        return Codes.find(MessageState.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

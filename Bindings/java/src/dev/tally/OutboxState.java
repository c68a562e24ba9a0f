// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The state of a row. */
public enum OutboxState implements Coded {
    /** Waiting. */
    WAITING(0),
    /** Until leaseEnd, or until its result is reported. */
    LEASED(1),
    /** For good. */
    FAILED(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    OutboxState(int value) {
        this.value = value;
    }

    static OutboxState of(int value) {
        return Codes.find(OutboxState.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

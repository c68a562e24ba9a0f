// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The state of a reminder. */
public enum ReminderState implements Coded {
    /** Active. */
    ACTIVE(1),
    /** Done. */
    DONE(2),
    /** Active, but its last good day has ended in its zone. */
    EXPIRED(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    ReminderState(int value) {
        this.value = value;
    }

    static ReminderState of(int value) {
        return Codes.find(ReminderState.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

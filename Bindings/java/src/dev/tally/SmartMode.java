// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Whether a reminder picks its own days. */
public enum SmartMode implements Coded {
    /** On if it keeps for at most 30 days; decided again at each edit. */
    AUTOMATIC(1),
    /** On. */
    ON(2),
    /** Off. */
    OFF(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    SmartMode(int value) {
        this.value = value;
    }

    static SmartMode of(int value) {
        return value == 0 ? null : Codes.find(SmartMode.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which messages feed the badge at their path. */
public enum Feeding implements Coded {
    /** As stored, UNSEEN for a new account; in a rule, as above the path. */
    DEFAULT(0),
    /** Unseen. */
    UNSEEN(1),
    /** Unread. */
    UNREAD(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Feeding(int value) {
        this.value = value;
    }

    static Feeding of(int value) {
        return Codes.find(Feeding.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

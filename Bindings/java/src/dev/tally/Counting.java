// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** . */
public enum Counting implements Coded {
    /** As the account's aggregation says. */
    DEFAULT(0),
    /**
     * The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be
     * greater.
     */
    LIT(1),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Counting(int value) {
        this.value = value;
    }

    static Counting of(int value) {
        return Codes.find(Counting.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

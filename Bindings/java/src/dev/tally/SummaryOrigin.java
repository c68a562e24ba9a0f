// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The origin of a summary. */
public enum SummaryOrigin implements Coded {
    /** No summary: the group is its leading message. */
    NONE(0),
    /** The formats of categories. */
    CATEGORY(1),
    /** The built-in words. */
    DEFAULT(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    SummaryOrigin(int value) {
        this.value = value;
    }

    static SummaryOrigin of(int value) {
        return Codes.find(SummaryOrigin.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

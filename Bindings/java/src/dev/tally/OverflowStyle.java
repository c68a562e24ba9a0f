// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The replacement of a number above maxCount. */
public enum OverflowStyle implements Coded {
    /** maxCount and a plus: "99+". */
    PLUS(0),
    /** An ellipsis alone, U+2026. */
    ELLIPSIS(1),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    OverflowStyle(int value) {
        this.value = value;
    }

    static OverflowStyle of(int value) {
        return Codes.find(OverflowStyle.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

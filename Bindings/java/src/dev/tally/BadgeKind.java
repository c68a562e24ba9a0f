// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The looks of a badge. */
public enum BadgeKind implements Coded {
    /** No badge; false in a condition. */
    NONE(0),
    /** A badge without a number. */
    DOT(1),
    /** An icon: only in a presentation. */
    ICON(2),
    /** A badge with a number. */
    NUMBER(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    BadgeKind(int value) {
        this.value = value;
    }

    static BadgeKind of(int value) {
        return Codes.find(BadgeKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

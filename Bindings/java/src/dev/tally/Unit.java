// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Units of time. */
public enum Unit implements Coded {
    /** Minute. */
    MINUTE(1),
    /** Hour. */
    HOUR(2),
    /** Day. */
    DAY(3),
    /** Week. */
    WEEK(4),
    /** Month. */
    MONTH(5),
    /** Quarter. */
    QUARTER(6),
    /** Year. */
    YEAR(7),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Unit(int value) {
        this.value = value;
    }

    static Unit of(int value) {
        return value == 0 ? null : Codes.find(Unit.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** When a change is on the disk. */
public enum Durability implements Coded {
    /** Badges are written in groups, within about 50 ms. */
    GROUP(0),
    /** Each call waits for the disk. */
    FULL(1),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Durability(int value) {
        this.value = value;
    }

    static Durability of(int value) {
        return Codes.find(Durability.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

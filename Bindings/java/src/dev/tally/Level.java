// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How much a message matters. */
public enum Level implements Coded {
    /** It shows at most a dot, whatever its count. */
    PASSIVE(-1),
    /** Normal. */
    NORMAL(0),
    /** A mention, or an answer to the user. */
    HIGHLIGHT(1),
    /** Critical. */
    CRITICAL(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Level(int value) {
        this.value = value;
    }

    static Level of(int value) {
        return Codes.find(Level.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

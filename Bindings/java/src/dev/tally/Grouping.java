// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How messages are grouped. */
public enum Grouping implements Coded {
    /** As stored; AUTOMATIC for a new account. */
    DEFAULT(0),
    /** By their threads. */
    AUTOMATIC(1),
    /** All messages of an account are the group of the thread "". */
    BY_APP(2),
    /** Each message is listed separately. */
    OFF(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Grouping(int value) {
        this.value = value;
    }

    static Grouping of(int value) {
        return Codes.find(Grouping.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

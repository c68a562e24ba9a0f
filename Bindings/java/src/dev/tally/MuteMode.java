// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a node contributes to its parent. */
public enum MuteMode implements Coded {
    /** All that the node shows. */
    NONE(0),
    /** At most a dot. */
    NUMBER(1),
    /** Nothing. */
    ALL(2),
    /** NUMBER, but highlights pass with their number. */
    NUMBER_BUT_HIGHLIGHTS(5),
    /** ALL, but highlights pass with their number. */
    ALL_BUT_HIGHLIGHTS(6),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    MuteMode(int value) {
        this.value = value;
    }

    static MuteMode of(int value) {
        return Codes.find(MuteMode.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

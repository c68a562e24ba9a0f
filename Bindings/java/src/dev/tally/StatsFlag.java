// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How the numbers about an engine are read. */
public enum StatsFlag implements Coded {
    /** longestWaitUs and longestHoldUs begin again. */
    RESET(1);

    private final int value;

    StatsFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which nodes are listed, and whether the list can be continued from its end. */
public enum ListFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** Follow. */
    FOLLOW(256);

    private final int value;

    ListFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

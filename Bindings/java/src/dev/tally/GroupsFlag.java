// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How groups are summarised. */
public enum GroupsFlag implements Coded {
    /** Previews are hidden. */
    HIDDEN(1);

    private final int value;

    GroupsFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

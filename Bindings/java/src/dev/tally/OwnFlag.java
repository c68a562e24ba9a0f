// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The properties of a path that are no badge. */
public enum OwnFlag implements Coded {
    /** The path is marked as unread: see {@link Account#flag}. */
    FLAGGED(1);

    private final int value;

    OwnFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

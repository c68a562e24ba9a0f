// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How accounts and sources are imported. */
public enum ImportFlag implements Coded {
    /** Replaces accounts and sources that exist. */
    REPLACE(1);

    private final int value;

    ImportFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

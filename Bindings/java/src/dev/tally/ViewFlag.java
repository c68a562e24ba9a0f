// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** What a view clears. */
public enum ViewFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** Read. */
    READ(2);

    private final int value;

    ViewFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

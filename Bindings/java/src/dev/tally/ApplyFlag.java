// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a patch is applied. */
public enum ApplyFlag implements Coded {
    /** Writes the state after the patch, whatever the state is now. */
    OVERWRITE(1);

    private final int value;

    ApplyFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

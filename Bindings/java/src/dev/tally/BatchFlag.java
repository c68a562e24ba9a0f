// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a batch is performed. */
public enum BatchFlag implements Coded {
    /** Each operation is performed on its own: see {@link Account#batch}. */
    EACH(1);

    private final int value;

    BatchFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

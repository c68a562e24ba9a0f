// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a file is copied. */
public enum BackupFlag implements Coded {
    /** Replaces an existing file. */
    REPLACE(1);

    private final int value;

    BackupFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

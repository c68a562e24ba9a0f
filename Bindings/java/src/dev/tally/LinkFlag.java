// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which links are listed. */
public enum LinkFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** Lists the links that lead to the path, sorted by where they lead. */
    UNDER(2);

    private final int value;

    LinkFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

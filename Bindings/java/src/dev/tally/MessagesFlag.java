// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which messages are meant. */
public enum MessagesFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** Only those that are not read. */
    UNREAD(2);

    private final int value;

    MessagesFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

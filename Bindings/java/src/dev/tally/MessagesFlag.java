// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which messages are meant. */
public enum MessagesFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** Only those that are not read. */
    UNREAD(2),
    /** {@link Account#firstMessage}: only those that are not seen. */
    UNSEEN(4),
    /** {@link Account#firstMessage}: the newest instead of the oldest. */
    NEWEST(8),
    /** {@link Account#messagesFrom}: newer ones instead of older ones. */
    NEWER(16),
    /** {@link Account#firstMessage}: only those of level HIGHLIGHT or above. */
    HIGHLIGHTS(32);

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

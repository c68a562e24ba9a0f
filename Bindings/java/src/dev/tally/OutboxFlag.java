// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The changes that an outbox sends. */
public enum OutboxFlag implements Coded {
    /** Messages that are read, unread again, or removed. */
    READS(1),
    /** Changes of reminders. */
    REMINDERS(2),
    /** Messages that are seen. Only with it, what other devices have seen is taken. */
    SEEN(4),
    /** Mutes of paths. The same holds for these and for the next two. */
    MUTES(8),
    /** Paths that are marked as unread. */
    FLAGGED(16),
    /** Snoozes of paths and of messages. */
    SNOOZES(32),
    /** Badges that a server has set with a revision, and that the user removes. */
    DISMISSALS(64);

    private final int value;

    OutboxFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

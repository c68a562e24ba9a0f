// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The properties of a stored feed. */
public enum FeedEntryFlag implements Coded {
    /** In this run it was added or found, or began when the account was logged in. */
    RUNNING(1),
    /** Its requests have a credential, or wait for one. */
    CREDENTIAL(2);

    private final int value;

    FeedEntryFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

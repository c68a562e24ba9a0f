// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Whether changes become rows of the account's outbox, and who sends the rows. */
public enum OutboxMode implements Coded {
    /** As stored; OFF for a new account. */
    DEFAULT(0),
    /** No rows are written. Rows that exist stay, and the library does not send them. */
    OFF(1),
    /** The host sends the rows: see {@link Account#leaseOutbox}. */
    LEASED(2),
    /** The library sends the rows to outboxUrl. */
    SENT(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    OutboxMode(int value) {
        this.value = value;
    }

    static OutboxMode of(int value) {
        return Codes.find(OutboxMode.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

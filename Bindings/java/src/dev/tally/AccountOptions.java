// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Engine#account}. */
public final class AccountOptions {
    static final int SIZE = 16;

    int flags, aggregation, feeding;

    /** All defaults. */
    public AccountOptions() {}

    /**
     * Fails with NOT_FOUND instead of creating the account.
     *
     * @param value whether it applies
     * @return this
     */
    public AccountOptions existing(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_ACCOUNT_EXISTING, value);
        return this;
    }

    /**
     * The aggregation.
     *
     * @param value the value
     * @return this
     */
    public AccountOptions aggregation(Aggregation value) {
        aggregation = Codes.number(value);
        return this;
    }

    /**
     * The feeding.
     *
     * @param value the value
     * @return this
     */
    public AccountOptions feeding(Feeding value) {
        feeding = Codes.number(value);
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(16);
        memory.setInt(0, 16);
        memory.setInt(4, flags);
        memory.setInt(8, aggregation);
        memory.setInt(12, feeding);
        return memory;
    }
}

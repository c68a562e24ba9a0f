// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Engine#account}. */
public final class AccountOptions {
    static final int SIZE = 48;

    public int flags, aggregation, feeding;

    /** {@link Raw#TALLY_ACCOUNT_EXISTING}, or 0. */
    public AccountOptions flags(int value) { flags = value; return this; }
    /**
     * {@link Raw#TALLY_AGGREGATION_DEFAULT}, {@link Raw#TALLY_AGGREGATION_CHILDREN}, {@link
     * Raw#TALLY_AGGREGATION_SUM}.
     */
    public AccountOptions aggregation(int value) { aggregation = value; return this; }
    /**
     * {@link Raw#TALLY_FEEDING_DEFAULT}, {@link Raw#TALLY_FEEDING_UNSEEN}, {@link Raw#TALLY_FEEDING_UNREAD}.
     */
    public AccountOptions feeding(int value) { feeding = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(48);
        memory.setInt(0, 48);
        memory.setInt(4, flags);
        memory.setInt(8, aggregation);
        memory.setInt(12, feeding);
        return memory;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Account#planReminders}. */
public final class PlanOptions {
    static final int SIZE = 16;

    int flags;
    long limit, reserve;

    /** All defaults. */
    public PlanOptions() {}

    /**
     * The system has nothing armed: lists the whole plan.
     *
     * @param value whether it applies
     * @return this
     */
    public PlanOptions fromScratch(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_PLAN_FLAG_FROM_SCRATCH, value);
        return this;
    }

    /**
     * Notifications that the system accepts, to 4,096. 0: 64.
     *
     * @param value the value
     * @return this
     */
    public PlanOptions limit(long value) {
        limit = value;
        return this;
    }

    /**
     * How many of them the host needs for other things.
     *
     * @param value the value
     * @return this
     */
    public PlanOptions reserve(long value) {
        reserve = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(16);
        memory.setInt(0, 16);
        memory.setInt(4, flags);
        memory.setInt(8, Raw.unsigned("limit", limit));
        memory.setInt(12, Raw.unsigned("reserve", reserve));
        return memory;
    }
}

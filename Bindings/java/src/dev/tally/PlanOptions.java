// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Account#planReminders}. */
public final class PlanOptions {
    static final int SIZE = 32;

    public int flags;
    public long limit, reserve;

    /** {@link Raw#TALLY_PLAN_FLAG_FROM_SCRATCH} and {@link Raw#TALLY_PLAN_FLAG_PEEK}, or 0. */
    public PlanOptions flags(int value) { flags = value; return this; }
    /** Notifications that the system accepts, to 4,096. 0: 64. */
    public PlanOptions limit(long value) { limit = value; return this; }
    /** How many of them the host needs for other things. */
    public PlanOptions reserve(long value) { reserve = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(32);
        memory.setInt(0, 32);
        memory.setInt(4, flags);
        memory.setInt(8, Raw.unsigned("limit", limit));
        memory.setInt(12, Raw.unsigned("reserve", reserve));
        return memory;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Account#configureOutbox}. */
public final class OutboxOptions {
    static final int SIZE = 56;

    public int flags;
    public long requestTimeout, idleTimeout;
    public String url;

    /** 0. */
    public OutboxOptions flags(int value) { flags = value; return this; }
    /** For a whole request, from 100 ms. 0: 300,000 ms. */
    public OutboxOptions requestTimeout(long value) { requestTimeout = value; return this; }
    /** Without a byte, from 100 ms. 0: 60,000 ms. */
    public OutboxOptions idleTimeout(long value) { idleTimeout = value; return this; }
    /** http: or https:, to which rows are sent with POST. null or empty: the host leases. */
    public OutboxOptions url(String value) { url = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(56);
        memory.setInt(0, 56);
        memory.setInt(4, flags);
        memory.setLong(8, requestTimeout);
        memory.setLong(16, idleTimeout);
        memory.setPointer(24, memory.string(url));
        return memory;
    }
}

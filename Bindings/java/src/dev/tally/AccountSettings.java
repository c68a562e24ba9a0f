// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Settings of an account, for {@link Account#configure}. A member that is 0 or null leaves its setting
 * unchanged. */
public final class AccountSettings {
    static final int SIZE = 80;

    public int flags, grouping, outbox;
    public long outboxRequestTimeout, outboxIdleTimeout;
    public String language, outboxUrl, pushPath;

    /** 0. */
    public AccountSettings flags(int value) { flags = value; return this; }
    /** How messages are grouped. At first AUTOMATIC. */
    public AccountSettings grouping(int value) { grouping = value; return this; }
    /** At first OFF. */
    public AccountSettings outbox(int value) { outbox = value; return this; }
    /** For a whole request, from 100 ms. At first 300,000 ms. */
    public AccountSettings outboxRequestTimeout(long value) { outboxRequestTimeout = value; return this; }
    /** Without a byte, from 100 ms. At first 60,000 ms. */
    public AccountSettings outboxIdleTimeout(long value) { outboxIdleTimeout = value; return this; }
    /** The language of summaries. Empty: none, so built-in words are English. */
    public AccountSettings language(String value) { language = value; return this; }
    /** http: or https:, to which rows are sent with POST. SENT needs it. Empty: none. */
    public AccountSettings outboxUrl(String value) { outboxUrl = value; return this; }
    /**
     * The path whose manual badge follows {@code aps.badge} of pushes, the icon's number; a number of 0 removes
     * the badge. {@code root} is the root. Empty: none.
     */
    public AccountSettings pushPath(String value) { pushPath = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(80);
        memory.setInt(0, 80);
        memory.setInt(4, flags);
        memory.setInt(8, grouping);
        memory.setInt(12, outbox);
        memory.setLong(16, outboxRequestTimeout);
        memory.setLong(24, outboxIdleTimeout);
        memory.setPointer(32, memory.string(language));
        memory.setPointer(40, memory.string(outboxUrl));
        memory.setPointer(48, memory.string(pushPath));
        return memory;
    }
}

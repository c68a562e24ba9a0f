// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Duration;

/**
 * Settings of an account, for {@link Account#configure}. A member that is 0 or null leaves its setting unchanged.
 */
public final class AccountSettings {
    static final int SIZE = 72;

    int flags, grouping, outbox, feeding, outboxKinds;
    long outboxRequestTimeout, outboxIdleTimeout;
    String language, outboxUrl, pushPath;

    /** All defaults. */
    public AccountSettings() {}

    /**
     * How messages are grouped. At first AUTOMATIC.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings grouping(Grouping value) {
        grouping = Codes.number(value);
        return this;
    }

    /**
     * At first OFF.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings outbox(OutboxMode value) {
        outbox = Codes.number(value);
        return this;
    }

    /**
     * Which messages feed badges where no rule holds. At first that of {@link Engine#account}.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings feeding(Feeding value) {
        feeding = Codes.number(value);
        return this;
    }

    /**
     * What the outbox sends. At first READS and REMINDERS.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings outboxKinds(OutboxFlag... value) {
        outboxKinds = Codes.bits(value);
        return this;
    }

    /**
     * For a whole request, from 100 ms. At first 300,000 ms.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings outboxRequestTimeout(Duration value) {
        outboxRequestTimeout = Times.milliseconds(value);
        return this;
    }

    /**
     * Without a byte, from 100 ms. At first 60,000 ms.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings outboxIdleTimeout(Duration value) {
        outboxIdleTimeout = Times.milliseconds(value);
        return this;
    }

    /**
     * The language of summaries. Empty: none, so built-in words are English.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings language(String value) {
        language = value;
        return this;
    }

    /**
     * http: or https:, to which rows are sent with POST. SENT needs it. Empty: none.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings outboxUrl(String value) {
        outboxUrl = value;
        return this;
    }

    /**
     * The path whose own badge follows {@code aps.badge} of pushes, the icon's number; a number of 0 removes the
     * badge. {@code root} is the root. Empty: none.
     *
     * @param value the value
     * @return this
     */
    public AccountSettings pushPath(String value) {
        pushPath = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(72);
        memory.setInt(0, 72);
        memory.setInt(4, flags);
        memory.setInt(8, grouping);
        memory.setInt(12, outbox);
        memory.setInt(16, feeding);
        memory.setInt(20, outboxKinds);
        memory.setLong(24, outboxRequestTimeout);
        memory.setLong(32, outboxIdleTimeout);
        memory.setPointer(40, memory.string(language));
        memory.setPointer(48, memory.string(outboxUrl));
        memory.setPointer(56, memory.string(pushPath));
        return memory;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;
import java.util.Set;

/**
 * The row of {@link Account#settings}. A setting that was never changed has its first value.
 *
 * @param outboxRequestTimeout milliseconds
 * @param outboxIdleTimeout milliseconds
 * @param grouping {@link Grouping#AUTOMATIC} …
 * @param outbox {@link OutboxMode#OFF} …
 * @param feeding {@link Feeding#UNSEEN} or {@link Feeding#UNREAD}
 * @param outboxKinds the changes that an outbox sends
 * @param language canonical; empty: none
 * @param outboxUrl empty: none
 * @param pushPath canonical; empty: none
 */
public record AccountSettingsEntry(Duration outboxRequestTimeout, Duration outboxIdleTimeout, Grouping grouping,
    OutboxMode outbox, Feeding feeding, Set<OutboxFlag> outboxKinds, String language, String outboxUrl,
    String pushPath) {
    static final int SIZE = 56;

    static AccountSettingsEntry read(Pointer at, byte[] text) {
        return new AccountSettingsEntry(Times.duration(at.getLong(0)), Times.duration(at.getLong(8)),
            Grouping.of(at.getInt(16)), OutboxMode.of(at.getInt(20)), Feeding.of(at.getInt(24)),
            Codes.set(OutboxFlag.class, at.getInt(28)), Raw.textIn(text, at.getInt(32), at.getInt(36)),
            Raw.textIn(text, at.getInt(40), at.getInt(44)), Raw.textIn(text, at.getInt(48), at.getInt(52)));
    }
}

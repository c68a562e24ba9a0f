// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Account#leaseOutbox} and {@link Account#outbox}.
 *
 * @param id identifies the row in this file, and orders the rows
 * @param feed the feed's identifier
 * @param attempt how often it was given out
 * @param nextTime not given out before; null: immediately, or it has failed for good
 * @param leaseEnd null: it is not leased
 * @param kind the outbox kind
 * @param state {@link OutboxState#WAITING} …
 * @param key send it as Idempotency-Key
 * @param entity the entity
 * @param body JSON. Empty until it is first given out, and unchanged from then on
 */
public record OutboxEntry(long id, long feed, long attempt, Instant nextTime, Instant leaseEnd, OutboxKind kind,
    OutboxState state, String key, String entity, String body) {
    static final int SIZE = 72;

    static OutboxEntry read(Pointer at, byte[] text) {
        return new OutboxEntry(at.getLong(0), at.getLong(8), at.getLong(16), Times.instant(at.getLong(24)),
            Times.instant(at.getLong(32)), OutboxKind.of(at.getInt(40)), OutboxState.of(at.getInt(44)),
            Raw.textIn(text, at.getInt(48), at.getInt(52)), Raw.textIn(text, at.getInt(56), at.getInt(60)),
            Raw.textIn(text, at.getInt(64), at.getInt(68)));
    }
}

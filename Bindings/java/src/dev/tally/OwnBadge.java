// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;
import java.util.Set;

/**
 * The badge that a node owns, and its mute. What its messages and children contribute is not in it.
 *
 * @param kind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param count its own count, to {@link Tally#MAX_COUNT}; 0 for a dot or nothing
 * @param until when its badge ends; null: it does not
 * @param muteUntil when its mute ends; null: it does not
 * @param mute the mute mode
 * @param flags {@link OwnFlag#FLAGGED}, or 0
 * @param snoozedUntil when its snooze ends; null: it is not snoozed
 */
public record OwnBadge(BadgeKind kind, long count, Instant until, Instant muteUntil, MuteMode mute,
    Set<OwnFlag> flags, Instant snoozedUntil) {
    static final int SIZE = 48;

    static OwnBadge read(Pointer at, byte[] text) {
        return new OwnBadge(BadgeKind.of(at.getInt(4)), at.getLong(8), Times.instant(at.getLong(16)),
            Times.instant(at.getLong(24)), MuteMode.of(at.getInt(32)), Codes.set(OwnFlag.class, at.getInt(36)),
            Times.instant(at.getLong(40)));
    }
}

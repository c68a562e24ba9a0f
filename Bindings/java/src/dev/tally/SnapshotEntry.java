// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Snapshot#list}: what a node owns.
 *
 * @param path relative to the top of the snapshot; empty: the top itself
 * @param count its own count; 0 for a dot or nothing
 * @param until when its badge ends; null: it does not
 * @param muteUntil when its mute ends; null: it does not
 * @param kind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param mute the mute mode
 * @param snoozedUntil when its snooze ends; null: it is not snoozed
 */
public record SnapshotEntry(String path, long count, Instant until, Instant muteUntil, BadgeKind kind, MuteMode mute,
    Instant snoozedUntil) {
    static final int SIZE = 48;

    static SnapshotEntry read(Pointer at, byte[] text) {
        return new SnapshotEntry(Raw.textIn(text, at.getInt(0), at.getInt(4)), at.getLong(8),
            Times.instant(at.getLong(16)), Times.instant(at.getLong(24)), BadgeKind.of(at.getInt(32)),
            MuteMode.of(at.getInt(36)), Times.instant(at.getLong(40)));
    }
}

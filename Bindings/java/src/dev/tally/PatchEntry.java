// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Tally#patchList}: what a node owns before and after the patch. The members mean what those of
 * SnapshotEntry mean.
 *
 * @param path relative to the top of the patch; empty: the top itself
 * @param beforeCount the before count
 * @param beforeUntil the before until
 * @param beforeMuteUntil the before mute until
 * @param beforeKind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param beforeMute the mute mode
 * @param afterCount the after count
 * @param afterUntil the after until
 * @param afterMuteUntil the after mute until
 * @param afterKind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param afterMute the mute mode
 * @param beforeSnoozedUntil the before snoozed until
 * @param afterSnoozedUntil the after snoozed until
 */
public record PatchEntry(String path, long beforeCount, Instant beforeUntil, Instant beforeMuteUntil,
    BadgeKind beforeKind, MuteMode beforeMute, long afterCount, Instant afterUntil, Instant afterMuteUntil,
    BadgeKind afterKind, MuteMode afterMute, Instant beforeSnoozedUntil, Instant afterSnoozedUntil) {
    static final int SIZE = 88;

    static PatchEntry read(Pointer at, byte[] text) {
        return new PatchEntry(Raw.textIn(text, at.getInt(0), at.getInt(4)), at.getLong(8),
            Times.instant(at.getLong(16)), Times.instant(at.getLong(24)), BadgeKind.of(at.getInt(32)),
            MuteMode.of(at.getInt(36)), at.getLong(40), Times.instant(at.getLong(48)), Times.instant(at.getLong(56)),
            BadgeKind.of(at.getInt(64)), MuteMode.of(at.getInt(68)), Times.instant(at.getLong(72)),
            Times.instant(at.getLong(80)));
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Account#planReminders}.
 *
 * @param id from 1, the same on every machine: docs/plan-identifiers.md
 * @param time when it fires, or would have
 * @param occurrence which occurrence of the reminder it is
 * @param revision the reminder's
 * @param action {@link PlanAction#DISARM} or {@link PlanAction#ARM}
 * @param reminder its identifier. DISARM: empty if the reminder was removed
 * @param title these: ARM only
 * @param body the body
 * @param path the path
 */
public record PlanEntry(long id, Instant time, long occurrence, long revision, PlanAction action, String reminder,
    String title, String body, String path) {
    static final int SIZE = 64;

    static PlanEntry read(Pointer at, byte[] text) {
        return new PlanEntry(at.getLong(0), Times.instant(at.getLong(8)), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
            PlanAction.of(at.getInt(28)), Raw.textIn(text, at.getInt(32), at.getInt(36)),
            Raw.textIn(text, at.getInt(40), at.getInt(44)), Raw.textIn(text, at.getInt(48), at.getInt(52)),
            Raw.textIn(text, at.getInt(56), at.getInt(60)));
    }
}

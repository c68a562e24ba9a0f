// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Account#reminderLog}.
 *
 * @param id from 1 in each account, in order
 * @param time when it was written
 * @param occurrenceTime when its occurrence fires; null: it is about none
 * @param revision the revision
 * @param kind the note kind
 * @param reminder its identifier; empty: all of the account's
 */
public record ReminderNote(long id, Instant time, Instant occurrenceTime, long revision, NoteKind kind,
    String reminder) {
    static final int SIZE = 40;

    static ReminderNote read(Pointer at, byte[] text) {
        return new ReminderNote(at.getLong(0), Times.instant(at.getLong(8)), Times.instant(at.getLong(16)),
            at.getInt(24) & 0xFFFFFFFFL, NoteKind.of(at.getInt(28)), Raw.textIn(text, at.getInt(32), at.getInt(36)));
    }
}

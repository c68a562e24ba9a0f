// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Kinds of ReminderNote. */
public enum NoteKind implements Coded {
    /** Created. */
    CREATED(1),
    /** Edited. */
    EDITED(2),
    /** When it fires next. */
    PLANNED(3),
    /** A confirmed plan has armed it. */
    ARMED(4),
    /** Fired. */
    FIRED(5),
    /** Missed. */
    MISSED(6),
    /** Snoozed. */
    SNOOZED(7),
    /** Acknowledged. */
    ACKNOWLEDGED(8),
    /** A confirmed plan has disarmed it. */
    CANCELLED(9),
    /** The account was logged out. */
    SUSPENDED(10),
    /** The account was logged in again. */
    RESUMED(11),
    /** Uploaded. */
    UPLOADED(12),
    /** Upload failed. */
    UPLOAD_FAILED(13),
    /** Done. */
    DONE(14),
    /** Undone. */
    UNDONE(15),
    /** Removed. */
    REMOVED(16),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    NoteKind(int value) {
        this.value = value;
    }

    static NoteKind of(int value) {
        return Codes.find(NoteKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

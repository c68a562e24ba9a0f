// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Kinds of operations. */
public enum OperationKind implements Coded {
    /** Value: the count. */
    SET(1),
    /** Dot. */
    DOT(2),
    /** Value: the delta. */
    ADD(3),
    /** Clear. */
    CLEAR(4),
    /** Clear tree. */
    CLEAR_TREE(5),
    /** Value: a mute mode. */
    MUTE(6),
    /** Get. */
    GET(7),
    /** Path, message: posts a message, as {@link Account#post}. */
    POST(8),
    /** Id: removes a posted message, as {@link Account#withdraw}. */
    WITHDRAW(9),
    /** Path, flags: marks messages read, as {@link Account#readPath}. */
    READ(10),
    /** Id, reminder: as {@link Account#putReminder}. */
    REMINDER_PUT(11),
    /** Id, reminder: as {@link Account#editReminder}. */
    REMINDER_EDIT(12),
    /** Id: as {@link Account#reminderDone}. */
    REMINDER_DONE(13),
    /** Id: as {@link Account#reminderUndone}. */
    REMINDER_UNDONE(14),
    /** Id. */
    REMINDER_REMOVE(15),
    /** Id, until. */
    REMINDER_SNOOZE(16),
    /** Id. */
    REMINDER_ACKNOWLEDGE(17),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    OperationKind(int value) {
        this.value = value;
    }

    static OperationKind of(int value) {
        return Codes.find(OperationKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

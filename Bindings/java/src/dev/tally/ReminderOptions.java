// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The contents and dates of a reminder. A member that is not in `fields` has its default in {@link
 * Account#putReminder}, and is unchanged by {@link Account#editReminder}. null or "" removes a text, and 0 a
 * start or an end. 0 in all its members removes a repetition or overdue reminding. If only some of these
 * members are 0, or shelf_unit, those are unchanged. */
public final class ReminderOptions {
    static final int SIZE = 120;

    /** null: not given. 0 and an empty text are given. */
    public String title, body, path, zone;
    public Integer produced, shelfLife, shelfUnit, time, smart, repeatUnit, repeatEvery, end, start, overdueUnit,
        overdueEvery, overdueLimit;

    public ReminderOptions title(String value) { title = value; return this; }
    public ReminderOptions body(String value) { body = value; return this; }
    /** The path of its badge. Empty: none. */
    public ReminderOptions path(String value) { path = value; return this; }
    /** empty: the device's. */
    public ReminderOptions zone(String value) { zone = value; return this; }
    /** A day. Default: today, in its zone. */
    public ReminderOptions produced(int value) { produced = value; return this; }
    /** From 1. */
    public ReminderOptions shelfLife(int value) { shelfLife = value; return this; }
    /** {@link Raw#TALLY_UNIT_DAY}, {@link Raw#TALLY_UNIT_MONTH} or {@link Raw#TALLY_UNIT_YEAR}. */
    public ReminderOptions shelfUnit(int value) { shelfUnit = value; return this; }
    /** Seconds since midnight, 0 to 86,399. Default 32,400, 09:00. */
    public ReminderOptions time(int value) { time = value; return this; }
    /** Default AUTOMATIC. */
    public ReminderOptions smart(int value) { smart = value; return this; }
    /** Required unless it is smart. */
    public ReminderOptions repeatUnit(int value) { repeatUnit = value; return this; }
    /** It fires every so many units, to 1,000,000. Default 1. */
    public ReminderOptions repeatEvery(int value) { repeatEvery = value; return this; }
    /** The last day on which it fires. Required unless it is smart. */
    public ReminderOptions end(int value) { end = value; return this; }
    /** The day from which repetitions count. Default: the day of entering. */
    public ReminderOptions start(int value) { start = value; return this; }
    /** Counted from the day after the expiry or the end. */
    public ReminderOptions overdueUnit(int value) { overdueUnit = value; return this; }
    /** It fires every so many of these units, to 1,000,000. Default 1. */
    public ReminderOptions overdueEvery(int value) { overdueEvery = value; return this; }
    /** How many times it fires then, to 1,000,000. Default: 0. */
    public ReminderOptions overdueLimit(int value) { overdueLimit = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(120);
        memory.setInt(0, 120);
        int fields = 0;
        if (title != null) {
            memory.setPointer(8, memory.string(title));
            fields |= Raw.TALLY_REMINDER_FIELD_TITLE;
        }
        if (body != null) {
            memory.setPointer(16, memory.string(body));
            fields |= Raw.TALLY_REMINDER_FIELD_BODY;
        }
        if (path != null) {
            memory.setPointer(24, memory.string(path));
            fields |= Raw.TALLY_REMINDER_FIELD_PATH;
        }
        if (zone != null) {
            memory.setPointer(32, memory.string(zone));
            fields |= Raw.TALLY_REMINDER_FIELD_ZONE;
        }
        if (produced != null) {
            memory.setInt(40, produced);
            fields |= Raw.TALLY_REMINDER_FIELD_PRODUCED;
        }
        if (shelfLife != null) {
            memory.setInt(44, shelfLife);
            fields |= Raw.TALLY_REMINDER_FIELD_SHELF_LIFE;
        }
        if (shelfUnit != null) {
            memory.setInt(48, shelfUnit);
            fields |= Raw.TALLY_REMINDER_FIELD_SHELF_LIFE;
        }
        if (time != null) {
            memory.setInt(52, time);
            fields |= Raw.TALLY_REMINDER_FIELD_TIME;
        }
        if (smart != null) {
            memory.setInt(56, smart);
            fields |= Raw.TALLY_REMINDER_FIELD_SMART;
        }
        if (repeatUnit != null) {
            memory.setInt(60, repeatUnit);
            fields |= Raw.TALLY_REMINDER_FIELD_REPEAT;
        }
        if (repeatEvery != null) {
            memory.setInt(64, repeatEvery);
            fields |= Raw.TALLY_REMINDER_FIELD_REPEAT;
        }
        if (end != null) {
            memory.setInt(68, end);
            fields |= Raw.TALLY_REMINDER_FIELD_END;
        }
        if (start != null) {
            memory.setInt(72, start);
            fields |= Raw.TALLY_REMINDER_FIELD_START;
        }
        if (overdueUnit != null) {
            memory.setInt(76, overdueUnit);
            fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        }
        if (overdueEvery != null) {
            memory.setInt(80, overdueEvery);
            fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        }
        if (overdueLimit != null) {
            memory.setInt(84, overdueLimit);
            fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        }
        memory.setInt(4, fields);
        return memory;
    }
}

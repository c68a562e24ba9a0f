// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.LocalDate;
import java.time.LocalTime;

/**
 * The contents and dates of a reminder. A member that is not set has its default in {@link Account#putReminder}, and
 * is unchanged by {@link Account#editReminder}. null or "" removes a text, and null a start or an end. null as its
 * unit, and 0 as the other numbers, remove a repetition or overdue reminding.
 */
public final class ReminderOptions {
    static final int SIZE = 88;

    int fields, produced, shelfLife, shelfUnit, timeOfDay, smart, repeatUnit, repeatEvery, end, start, overdueUnit,
        overdueEvery, overdueLimit;
    String title, body, path, zone;

    /** All defaults. */
    public ReminderOptions() {}

    /**
     * The title.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions title(String value) {
        title = value;
        fields |= Raw.TALLY_REMINDER_FIELD_TITLE;
        return this;
    }

    /**
     * The text below the title.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions body(String value) {
        body = value;
        fields |= Raw.TALLY_REMINDER_FIELD_BODY;
        return this;
    }

    /**
     * The path of its badge. Empty: none.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions path(String value) {
        path = value;
        fields |= Raw.TALLY_REMINDER_FIELD_PATH;
        return this;
    }

    /**
     * The zone; empty: the device's.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions zone(String value) {
        zone = value;
        fields |= Raw.TALLY_REMINDER_FIELD_ZONE;
        return this;
    }

    /**
     * A day. Default: today, in its zone.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions produced(LocalDate value) {
        produced = Times.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_PRODUCED;
        return this;
    }

    /**
     * From 1.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions shelfLife(int value) {
        shelfLife = value;
        fields |= Raw.TALLY_REMINDER_FIELD_SHELF_LIFE;
        return this;
    }

    /**
     * {@link Unit#DAY}, {@link Unit#MONTH} or {@link Unit#YEAR}.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions shelfUnit(Unit value) {
        shelfUnit = Codes.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_SHELF_LIFE;
        return this;
    }

    /**
     * Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions timeOfDay(LocalTime value) {
        timeOfDay = Times.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_TIME_OF_DAY;
        return this;
    }

    /**
     * Default AUTOMATIC.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions smart(SmartMode value) {
        smart = Codes.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_SMART;
        return this;
    }

    /**
     * Required unless it is smart.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions repeatUnit(Unit value) {
        repeatUnit = Codes.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_REPEAT;
        return this;
    }

    /**
     * It fires every so many units, to 1,000,000. Default 1.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions repeatEvery(int value) {
        repeatEvery = value;
        fields |= Raw.TALLY_REMINDER_FIELD_REPEAT;
        return this;
    }

    /**
     * The last day on which it fires. Required unless it is smart.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions end(LocalDate value) {
        end = Times.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_END;
        return this;
    }

    /**
     * The day from which repetitions count. Default: the day of entering.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions start(LocalDate value) {
        start = Times.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_START;
        return this;
    }

    /**
     * Counted from the day after the expiry or the end.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions overdueUnit(Unit value) {
        overdueUnit = Codes.number(value);
        fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        return this;
    }

    /**
     * It fires every so many of these units, to 1,000,000. Default 1.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions overdueEvery(int value) {
        overdueEvery = value;
        fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        return this;
    }

    /**
     * How many times it fires then, to 1,000,000. Default: 0.
     *
     * @param value the value
     * @return this
     */
    public ReminderOptions overdueLimit(int value) {
        overdueLimit = value;
        fields |= Raw.TALLY_REMINDER_FIELD_OVERDUE;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(88);
        memory.setInt(0, 88);
        memory.setInt(4, fields);
        memory.setPointer(8, memory.string(title));
        memory.setPointer(16, memory.string(body));
        memory.setPointer(24, memory.string(path));
        memory.setPointer(32, memory.string(zone));
        memory.setInt(40, produced);
        memory.setInt(44, shelfLife);
        memory.setInt(48, shelfUnit);
        memory.setInt(52, timeOfDay);
        memory.setInt(56, smart);
        memory.setInt(60, repeatUnit);
        memory.setInt(64, repeatEvery);
        memory.setInt(68, end);
        memory.setInt(72, start);
        memory.setInt(76, overdueUnit);
        memory.setInt(80, overdueEvery);
        memory.setInt(84, overdueLimit);
        return memory;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * A row of {@link Account#reminders} and {@link Account#reminder}.
 *
 * @param key identifies it in this file. It is {@code reminder} of its events
 * @param nextTime when it fires next; null: never
 * @param dueTime when it fired, if not acknowledged; null: it has not
 * @param expires when its last good day ends; null: its zone is not available
 * @param stamp when the reminder was last changed
 * @param revision one more with each edit, done and undone
 * @param state the reminder state
 * @param expiry the last good day
 * @param span the days from production to expiry
 * @param daysLeft the days that are left; negative: it has expired
 * @param isSmart whether it picks its own days now
 * @param produced the day of production. It and the members after it are as they were given
 * @param shelfLife how many units it keeps
 * @param shelfUnit the unit of the shelf life
 * @param timeOfDay the time of day
 * @param entered the day of entering
 * @param smart whether it picks its own days; null: not given
 * @param repeatUnit the unit of the repetition; null: none
 * @param repeatEvery every so many units
 * @param start the first day
 * @param end the last day
 * @param overdueUnit the unit in which it fires when overdue; null: it does not
 * @param overdueEvery every so many of these units
 * @param overdueLimit how many times it fires then
 * @param id the id
 * @param title the title
 * @param body the body
 * @param path the path
 * @param zone its zone; empty: the device's
 */
public record Reminder(long key, Instant nextTime, Instant dueTime, Instant expires, Instant stamp, long revision,
    ReminderState state, LocalDate expiry, int span, int daysLeft, boolean isSmart, LocalDate produced, int shelfLife,
    Unit shelfUnit, LocalTime timeOfDay, LocalDate entered, SmartMode smart, Unit repeatUnit, int repeatEvery,
    LocalDate start, LocalDate end, Unit overdueUnit, int overdueEvery, int overdueLimit, String id, String title,
    String body, String path, String zone) {
    static final int SIZE = 160;

    static Reminder read(Pointer at, byte[] text) {
        return new Reminder(at.getLong(0), Times.instant(at.getLong(8)), Times.instant(at.getLong(16)),
            Times.instant(at.getLong(24)), Times.instant(at.getLong(32)), at.getInt(40) & 0xFFFFFFFFL,
            ReminderState.of(at.getInt(44)), Times.day(at.getInt(48)), at.getInt(52), at.getInt(56),
            at.getInt(60) != 0, Times.day(at.getInt(64)), at.getInt(68), Unit.of(at.getInt(72)),
            Times.timeOfDay(at.getInt(76)), Times.day(at.getInt(80)), SmartMode.of(at.getInt(84)),
            Unit.of(at.getInt(88)), at.getInt(92), Times.day(at.getInt(96)), Times.day(at.getInt(100)),
            Unit.of(at.getInt(104)), at.getInt(108), at.getInt(112), Raw.textIn(text, at.getInt(116), at.getInt(120)),
            Raw.textIn(text, at.getInt(124), at.getInt(128)), Raw.textIn(text, at.getInt(132), at.getInt(136)),
            Raw.textIn(text, at.getInt(140), at.getInt(144)), Raw.textIn(text, at.getInt(148), at.getInt(152)));
    }
}

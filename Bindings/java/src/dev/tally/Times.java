package dev.tally;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/** Times, durations and days, which C has as numbers. */
final class Times {
    private Times() {}

    /** A duration of options, of which null is the default. */
    static long milliseconds(Duration duration) {
        return duration == null ? 0 : rounded(duration);
    }

    /** A duration of a call: null is -1, which is none. */
    static long orNone(Duration duration) {
        return duration == null ? -1 : rounded(duration);
    }

    /** Fractions count as whole milliseconds, because a wait must not be shorter. */
    private static long rounded(Duration duration) {
        try {
            long whole = duration.toMillis();
            if (duration.isNegative()) return Math.min(whole, -1);
            return duration.equals(Duration.ofMillis(whole)) ? whole : Math.addExact(whole, 1);
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? -1 : Long.MAX_VALUE;
        }
    }

    /** A negative number is no duration. */
    static Duration duration(long milliseconds) {
        return milliseconds < 0 ? null : Duration.ofMillis(milliseconds);
    }

    /** null is 0, so the first millisecond of 1970 is 1. */
    static long timestamp(Instant time) {
        if (time == null) return 0;
        try {
            long milliseconds = time.toEpochMilli();
            return milliseconds == 0 ? 1 : milliseconds;
        } catch (ArithmeticException tooFar) {
            return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    static Instant instant(long milliseconds) {
        return milliseconds == 0 ? null : Instant.ofEpochMilli(milliseconds);
    }

    /** A day as 20260131; null is 0. A year that does not fit is -1, which the library rejects. */
    static int number(LocalDate day) {
        if (day != null && (day.getYear() < 1 || day.getYear() > 9999)) return -1;
        return day == null ? 0 : day.getYear() * 10_000 + day.getMonthValue() * 100 + day.getDayOfMonth();
    }

    static LocalDate day(int number) {
        return number <= 0 ? null : LocalDate.of(number / 10_000, number / 100 % 100, number % 100);
    }

    /** A time of day in seconds; null is midnight. */
    static int number(LocalTime time) {
        return time == null ? 0 : time.toSecondOfDay();
    }

    static LocalTime timeOfDay(int seconds) {
        return seconds < 0 || seconds >= 86_400 ? null : LocalTime.ofSecondOfDay(seconds);
    }
}

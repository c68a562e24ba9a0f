// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The importance of a line of the log. */
public enum LogLevel implements Coded {
    /** Error. */
    ERROR(1),
    /** Warning. */
    WARNING(2),
    /** Info. */
    INFO(3),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    LogLevel(int value) {
        this.value = value;
    }

    static LogLevel of(int value) {
        return Codes.find(LogLevel.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

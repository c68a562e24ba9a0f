// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** A transport's task. */
public enum RequestKind implements Coded {
    /** Send this, and report the response once with {@link Engine#respond}. */
    SEND(1),
    /** The response is no longer needed, and is ignored. */
    CANCEL(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    RequestKind(int value) {
        this.value = value;
    }

    static RequestKind of(int value) {
        return Codes.find(RequestKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The kinds of events. */
public enum EventKind implements Coded {
    /** The visible badge of a path changed. text: the path. */
    BADGE(1),
    /** The total over the accounts changed. */
    TOTAL(2),
    /** A feed's request ended. text: the title, or the error. The number: of its prefix. */
    SYNCED(3),
    /** A {@link Feed#refreshNow} ended; exactly one each. text: the error. */
    COMPLETION(4),
    /** A server rejected the credential, or requests wait for one: set it. text: the error. */
    AUTH(5),
    /** A widget was drawn. text: its path. */
    WIDGET(6),
    /** Messages changed. text: the observed path. */
    MESSAGES(7),
    /** A group changed. text: its thread. */
    GROUP(8),
    /** A reminder has fired. text: its identifier. */
    REMINDER(9),
    /** A server counts something else than its feed contributes. text: the path. */
    DRIFT(10),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    EventKind(int value) {
        this.value = value;
    }

    static EventKind of(int value) {
        return Codes.find(EventKind.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** When a feed polls, and the meaning of members of FeedOptions that are 0. */
public enum Polling implements Coded {
    /** Polls always, and when the user comes back. */
    MESSAGE_CENTER(0),
    /** Polls only while the user sees a page. */
    UNREAD_COUNT(1),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Polling(int value) {
        this.value = value;
    }

    static Polling of(int value) {
        return Codes.find(Polling.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

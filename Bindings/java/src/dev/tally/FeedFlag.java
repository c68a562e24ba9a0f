// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a feed is polled. */
public enum FeedFlag implements Coded {
    /** No timer polls while the application is in the background. */
    STOPS_IN_BACKGROUND(1),
    /** The first request is sent after initialDelay, not at a random moment within it. */
    EXACT_DELAY(2),
    /** The options are for this run; the stored ones, if there are any, stay. */
    TEMPORARY(4);

    private final int value;

    FeedFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

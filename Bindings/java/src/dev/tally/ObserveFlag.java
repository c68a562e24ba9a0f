// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The changes of which an observer is notified. */
public enum ObserveFlag implements Coded {
    /** The path itself and everything below it. */
    SUBTREE(1),
    /** The current state of the path is reported first. */
    INITIAL(2);

    private final int value;

    ObserveFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

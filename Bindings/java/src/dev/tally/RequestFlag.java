// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a request is sent. */
public enum RequestFlag implements Coded {
    /** The request has a credential: follow redirects only within the same origin. */
    CREDENTIAL(1);

    private final int value;

    RequestFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

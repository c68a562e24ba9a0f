// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** How a node's number is computed from its own count and its children's. */
public enum Aggregation implements Coded {
    /** As stored; CHILDREN for a new account. */
    DEFAULT(0),
    /** The number of children and messages; the node's own if they have none. */
    CHILDREN(1),
    /** Both together. */
    SUM(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Aggregation(int value) {
        this.value = value;
    }

    static Aggregation of(int value) {
        return Codes.find(Aggregation.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

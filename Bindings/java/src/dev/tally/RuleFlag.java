// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Which rule is read. */
public enum RuleFlag implements Coded {
    /** Reads what holds at the path, so no member is DEFAULT. */
    EFFECTIVE(1);

    private final int value;

    RuleFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

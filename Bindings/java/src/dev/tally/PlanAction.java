// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** A change of what the system has armed. */
public enum PlanAction implements Coded {
    /** Disarm. */
    DISARM(1),
    /** Arm. */
    ARM(2),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    PlanAction(int value) {
        this.value = value;
    }

    static PlanAction of(int value) {
        return Codes.find(PlanAction.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

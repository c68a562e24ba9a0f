// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The reasons why a path shows a badge, and its mutes. */
public enum BadgeFlag implements Coded {
    /** It owns a count. */
    OWN_COUNT(1),
    /** It owns a dot. */
    OWN_DOT(2),
    /** Messages or a flag feed it. */
    FED(4),
    /** A child contributes a badge. */
    CHILDREN(8),
    /** Mute number. */
    MUTE_NUMBER(16),
    /** Mute all. */
    MUTE_ALL(32),
    /** Its mute passes highlights. */
    PASSES_HIGHLIGHTS(64),
    /** It is snoozed, so its mute does not hold. */
    SNOOZED(128);

    private final int value;

    BadgeFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

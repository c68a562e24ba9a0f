// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The contribution of a reason, and its kind. */
public enum ReasonFlag implements Coded {
    /** It owns a count. */
    OWN_COUNT(1),
    /** It owns a dot. */
    OWN_DOT(2),
    /** Messages or a flag feed it. */
    FED(4),
    /** CHILDREN: its own count adds nothing: its children or messages have one. */
    OVERRIDDEN(8),
    /** Its mute hides the number that it shows from the path. */
    MUTE_NUMBER(16),
    /** Its mute hides everything that it shows from the path. */
    MUTE_ALL(32),
    /** Its own badge, or what feeds it, reaches the path, which shows a badge. */
    LIGHTS(64),
    /** A mute hides its badge from the path; with LIGHTS only the number. */
    MUTED(128),
    /** It is a message that feeds the path. */
    MESSAGE(256),
    /** It, or more of it, reaches the path only by a link. */
    LINKED(512),
    /** It counts its children, so they contribute nothing, and it their number. */
    COUNTING(1024),
    /** It is the flag of the path: see {@link Account#flag}. */
    FLAG(2048),
    /** It is snoozed, which hides everything that it shows from the path. */
    SNOOZED(4096);

    private final int value;

    ReasonFlag(int value) {
        this.value = value;
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/**
 * How a path counts. {@code feeding} holds at its path, and below it until another path has its own. Where none
 * holds, messages feed badges as the account's feeding says. {@code counting} holds at its path alone: a tab that
 * counts conversations passes this number on.
 */
public final class BadgeRuleOptions {
    static final int SIZE = 16;

    int feeding, flags, counting;

    /** All defaults. */
    public BadgeRuleOptions() {}

    /**
     * Which messages feed the badge. DEFAULT: as above the path.
     *
     * @param value the value
     * @return this
     */
    public BadgeRuleOptions feeding(Feeding value) {
        feeding = Codes.number(value);
        return this;
    }

    /**
     * How the path's number comes from its children.
     *
     * @param value the value
     * @return this
     */
    public BadgeRuleOptions counting(Counting value) {
        counting = Codes.number(value);
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(16);
        memory.setInt(0, 16);
        memory.setInt(4, feeding);
        memory.setInt(8, flags);
        memory.setInt(12, counting);
        return memory;
    }
}

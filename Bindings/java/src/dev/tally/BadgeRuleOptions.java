// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/**
 * How a path counts. A rule holds at its path, and below it until another path has its own. Where none holds,
 * messages feed badges as the account's feeding says.
 */
public final class BadgeRuleOptions {
    static final int SIZE = 16;

    int feeding, flags;

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

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(16);
        memory.setInt(0, 16);
        memory.setInt(4, feeding);
        memory.setInt(8, flags);
        return memory;
    }
}

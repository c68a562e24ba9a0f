// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * How a path counts. {@code feeding} holds at its path, and below it until another path has its own. Where none
 * holds, messages feed badges as the account's feeding says. {@code counting} holds at its path alone: a tab that
 * counts conversations passes this number on.
 *
 * @param feeding which messages feed the badge. DEFAULT: as above the path
 * @param flags 0
 * @param counting how the path's number comes from its children
 */
public record BadgeRule(Feeding feeding, long flags, Counting counting) {
    static final int SIZE = 16;

    static BadgeRule read(Pointer at, byte[] text) {
        return new BadgeRule(Feeding.of(at.getInt(4)), at.getInt(8) & 0xFFFFFFFFL, Counting.of(at.getInt(12)));
    }
}

// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * The plan as a whole.
 *
 * @param planned entries in the plan
 * @param leftOut occurrences that did not fit
 * @param reach everything before it is in the plan; null: everything is
 * @param token for {@link Account#confirmPlan}; never 0
 */
public record Plan(long planned, long leftOut, Instant reach, long token) {
    static final int SIZE = 32;

    static Plan read(Pointer at, byte[] text) {
        return new Plan(at.getInt(4) & 0xFFFFFFFFL, at.getLong(8), Times.instant(at.getLong(16)), at.getLong(24));
    }
}

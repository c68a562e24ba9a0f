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
 */
public record Plan(long planned, long leftOut, Instant reach) {
    static final int SIZE = 24;

    static Plan read(Pointer at, byte[] text) {
        return new Plan(at.getInt(4) & 0xFFFFFFFFL, at.getLong(8), Times.instant(at.getLong(16)));
    }
}

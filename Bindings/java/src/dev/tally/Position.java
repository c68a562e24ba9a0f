// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * How far the batches of a source were applied: where to continue reading the log.
 *
 * @param epoch as in BatchOptions
 * @param position the position of the last batch
 * @param time the time of the last item of {@link Engine#batch}. null: there is none
 */
public record Position(long epoch, long position, Instant time) {
    static final int SIZE = 32;

    static Position read(Pointer at, byte[] text) {
        return new Position(at.getLong(8), at.getLong(16), Times.instant(at.getLong(24)));
    }
}
